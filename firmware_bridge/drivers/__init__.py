"""Drivers: what the daemon knows of a table's own machine, whoever built it.

In: the name of a driver and the place where it finds its table. Out: a ``TableDriver`` with typed capabilities. Drivers
are found by their entry points (group ``jantaku.drivers``); ours are ``jantaku`` and ``none``. ``table_controller``
imports it.
"""
