"""The table's machine: its cycle, the two sets of tiles, the deal, displays, the panel.

In: signals, orders and the state of the game. Out: motions, each requested until the unit makes it. Alerts, commands,
sensing (for the light curtains) and the daemon import it.
"""
