"""``jantaku journal``, ``forget``, ``backup`` and ``restore``: whether a journal is whole, a name out of it, copies of it.

In: a journal, and what somebody or something remembers of it. Out: lines for people. Only ``cli.main`` imports it.
"""
