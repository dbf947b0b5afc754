"""Compares this tree's speed with the last release's: ``python -m bench.speed.against.check``, or ``make bench-check``.

Both trees do the same pieces of work, each by its own bench in processes of its own that take turns.
"""
