"""One policy for each kind of input: its lane, its rank, what it waits for, what it means and what settles it.

In: the waiting inputs, the position, what was told before. Out: the policy's answers; ``kinds`` finds the policy of an
input. Sensing imports it.
"""
