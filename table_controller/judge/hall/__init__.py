"""A judge's picture of the tables of a hall, and his connection to the broker.

In: the broker's messages. Out: tables, findings and events, as data and in words. ``orders`` and ``session`` import it.
"""
