"""``jantaku setup``: a table set up by few questions.

In: answers, typed or from a file, and what is set up already. Out: the files of table and broker, written all or none.
Only ``jantaku.main`` imports it.
"""
