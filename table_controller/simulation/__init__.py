"""``jantaku sim``: a whole game on a simulated table, and what was made of it.

``world`` is the table and what lies on it, ``people`` play on it, ``camera`` draws it, ``processes`` run the unit, the
broker and table time. The daemon beside it is the real one and cannot tell. The command line and ``bench`` import it.
"""
