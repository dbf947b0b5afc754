"""People at a table: when they do what, and one foul put among it, to prove the referee with.

Shares nothing with the judging but the tiles, the records and the observation types. Nothing that runs a table imports it.
"""
