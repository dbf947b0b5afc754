"""Helpers that the tests of the whole way share."""

PON_KAKAN_RON = ("--seed", "21", "--hands", "1")
"""A short hand of the built-in players: two pons, one made a kan, a win by ron (21 discards)."""
