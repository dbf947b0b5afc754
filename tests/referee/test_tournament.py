"""Overall scores and penalties (WRC 2.3, 5.9.2, 7.1, 7.2; MJ 3.4.6; SAI 54)."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.game import events
from referee.rules.ruleset import Ruleset
from referee.tournament.tournament import (
    FinishedHanchan,
    PlayerPenalty,
    arrival_penalty,
    penalties_of,
    standings,
    written,
)
from tests.referee.conftest import Table

WRC, MJ, SAI = (Ruleset.read(name) for name in ("wrc-2015", "riichi-mj", "saikouisen-2025"))
MJ_TOURNAMENT = MJ.with_overrides({"flow.chombo_payment": "points"})
NAMES = ("Ai", "Bo", "Cy", "Di")
NOTEN = "147m258p369s1234z"


def places(
    hanchans: list[FinishedHanchan], *penalties: PlayerPenalty, **more: Any
) -> list[tuple[str, int | None, int]]:
    found = standings(hanchans, penalties, **{"ruleset": WRC, **more})
    return [(each.player, each.place, each.total) for each in found]


def test_the_example_of_wrc_7_1() -> None:
    """WRC 7.1: 40,000 and best ranked is 25; 20 points of penalty leave an overall score of 5."""
    first = FinishedHanchan(NAMES, (25000, 10000, -10000, -25000))
    found = standings([first], [PlayerPenalty("Ai", 20, "dead_hand_call")], ruleset=WRC)
    assert [(each.player, each.total) for each in found][:2] == [("Bo", 10000), ("Ai", 5000)]
    assert written(5000, WRC) == "5"
    assert found[1].hanchans == (25000,)
    assert found[1].penalties == 20


def test_overall_scores_are_sums() -> None:
    """WRC 2.3: the sum of the hanchan scores, penalties off; equal totals share a place."""
    games = [
        FinishedHanchan(NAMES, (25000, 10000, -10000, -25000)),
        FinishedHanchan(("Di", "Ai", "Ed", "Bo"), (19700, 5100, -6100, -18700)),
    ]
    assert places(games) == [
        ("Ai", 1, 30100),
        ("Di", 2, -5300),
        ("Ed", 3, -6100),
        ("Bo", 4, -8700),
        ("Cy", 5, -10000),
    ]
    assert places(games, PlayerPenalty("Ai", 1, "late"), PlayerPenalty("Ai", 20, "noten_riichi"))[0] == (
        "Ai",
        1,
        9100,
    )
    tie = [FinishedHanchan(NAMES, (20000, 20000, -10000, -30000))]
    assert places(tie) == [("Ai", 1, 20000), ("Bo", 1, 20000), ("Cy", 3, -10000), ("Di", 4, -30000)]


@pytest.mark.parametrize(
    ("total", "text"),
    [(24700, "24.7"), (-15300, "-15.3"), (0, "0"), (-50, "-0.05"), (6667, "6.667"), (120000, "120")],
)
def test_written_without_rounding(total: int, text: str) -> None:
    """WRC 2.3, 5.9.2: "without rounding"."""
    assert written(total, WRC) == text


@given(total=st.integers(-(10**7), 10**7), value=st.sampled_from([1, 100, 128, 500, 625, 1000]))
def test_what_is_written_is_the_score(total: int, value: int) -> None:
    rules = WRC.with_overrides({"flow.point_value": value})
    assert Fraction(written(total, rules)) == Fraction(total, value)


def test_a_substitute_is_scored_and_not_ranked() -> None:
    """WRC 7.2: "scored normally and then not included in the ranking"; the absent player has no points and loses 30."""
    games = [
        FinishedHanchan(NAMES, (25000, 10000, -10000, -25000)),
        FinishedHanchan(("Su", "Bo", "Cy", "Di"), (25000, 10000, -10000, -25000), (("Su", "Ai"),)),
    ]
    missing = arrival_penalty("Ai", None, WRC.fouls, 1)
    assert missing == PlayerPenalty("Ai", 30, "absent", 1)
    assert places(games, missing) == [
        ("Bo", 1, 20000),
        ("Ai", 2, -5000),
        ("Cy", 3, -20000),
        ("Di", 4, -50000),
        ("Su", None, 25000),
    ]
    found = {each.player: each.hanchans for each in standings(games, ruleset=WRC)}
    assert found["Ai"] == (25000, None)
    assert found["Su"] == (None, 25000)
    ranked = WRC.with_overrides({"fouls.substitute_ranked": True})
    assert places(games, ruleset=ranked)[0] == ("Ai", 1, 25000)
    assert ("Su", 1, 25000) in places(games, ruleset=ranked)


def test_a_player_who_stands_in_for_another_keeps_his_place() -> None:
    """Neither the place of his own hanchans nor their points change by what he wins for somebody else."""
    games = [
        FinishedHanchan(NAMES, (25000, 10000, -10000, -25000)),
        FinishedHanchan(("Ai", "Ed", "Cy", "Fe"), (-30000, 10000, 40000, -20000), (("Ai", "Bo"),)),
    ]
    assert places(games)[:2] == [("Cy", 1, 30000), ("Ai", 2, 25000)]
    found = {each.player: each.hanchans for each in standings(games, ruleset=WRC)}
    assert (found["Ai"], found["Bo"]) == ((25000, None), (10000, None))
    ranked = WRC.with_overrides({"fouls.substitute_ranked": True})
    assert ("Ai", 4, -5000) in places(games, ruleset=ranked)


def test_who_missed_everything_is_listed_with_the_penalty() -> None:
    games = [FinishedHanchan(("Su", "Bo", "Cy", "Di"), (25000, 10000, -10000, -25000), (("Su", "Ai"),))]
    assert ("Ai", 4, -30000) in places(games, PlayerPenalty("Ai", 30, "absent"))


def test_the_disqualified_are_not_ranked() -> None:
    """WRC 7.1."""
    games = [FinishedHanchan(NAMES, (25000, 10000, -10000, -25000))]
    assert places(games, disqualified={"Ai"}) == [
        ("Bo", 1, 10000),
        ("Cy", 2, -10000),
        ("Di", 3, -25000),
        ("Ai", None, 25000),
    ]


@pytest.mark.parametrize(
    ("minutes", "points"), [(0, None), (1, 1), (7, 7), (10, 10), (11, 30), (25, 30), (None, 30)]
)
def test_being_late(minutes: int | None, points: int | None) -> None:
    """WRC 7.2: a point a minute to ten, then a substitute and 30, "not cumulative with the 10 points"."""
    found = arrival_penalty("Ai", minutes, WRC.fouls)
    assert (None if found is None else found.points) == points


def test_no_rule_about_being_late() -> None:
    assert arrival_penalty("Ai", 5, SAI.fouls) is None


def test_wrong_tables_of_results_are_refused() -> None:
    with pytest.raises(ValueError, match="Ai is named 2 times"):
        places([FinishedHanchan(("Ai", "Ai", "Cy", "Di"), (0, 0, 0, 0))])
    with pytest.raises(ValueError, match="Su, substitute for Ed, does not play"):
        places([FinishedHanchan(NAMES, (0, 0, 0, 0), (("Su", "Ed"),))])
    for unclear in (
        [("Bo", "Ai")],
        [("Bo", "Su"), ("Su", "Ai")],
        [("Ai", "Su"), ("Bo", "Su")],
        [("Ai", "Su"), ("Ai", "Tu")],
    ):
        with pytest.raises(ValueError, match="hanchan 1: the substitutes do not fit"):
            places([FinishedHanchan(NAMES, (0, 0, 0, 0), tuple(unclear))])
    for wrong in ({"penalties": [PlayerPenalty("Ed", 1, "")]}, {"disqualified": ["Ed"]}):
        with pytest.raises(ValueError, match="nobody called Ed"):
            standings([FinishedHanchan(NAMES, (0, 0, 0, 0))], ruleset=WRC, **wrong)


# what a hanchan leaves


def ruled(ruleset: Ruleset, *rulings: tuple[Any, int]) -> list[tuple[str, int]]:
    """The penalties after these rulings."""
    game: list[events.Event] = [events.HanchanStarted(ruleset.to_mapping(), NAMES, (0, 1, 2, 3), ())]
    game += [events.RulingMade(ruling, seat, None, "anna", "") for ruling, seat in rulings]
    return [(each.player, each.points) for each in penalties_of(game, ruleset)]


@pytest.mark.parametrize(
    ("ruling", "wrc", "sai"),
    [
        ("chombo", 20, 20),  # WRC 7.1, SAI 54.1
        ("end", 0, 10),  # SAI 54.2
        ("dead_hand", 0, 10),  # WRC 7.1 costs nothing, SAI 54.3
        ("continue", 20, 10),  # WRC 7.2, a call with a dead hand; SAI 54.4
        ("guidance", 0, 0),  # SAI 54.6: recorded
    ],
)
def test_what_a_grade_costs(ruling: str, wrc: int, sai: int) -> None:
    assert ruled(WRC, (ruling, 1)) == [("Bo", wrc)]
    assert ruled(SAI, (ruling, 1)) == [("Bo", sai)]


def test_what_costs_nothing_and_is_no_penalty() -> None:
    assert ruled(SAI, ("none", 1), ("dismissed", 1), ("void", 1)) == []


def proven(ruleset: str, **overrides: Any) -> Table:
    """East is noten in riichi at the draw."""
    table = Table(ruleset, **overrides).deals().east.draws().east.riichi("9p").runs_out()
    return table.east.tenpai(NOTEN).closes()


def costs(table: Table) -> list[tuple[int, str]]:
    return [(each.points, each.reason) for each in penalties_of(table.events, table.ruleset, 2)]


def test_a_chombo_that_ended_a_hand() -> None:
    """WRC 7.1: 20 points; MJ 3.4.6: 20,000 off the overall score in tournaments, else paid at the table."""
    assert costs(proven("wrc-2015")) == [(20, "noten_riichi")]
    assert costs(proven("riichi-mj")) == [(0, "noten_riichi")]
    tournament = proven("riichi-mj", flow__chombo_payment="points")
    assert costs(tournament) == [(20, "noten_riichi")]
    assert tournament.result.changes == (0, 0, 0, 0)
    assert MJ_TOURNAMENT.fouls.points_chombo * MJ_TOURNAMENT.flow.point_value == 20000


def test_the_judge_has_the_last_word_on_a_proven_chombo() -> None:
    table = proven("wrc-2015")
    steps: list[tuple[Any, list[tuple[int, str]]]] = [
        ("chombo", [(20, "noten_riichi")]),
        ("dismissed", []),
        ("none", []),
    ]
    for ruling, expected in steps:
        table.ruled(ruling, finding=0)
        assert costs(table) == expected


def test_a_chombo_in_each_of_two_hands() -> None:
    """The hand is played again, and the same player does it again."""
    table = proven("wrc-2015").deals().east.draws().east.riichi("9p").runs_out()
    table.east.tenpai(NOTEN).closes()
    assert costs(table) == [(20, "noten_riichi"), (20, "noten_riichi")]


def test_a_chombo_by_ruling_costs_once() -> None:
    """The ruling ends the hand; it is one chombo. In the next hand it is another."""
    table = Table("wrc-2015").deals().goes_round("1z", "2z")
    table.ruled("chombo", seat=3, text="wall destroyed")
    assert table.result.offenders == (3,)
    assert costs(table) == [(20, "wall destroyed")]
    table.deals().goes_round("1z").ruled("chombo", seat=3)
    assert costs(table) == [(20, "wall destroyed"), (20, "chombo")]


def test_a_chombo_after_an_earlier_ruling_is_taken_back_costs_once() -> None:
    """The hands of the rulings that are left stay the same, however many are taken back."""
    table = Table("wrc-2015").deals().goes_round("1z")
    table.ruled("warning", seat=2).runs_out().closes()
    table.deals().goes_round("1z").ruled("dismissed", seat=2).ruled("chombo", seat=1)
    assert costs(table) == [(20, "chombo")]
