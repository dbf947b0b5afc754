"""``jantaku sheets``: the parser, and the printing. Only the printing needs the libraries that make PDF files.

In: a tournament's export. Out: its sheets in a folder. Only ``jantaku.main`` imports it.
"""
