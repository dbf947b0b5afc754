"""The seats by a table, compared with the seats by the book."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hall.tournaments.book.position import seated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hall.tournaments.book.position import BookPosition


MOST_NAME: Final = 100
"""Characters of a name that a table takes."""


@dataclass(frozen=True, slots=True)
class WrongSeat:
    """A seat at which the table has somebody else than the book.

    Attributes:
        seat: 0 for East.
        planned: who sits there by the book.
        found: the name that the table has.
        swap: with whom ``planned`` sits in each other's seats; None if nobody of that name sits in this session.
    """

    seat: int
    planned: str
    found: str
    swap: str | None


def wrong_seats(
    position: BookPosition, session: int, table: int, names: Sequence[str]
) -> tuple[WrongSeat, ...]:
    """The seats of a table that differ from the book.

    A name that the hall itself has given the table when it was set up tells nothing new.

    Args:
        position: of the tournament.
        session: in which they sit there.
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
    """The names by which a table knows its players, no two alike: players who share a name there have their ids with it."""
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
    """The name of a registered player; anybody else is called by his id."""
    known = position.players.get(player)
    return player if known is None else known.name
