"""``jantaku score``: what a hand is worth: one hand in words, or many from a file."""
