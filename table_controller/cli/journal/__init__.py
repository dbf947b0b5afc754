"""``jantaku journal``, ``forget``, ``backup``, ``restore`` and ``report``: check a journal, remove a name, copy.

In: a journal, and its end as kept elsewhere. Out: lines for people. Only ``jantaku.main`` imports it.
"""
