"""The figures of ``python -m bench.all``, one module a bench: each declares its figures and measures them.

In: the number of rounds. Out: rounds of ours and of the peer's work, alternating. ``bench.speed.registry`` names them all.
"""
