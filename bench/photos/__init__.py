"""Measures how well single pictures are read: drawn, simulated and real photographs."""
