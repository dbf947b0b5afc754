"""A game as JSON: observations, events and positions out and back, exactly, and what is published of them.

In: the data of ``referee.game``. Out: plain mappings, their schemas, the public state. For journal, records, broker and
whatever else writes a game down.
"""
