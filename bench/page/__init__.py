"""Measures the judges' page in a real browser: weight, first paint, publish to paint, longest task, heap."""
