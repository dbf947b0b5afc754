"""A game as data: what is observed, what is held to have happened, where it stands.

``observations`` and ``judge_observations`` are all that comes in, ``events`` and ``judge_events`` all that goes out, and
``position`` is what the events fold to. The other modules hold what follows from a position or a meld alone: how a hand can
end, who deals next, what may not be discarded. Everything above may import the package; nothing here judges an act.
"""
