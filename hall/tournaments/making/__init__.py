"""The generator of ``config/schedules.toml``: ``python -m hall.tournaments.making.generate > config/schedules.toml``.

No part of the running program imports it. A test checks the data with code that shares nothing with this room.
"""
