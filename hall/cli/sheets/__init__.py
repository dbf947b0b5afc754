"""``jantaku sheets``: the parser, which needs no library that prints, and what it does with those that do.

In: a tournament's export. Out: its sheets in a folder. Only ``jantaku.main`` imports it.
"""
