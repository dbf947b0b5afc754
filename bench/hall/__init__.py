"""How many tables one broker and one hall bear."""
