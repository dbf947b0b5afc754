"""The command ``jantaku``: a table of subcommands, and the parser that hands over to one of them.

In: the command line. Out: an exit status. It imports all other packages by name only; only tests import it.
"""
