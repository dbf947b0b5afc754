"""The last entry that a book takes, and the first that it refuses."""

import pytest

from hall.tournaments.book.entries import (
    AnyEntry,
    PlannedRound,
    PlayerRegistered,
    PlayerSubstituted,
    SessionSeated,
    TableEntered,
    TimeExtended,
    TimetableSet,
)
from hall.tournaments.book.position import folded
from hall.tournaments.book.tallying import results, unsettled
from tests.hall.schedules.book_stage import PLAYERS, beginning, made, opened, refused


def test_a_table_keeps_at_least_a_minute() -> None:
    entries = beginning()
    limit = folded(entries).rules.flow.time_limit_minutes
    assert refused(entries, TimeExtended(session=1, table=1, minutes=1 - limit)) == ""
    assert refused(entries, TimeExtended(session=1, table=1, minutes=-limit))
    shorter = [*entries, TimeExtended(session=1, table=1, minutes=1 - limit)]
    assert refused(shorter, TimeExtended(session=1, table=1, minutes=-1))
    assert refused(shorter, TimeExtended(session=1, table=2, minutes=-1)) == ""


@pytest.mark.parametrize(("members", "refuses"), [(4, True), (5, False)])
def test_a_team_meets_only_if_it_has_more_players_than_there_are_tables(members: int, refuses: bool) -> None:
    people = [
        PlayerRegistered(player=player, name="", team="T" if number < members else "")
        for number, player in enumerate(PLAYERS)
    ]
    tables = tuple((a, b, c, d) for a, b, c, d in zip(*[iter(PLAYERS)] * 4, strict=True))
    why = refused([opened(), *people], SessionSeated(session=1, tables=tables))
    assert ("team T" in why) is refuses


def test_nobody_stands_in_who_has_a_seat_or_stands_in_already() -> None:
    entries = made([*beginning(), PlayerSubstituted(session=1, player="p1", substitute="Nina")])
    for stand_in in ("p1", "Nina"):
        why = refused(entries, PlayerSubstituted(session=1, player="p2", substitute=stand_in))
        assert why == f"{stand_in} plays in session 1 already"
    assert refused(entries, PlayerSubstituted(session=2, player="p2", substitute="Nina")) == ""


def test_a_timetable_has_each_session_once() -> None:
    noon = 1_764_936_000
    rounds = tuple(PlannedRound(1, "2025-12-05", noon + after) for after in (0, 60))
    assert refused(beginning(), TimetableSet(rounds=rounds)) == "session 1 must begin after the one before it"


@pytest.mark.parametrize("twice", [True, False])
def test_scores_that_somebody_entered_otherwise_are_no_result(twice: bool) -> None:
    """This holds though two others agree, or though one entry would do."""
    entered: list[AnyEntry] = [
        TableEntered(by=by, session=1, table=1, scores=scores)
        for by, scores in (
            ("Ann", (30000, 30000, 30000, 30000)),
            ("Bob", (30000, 30000, 30000, 30000)),
            ("Eve", (40000, 20000, 30000, 30000)),
        )
    ]
    before = beginning(entered_twice=twice)
    assert len(results(folded([*before, *entered[:2]]))) == 1
    position = folded([*before, *entered])
    assert results(position) == ()
    assert unsettled(position, 1)[1] == "differs"
