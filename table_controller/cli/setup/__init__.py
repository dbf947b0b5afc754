"""``jantaku setup``: sets up a table by a few questions.

In: answers, typed or from a file, and the present set-up. Out: the files of table and broker, written all or none.
Only ``jantaku.main`` imports it.
"""
