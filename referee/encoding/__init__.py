"""A game as JSON: observations, events and positions encoded and decoded exactly, and the published state.

In: the data of ``referee.game``. Out: plain mappings, the public state. The journal, records, the broker
and all else that writes a game down use it.
"""
