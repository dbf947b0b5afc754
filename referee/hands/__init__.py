"""Hands: shape, waits, yaku, fu and score.

In: tiles, melds, how a hand was won, the settings. Out: what it waits for and what it is worth, with reasons. The package
knows no game: any code that has a hand may import it.
"""
