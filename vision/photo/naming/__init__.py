"""Names the tops that were found, looks again beside them, and drops false tops.

In: tops and the picture. Out: names with their confidence. ``reader`` imports it.
"""
