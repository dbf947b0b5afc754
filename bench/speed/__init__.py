"""Measures speed as ratios to named peers: ``python -m bench.all`` runs every figure, ``bench.speed.rules`` the rules alone."""
