"""One policy for each kind of input: its lane, its fit, the zones it waits for, its result and what settles it.

In: the waiting inputs, the position, earlier reports. Out: the policy's answers; ``kinds`` finds the policy of an input.
Sensing imports it.
"""
