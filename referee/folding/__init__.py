"""``evolve(state, event) -> state``: what happened changes the state, and nothing else does.

In: a position and an event. Out: the next position. Judging and whoever reads a journal fold; nothing is decided here.
"""
