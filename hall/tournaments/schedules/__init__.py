"""The meetings in each round of a tournament, looked up among schedules constructed beforehand.

In: numbers of tables and rounds. Out: rounds of tables of four seat numbers. ``making`` uses this room to construct the
data; ``seats`` assigns people to the numbers.
"""
