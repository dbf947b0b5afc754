"""A session in the room: who is there, its clock, who sits where.

In: requests of organisers and referees. Out: entries, and commands to the tables of the session. ``operations`` imports it.
"""
