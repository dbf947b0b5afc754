"""The inputs that wait for their turn: the zones that each waits for, its fit and its possible results.

In: signals, changed zones, the position. Out: the inputs that can be given out now. Sensing imports it.
"""
