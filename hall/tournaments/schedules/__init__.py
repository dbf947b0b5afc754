"""The meetings in each round of a tournament, looked up among schedules constructed beforehand.

In: numbers of tables and rounds. Out: rounds of tables of four seat numbers. ``making`` constructs the data with what is
here; ``seats`` gives the numbers to people.
"""
