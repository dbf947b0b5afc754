"""The book of a tournament: entries as they come in, folded to who plays, what was played, penalties and standings.

In: entries of people and results of tables' journals. Out: results, standings by version, a register of discipline.
Everything is worked out from the entries, so a penalty or a result can be changed any number of times. Commands import it.
"""
