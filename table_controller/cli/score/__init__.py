"""``jantaku score``: scores one hand in words, or many from a file."""
