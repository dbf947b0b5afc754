"""The table's machine: its cycle, the two sets of tiles, the deal, displays, the panel.

In: signals, orders and how the game stands. Out: motions that are asked for until they are made. Alerts, commands,
sensing (the light curtains) and the daemon import it.
"""
