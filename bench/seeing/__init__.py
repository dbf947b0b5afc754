"""How well and how fast vision reads what is drawn for it: ``python -m bench.seeing.vision``."""
