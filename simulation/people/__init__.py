"""People at the simulated table: players who act a record out, built-in ones who think, a judge.

In: a record, or the rules; what is heard of the table. Out: gestures in the world. ``run`` imports it.
"""
