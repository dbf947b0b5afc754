"""Results for everybody: only if the club wants it, only closed sessions, and only after the delay."""

from datetime import UTC, datetime, timedelta

import msgspec

from hall.tournaments.book.entries import SessionClosed, TournamentOpened
from hall.tournaments.books.books import Book
from hall.tournaments.books.text import Written
from hall.tournaments.web.public import PublicView, public_entries, public_page
from tests.hall.schedules.book_stage import PLAYERS, all_played, beginning, opened
from tests.hall.tournaments.conftest import Hall

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


def book(opening: TournamentOpened) -> Book:
    """A book with an entry each minute from noon; the 1st session is closed by the last but four."""
    entries = [opening, *beginning()[1:], *all_played(1, 1), SessionClosed(session=1), *all_played(2, 2)[:4]]
    return Book(
        "spring",
        tuple(
            Written(number, (NOON + timedelta(minutes=number)).isoformat(), "anna", entry, "", "")
            for number, entry in enumerate(entries, 1)
        ),
    )


def shown(held: Book, minute: int, **asked: str) -> str:
    view = msgspec.convert(asked, PublicView)
    entries = public_entries(held, NOON + timedelta(minutes=minute))
    return public_page(entries, view).decode() if entries else ""


def test_results_are_public_after_the_delay() -> None:
    held = book(opened(public_after=10))
    closed = next(each.number for each in held.written if isinstance(each.entry, SessionClosed))
    assert "No session counts yet." in shown(held, closed + 9)
    page = shown(held, closed + 10)
    assert all(f">{player.upper()}<" in page for player in PLAYERS)
    assert page == shown(held, closed + 10)
    assert "Session 2" not in shown(held, closed + 100)
    assert shown(held, 5) == ""


def test_a_tournament_is_not_public_unless_the_club_wants_it() -> None:
    assert shown(book(opened()), 1000) == ""


def test_a_stream_gets_the_first_places_in_its_language() -> None:
    held = book(opened(public_after=0))
    stream = shown(held, 1000, view="stream", lang="ja")
    assert stream.count("<tr>") == 9
    assert 'class="stream"' in stream
    assert "順位表" in stream


def test_names_are_never_markup() -> None:
    held = book(opened(public_after=0))
    title = TournamentOpened(title="<b>Cup</b>", ruleset=opened().ruleset, public_after=0)
    changed = Book("spring", (Written(1, NOON.isoformat(), "anna", title, "", ""), *held.written[1:]))
    assert "<b>" not in shown(changed, 1000)


def test_anybody_may_ask_the_hall(hall: Hall) -> None:
    for name, more in (("open", {"public_after": 0}), ("closed", {})):
        body = {"id": name, "title": "Cup", "ruleset": "wrc-2015", **more}
        assert hall.post("anna", "?known=0", body).status == 201
    found = hall.request("GET", "/results/open?view=projector")
    assert (found.status, b"No session counts yet." in found.body) == (200, True)
    assert hall.request("GET", "/results/open?view=projector").body == found.body
    assert hall.request("GET", "/results/open").body != found.body
    assert hall.request("GET", "/results/style.css").status == 200
    for path in ("closed", "unknown", "open?view=x", "O!"):
        assert hall.request("GET", f"/results/{path}").status == 404
