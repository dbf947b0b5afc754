"""Tables as a path tracer sees them: solid tiles, lamps of a size, soft shadows, gloss. Another renderer than the simulation's.

In: the pictures and their truth in ``tests/vision/traced``. Out: how they are read. Tests import it.
"""
