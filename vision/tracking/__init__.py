"""From frames to sightings: what each zone holds once it has come to rest, since when, and by which moves.

In: frames, and what the game lets one expect. Out: sightings. This package keeps state between frames; ``worker``,
``clips`` and ``photo`` import it.
"""
