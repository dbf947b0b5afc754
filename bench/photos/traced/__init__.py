"""Tables as a path tracer sees them: solid tiles, lamps of a size, soft shadows, gloss. Another renderer than the simulation's.

In: layouts from ``bench.stages``. Out: pictures and their truth, kept in ``tests/vision/traced``, and how they are read.
Only ``tracing`` needs Mitsuba, only to make them anew. Tests import it.
"""
