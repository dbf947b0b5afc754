"""What was seen or felt and waits for its turn: what it may be, what it waits for, how it ranks.

In: signals, zones that changed, the position. Out: what can be told now. Sensing imports it.
"""
