"""Turns the words typed at the prompt into declared commands, checked before anything is sent.

In: what was typed. Out: a command. ``session`` imports it.
"""
