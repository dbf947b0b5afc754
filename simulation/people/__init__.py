"""People at the simulated table: players who act out a record, built-in players who think, a judge.

In: a record, or the rules; news from the table. Out: gestures in the world. ``playing`` imports it.
"""
