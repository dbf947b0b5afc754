"""What a hanchan contributes to overall scores: who played, the result, the penalties (WRC 2.3, 7.1-7.2; SAI 54)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from referee.game import observations as seen
from referee.game.judge_observations import FoulEntered, PlayerReplaced, PointsAdjusted
from referee.tournament.results import HanchanResult, result_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.referee.conftest import Table

NAMES = ("Ai", "Bo", "Cy", "Di")


@pytest.fixture
def hanchan(tables: type[Table]) -> Callable[..., Table]:
    """A hanchan with these players under a ruleset, a hand of it dealt."""

    def begin(ruleset: str = "wrc-2015", **overrides: Any) -> Table:
        table = tables(ruleset, **overrides)
        table.sees(seen.HanchanBegun(ruleset=table.ruleset.to_mapping(), names=NAMES))
        return table.deals()

    return begin


def result(table: Table) -> HanchanResult:
    found = result_of(table.entries)
    assert found is not None
    return found


def closes(table: Table) -> HanchanResult:
    return result(table.sees(seen.HanchanClosed(judge="anna")))


def test_nothing_is_a_result_before_the_end(hanchan: Callable[..., Table]) -> None:
    assert result_of([]) is None
    running = result(hanchan())
    assert (running.scores, running.players, running.penalties) == (None, NAMES, ())


def test_points_and_places(hanchan: Callable[..., Table]) -> None:
    """WRC 5.9.2: uma 15, 5, -5, -15; 30,000 to return."""
    table = hanchan().sees(PointsAdjusted(changes=(8000, -2000, -5000, -1000), judge="anna"))
    ended = closes(table)
    assert ended.scores == (38000, 28000, 25000, 29000)
    assert ended.places == (1, 3, 4, 2)
    assert ended.totals == (23000, -7000, -20000, 4000)


def test_points_moved_after_the_end_count(hanchan: Callable[..., Table]) -> None:
    table = hanchan()
    closes(table)
    table.sees(PointsAdjusted(changes=(1000, -1000, 0, 0), judge="anna"))
    assert result(table).scores == (31000, 29000, 30000, 30000)


def test_who_plays_on_and_who_was_replaced(hanchan: Callable[..., Table]) -> None:
    """WRC 7.2: the substitute's points are the substitute's; what went before costs who did it."""
    table = hanchan()
    table.sees(seen.RulingGiven(ruling="continue", seat=1, judge="anna", text="called with a dead hand"))
    table.sees(PlayerReplaced(seat=1, name="Su", judge="anna"))
    table.sees(seen.RulingGiven(ruling="continue", seat=1, judge="anna", text="again"))
    ended = closes(table)
    assert ended.players == ("Ai", "Su", "Cy", "Di")
    assert ended.stand_ins == (("Su", "Bo"),)
    assert [(each.player, each.points) for each in ended.penalties] == [("Bo", 20), ("Su", 20)]


def test_the_disqualified_unless_it_was_taken_back(hanchan: Callable[..., Table]) -> None:
    table = hanchan().sees(seen.RulingGiven(ruling="disqualified", seat=2, judge="anna"))
    assert result(table).disqualified == ("Cy",)
    table.sees(seen.RulingGiven(ruling="dismissed", seat=2, judge="anna"))
    assert result(table).disqualified == ()


@pytest.mark.parametrize(
    ("rule", "number", "points", "reason"),
    [("late", 3, 3, "3 min late"), ("late", 11, 30, "missing"), ("absent", 1, 30, "missing")],
)
def test_late_and_absent_cost_by_the_minute(
    hanchan: Callable[..., Table], rule: str, number: int, points: int, reason: str
) -> None:
    """WRC 7.2: a point a minute, and thirty for who is ten minutes late or does not come."""
    table = hanchan().sees(FoulEntered(rule=rule, seat=3, number=number, judge="anna"))
    (penalty,) = closes(table).penalties
    assert (penalty.player, penalty.points, penalty.reason) == ("Di", points, reason)
    table.sees(seen.RulingGiven(ruling="dismissed", finding=0, judge="anna"))
    assert result(table).penalties == ()


def test_the_hanchan_before_does_not_count(hanchan: Callable[..., Table]) -> None:
    """It is ended by the entry that begins the next."""
    table = hanchan()
    table.sees(seen.RulingGiven(ruling="chombo", seat=1, judge="anna"))
    table.sees(seen.HanchanBegun(ruleset=table.ruleset.to_mapping(), names=("Ed", "Fe", "Gu", "Ha")))
    found = result_of(table.entries[-1:])
    assert found is not None
    assert (found.players, found.scores, found.penalties) == (("Ed", "Fe", "Gu", "Ha"), None, ())


def test_minutes_are_of_this_hanchans_findings(hanchan: Callable[..., Table]) -> None:
    """What a judge entered before the hanchan, as at the end of the one before, is none of its findings."""
    table = hanchan().sees(FoulEntered(rule="late", seat=3, number=4, judge="anna"))
    before = hanchan().sees(FoulEntered(rule="late", seat=1, number=9, judge="anna")).entries[-1]
    found = result_of([before, *table.entries])
    assert found is not None
    assert [(each.player, each.points) for each in found.penalties] == [("Di", 4)]
    assert found == result(table)


@pytest.mark.parametrize(("keeps", "points"), [("nothing", []), ("penalties", [20])])
def test_of_a_hanchan_thrown_away_counts_what_the_judge_says(
    hanchan: Callable[..., Table], keeps: Any, points: list[int]
) -> None:
    table = hanchan()
    table.sees(seen.RulingGiven(ruling="chombo", seat=1, judge="anna"))
    table.sees(seen.RulingGiven(ruling="disqualified", seat=1, judge="anna"))
    table.sees(seen.HanchanClosed(judge="anna", text="the table broke", keeps=keeps))
    found = result(table)
    assert (found.void, found.scores, found.places) == (True, None, None)
    assert [each.points for each in found.penalties] == points
    assert found.disqualified == (("Bo",) if points else ())
    assert table.state.phase == "ended"


def test_a_hanchan_that_is_followed_by_another_is_void_if_it_is_said(hanchan: Callable[..., Table]) -> None:
    table = hanchan()
    begins = seen.HanchanBegun(
        ruleset=table.ruleset.to_mapping(), names=("Ed", "Fe", "Gu", "Ha"), keeps="nothing", judge="anna"
    )
    table.sees(begins)
    assert [type(event).__name__ for event in table.entries[-1][1]] == ["HanchanVoided", "HanchanStarted"]
