"""A table's journal beside the game: signals on their way into it, corrections, its copy, its export.

In: the referee's journal. Out: what others need of it. The lock of the state folder is here too. Daemon, commands and
command line import it.
"""
