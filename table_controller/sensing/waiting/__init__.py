"""The inputs that wait for their turn: what each may mean, what it waits for, how it ranks.

In: signals, changed zones, the position. Out: what can be given out now. Sensing imports it.
"""
