"""The journals of many tables in one store, each entry once, in order, with its hash.

In: entries as tables wrote them, in any order and any number of times. Out: one unbroken chain for each journal;
entries that do not continue a chain are kept apart and reported.
"""
