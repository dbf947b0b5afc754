"""Game records of other programs: read into one neutral form, followed, written.

In: mjlog, mjai, tenhou6, observation files, or a journal. Out: ``neutral.record``, and the observations that a table would
have made of the game. Each format has a folder; formats import the neutral form and not each other.
"""
