"""The score sheet of a hanchan: places, points, uma, oka, penalties, the result (WRC 5.9.2, 7.1; MJ 3.6.1)."""

from typing import Any

from referee.encoding.public import public_state
from referee.game import observations as seen
from referee.game.judge_observations import FoulEntered, PlayerReplaced, PointsAdjusted
from referee.tournament.results import result_of
from referee.tournament.sheet import add_results
from tests.referee.conftest import Table, hanchan


def shown(table: Table) -> dict[str, Any]:
    """Return the published state of a table."""
    result = result_of(table.entries)
    assert result is not None
    public = public_state(table.state, 1, 0)
    add_results(public, result)
    return public


def rows(public: dict[str, Any]) -> list[tuple[Any, ...]]:
    kinds = ("place", "points", "uma", "oka", "penalties", "overall")
    return [tuple(row[kind] for kind in kinds) for row in public["sheet"]["rows"]]


def test_there_is_no_sheet_while_a_hanchan_is_played() -> None:
    assert shown(hanchan("wrc-2015"))["sheet"] is None


def test_tied_players_share_uma_and_penalties_come_off_the_result() -> None:
    """WRC 5.9.2: uma 15, 5, -5, -15, points above 30,000; 7.1: chombo 20; 7.2: a point for each minute."""
    table = hanchan("wrc-2015").sees(PointsAdjusted(changes=(8000, -2000, -3000, -3000), judge="anna"))
    table.sees(FoulEntered(rule="late", seat=1, number=7, judge="anna"))
    table.ruled("chombo", seat=0)
    table.sees(seen.HanchanClosed(judge="anna"))
    public = shown(table)
    assert rows(public) == [
        (1, 38000, "15", "0", 20, "3"),
        (2, 28000, "5", "0", 7, "-4"),
        (3, 27000, "-10", "0", 0, "-13"),
        (3, 27000, "-10", "0", 0, "-13"),
    ]
    assert public["sheet"]["returns"] == 30000
    assert [(each["seat"], each["points"], each["minutes"]) for each in public["penalties"]] == [
        (0, 20, None),
        (1, 7, 7),
    ]
    assert public["findings"][0]["costs"] == 7, "what the minutes cost, not what the grade would"


def test_the_first_gets_the_oka_and_on_a_tie_the_earlier_dealer_is_first() -> None:
    """MJ 3.6, 3.6.1: 25,000 at the start, 30,000 as the return points, uma 20, 10, -10, -20."""
    table = hanchan("riichi-mj").sees(PointsAdjusted(changes=(-1500, 500, 500, 500), judge="anna"))
    table.sees(seen.HanchanClosed(judge="anna"))
    assert rows(shown(table)) == [
        (4, 23500, "-20", "0", 0, "-26.5"),
        (1, 25500, "20", "20", 0, "35.5"),
        (2, 25500, "10", "0", 0, "5.5"),
        (3, 25500, "-10", "0", 0, "-14.5"),
    ]


def test_what_a_player_lost_before_being_replaced_stays_with_that_player() -> None:
    """WRC 7.2."""
    table = hanchan("wrc-2015").ruled("continue", seat=1)
    table.ruled("disqualified", seat=1)
    table.sees(PlayerReplaced(seat=1, name="Ed", judge="anna"))
    table.sees(seen.HanchanClosed(judge="anna"))
    public = shown(table)
    assert (rows(public)[1][4], public["sheet"]["rows"][1]["name"]) == (0, "Ed")
    assert public["sheet"]["others"] == [{"name": "Bo", "penalties": 20}]


def test_a_hanchan_thrown_away_has_no_sheet() -> None:
    assert (
        shown(hanchan("wrc-2015").sees(seen.HanchanClosed(judge="anna", keeps="penalties")))["sheet"] is None
    )
