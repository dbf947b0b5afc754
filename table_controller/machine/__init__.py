"""The table's machine: its cycle, the two sets of tiles, the deal, displays, the panel.

In: signals, orders and the state of the game. Out: motions that are requested until they are made. Alerts, commands,
sensing (the light curtains) and the daemon import it.
"""
