"""The serial link to the microcontroller of an automatic mahjong table.

From the lowest up: ``messages`` (what is sent), ``link`` (each message arrives, once), ``unit`` (the table as a program
sees it), ``drivers`` (the port to any maker's table, ours among them). ``measuring`` times a link, ``generate`` writes
files made from the messages. ``firmware`` is C. It knows no mahjong; ``table_controller`` imports it.
"""
