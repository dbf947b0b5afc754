"""Hands: shape, waits, yaku, fu and score."""
