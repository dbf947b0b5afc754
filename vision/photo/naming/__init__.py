"""Names the tops that were found, looks again beside them, and drops what is none.

In: tops and the picture. Out: names with how sure they are. ``reader`` imports it.
"""
