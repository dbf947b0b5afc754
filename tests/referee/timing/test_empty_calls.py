"""Calls that come to nothing, in a record and at a table: WRC 5.4.1, 7.2; MJ 3.4.7; SAI 55.1(1), 55.3(2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.referee.timing.conftest import Timed

    Make = Callable[..., Timed]

WRC, MJ, SAI = "wrc-2015", "riichi-mj", "saikouisen-2025"
ALL = (WRC, MJ, SAI)
RECORD = ("acts", "call_buttons")
RULE = {"ron": "false_win_call", "pon": "empty_call"}


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("call", RULE)
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_wrc_7_2_a_call_that_a_record_tells_and_nothing_is_shown_for(
    timed: Make, ruleset: str, call: str, seat: int
) -> None:
    """MJ 3.4.7, SAI 55.1(1), 55.3(2): a foul of who called. The draw of the next player counts, and is no foul of his."""
    hand = timed(ruleset, senses=RECORD).first_discard(back=None).calls(2500, seat, call)
    hand.draws(14_500, 1).discards(16_000, 1, "1z").draws(18_000, 2).discards(19_000, 2, "1z").draws(
        20_000, 3
    )
    assert hand.found == [(RULE[call], seat, 4)]
    assert (hand.table.state.turn, hand.table.state.live) == (3, 66)


@pytest.mark.parametrize("ruleset", ALL)
def test_sai_55_3_6_a_record_in_which_the_next_player_draws_and_the_tiles_are_shown(
    timed: Make, ruleset: str
) -> None:
    """The draw goes back; where drawing too fast is a foul it was one."""
    hand = timed(ruleset, senses=RECORD).first_discard(back=None).calls(2500, 2, "pon").draws(3000, 1)
    hand.melds(4000, 2, "pon", "555p").discards(6000, 2, "1z").draws(7000, 3)
    assert [rule for rule, _, _ in hand.found] == (["early_draw"] if ruleset == SAI else [])
    assert (hand.table.state.turn, hand.table.state.live) == (3, 68)


@pytest.mark.parametrize("ruleset", ALL)
def test_a_record_in_which_two_tiles_are_drawn_after_a_call(timed: Make, ruleset: str) -> None:
    """WRC 7.2, SAI 55.3(5)."""
    hand = timed(ruleset, senses=RECORD).first_discard(back=None).calls(2500, 2, "pon").draws(3000, 1)
    assert [rule for rule, _, _ in hand.draws(4000, 1).found] == ["second_draw"]


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("senses", [RECORD, ("call_buttons",)])
def test_a_tsumo_after_a_call_that_came_to_nothing(
    timed: Make, ruleset: str, senses: tuple[str, ...]
) -> None:
    """The tile that was drawn although another had called can be won on."""
    hand = timed(ruleset, senses=senses).first_discard(back=None).calls(2500, 2, "pon").draws(14_500, 1)
    assert hand.calls(16_000, 1, "tsumo").found in ([], [("empty_call", 2, 4)])
    assert (hand.table.state.turn, hand.table.state.holding) == (1, True)
