"""From frames to sightings: what each zone holds once it has come to rest, since when, and how it came there.

In: frames, and what the game lets one expect. Out: sightings. It remembers; ``worker``, ``clips`` and ``photo`` import it.
"""
