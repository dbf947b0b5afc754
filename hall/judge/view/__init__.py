"""``jantaku view``: a table in the terminal, for whoever develops or looks after it: game, journal, machine and line."""
