"""Compares the seats in the book with those at the tables, and names the swap that corrects a wrong seat."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar, Final

import msgspec

from hall.tournaments.book.comparing import WrongSeat, wrong_seats
from hall.tournaments.book.position import BookPosition
from hall.tournaments.web.answers import TableOutcome, table_told
from hall.tournaments.web.declaration import OFFICIALS, BookLook, BookPlace, BookReading, TableOrder
from table_controller.mqtt.roles import Role

BACK: Final = timedelta(hours=12)
"""A hanchan that began longer ago belongs to another day."""


class SeatsAtTable(TableOutcome, frozen=True):
    """A table's answer about its seats, or the reason why it gave none; only tables with Jantaku.

    Attributes:
        running: a hanchan goes on there; only then are seats compared.
        names: by seat, as the table has them; empty where none runs.
        wrong: the seats that differ from the book.
    """

    running: bool
    names: tuple[str, ...]
    wrong: tuple[WrongSeat, ...]


class CompareSeats(BookReading, frozen=True, kw_only=True):
    """The seats of a session as its tables with Jantaku have them, where they differ from the book."""

    path: ClassVar[str] = "/{tournament}/sessions/{session}/seats"
    roles: ClassVar[tuple[Role, ...]] = OFFICIALS
    answer: ClassVar[Any] = tuple[SeatsAtTable, ...]

    def orders(self, position: BookPosition, place: BookPlace, now: datetime) -> Sequence[TableOrder]:
        there = range(1, 1 + len(position.seats.get(place.session, ())))
        since = {"since": (now - BACK).isoformat(timespec="seconds")}
        return [
            TableOrder(table, position.equipped[table], "results", since)
            for table in there
            if table in position.equipped
        ]

    def shown(self, look: BookLook) -> Sequence[SeatsAtTable]:
        position = look.book.position()
        found = []
        for reply in look.replies:
            table = reply.order.table
            outcome = table_told(table, reply.order.hall_table, reply.why)
            names = _players(reply.answer)
            wrong = wrong_seats(position, look.place.session, table, names) if names else ()
            found.append(
                SeatsAtTable(**msgspec.structs.asdict(outcome), running=bool(names), names=names, wrong=wrong)
            )
        return found


def _players(answer: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the players of a table's newest hanchan if it is in progress; otherwise none."""
    hanchans = answer.get("hanchans")
    newest = hanchans[-1] if isinstance(hanchans, list) and hanchans else None
    if not isinstance(newest, dict) or newest.get("finished") is not False or newest.get("void") is True:
        return ()
    players = newest.get("players")
    return tuple(map(str, players)) if isinstance(players, list) and len(players) == 4 else ()  # of a table
