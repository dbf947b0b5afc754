"""A hall: the journals of its tables, its tournaments, its page, its judges' terminals.

In: what tables publish over MQTT, and what organisers enter. Out: one store, results, sheets, a page for the hall, and
a federation's store above several halls. Only ``simulation`` imports it: a table runs without a hall.

Rooms, the lowest first: ``store``; ``tournaments``; ``collecting`` and ``forwarding``; ``page``; ``judge``; ``cli``.
"""
