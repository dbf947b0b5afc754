"""``jantaku sim``: a whole game on a simulated table, and a comparison of what the daemon made of it.

``world`` is the table and what lies on it, ``people`` play on it, ``staged`` lets them commit a foul, ``camera`` draws
it, ``processes`` run the unit, the broker and table time. The daemon beside it is the real one and cannot tell the
difference. The command line and ``bench`` import it.
"""
