"""Measures speed as ratios to named peers: ``python -m bench.all``."""
