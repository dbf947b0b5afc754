"""A session whose start signal was given some time ago, so that no test has to wait for late players."""

import time
from datetime import UTC, datetime

from hall.store.places import open_store
from hall.tournaments.book.entries import AnyEntry, SessionBegun
from hall.tournaments.books.books import BookStore
from tests.hall.tournaments.conftest import Hall
from tests.hall.tournaments.whole_tournament_stage import PEOPLE, Desk


def seated(hall: Hall, tournament: str, ruleset: str = "wrc-2015") -> Desk:
    """A tournament with the seats of two sessions."""
    opened = {"id": tournament, "title": tournament.title(), "ruleset": ruleset}
    assert hall.post("anna", "?known=0", opened).status == 201
    desk = Desk(hall, tournament)
    desk.known = 1
    desk.do("anna", "/players", PEOPLE.encode(), "text/csv")
    desk.do("anna", "/seats/draw", {"sessions": 2, "seed": 7})
    return desk


def begun_before(desk: Desk, seconds: int, session: int = 1) -> None:
    """Give the start signal this many seconds ago, as the organiser."""
    entered(desk, SessionBegun(session=session, by="anna", at_s=int(time.time()) - seconds))


def entered(desk: Desk, entry: AnyEntry) -> None:
    """Enter, as the organiser, something that names moments of its own."""
    books = BookStore(open_store(desk.hall.store))
    wall = datetime.now(UTC).isoformat(timespec="milliseconds")
    desk.known = books.append(desk.path.strip("/"), [entry], known=desk.known, login="anna", wall=wall).number
    books.close()
