"""A result that a judge enters follows the rulebook, or he says why not, and the journal keeps the reason."""

from typing import Any

import pytest

from referee.game import judge_events
from referee.game import judge_observations as office
from tests.referee.conftest import Table
from tests.referee.why_not import refusal

WRC, MJ, SAI = "wrc-2015", "riichi-mj", "saikouisen-2025"
RON = (office.EnteredWin(seat=2, source=0, han=3, fu=40),)


def entered(result: Any, *, against: str | None = "", **fields: Any) -> office.HandEntered:
    return office.HandEntered(result=result, judge="anna", against=against, **fields)


@pytest.mark.parametrize(("ruleset", "section"), [(WRC, "WRC 7.2"), (MJ, "MJ 3.4.6"), (SAI, "SAI 55.1(2)")])
def test_a_riichi_without_tenpai_is_no_ordinary_draw(ruleset: str, section: str) -> None:
    """WRC 7.2, MJ 3.4.6, SAI 55.1(2): noten riichi at an exhaustive draw is a chombo."""
    table = Table(ruleset).deals()
    wrong = refusal(table.state, entered("exhaustive", tenpai=(0,), riichi=(1,)))
    assert "noten riichi of South: chombo, and the hand is void" in wrong
    assert section in wrong
    assert refusal(table.state, entered("exhaustive", tenpai=(0, 1), riichi=(1,))) == ""
    before = table.state
    assert table.sees(entered("exhaustive", tenpai=(0,), riichi=(1,))).state == before


def test_a_riichi_that_the_table_saw_counts_too() -> None:
    table = Table(WRC).deals().east.draws().east.riichi("9p").goes_round("1m")
    assert "noten riichi of East" in refusal(table.state, entered("exhaustive", tenpai=(1,)))


def test_a_hand_ruled_dead_after_its_riichi_is_excused_where_the_rulebook_excuses_it() -> None:
    """WRC 7.2, MJ 3.4.6 excuse it; SAI 55.1(4) does not."""
    for ruleset, excused in ((WRC, True), (MJ, True), (SAI, False)):
        table = Table(ruleset).deals().east.draws().east.riichi("9p").goes_round("1m")
        table.ruled("dead_hand", seat=0, force=True)
        assert table.state.seats[0].dead
        assert (refusal(table.state, entered("exhaustive", tenpai=(1,))) == "") is excused


def test_points_are_those_of_the_rulebook() -> None:
    """WRC 4.1: 3 han 40 fu from the dealer are 5,200; the counters and bets of the hand are part of it."""
    table = Table(WRC).deals()
    others = entered("ron", wins=RON, changes=(-8000, 0, 8000, 0))
    assert "by the rulebook the changes are East -5200, South +0, West +5200, North +0" in refusal(
        table.state, others
    )
    assert refusal(table.state, entered("ron", wins=RON, changes=(-5200, 0, 5200, 0))) == ""
    with_bet = entered("ron", wins=RON, riichi=(1,), changes=(-5200, 0, 6200, 0))
    assert refusal(table.state, with_bet) == ""
    draw = entered("exhaustive", tenpai=(0,), changes=(1500, -500, -500, -500))
    assert "East +3000" in refusal(table.state, draw)


def test_the_reason_is_journalled() -> None:
    table = Table(WRC).deals()
    table.sees(entered("ron", wins=RON, changes=(-8000, 0, 8000, 0), against="they had paid so"))
    (result,) = (event for event in table.events if isinstance(event, judge_events.ResultEntered))
    assert result.against == "they had paid so"
    assert table.result.changes == (-8000, 0, 8000, 0)
    table.deals().sees(entered("exhaustive", tenpai=(0,), riichi=(1,), against="the rules of the house"))
    assert table.result.result == "exhaustive"


def test_a_blank_reason_is_none() -> None:
    table = Table(WRC).deals()
    wrong = entered("ron", wins=RON, changes=(-8000, 0, 8000, 0), against="  ")
    assert "against the rules" in refusal(table.state, wrong)


def test_no_hand_has_99_han() -> None:
    table = Table(WRC).deals()
    win = office.EnteredWin(seat=2, source=0, han=99)
    assert "no hand has 99 han" in refusal(table.state, entered("ron", wins=(win,)))
    assert refusal(table.state, entered("ron", wins=(office.EnteredWin(seat=2, source=0, han=20),))) == ""


def test_points_that_nobody_can_reckon_are_the_judges() -> None:
    """There are two yakuman, one of them fed; an entry does not say for which the liable player answers."""
    table = Table(MJ).deals()
    if not table.ruleset.scoring.yakuman_add or table.ruleset.scoring.pao_whole_hand:
        table = Table(MJ, scoring__yakuman_add=True, scoring__pao_whole_hand=False).deals()
    win = office.EnteredWin(seat=2, source=2, yakuman=2, liable=(1,))
    assert "give the points" in refusal(table.state, entered("tsumo", wins=(win,)))
    result = entered("tsumo", wins=(win,), changes=(-16000, -40000, 64000, -8000))
    assert refusal(table.state, result) == ""


def test_journals_from_before_reasons_were_asked_for_stay_as_they_are() -> None:
    table = Table(WRC).deals()
    assert refusal(table.state, office.HandEntered(result="exhaustive", tenpai=(0,), riichi=(1,))) == ""
    table.runs_out().closes()
    assert refusal(table.state, office.HandEntered(result="exhaustive")) == ""


def test_between_hands_a_result_is_of_a_hand_that_nobody_saw() -> None:
    """A whole hand cannot be entered by mistake, which would move dealer and counters on."""
    table = Table(WRC).deals().runs_out().closes()
    assert "no hand is being played" in refusal(table.state, entered("exhaustive", unseen=False))
    assert refusal(table.state, entered("exhaustive", unseen=True)) == ""
    table.deals()
    assert "was seen to be dealt" in refusal(table.state, entered("exhaustive", unseen=True))
    assert refusal(table.state, entered("exhaustive", unseen=False)) == ""


@pytest.mark.parametrize(
    ("result", "han", "fu", "can_be"),
    [
        ("tsumo", 2, 25, False),
        ("tsumo", 3, 25, True),
        ("ron", 2, 25, True),
        ("ron", 3, 20, False),
        ("tsumo", 2, 20, True),
        ("ron", 5, 20, True),
    ],
)
def test_a_hand_has_the_han_and_fu_that_some_hand_has(result: str, han: int, fu: int, can_be: bool) -> None:
    """WRC 6.3, MJ 4.1.1, SAI 49.2: 25 fu are seven pairs, which have a third han by tsumo; 20 fu are pinfu by tsumo."""
    table = Table(WRC).deals()
    win = office.EnteredWin(seat=2, source=2 if result == "tsumo" else 0, han=han, fu=fu)
    wrong = refusal(table.state, entered(result, wins=(win,)))
    assert (wrong == "") is can_be
    assert can_be or f"no hand has {han} han {fu} fu by {result}" in wrong
    assert refusal(table.state, entered(result, wins=(win,), against="agreed so")) == ""
    assert refusal(table.state, entered(result, wins=(win,), against=None)) == ""  # of an older journal


def test_twenty_fu_follow_the_rules_of_the_house() -> None:
    """Pinfu and tsumo that do not combine leave no hand 20 fu by tsumo; an open hand without fu may have 20 by ron."""
    apart = Table(WRC, scoring__pinfu_tsumo=False).deals()
    tsumo = (office.EnteredWin(seat=2, source=2, han=3, fu=20),)
    assert "by tsumo" in refusal(apart.state, entered("tsumo", wins=tsumo))
    bare = Table(WRC, scoring__open_least_fu=20).deals()
    ron = (office.EnteredWin(seat=2, source=0, han=2, fu=20),)
    assert refusal(bare.state, entered("ron", wins=ron)) == ""
