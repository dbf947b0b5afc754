"""The worked examples of the rulebooks on waits, fu and dora, by their sections; the scoring examples are in ``test_yaku``.

Where a book's pictures are lost, the tiles are ours, chosen so that every word of the example is true.
"""

from typing import Any

import pytest

from tests.referee.hands.conftest import report

SCORED = ("wrc-2015", "riichi-mj", "saikouisen-2025", "scoring-tables", "reference-sheet")


def fu_of(found: Any) -> dict[str, int]:
    return dict(found.fu_items)


@pytest.mark.parametrize("name", SCORED)
def test_the_set_the_winning_tile_finishes(name: str) -> None:
    """MJ 4.1.1, WRC 5.7.6, SAI 47.3: the 7 finishes an edge wait, or a two-sided 5-6-7 that gives pinfu."""
    found = report(name).south.holds("234m 456p 22p 56789s").ron("7s")
    assert dict(found.yaku) == {"pinfu": 1}
    assert fu_of(found) == {"base": 20, "closed_ron": 10}


@pytest.mark.parametrize("name", SCORED)
@pytest.mark.parametrize(
    ("wait", "tile", "item"),
    [
        ("23m 99p", "4m", None),
        ("23m 99p", "1m", None),
        ("12m 99p", "3m", "edge_wait"),
        ("89m 99p", "7m", "edge_wait"),
        ("13m 99p", "2m", "closed_wait"),
        ("123m 9p", "9p", "pair_wait"),
        ("1122m", "1m", "minkou 1m"),
    ],
)
def test_the_waits(name: str, wait: str, tile: str, item: str | None) -> None:
    """WRC 6.3, MJ 4.1.1, SAI 49.1(4), REF: 23, 1122, 13, 12 or 89, and a pair; REF pinfu: "23, not 12, 13"."""
    found = report(name).south.holds(f"{wait} 456s 678s 567p").riichi().ron(tile)
    fu = {"base": 20, "closed_ron": 10}
    if item:
        fu[item] = 4 if item.startswith("minkou") else 2
    assert fu_of(found) == fu
    assert ("pinfu" in dict(found.yaku)) == (item is None)


@pytest.mark.parametrize("name", SCORED)
def test_a_pair_wait_beside_a_chow_is_no_pinfu(name: str) -> None:
    """REF pinfu: "not 1234": a pair wait on the 1 or 4 of 1-2-3-4."""
    found = report(name).south.holds("1234m 567m 456s 678p").riichi().ron("4m")
    assert "pinfu" not in dict(found.yaku)
    assert fu_of(found)["pair_wait"] == 2


@pytest.mark.parametrize("name", SCORED)
def test_waits_claimed_beside_other_waits(name: str) -> None:
    """WRC 6.3, MJ 4.1.1: edge, closed and pair wait "even if the hand is waiting for other tiles"."""
    hand = report(name).south.holds("567m 456s 99p 444z 13m").riichi()
    assert fu_of(hand.ron("2m"))["closed_wait"] == 2
    # As an edge wait the 3 brings 10 fu more after rounding than as the end of 3-4-5.
    several = report(name).south.holds("12345m 456s 55z 444z").riichi()
    assert fu_of(several.ron("3m"))["edge_wait"] == 2
    assert "edge_wait" not in fu_of(several.ron("6m"))


@pytest.mark.parametrize("name", SCORED)
def test_one_wait_left_of_a_two_sided_one(name: str) -> None:
    """WRC 6.3, MJ 4.1.1: 2-3 with all four ones in hand, so that only the 4 can come, is neither edge, closed nor pair
    wait."""
    found = report(name).south.holds("23m 99p 456s 678p").ankan("1111m").riichi().ron("4m")
    assert fu_of(found) == {"base": 20, "closed_ron": 10, "ankan 1m": 32}


@pytest.mark.parametrize("name", SCORED)
def test_fu_are_rounded_up(name: str) -> None:
    """WRC 6.1, MJ 4.1: "32 are rounded up to 40"; seven pairs stay 25."""
    found = report(name).south.holds("13m 99p 567m 456s 678p").riichi().ron("2m")
    assert (sum(fu_of(found).values()), found.fu) == (32, 40)
    assert report(name).south.holds("1133m 5588p 2244s 5z").ron("5z").fu == 25


@pytest.mark.parametrize("name", SCORED)
def test_three_wins_with_fu_of_their_own(name: str) -> None:
    """SAI 49.2, likewise in WRC 6.3, MJ 4.1.1 and REF: pinfu by tsumo 20, seven pairs 25, an open hand without fu
    30."""
    assert report(name).south.holds("234m 67m 345s 789p 22p").tsumo("8m").fu == 20
    assert report(name).south.holds("1133m 5588p 2244s 5z").tsumo("5z").fu == 25
    open_hand = report(name).south.holds("34m 678m 345s 22p").chi("678p")
    assert (open_hand.ron("5m").fu, open_hand.tsumo("5m").fu) == (30, 30)


@pytest.mark.parametrize(
    ("indicator", "pung", "name"),
    [
        ("6s", "777s", "wrc-2015"), ("9s", "111s", "wrc-2015"), ("7z", "555z", "wrc-2015"),
        ("5z", "666z", "wrc-2015"), ("6z", "777z", "wrc-2015"), ("4z", "111z", "wrc-2015"),
        ("1z", "222z", "wrc-2015"), ("2z", "333z", "wrc-2015"), ("3z", "444z", "wrc-2015"),
        ("1m", "222m", "saikouisen-2025"), ("9p", "111p", "saikouisen-2025"), ("4z", "111z", "saikouisen-2025"),
        ("5z", "666z", "saikouisen-2025"), ("6z", "777z", "saikouisen-2025"), ("7z", "555z", "saikouisen-2025"),
    ],
)  # fmt: skip
def test_what_an_indicator_points_to(indicator: str, pung: str, name: str) -> None:
    """WRC 4.8 (six bamboo shows seven bamboo), SAI 24.3."""
    found = report(name).holds(f"{pung} 345m 678m 456p 2p").riichi().indicators(indicator).ron("2p")
    assert dict(found.yaku)["dora"] == 3


def test_mj_4_2_5_hands_spelt_out() -> None:
    """MJ 4.2.5, SAI 48, REF, TAB: 1112345678999 with any tile of the suit; 13 orphans with any of them twice."""
    for name in SCORED:
        for number in range(1, 10):
            found = report(name).holds("1112345678999p").ron(f"{number}p")
            assert found.yakuman[0] == "junsei_chuuren_poutou"
        for tile in ("1m", "9p", "4z", "7z"):
            found = report(name).holds("19m19p19s1234567z").ron(tile)
            assert found.yakuman[0] == "kokushi_musou_juusanmen"
