"""Sticks, kans and hands that are laid out wrongly: WRC 5.4.8, 7.2; MJ 3.3.7; SAI 39.13, 44.3, 45.5, 55.3(5)."""

import pytest

from referee.game import observations as seen
from referee.tiles import UNKNOWN, parse_tiles
from tests.referee.timing.conftest import Timed

WRC, MJ, SAI = "wrc-2015", "riichi-mj", "saikouisen-2025"
ONE = parse_tiles("1m")[0]
OUTER, MIDDLE, MIXED = (
    (UNKNOWN, ONE, ONE, UNKNOWN),
    (ONE, UNKNOWN, UNKNOWN, ONE),
    (ONE, UNKNOWN, ONE, UNKNOWN),
)


@pytest.mark.parametrize(
    ("ruleset", "tiles", "wrong"),
    [
        (WRC, OUTER, False),
        (WRC, MIDDLE, False),
        (WRC, MIXED, True),
        (MJ, MIDDLE, False),
        (MJ, OUTER, True),
        (SAI, OUTER, False),
        (SAI, MIDDLE, False),
        (SAI, MIXED, True),
    ],
)
def test_wrc_5_4_8_mj_3_3_7_sai_44_3_hidden_tiles_of_a_kan(
    ruleset: str, tiles: tuple[int, ...], wrong: bool
) -> None:
    hand = Timed(ruleset).draws(1000, 0).calls(2000, 0, "kan")
    hand.at(3000, seen.MeldShown, seat=0, kind="ankan", tiles=tiles)
    assert hand.found == ([("kan_display", 0, 3)] if wrong else [])


@pytest.mark.parametrize("ruleset", [WRC, MJ, SAI])
def test_sai_39_13_a_stick_without_a_riichi(ruleset: str) -> None:
    """It is a finding once the next discard is no riichi tile."""
    hand = Timed(ruleset).draws(1000, 0).at(1500, seen.StickLaid, seat=0)
    assert hand.found == []
    assert hand.discards(3000, 0, "1z", sideways=False).found == [("bet_without_riichi", 0, 2)]


def test_wrc_6_5_1_a_stick_before_the_turned_tile_is_no_foul() -> None:
    hand = Timed(WRC).draws(1000, 0).at(1500, seen.StickLaid, seat=0)
    hand.calls(1800, 0, "riichi").discards(3000, 0, "1z", sideways=True)
    assert hand.found == []


@pytest.mark.parametrize(("ruleset", "wrong"), [(WRC, False), (MJ, False), (SAI, True)])
def test_sai_45_5_tsumo_with_the_drawn_tile_in_the_hand(ruleset: str, wrong: bool) -> None:
    hand = Timed(ruleset).first_discard("1z").draws(4000, 1)
    hand.calls(5000, 1, "tsumo")
    hand.at(6000, seen.TilesShown, seat=1, tiles=parse_tiles("123456789m12399s"))
    assert ("tsumo_tile_in_hand" in [rule for rule, _, _ in hand.found]) is wrong


def test_sai_45_5_the_dealt_hand_is_excepted() -> None:
    hand = Timed(SAI).draws(1000, 0).calls(2000, 0, "tsumo")
    hand.at(3000, seen.TilesShown, seat=0, tiles=parse_tiles("123456789m12399s"))
    assert "tsumo_tile_in_hand" not in [rule for rule, _, _ in hand.found]


@pytest.mark.parametrize("ruleset", [WRC, MJ, SAI])
def test_wrc_7_2_a_ron_that_is_never_shown_before_another_tsumo(ruleset: str) -> None:
    hand = Timed(ruleset).first_discard("1z").calls(2600, 2, "ron").draws(9000, 1)
    hand.calls(10000, 1, "tsumo")
    hand.at(
        11000, seen.TilesShown, seat=1, tiles=parse_tiles("123456789m1239s"), winning=parse_tiles("9s")[0]
    )
    assert hand.at(20000, seen.HandClosed).found == [("false_win_call", 2, 5)]
