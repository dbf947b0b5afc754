"""``jantaku score``: what a hand is worth, one in words or many from a file."""
