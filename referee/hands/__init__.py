"""Hands: shape, waits, yaku, fu and score.

In: tiles, melds, how a hand was won, the settings. Out: what it waits for and what it is worth, with reasons. It knows no
game: whoever has a hand may import it.
"""
