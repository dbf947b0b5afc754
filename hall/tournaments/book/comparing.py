"""Compares the seats as a table reports them with the seats in the book."""

from collections.abc import Sequence
from typing import Final

import msgspec

from hall.tournaments.book.position import BookPosition, seated

MOST_NAME: Final = 100
"""The most characters of a name that a table takes."""


class WrongSeat(msgspec.Struct, frozen=True):
    """A seat at which a table has somebody else than the book.

    Attributes:
        seat: 0 for East.
        planned: the player who sits there by the book.
        found: the name that the table has.
        swap: the player with whom ``planned`` changes seats by ``swap_seats``; null if nobody of that name sits in this
            session, as when somebody stands in.
    """

    seat: int
    planned: str
    found: str
    swap: str | None


def wrong_seats(
    position: BookPosition, session: int, table: int, names: Sequence[str]
) -> tuple[WrongSeat, ...]:
    """Return the seats of a table that differ from the book.

    A name that came from the hall's own set-up proves nothing, so it is not compared.

    Args:
        position: of the tournament.
        session: the session to compare.
        table: its number.
        names: by seat, as the table has them.
    """
    tables = seated(position, session)
    by_name: dict[str, list[str]] = {}
    for there in tables:
        for player, label in zip(there, names_at(position, there), strict=True):
            for name in {player, name_of(position, player), label}:
                by_name.setdefault(name, []).append(player)
    seats = tables[table - 1]
    set_up = position.set_up.get((session, table))
    given = ("",) * len(seats) if set_up is None else names_at(position, set_up)
    labels = names_at(position, seats)
    found = []
    for seat, (planned, name) in enumerate(zip(seats, names, strict=True)):
        if name in {planned, name_of(position, planned), labels[seat]} or (name and name == given[seat]):
            continue
        others = by_name.get(name, [])
        found.append(WrongSeat(seat, planned, name, others[0] if len(others) == 1 else None))
    return tuple(found)


def names_at(position: BookPosition, players: Sequence[str]) -> tuple[str, ...]:
    """Return the names under which a table gets its players; players with the same name have their ids added."""
    names = [name_of(position, player) for player in players]
    labels = [
        name if names.count(name) == 1 else f"{name} ({player})"
        for player, name in zip(players, names, strict=True)
    ]
    return tuple(
        label if label and len(label) <= MOST_NAME else player
        for player, label in zip(players, labels, strict=True)
    )


def name_of(position: BookPosition, player: str) -> str:
    """Return the name of a registered player; for anybody else, the id."""
    known = position.players.get(player)
    return player if known is None else known.name
