"""Orders at the prompt: words, checked before anything is sent, become declared commands.

In: what was typed. Out: a command. ``session`` imports it.
"""
