"""Worked examples, yaku by yaku.

What differs between rulebooks and is shown here: open tanyao, ippatsu, haitei with rinshan, renhou, open sanshoku doukou,
ryanpeikou of identical chows or of one suit, sanrenkou, seven pairs with four alike, han of double riichi.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.hands.score import Score

    Begin = Callable[..., Any]


def says(found: Score | None, **yaku: int) -> bool:
    """Return whether the score has exactly these yaku; the assertions in here show what differs."""
    assert found is not None
    assert dict(found.yaku) == yaku
    assert found.han == sum(yaku.values())
    return True


def test_riichi_is_one_han_and_double_riichi_two_in_all(report: Begin) -> None:
    """WRC 6.5.1."""
    hand = report().south.holds("234m 567m 345s 999p 2p")
    assert says(hand.riichi().ron("2p"), riichi=1)
    assert says(hand.riichi(ippatsu=True).ron("2p"), riichi=1, ippatsu=1)
    assert says(hand.riichi(double=True, ippatsu=True).ron("2p"), double_riichi=2, ippatsu=1)
    assert hand.ron("2p") is None
    assert says(
        report("tenhou", scoring__double_riichi_han=3)
        .holds("234m 567m 345s 999p 2p")
        .riichi(double=True)
        .ron("2p"),
        double_riichi=3,
    )
    assert says(
        report("tenhou", scoring__ippatsu=False)
        .holds("234m 567m 345s 999p 2p")
        .riichi(ippatsu=True)
        .ron("2p"),
        riichi=1,
    )


def test_menzen_tsumo_needs_a_closed_hand_and_a_concealed_kan_keeps_it_closed(report: Begin) -> None:
    """WRC 6.5.1, 5.4.8."""
    assert says(report().holds("234m 567m 345s 999p 2p").tsumo("2p"), menzen_tsumo=1)
    assert says(report().holds("234m 567m 345s 2p").ankan("9999p").tsumo("2p"), menzen_tsumo=1)
    assert report().holds("234m 567m 345s 2p").pon("999p").tsumo("2p") is None


def test_pinfu_is_a_closed_hand_without_fu(report: Begin) -> None:
    """WRC 6.5.1: four chows, a pair worth nothing, a two-sided wait."""
    found = report().south.holds("234m 67m 345s 789p 22p").ron("8m")
    assert says(found, pinfu=1)
    assert (found.fu, found.ron) == (30, 1000)
    found = report().south.holds("234m 67m 345s 789p 22p").tsumo("8m")
    assert says(found, menzen_tsumo=1, pinfu=1)
    assert (found.fu, found.from_dealer, found.from_other) == (20, 700, 400)


@pytest.mark.parametrize(
    ("tiles", "tile", "why"),
    [
        ("234m 12m 345s 789p 22p", "3m", "edge wait"),
        ("234m 57m 345s 789p 22p", "6m", "closed wait"),
        ("234m 567m 345s 789p 2p", "2p", "pair wait"),
        ("234m 67m 345s 789p 55z", "8m", "pair of dragons"),
        ("234m 67m 345s 789p 22z", "8m", "pair of the seat wind"),
        ("234m 67m 345s 789p 11z", "8m", "pair of the round wind"),
    ],
)
def test_what_takes_pinfu_away(report: Begin, tiles: str, tile: str, why: str) -> None:
    """WRC 6.3, 6.5.1."""
    assert report().south.holds(tiles).ron(tile) is None, why


def test_a_pair_of_a_wind_that_is_nobodys_leaves_pinfu(report: Begin) -> None:
    """WRC 6.5.1: neither seat nor prevailing wind."""
    assert says(report().south.holds("234m 67m 345s 789p 33z").ron("8m"), pinfu=1)


def test_pinfu_may_be_apart_from_tsumo(report: Begin) -> None:
    """If pinfu and tsumo do not combine, the two fu of the tsumo stay and pinfu is lost."""
    found = report("tenhou", scoring__pinfu_tsumo=False).south.holds("234m 67m 345s 789p 22p").tsumo("8m")
    assert says(found, menzen_tsumo=1)
    assert found.fu == 30


def test_iipeikou_needs_a_closed_hand(report: Begin) -> None:
    """WRC 6.5.1."""
    assert says(report().holds("223344m 999p 345s 1s").ron("1s"), iipeikou=1)
    assert report().holds("223344m 345s 1s").pon("999p").ron("1s") is None


def test_tanyao_open_and_closed(report: Begin) -> None:
    """WRC 6.5.1: "the hand can be open or closed"; TEN: open tanyao can be off."""
    assert says(report().holds("234m 567m 345s 666p 2p").ron("2p"), tanyao=1)
    opened = report().holds("234m 567m 345s 2p").pon("666p")
    assert says(opened.ron("2p"), tanyao=1)
    without = report("tenhou", scoring__open_tanyao=False)
    assert without.holds("234m 567m 345s 2p").pon("666p").ron("2p") is None
    assert says(without.holds("234m 567m 345s 666p 2p").ron("2p"), tanyao=1)


def test_yakuhai_seat_round_and_dragons_each_count(report: Begin) -> None:
    """WRC 6.5.1: a wind that is both scores twice."""
    rest = "234m 567m 345s 2p"
    assert says(report().east.in_round("E").holds(rest).pon("111z").ron("2p"), seat_wind=1, round_wind=1)
    assert says(report().west.in_round("S").holds(rest).pon("222z").ron("2p"), round_wind=1)
    assert says(report().west.in_round("S").holds(rest).pon("333z").ron("2p"), seat_wind=1)
    assert report().west.in_round("S").holds(rest).pon("444z").ron("2p") is None
    assert says(report().holds("234m 567m 2p").pon("555z").kakan("6666z").ron("2p"), haku=1, hatsu=1)
    assert says(report().holds(rest).daiminkan("7777z").ron("2p"), chun=1)


def test_last_tile_draw_and_claim(report: Begin) -> None:
    """WRC 6.5.1."""
    opened = report().holds("234m 567m 345s 2p").pon("999p").on_the_last_tile()
    assert says(opened.tsumo("2p"), haitei=1)
    assert says(opened.ron("2p"), houtei=1)


def test_rinshan_on_the_last_tile_is_not_haitei_too(report: Begin) -> None:
    """WRC 6.5.1, SAI 14."""
    hand = report().holds("234m 567m 345s 2p").daiminkan("9999p").after_a_kan()
    assert says(hand.tsumo("2p"), rinshan_kaihou=1)
    assert says(hand.on_the_last_tile().tsumo("2p"), rinshan_kaihou=1)
    both = report("tenhou", scoring__haitei_with_rinshan=True).holds("234m 567m 345s 2p").daiminkan("9999p")
    assert says(both.after_a_kan().on_the_last_tile().tsumo("2p"), rinshan_kaihou=1, haitei=1)


def test_chankan(report: Begin) -> None:
    """WRC 6.5.1: robbing a kong is scored as a win on a discard."""
    found = report().holds("34m 567m 345s 22p").pon("999p").robs_a_kan("2m")
    assert says(found, chankan=1)
    assert found.ron > 0


def test_seven_pairs_are_25_fu_whatever_they_are(report: Begin) -> None:
    """WRC 6.5.2; MJ scoring example 3: 1600, for East 2400."""
    tiles = "1133m 5588p 2244s 5z"
    found = report().south.holds(tiles).ron("5z")
    assert says(found, chiitoitsu=2)
    assert (found.fu, found.fu_items, found.ron) == (25, (("chiitoitsu", 25),), 1600)
    assert report().east.holds(tiles).ron("5z").ron == 2400
    assert report().south.holds("1111m 5588p 2244s 5z").ron("5z") is None
    alike = report("tenhou", scoring__chiitoitsu_alike=True).holds("1111m 5588p 2244s 5z")
    assert says(alike.ron("5z"), chiitoitsu=2)


def test_ittsuu_and_sanshoku_lose_a_han_when_open(report: Begin) -> None:
    """WRC 6.5.2."""
    assert says(report().holds("123456789s 345m 8p").ron("8p"), ittsuu=2)
    assert says(report().holds("123456789s 8p").chi("345m").ron("8p"), ittsuu=1)
    assert says(report().holds("234m 234p 234s 789s 9m").ron("9m"), sanshoku_doujun=2)
    assert says(report().holds("234m 234p 789s 9m").chi("234s").ron("9m"), sanshoku_doujun=1)


def test_chanta_and_junchan_need_a_chow(report: Begin) -> None:
    """WRC 6.5.2, 6.5.3; without a chow it is honroutou."""
    assert says(report().holds("123m 789p 99p 111s 44z").ron("9p"), chanta=2)
    assert says(report().holds("123m 789p 99p 44z").pon("111s").ron("9p"), chanta=1)
    assert says(report().holds("123m 789p 99p 111s 99m").ron("9p"), junchan=3)
    assert says(report().holds("123m 789p 99p 99m").pon("111s").ron("9p"), junchan=2)
    assert says(report().holds("111m 99p 44z").pon("111s").pon("999s").ron("9p"), honroutou=2, toitoi=2)


def test_honroutou_adds_to_toitoi_or_seven_pairs(report: Begin) -> None:
    """WRC 6.5.2."""
    assert says(report().holds("111m 99m 44z").pon("999p").pon("111s").ron("4z"), honroutou=2, toitoi=2)
    assert says(report().holds("1199m 1199p 11s 44z 5z").ron("5z"), honroutou=2, chiitoitsu=2)


def test_toitoi_and_the_sets_of_concealed_pungs(report: Begin) -> None:
    """WRC 6.5.2; a pung completed by ron is not concealed (6.3)."""
    assert says(report().holds("222m 666m 33s 88s").pon("999p").ron("3s"), toitoi=2)
    assert says(report().holds("222m 666m 33s 88s").pon("999p").tsumo("3s"), toitoi=2, sanankou=2)
    assert says(report().holds("222m 666m 333s 8s").pon("999p").ron("8s"), toitoi=2, sanankou=2)
    assert says(report().holds("222m 666m 34s 88s").ankan("9999p").ron("5s"), sanankou=2)


def test_sanshoku_doukou_open_differs(report: Begin) -> None:
    """WRC 6.5.2 and SAI 48: two han; MJ 4.2.2: one when open."""
    for name, open_han in (("wrc-2015", 2), ("saikouisen-2025", 2), ("riichi-mj", 1)):
        assert says(report(name).holds("222m 222p 34s 99s").pon("222s").ron("5s"), sanshoku_doukou=open_han)
        assert says(
            report(name).holds("222m 222p 222s 34s 99s").riichi().ron("5s"),
            riichi=1,
            sanshoku_doukou=2,
            sanankou=2,
        )


def test_sankantsu(report: Begin) -> None:
    """WRC 6.5.2."""
    hand = report().holds("34s 99s").kakan("2222m").daiminkan("8888p").ankan("3333p")
    assert says(hand.ron("5s"), sankantsu=2)


def test_shousangen_adds_to_its_dragons(report: Begin) -> None:
    """WRC 6.5.2."""
    hand = report().holds("34s 567m 77z").pon("555z").pon("666z")
    assert says(hand.ron("5s"), haku=1, hatsu=1, shousangen=2)


def test_ryanpeikou_replaces_iipeikou(report: Begin) -> None:
    """WRC 6.5.3; better than seven pairs."""
    assert says(report().holds("223344m 667788p 9s").ron("9s"), ryanpeikou=3)


def test_ryanpeikou_of_four_identical_chows_or_of_one_suit(report: Begin) -> None:
    """WRC 6.5.3 "distinct", so three pungs are worth more; REF "may be different"; TAB "in 2 different suits"."""
    identical = "22233334444m 99s"
    assert says(report("wrc-2015").south.holds(identical).ron("2m"), sanankou=2)
    assert says(report("reference-sheet").south.holds(identical).ron("2m"), ryanpeikou=3, pinfu=1)
    one_suit = "223344667788m 9s"
    assert says(report("wrc-2015").holds(one_suit).ron("9s"), ryanpeikou=3)
    assert says(report("scoring-tables").holds(one_suit).ron("9s"), chiitoitsu=2)


def test_honitsu_and_chinitsu_lose_a_han_when_open(report: Begin) -> None:
    """WRC 6.5.3, 6.5.5."""
    assert says(report().holds("123456m 888m 444z 9m").ron("9m"), honitsu=3)
    assert says(report().holds("123456m 888m 9m").pon("444z").ron("9m"), honitsu=2)
    assert says(report().holds("111345567888m 9m").ron("9m"), chinitsu=6)
    assert says(report().holds("345567888m 9m").pon("111m").ron("9m"), chinitsu=5)


def test_sanrenkou(report: Begin) -> None:
    """TAB yaku table: three pungs in a row in a suit, two han open or closed."""
    hand = report("scoring-tables").holds("222m 44z 67s").pon("333m").pon("444m")
    assert says(hand.ron("8s"), sanrenkou=2)
    assert report("wrc-2015").holds("222m 44z 67s").pon("333m").pon("444m").ron("8s") is None


def test_renhou_as_a_mangan_takes_nothing_else(report: Begin) -> None:
    """WRC 6.5.4, and 5.7.6: what is worth more without it is scored without it; TAB: a yakuman."""
    hand = report().south.in_the_first_turn()
    found = hand.holds("234m 67m 345s 789p 22p").indicators("1m").ron("8m")
    assert says(found, renhou=5)
    assert (found.limit, found.ron) == ("mangan", 8000)
    assert says(hand.holds("234m 567m 345s 999p 2p").ron("2p"), renhou=5)
    found = hand.holds("111345567888m 9m").ron("9m")
    assert says(found, chinitsu=6)
    assert found.ron == 12000
    plain = "234m 567m 345s 999p 2p"
    assert report("tenhou").south.in_the_first_turn().holds(plain).ron("2p") is None
    assert report().east.in_the_first_turn().holds(plain).ron("2p") is None
    assert report("scoring-tables").south.in_the_first_turn().holds(plain).ron("2p").yakuman == ("renhou",)
