"""``evolve(state, event) -> state``: only events change the state.

In: a position and an event. Out: the next position. Judging folds, and so does every reader of a journal; nothing is
decided here.
"""
