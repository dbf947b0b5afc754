"""``jantaku journal`` and ``jantaku forget``: whether a journal is whole, and a person's name out of it.

In: a journal, and what somebody or something remembers of it. Out: lines for people. Only ``cli.main`` imports it.
"""
