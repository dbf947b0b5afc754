"""The book of a tournament: its entries, folded to players, results, penalties and standings.

In: entries of people and results of tables' journals. Out: results, standings by version, a register of discipline.
Everything is computed from the entries, so a penalty or a result can be changed any number of times. Commands import it.
"""
