"""Who meets whom in which round of a tournament, looked up in what was constructed beforehand.

In: numbers of tables and rounds. Out: rounds of tables of four seat numbers. ``making`` constructs the data with what is
here; ``seats`` gives the numbers to people.
"""
