"""The books of tournaments in a hall's store: who entered what and when, numbered, each entry with the hash of the one before.

In: entries with the number of entries that their author knew. Out: books, or why nothing was entered. The page's server
imports it; nothing else in the hall does.
"""
