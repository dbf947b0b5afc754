"""Everything that follows from an entry once it is on disk, a module for each reaction.

In: entries with the position after each. Out: publications, alerts and the views of players and streams. Only the
modules that compose a table import it.
"""
