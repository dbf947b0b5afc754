"""From frames to sightings: the content of each zone at rest, the time of its change, and the moves that made it.

In: frames, and the game's expectations. Out: sightings. This package keeps state between frames; ``worker``, ``clips``
and ``photo`` import it.
"""
