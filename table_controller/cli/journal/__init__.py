"""``jantaku journal``, ``forget``, ``backup``, ``restore`` and ``report``: check a journal, remove a name, copy.

In: a journal, and what somebody or something remembers of it. Out: lines for people. Only ``jantaku.main`` imports it.
"""
