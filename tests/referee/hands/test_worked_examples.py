"""The worked examples of the rulebooks, by their sections.

Where a book's pictures are lost the tiles are ours, chosen so that every word of the example holds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Begin = Callable[..., Any]
SCORED = ("wrc-2015", "riichi-mj", "saikouisen-2025", "scoring-tables", "reference-sheet")
EXAMPLE_1 = "123456s 78s 345m 66p"
EXAMPLE_2 = "222m 333p 444p 66s 88s"


def fu_of(found: Any) -> dict[str, int]:
    return dict(found.fu_items)


def test_mj_scoring_example_1_self_draw(report: Begin) -> None:
    """MJ, scoring example 1: riichi, menzen tsumo, pinfu, ittsuu: mangan, 4000 from each or 4000 and 2000."""
    hand = report("riichi-mj").holds(EXAMPLE_1).riichi()
    found = hand.south.tsumo("9s")
    assert dict(found.yaku) == {"riichi": 1, "menzen_tsumo": 1, "pinfu": 1, "ittsuu": 2}
    assert (found.han, found.limit, found.from_dealer, found.from_other, found.points) == (
        5,
        "mangan",
        4000,
        2000,
        8000,
    )
    assert (hand.east.tsumo("9s").from_other, hand.east.tsumo("9s").points) == (4000, 12000)


def test_mj_scoring_example_1_discard(report: Begin) -> None:
    """MJ, scoring example 1: 4 han 30 fu: 11600 or 7700. WRC 6.1 rounds its base value of 1920 up to a mangan."""
    hand = report("riichi-mj").holds(EXAMPLE_1).riichi()
    found = hand.south.ron("9s")
    assert dict(found.yaku) == {"riichi": 1, "pinfu": 1, "ittsuu": 2}
    assert (found.fu, fu_of(found)) == (30, {"base": 20, "closed_ron": 10})
    assert (found.ron, hand.east.ron("9s").ron) == (7700, 11600)
    wrc = report().holds(EXAMPLE_1).riichi()
    assert (wrc.south.ron("9s").ron, wrc.east.ron("9s").ron) == (8000, 12000)


def test_mj_scoring_example_1_melded(report: Begin) -> None:
    """MJ, scoring example 1: ittsuu and a dora, 7 bamboo, with open pinfu: 22 fu are 30; 2900 or 2000."""
    hand = report("riichi-mj").holds("123456s 78s 66p").chi("345m").indicators("6s")
    found = hand.south.ron("9s")
    assert dict(found.yaku) == {"ittsuu": 1, "dora": 1}
    assert (found.fu, fu_of(found)) == (30, {"base": 20, "open_pinfu": 2})
    assert (found.ron, hand.east.ron("9s").ron) == (2000, 2900)


def test_mj_scoring_example_2_self_draw(report: Begin) -> None:
    """MJ, scoring example 2: suuankou; dora are irrelevant; 48000, or 16000 and 8000: 32000."""
    hand = report("riichi-mj").holds(EXAMPLE_2).indicators("3p")
    found = hand.south.tsumo("8s")
    assert (found.yakuman, found.yaku) == (("suuankou",), ())
    assert (found.from_dealer, found.from_other, found.points) == (16000, 8000, 32000)
    assert (hand.east.tsumo("8s").from_other, hand.east.tsumo("8s").points) == (16000, 48000)


def test_mj_scoring_example_2_discard(report: Begin) -> None:
    """MJ, scoring example 2: the last pung is not concealed: 5 han and three dora, a baiman: 24000 or 16000."""
    hand = report("riichi-mj").holds(EXAMPLE_2).indicators("3p")
    found = hand.south.ron("8s")
    assert dict(found.yaku) == {"sanankou": 2, "toitoi": 2, "tanyao": 1, "dora": 3}
    assert (found.han, found.limit, found.ron, hand.east.ron("8s").ron) == (8, "baiman", 16000, 24000)


def test_mj_scoring_example_3_self_draw(report: Begin) -> None:
    """MJ, scoring example 3: riichi, ippatsu, tsumo, tanyao, seven pairs: haneman, 18000 or 12000."""
    hand = report("riichi-mj").holds("2233m 5588p 4s 66s 22p").riichi(ippatsu=True)
    found = hand.south.tsumo("4s")
    assert dict(found.yaku) == {"riichi": 1, "ippatsu": 1, "menzen_tsumo": 1, "tanyao": 1, "chiitoitsu": 2}
    assert (found.limit, found.from_dealer, found.from_other, found.points) == ("haneman", 6000, 3000, 12000)
    assert (hand.east.tsumo("4s").from_other, hand.east.tsumo("4s").points) == (6000, 18000)


def test_mj_scoring_example_3_discard(report: Begin) -> None:
    """MJ, scoring example 3: seven pairs with a pair of dragons and a pair wait: 25 fu; 2400 or 1600."""
    hand = report("riichi-mj").holds("1133m 5588p 4s66s55z")
    found = hand.south.ron("4s")
    assert (found.yaku, found.fu, found.fu_items) == ((("chiitoitsu", 2),), 25, (("chiitoitsu", 25),))
    assert (found.ron, hand.east.ron("4s").ron) == (1600, 2400)


def test_mj_scoring_example_4(report: Begin) -> None:
    """MJ, scoring example 4: East in the East round on a discarded west: 5 han and the dora 7 bamboo: 18000."""
    hand = report("riichi-mj").east.holds("111z 123s 99s 33z").chi("789s").indicators("6s")
    found = hand.ron("3z")
    assert dict(found.yaku) == {"honitsu": 2, "seat_wind": 1, "round_wind": 1, "chanta": 1, "dora": 1}
    assert (found.han, found.limit, found.ron) == (6, "haneman", 18000)


def test_mj_scoring_example_5(report: Begin) -> None:
    """MJ, scoring example 5: of three waits the 7 circles finishes the edge wait: 32 fu are 40, 4000 and 2000."""
    found = report("riichi-mj").south.holds("23456789p 11p 333z").tsumo("7p")
    assert dict(found.yaku) == {"honitsu": 3, "menzen_tsumo": 1}
    assert fu_of(found) == {"base": 20, "ankou 3z": 8, "tsumo": 2, "edge_wait": 2}
    assert (found.han, found.fu, found.from_dealer, found.from_other, found.points) == (
        4,
        40,
        4000,
        2000,
        8000,
    )


@pytest.mark.parametrize("name", SCORED)
def test_the_set_the_winning_tile_finishes(report: Begin, name: str) -> None:
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
def test_the_waits(report: Begin, name: str, wait: str, tile: str, item: str | None) -> None:
    """WRC 6.3, MJ 4.1.1, SAI 49.1(4), REF: 23, 1122, 13, 12 or 89, and a pair; REF pinfu: "23, not 12, 13"."""
    found = report(name).south.holds(f"{wait} 456s 678s 567p").riichi().ron(tile)
    fu = {"base": 20, "closed_ron": 10}
    if item:
        fu[item] = 4 if item.startswith("minkou") else 2
    assert fu_of(found) == fu
    assert ("pinfu" in dict(found.yaku)) == (item is None)


@pytest.mark.parametrize("name", SCORED)
def test_a_pair_wait_beside_a_chow_is_no_pinfu(report: Begin, name: str) -> None:
    """REF pinfu: "not 1234": a pair wait on the 1 or 4 of 1-2-3-4."""
    found = report(name).south.holds("1234m 567m 456s 678p").riichi().ron("4m")
    assert "pinfu" not in dict(found.yaku)
    assert fu_of(found)["pair_wait"] == 2


@pytest.mark.parametrize("name", SCORED)
def test_waits_claimed_beside_other_waits(report: Begin, name: str) -> None:
    """WRC 6.3, MJ 4.1.1: edge, closed and pair wait "even if the hand is waiting for other tiles"."""
    hand = report(name).south.holds("567m 456s 99p 444z 13m").riichi()
    assert fu_of(hand.ron("2m"))["closed_wait"] == 2
    # The 3 is worth a rounding more as an edge wait than as the end of 3-4-5.
    several = report(name).south.holds("12345m 456s 55z 444z").riichi()
    assert fu_of(several.ron("3m"))["edge_wait"] == 2
    assert "edge_wait" not in fu_of(several.ron("6m"))


@pytest.mark.parametrize("name", SCORED)
def test_one_wait_left_of_a_two_sided_one(report: Begin, name: str) -> None:
    """WRC 6.3, MJ 4.1.1: 2-3 with all four ones held, so only the 4 can come, is neither edge, closed nor pair wait."""
    found = report(name).south.holds("23m 99p 456s 678p").ankan("1111m").riichi().ron("4m")
    assert fu_of(found) == {"base": 20, "closed_ron": 10, "ankan 1m": 32}


@pytest.mark.parametrize("name", SCORED)
def test_fu_are_rounded_up(report: Begin, name: str) -> None:
    """WRC 6.1, MJ 4.1: "32 are rounded up to 40"; seven pairs stay 25."""
    found = report(name).south.holds("13m 99p 567m 456s 678p").riichi().ron("2m")
    assert (sum(fu_of(found).values()), found.fu) == (32, 40)
    assert report(name).south.holds("1133m 5588p 2244s 5z").ron("5z").fu == 25


@pytest.mark.parametrize("name", SCORED)
def test_three_wins_with_fu_of_their_own(report: Begin, name: str) -> None:
    """SAI 49.2, and so in WRC 6.3, MJ 4.1.1 and REF: pinfu by tsumo 20, seven pairs 25, an open hand without fu 30."""
    assert report(name).south.holds("234m 67m 345s 789p 22p").tsumo("8m").fu == 20
    assert report(name).south.holds("1133m 5588p 2244s 5z").tsumo("5z").fu == 25
    open_hand = report(name).south.holds("34m 678m 345s 22p").chi("678p")
    assert (open_hand.ron("5m").fu, open_hand.tsumo("5m").fu) == (30, 30)


def test_wrc_6_4_two_equal_indicators(report: Begin) -> None:
    """WRC 6.4, example: an indicator and an equal kan dora indicator, a pung of the dora: 6 dora, 6 han."""
    found = report().south.holds("234m 567m 345s 999p 2p").riichi().indicators("8p8p").ron("2p")
    assert dict(found.yaku)["dora"] == 6


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
def test_what_an_indicator_points_to(report: Begin, indicator: str, pung: str, name: str) -> None:
    """WRC 4.8 (six bamboo shows seven bamboo), SAI 24.3."""
    found = report(name).holds(f"{pung} 345m 678m 456p 2p").riichi().indicators(indicator).ron("2p")
    assert dict(found.yaku)["dora"] == 3


def test_mj_4_2_5_hands_spelt_out(report: Begin) -> None:
    """MJ 4.2.5, SAI 48, REF, TAB: 1112345678999 with any tile of the suit; 13 orphans with any of them twice."""
    for name in SCORED:
        for number in range(1, 10):
            found = report(name).holds("1112345678999p").ron(f"{number}p")
            assert found.yakuman[0] == "junsei_chuuren_poutou"
        for tile in ("1m", "9p", "4z", "7z"):
            found = report(name).holds("19m19p19s1234567z").ron(tile)
            assert found.yakuman[0] == "kokushi_musou_juusanmen"
