"""``jantaku journal``, ``forget``, ``backup``, ``restore`` and ``report``: whether a journal is whole, a name out of it, copies.

In: a journal, and what somebody or something remembers of it. Out: lines for people. Only ``jantaku.main`` imports it.
"""
