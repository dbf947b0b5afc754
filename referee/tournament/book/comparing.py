"""Who sits where by a table, compared with who sits where by the book."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.tournament.book.position import seated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.tournament.book.position import BookPosition


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
    for player in (each for there in tables for each in there):
        for name in {player, name_of(position, player)}:
            by_name.setdefault(name, []).append(player)
    given = position.set_up.get((session, table), ("", "", "", ""))
    found = []
    for seat, (planned, name, label) in enumerate(zip(tables[table - 1], names, given, strict=True)):
        if name in {planned, name_of(position, planned)} or (label and name == name_of(position, label)):
            continue
        others = by_name.get(name, [])
        found.append(WrongSeat(seat, planned, name, others[0] if len(others) == 1 else None))
    return tuple(found)


def name_of(position: BookPosition, player: str) -> str:
    """The name of a registered player; anybody else is called by his id."""
    known = position.players.get(player)
    return player if known is None else known.name
