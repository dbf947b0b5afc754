"""The reactions to an entry once it is on disk, one module for each.

In: entries with the position after each. Out: publications, alerts and the views of players and streams. Only the
modules that compose a table import it.
"""
