"""``jantaku sim``: plays a whole game on a simulated table, and compares it with the daemon's reconstruction.

``world`` is the table and what lies on it, ``people`` play on it, ``staged`` lets them commit a foul, ``camera`` draws
it, ``processes`` run the unit, the broker and table time. The daemon is the real one and cannot tell the difference.
The command line and ``bench`` import this package.
"""
