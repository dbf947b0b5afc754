"""The course of a hand, with one file per topic: draws, discards, calls, kans, riichi.

In: observed draws, discards, calls and melds. Out: events and findings. ``ending`` and ``topics`` import it.
"""
