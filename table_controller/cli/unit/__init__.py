"""``jantaku unit``: operates a table's machine by hand, and runs the suite that a driver must pass.

In: words of the command line. Out: a panel in the terminal, or how a driver kept each promise (``conformance/``).
Only the command line imports it.
"""
