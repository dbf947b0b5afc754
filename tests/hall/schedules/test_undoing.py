"""Taking back steps of a tournament, and the order of its sessions."""

import pytest

from hall.tournaments.book.entries import (
    AnyEntry,
    PlayerRegistered,
    PlayersSwapped,
    PlayerWithdrawn,
    SessionBegun,
    SessionClosed,
    SessionSeated,
    StepUndone,
    TableSigned,
)
from hall.tournaments.book.position import folded, seated
from hall.tournaments.book.tallying import standings_of, versions
from tests.hall.schedules.book_stage import all_played, beginning, made, refused

START = beginning(sessions=3)
NEXT = len(START) + 1
"""The number of the first entry after the seats."""


def undone(number: int, last: int | None = None) -> StepUndone:
    return StepUndone(first=number, last=last or number)


@pytest.mark.parametrize(
    "step",
    [
        [PlayerRegistered(player="p17", name="P17")],
        [PlayerWithdrawn(player="p3", since=2)],
        [SessionBegun(session=1)],
        [PlayersSwapped(session=1, one="p1", other="p2")],
        [SessionSeated(session=3, tables=()), SessionSeated(session=2, tables=())],
        [*all_played(1, 1)],
        [*all_played(1, 1), SessionClosed(session=1)],
        [SessionSeated(session=1, tables=folded(START).seats[2])],
    ],
)
def test_a_step_taken_back_is_as_if_it_had_never_been(step: list[AnyEntry]) -> None:
    entries = made([*START, *step, undone(NEXT, NEXT + len(step) - 1)])
    before, after = folded(START), folded(entries)
    assert after.history == entries
    after.history = before.history
    assert after == before
    again = folded(made([*entries, undone(len(entries))]))
    again.history = before.history
    assert again != before
    assert refused(entries, undone(NEXT)).startswith(f"entry {NEXT} was taken back")


def test_what_somebody_has_played_in_stays() -> None:
    """Once there are results, seats and start signals stay; a closed session can be reopened until somebody has played
    in a later one."""
    entries = [*START, SessionBegun(session=1), *all_played(1, 1)]
    played = "somebody has played in session {} already: this cannot be undone"
    assert refused(entries, undone(NEXT)) == played.format(1)
    assert refused(entries, undone(NEXT - 3)) == played.format(1)
    assert refused(entries, undone(NEXT - 1)) == ""
    entries.append(SessionClosed(session=1))
    assert refused(entries, undone(len(entries))) == ""
    assert refused([*entries, *all_played(2, 2)], undone(len(entries))) == played.format(2)
    signed = [*entries, TableSigned(session=1, table=1)]
    assert "only a correction changes it" in refused(signed, undone(len(signed)))
    assert refused(entries, undone(1)) == "the tournament was opened already"
    assert refused(entries, undone(999)) == "the book has no entry 999"


def test_what_later_entries_build_on_stays_until_they_are_taken_back() -> None:
    assert refused(START, undone(2)) == (
        "take back entry 18 first, which builds on it: session 1: nobody called p1 is registered"
    )
    entries = made([*START, undone(18, 20), undone(2)])
    assert "p1" not in folded(entries).players


def test_an_older_rule_does_not_stop_an_undo() -> None:
    """A book from before a rule may hold an entry that the rule refuses; that entry says nothing about the step."""
    twice = SessionBegun(session=1)
    entries = [*START, twice, twice, PlayerWithdrawn(player="p3", since=3)]
    assert refused(entries, undone(len(entries))) == ""


def test_standings_that_were_shown_get_another_version() -> None:
    entries = [*START, *all_played(1, 1), SessionClosed(session=1), *all_played(2, 2)]
    closed = [*entries, SessionClosed(session=2)]
    back = made([*closed, undone(len(closed))])
    assert [each.sessions for each in versions(back)] == [(1,), (1, 2), (1,)]
    assert versions(back)[-1].standings == standings_of(folded(entries), (1,))


def test_one_session_runs_at_a_time() -> None:
    """WRC 8.2: one start signal for all; a closed session does not begin again."""
    entries = [*START, SessionBegun(session=1)]
    assert refused(entries, SessionBegun(session=2)) == (
        "session 1 still runs: enter the results of its tables first"
    )
    entries += all_played(1, 1)
    assert refused(entries, SessionBegun(session=2)) == ""
    by_hand = [*START, *all_played(1, 1), SessionClosed(session=1)]
    assert refused(by_hand, SessionBegun(session=1)) == "session 1 is closed"


def test_six_sessions_become_five() -> None:
    entries = beginning(sessions=6)
    assert refused(entries, SessionSeated(session=5, tables=())) == (
        "only the last session of the plan can be dropped, not session 5"
    )
    five = folded(made([*entries, SessionSeated(session=6, tables=())]))
    assert sorted(five.seats) == [1, 2, 3, 4, 5]
    assert seated(five, 6) == ()
