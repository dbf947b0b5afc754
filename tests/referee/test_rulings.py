"""Rulings: only the judge imposes; what a dead hand may not do (WRC 7.1, 7.2; MJ 3.4.6-7; SAI 53, 54)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from referee import events
from referee import observations as seen
from referee.position import public_state
from referee.rulings.standing import warnings_of

if TYPE_CHECKING:
    from tests.referee.conftest import Table

PINFU = "234567m67p34522s"


def rules(table: Table, ruling: Any, **more: Any) -> Table:
    return table.sees(seen.RulingGiven(ruling=ruling, judge="anna", **more))


@pytest.fixture
def table(tables: type[Table]) -> Table:
    return tables("wrc-2015").deals()


def test_a_finding_imposes_nothing_until_the_judge_rules(table: Table) -> None:
    table.east.turn("5p").south.chi("46p").south.discards("5p")
    assert table.fouls == [("kuikae", 1)]
    assert not table.state.seats[1].dead
    rules(table, "dead_hand", finding=0)
    assert table.state.seats[1].dead
    assert public_state(table.state, 1, 0)["findings"][0]["ruling"] == "dead_hand"


def test_the_judge_may_dismiss(table: Table) -> None:
    table.east.turn("5p").south.chi("46p").south.discards("5p")
    rules(table, "dismissed", finding=0)
    assert not table.state.seats[1].dead
    assert public_state(table.state, 1, 0)["findings"][0]["ruling"] == "dismissed"


def test_a_dead_hand_calls_and_wins_nothing(table: Table) -> None:
    """WRC 7.1: no chow, pung, kong, riichi or win."""
    rules(table, "dead_hand", seat=2)
    table.goes_round("1z", "2z", "3z", "4z").east.turn("5p").west.calls("pon")
    table.west.calls("ron").west.shows(PINFU, "5p")
    assert table.fouls == [("dead_hand_call", 2), ("dead_hand_call", 2)]
    assert table.state.wins == ()


def test_a_dead_hand_is_noten_without_chombo_for_its_riichi(table: Table) -> None:
    """WRC 7.2: it pays noten; no chombo if it is shown."""
    table.east.draws().east.riichi("9p")
    rules(table, "dead_hand", seat=0)
    table.runs_out().east.tenpai(PINFU).south.tenpai(PINFU).closes()
    assert table.result.result == "exhaustive"
    assert table.result.tenpai == (1,)


def test_a_dead_hand_lives_again_in_the_next_hand(table: Table) -> None:
    rules(table, "dead_hand", seat=2)
    table.runs_out().closes().deals()
    assert not table.state.seats[2].dead


@pytest.mark.parametrize("ruling", ["chombo", "end", "void"])
def test_a_void_hand_is_played_again_and_bets_go_back(table: Table, ruling: str) -> None:
    """WRC 7.1, MJ 3.4.6, SAI 53.6."""
    table.east.draws().east.riichi("9p").goes_round("1m", "2m")
    assert table.state.bets == 1
    rules(table, ruling, seat=3)
    assert table.result.result == "chombo"
    assert table.result.scores == (30000,) * 4
    assert (table.result.round, table.result.honba, table.result.bets) == (0, 0, 0)
    assert table.state.phase == "waiting"


def test_lighter_rulings_are_only_recorded(table: Table) -> None:
    table.goes_round("1z")
    rules(table, "warning", seat=1, text="phone")
    assert table.events[-1] == events.RulingMade("warning", 1, None, "anna", "phone")
    assert table.state.phase == "playing"


def test_a_ruling_on_no_finding_or_twice_on_one_changes_nothing(table: Table) -> None:
    before = table.state
    assert rules(table, "chombo", finding=3).state == before
    table.east.turn("5p").south.chi("46p").south.discards("5p")
    once = rules(table, "warning", finding=0).state
    assert rules(table, "warning", finding=0).state == once


def test_two_warnings_in_the_same_words_are_two(table: Table) -> None:
    """SAI 54.5: each is counted."""
    rules(table, "warning", seat=1, text="phone")
    rules(table, "warning", seat=1, text="phone")
    assert warnings_of(table.state, 1) == 2
