"""A game as data: what is observed, what is held to have happened, where it stands.

``observations`` (and those of judges) are all that comes in, ``events`` (and those of judges) all that goes out,
``position`` is what they fold to. Beside them what follows from a position alone: how a hand can end, who deals next,
what may not be discarded. Everything above may import it; nothing here judges.
"""
