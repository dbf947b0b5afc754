"""The course of a hand, one file a topic: draws, discards, calls, kans, riichi.

In: what was seen to be drawn, discarded, called or laid. Out: events and findings. ``ending`` and ``topics`` import it.
"""
