"""The journals of many tables in one store, each entry once, in order, with its hash.

In: entries as tables wrote them, in whatever order and however often they come. Out: one unbroken chain for each
journal; what does not continue a chain is kept apart and reported.
"""
