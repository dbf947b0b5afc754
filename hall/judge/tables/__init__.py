"""A judge's picture of the tables of a hall.

In: the broker's messages. Out: tables, findings and events, as data and in words. ``orders`` and ``session`` import it.
"""
