"""Compares the seats in the book with those at the tables, and names the swap that corrects a wrong seat."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar, Final

from hall.tournaments.book.comparing import wrong_seats
from hall.tournaments.book.position import BookPosition
from hall.tournaments.web.answers import TableOutcome, table_told
from hall.tournaments.web.declaration import OFFICIALS, BookLook, BookPlace, BookReading, TableOrder
from hall.tournaments.web.views import BookView
from table_controller.mqtt.roles import Role

BACK: Final = timedelta(hours=12)
"""A hanchan that began longer ago belongs to another day."""


class WrongSeatShown(BookView, frozen=True):
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


class SeatsAtTable(TableOutcome, frozen=True):
    """A table's answer about its seats, or the reason why it gave none; only tables with Jantaku.

    Attributes:
        running: a hanchan goes on there; only then are seats compared.
        names: by seat, as the table has them; empty where none runs.
        wrong: the seats that differ from the book.
    """

    running: bool
    names: tuple[str, ...]
    wrong: tuple[WrongSeatShown, ...]


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
                SeatsAtTable(
                    table=table,
                    hall_table=outcome.hall_table,
                    done=outcome.done,
                    error=outcome.error,
                    why=outcome.why,
                    running=bool(names),
                    names=names,
                    wrong=tuple(
                        WrongSeatShown(seat=each.seat, planned=each.planned, found=each.found, swap=each.swap)
                        for each in wrong
                    ),
                )
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
