"""``jantaku view``: a table in the terminal, for those who develop or look after it: game, journal, machine and line."""
