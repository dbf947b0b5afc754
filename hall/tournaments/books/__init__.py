"""The tournament books in a hall's store: numbered entries with author and time, each with the hash of the one before.

In: entries, with the number of entries that their author knew. Out: books, or the reason why nothing was entered. In
the hall, only the page's server imports it.
"""
