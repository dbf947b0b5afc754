"""The tournaments of a hall: schedules, seats, the book of entries, sheets on paper, and the book over HTTP.

In: an organiser's entries and the journals' results. Out: who plays where, standings, sheets. What one table needs of a
tournament (results of a hanchan, draws of seats) is in ``referee.tournament``.

Rooms, the lowest first: ``schedules``; ``making`` and ``seats``; ``book``; ``sheets``; ``web``.
"""
