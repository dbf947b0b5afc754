"""``jantaku view``: a table in the terminal, for its developers and technicians: game, journal, machine and line."""
