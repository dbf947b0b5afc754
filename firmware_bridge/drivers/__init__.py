"""Drivers: the daemon's side of a table's machine, ours or another maker's.

In: the name of a driver and the place where it finds its table. Out: a ``TableDriver`` with typed capabilities. Drivers
are found by their entry points (group ``jantaku.drivers``); ours are ``jantaku`` and ``none``. ``table_controller``
imports it.
"""
