"""The work on a table's journal outside the game: its inbox of signals, corrections, backup and export.

In: the referee's journal. Out: signals, corrections, archives and files of games. The lock of the state folder is here
too. Daemon, commands and command line import it.
"""
