"""The generator of ``config/tournaments/schedules.toml``: ``python -m tools.schedules.generate > config/tournaments/schedules.toml``.

No part of the running program imports it. A test checks the data with code that shares nothing with this room.
"""
