"""The share of a hanchan in overall scores: who played, the result, the penalties (WRC 2.3, 7.1-7.2; SAI 54)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.game import events
from referee.game import observations as seen
from referee.game.judge_events import PlayerChanged
from referee.game.judge_observations import FoulEntered, PlayerReplaced, PointsAdjusted
from referee.rules.ruleset import Ruleset
from referee.tournament.results import HanchanResult, result_of
from referee.tournament.tournament import FinishedHanchan, PlayerPenalty, standings
from tests.referee.conftest import NAMES, Table, hanchan

WRC = Ruleset.read("wrc-2015")


def result(table: Table) -> HanchanResult:
    found = result_of(table.entries)
    assert found is not None
    return found


def closes(table: Table) -> HanchanResult:
    return result(table.sees(seen.HanchanClosed(judge="anna")))


def test_nothing_is_a_result_before_the_end() -> None:
    assert result_of([]) is None
    running = result(hanchan())
    assert (running.scores, running.players, running.penalties) == (None, NAMES, ())


def test_points_and_places() -> None:
    """WRC 5.9.2: uma 15, 5, -5, -15; 30,000 return points."""
    table = hanchan().sees(PointsAdjusted(changes=(8000, -2000, -5000, -1000), judge="anna"))
    ended = closes(table)
    assert ended.scores == (38000, 28000, 25000, 29000)
    assert ended.places == (1, 3, 4, 2)
    assert ended.totals == (23000, -7000, -20000, 4000)


def test_points_moved_after_the_end_count() -> None:
    table = hanchan()
    closes(table)
    table.sees(PointsAdjusted(changes=(1000, -1000, 0, 0), judge="anna"))
    assert result(table).scores == (31000, 29000, 30000, 30000)


def test_who_plays_on_and_who_was_replaced() -> None:
    """WRC 7.2: the substitute's points are the substitute's; earlier penalties stay with the player who earned them."""
    table = hanchan()
    table.ruled("continue", seat=1, text="called with a dead hand")
    table.sees(PlayerReplaced(seat=1, name="Su", judge="anna"))
    table.ruled("continue", seat=1, text="again")
    ended = closes(table)
    assert ended.players == ("Ai", "Su", "Cy", "Di")
    assert ended.stand_ins == (("Su", "Bo"),)
    assert [(each.player, each.points) for each in ended.penalties] == [("Bo", 20), ("Su", 20)]


def replaced(*changes: tuple[int, str], names: tuple[str, str, str, str] = NAMES) -> HanchanResult:
    """A hanchan in which these players came in as substitutes, each on a seat."""
    game: list[events.Event] = [events.HanchanStarted(WRC.to_mapping(), names, (0, 1, 2, 3), ())]
    here = list(names)
    for seat, name in changes:
        game.append(PlayerChanged(seat, name, here[seat], "anna", ""))
        here[seat] = name
    game.append(events.HanchanEnded((40000, 30000, 30000, 20000), (1, 2, 2, 4), (25000, 0, 0, -25000)))
    found = result_of([(None, game)])
    assert found is not None
    return found


def test_every_substitute_stands_in_for_who_sat_there_first() -> None:
    found = replaced((1, "Su"), (1, "Tu"))
    assert (found.players, found.stand_ins) == (("Ai", "Tu", "Cy", "Di"), (("Su", "Bo"), ("Tu", "Bo")))


def test_who_comes_back_stands_in_for_nobody() -> None:
    found = replaced((1, "Su"), (1, "Bo"))
    assert (found.players, found.stand_ins) == (NAMES, (("Su", "Bo"),))


def test_who_is_named_later_is_no_substitute() -> None:
    """A hanchan may begin without names."""
    changes = [(seat, name) for seat, name in enumerate(NAMES)]
    found = replaced(*changes, (1, "Su"), names=("", "", "", ""))
    assert (found.players, found.stand_ins) == (("Ai", "Su", "Cy", "Di"), (("Su", "Bo"),))


def test_who_was_named_on_a_wrong_seat_is_named_again() -> None:
    found = replaced((0, "Bo"), (0, "Ai"), (1, "Bo"), (2, "Cy"), (3, "Di"), names=("", "", "", ""))
    assert (found.players, found.stand_ins) == (NAMES, ())


def test_who_comes_back_on_another_seat_leaves_the_substitute_to_its_player() -> None:
    found = replaced((1, "Su"), (0, "Bo"))
    assert (found.players, found.stand_ins) == (("Bo", "Su", "Cy", "Di"), (("Su", "Bo"), ("Su", "Ai")))


CHANGES = st.lists(st.tuples(st.integers(0, 3), st.sampled_from([*NAMES, "Su", "Tu", "Vi"])), max_size=8)


@given(changes=CHANGES, named=st.booleans())
def test_nobody_who_played_is_missing_from_the_standings(changes: list[tuple[int, str]], named: bool) -> None:
    """All players are listed after any replacements, no points are missing, and only substitutes are not ranked."""
    names = NAMES if named else ("", "", "", "")
    here, made = list(names), []
    for seat, name in changes:
        if name not in here:  # otherwise the judge's order is refused
            here[seat] = name
            made.append((seat, name))
    made += [(seat, f"last {seat}") for seat, name in enumerate(here) if not name]
    found = replaced(*made, names=names)
    everybody = {*names, *(name for _, name in made)} - {""}
    listed = standings(
        [FinishedHanchan(found.players, found.totals, found.stand_ins)],
        [PlayerPenalty(each, 1, "late") for each in sorted(everybody)],
        ruleset=WRC,
    )
    assert sorted(each.player for each in listed) == sorted(everybody)
    ranked = {each.player for each in listed if each.place is not None}
    assert len(ranked) == 4
    assert ranked == set(NAMES) or not named
    won = {each.player: each.hanchans[0] for each in listed if each.hanchans[0] is not None}
    assert won == dict(zip(found.players, found.totals, strict=True))
    assert sum(each.total for each in listed) == sum(found.totals) - 1000 * len(everybody)


def test_the_disqualified_unless_it_was_taken_back() -> None:
    table = hanchan().ruled("disqualified", seat=2)
    assert result(table).disqualified == ("Cy",)
    table.ruled("dismissed", seat=2)
    assert result(table).disqualified == ()


@pytest.mark.parametrize(
    ("rule", "number", "points", "reason"),
    [("late", 3, 3, "3 min late"), ("late", 11, 30, "absent"), ("absent", 1, 30, "absent")],
)
def test_late_and_absent_cost_by_the_minute(rule: str, number: int, points: int, reason: str) -> None:
    """WRC 7.2: a point a minute, and thirty for a player ten minutes late or absent."""
    table = hanchan().sees(FoulEntered(rule=rule, seat=3, number=number, judge="anna"))
    (penalty,) = closes(table).penalties
    assert (penalty.player, penalty.points, penalty.reason) == ("Di", points, reason)
    table.ruled("dismissed", finding=0)
    assert result(table).penalties == ()


def test_the_hanchan_before_does_not_count() -> None:
    """The entry that begins the next hanchan ends it."""
    table = hanchan()
    table.ruled("chombo", seat=1)
    table.sees(seen.HanchanBegun(ruleset=table.ruleset.to_mapping(), names=("Ed", "Fe", "Gu", "Ha")))
    found = result_of(table.entries[-1:])
    assert found is not None
    assert (found.players, found.scores, found.penalties) == (("Ed", "Fe", "Gu", "Ha"), None, ())


def test_minutes_are_of_this_hanchans_findings() -> None:
    """A foul that a judge entered before the hanchan, for example at the end of the previous one, is not one of its
    findings."""
    table = hanchan().sees(FoulEntered(rule="late", seat=3, number=4, judge="anna"))
    before = hanchan().sees(FoulEntered(rule="late", seat=1, number=9, judge="anna")).entries[-1]
    found = result_of([before, *table.entries])
    assert found is not None
    assert [(each.player, each.points) for each in found.penalties] == [("Di", 4)]
    assert found == result(table)


@pytest.mark.parametrize(("keeps", "points"), [("nothing", []), ("penalties", [20])])
def test_of_a_hanchan_thrown_away_counts_what_the_judge_says(keeps: Any, points: list[int]) -> None:
    table = hanchan()
    table.ruled("chombo", seat=1)
    table.ruled("disqualified", seat=1)
    table.sees(seen.HanchanClosed(judge="anna", text="the table broke", keeps=keeps))
    found = result(table)
    assert (found.void, found.scores, found.places) == (True, None, None)
    assert [each.points for each in found.penalties] == points
    assert found.disqualified == (("Bo",) if points else ())
    assert table.state.phase == "ended"


def test_a_hanchan_that_is_followed_by_another_is_void_if_it_is_said() -> None:
    table = hanchan()
    begins = seen.HanchanBegun(
        ruleset=table.ruleset.to_mapping(), names=("Ed", "Fe", "Gu", "Ha"), keeps="nothing", judge="anna"
    )
    table.sees(begins)
    assert [type(event).__name__ for event in table.entries[-1][1]] == ["HanchanVoided", "HanchanStarted"]
