"""Measures how well and how fast vision reads rendered tables: ``python -m bench.seeing.vision``."""
