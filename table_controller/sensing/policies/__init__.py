"""One policy for each kind of input: its lane, how it ranks, what it waits for, what it means, what settles it.

In: what waits, the position, what was told before. Out: answers, kind by kind; ``kinds`` finds the policy of an input.
Sensing imports it.
"""
