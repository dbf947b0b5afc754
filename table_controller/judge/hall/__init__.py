"""What a judge knows of the tables of a hall, and the line over which he knows it.

In: what the broker has. Out: tables, findings and events, as data and in words. ``orders`` and ``session`` import it.
"""
