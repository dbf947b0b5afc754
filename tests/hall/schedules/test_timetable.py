"""The timetable of a tournament: sessions that begin by themselves, holds, and days that stay apart."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from hall.store.places import open_store
from hall.tournaments.book.entries import (
    AnyEntry,
    PlannedRound,
    SessionBegun,
    SessionClosed,
    StepUndone,
    TimetableHeld,
    TimetableResumed,
    TimetableSet,
)
from hall.tournaments.book.exported import exported
from hall.tournaments.book.position import folded
from hall.tournaments.books.books import BookStore
from hall.tournaments.books.text import Written
from hall.tournaments.sheets.programme import programme_of
from hall.tournaments.sheets.reports import report_lists
from hall.tournaments.web.declaration import BookPlace, FieldError
from hall.tournaments.web.public import PublicView, public_page
from hall.tournaments.web.running.timetable import LATEST_S, SetTimetable, TimetableClock, due
from referee.texts.language import language
from tests.hall.schedules.book_stage import all_played, beginning, made, opened, refused

NOON = 1_764_936_000
HOUR = 3600
ROUNDS = (
    PlannedRound(1, "2025-12-05", NOON),
    PlannedRound(2, "2025-12-05", NOON + 2 * HOUR),
    PlannedRound(3, "2025-12-06", NOON + 24 * HOUR),
)
START = made([*beginning(sessions=3), TimetableSet(rounds=ROUNDS)])
FIRST = SessionBegun(session=1, at_s=NOON)


def starts(entries: list[AnyEntry]) -> list[int]:
    return [each.starts_s - NOON for each in folded(made(entries)).timetable]


def test_each_session_begins_at_its_time_whenever_somebody_looks() -> None:
    """A hall that was away for a while begins it late, with the signal of the planned moment."""
    position = folded(START)
    assert [due(position, NOON + late) for late in (-60, -12, -1)] == [None, None, None]
    assert [due(position, NOON + late) for late in (0, LATEST_S)] == [FIRST, FIRST]
    assert due(position, NOON + LATEST_S + 1) == TimetableHeld(session=1)
    assert due(folded(beginning()), NOON) is None


def test_a_session_that_cannot_begin_holds_the_timetable_before_any_page_rings() -> None:
    """Session 2 cannot begin while a table of session 1 has no result."""
    soon = NOON + 2 * HOUR - 12
    assert due(folded([*START, FIRST]), soon - 1) is None
    assert due(folded([*START, FIRST]), soon) == TimetableHeld(session=2)
    assert due(folded([*START, FIRST, *all_played(1, 1)]), soon) is None
    unseated = folded([*beginning(sessions=1), TimetableSet(rounds=ROUNDS[1:])])
    assert due(unseated, soon) == TimetableHeld(session=2)


def test_a_start_that_was_taken_back_is_not_given_again() -> None:
    entries = made([*START, FIRST, StepUndone(first=len(START) + 1, last=len(START) + 1)])
    assert due(folded(entries), NOON + 1) == TimetableHeld(session=1)
    entries += [TimetableHeld(session=1), TimetableResumed(at_s=NOON + 60)]
    assert due(folded(made(entries)), NOON + 120) == SessionBegun(session=1, at_s=NOON + 120)


@pytest.mark.parametrize(
    ("at_s", "minutes", "later"),
    [(600, None, 0), (2 * HOUR + 600, None, 660), (HOUR, 10, 600 - HOUR), (2 * HOUR + 300, 5, 600)],
)
def test_after_a_hold_the_day_moves_and_other_days_stay(at_s: int, minutes: int | None, later: int) -> None:
    goes_on = TimetableResumed(at_s=NOON + at_s, minutes=minutes)
    entries: list[AnyEntry] = [*START, FIRST, *all_played(1, 1), TimetableHeld()]
    assert due(folded(entries), NOON + 2 * HOUR) is None
    assert starts([*entries, goes_on]) == [0, 2 * HOUR + later, 24 * HOUR]
    assert starts([*START, TimetableHeld(), TimetableResumed(at_s=NOON + 600)])[:2] == [660, 2 * HOUR + 660]


def test_what_makes_no_sense_is_refused() -> None:
    wrong = TimetableSet(rounds=(ROUNDS[1], PlannedRound(3, "2025-12-05", NOON)))
    assert refused(START, wrong) == "session 3 must begin after the one before it"
    assert refused(START, TimetableResumed()) == "the timetable is not held"
    assert refused([*START, TimetableHeld()], TimetableHeld()) == "the timetable is held already"
    assert refused(beginning(), TimetableHeld()) == "the timetable has no session to come"


def test_starts_are_written_with_a_date_or_without() -> None:
    asked = SetTimetable(starts=("2026-12-05 10:00", "12:30", "2026-12-06 9:00"))
    (entry,) = asked.entries(folded(START), BookPlace())
    assert isinstance(entry, TimetableSet)
    assert [
        (each.session, each.day, datetime.fromtimestamp(each.starts_s).astimezone().strftime("%d %H:%M"))
        for each in entry.rounds
    ] == [
        (1, "2026-12-05", "05 10:00"),
        (2, "2026-12-05", "05 12:30"),
        (3, "2026-12-06", "06 09:00"),
    ]
    for starts, line in ((("10:00",), 1), (("2026-12-05 10:00", "2026-02-30 10:00"), 2)):
        with pytest.raises(FieldError, match="must begin with a date") as error:
            SetTimetable(starts=starts).entries(folded(START), BookPlace())
        assert error.value.line == line


def test_a_session_has_the_day_of_its_signal_or_of_the_timetable() -> None:
    late = SessionBegun(session=1, at_s=NOON + 48 * HOUR)
    days = [each["day"] for each in exported([*START, late])["sessions"]]
    assert days == ["2025-12-07", "2025-12-05", "2025-12-06"]
    assert [each["day"] for each in exported(beginning())["sessions"]] == ["", ""]


def test_the_public_page_and_the_report_show_the_days() -> None:
    played = [FIRST, *all_played(1, 1), SessionClosed(session=1)]
    later = [SessionBegun(session=3, at_s=NOON + 24 * HOUR), *all_played(3, 3), SessionClosed(session=3)]
    entries = made([opened(public_after=0), *START[1:], *played, *later])
    written = [
        Written(number, datetime.now(UTC).isoformat(), "anna", each, "", "")
        for number, each in enumerate(entries, 1)
    ]
    page = public_page(written, PublicView()).decode()
    for each in ROUNDS:
        begins = datetime.fromtimestamp(each.starts_s).astimezone().strftime("%H:%M")
        row = f'<td class="words">{each.day}</td><td>{each.session}</td><td class="words">{begins}</td>'
        assert row in page
    assert '<td class="words">2025-12-06</td><td>3</td><td>1</td>' in page, "the day of a winner"
    programme = programme_of(msgspec.to_builtins(exported(entries)))
    timetable, winners, *_ = report_lists(programme, language("en"))
    assert timetable.heads == ("Day", "Session", "Starts at")
    assert {row[0] for row in winners.rows} == {"2025-12-05", "2025-12-06"}
    one_day = programme_of(msgspec.to_builtins(exported([*START, *played]))).sessions[:1]
    alone = msgspec.structs.replace(programme, sessions=one_day)
    assert report_lists(alone, language("en"))[1].heads[0] == "Session"


def test_the_clock_enters_what_is_due_once_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    """A second clock on the same store, as after a restart, enters nothing twice."""
    now = [datetime.fromtimestamp(NOON, UTC) - timedelta(minutes=1)]
    books = BookStore(open_store(str(tmp_path / "hall.sqlite")))
    books.append("spring", START, known=0, login="anna", wall=now[0].isoformat())

    def looks() -> list[AnyEntry]:
        before = books.book("spring").number
        clock = TimetableClock(lambda do: do(books), None, lambda: None, lambda: now[0])
        clock.look()
        clock.look()
        return list(books.book("spring").entries[before:])

    assert looks() == []
    now[0] += timedelta(minutes=1)
    (begun,) = looks()
    assert isinstance(begun, SessionBegun)
    assert (begun.session, begun.at_s, begun.by) == (1, NOON, "timetable")
    assert looks() == []
    now[0] += timedelta(hours=2)
    (held,) = looks()
    assert isinstance(held, TimetableHeld)
    assert held.session == 2
    books.close()
