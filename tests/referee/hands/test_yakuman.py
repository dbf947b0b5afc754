"""Yakuman, all of them made by hand, and how several of them count.

What differs between rulebooks: whether several add up, which count twice, counted yakuman, renhou (see ``test_yaku``),
daisharin, suurenkou, suuankou by ron on the pair, tenhou after a concealed kan.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    Begin = Callable[..., Any]

ORPHANS = "19m19p19s123456z"


@pytest.mark.parametrize(
    ("tiles", "tile", "name"),
    [
        (ORPHANS + "7z", "7z", "kokushi_musou_juusanmen"),
        (ORPHANS + "1z", "7z", "kokushi_musou"),
        ("1112345678999p", "5p", "junsei_chuuren_poutou"),
        ("1113345678999p", "2p", "chuuren_poutou"),
        ("223344666888s6z", "6z", "ryuuiisou"),
        ("22334466888s 66z", "2s", None),
        ("22334466888s 66z", "6z", "ryuuiisou"),
        ("111222333444m 5m", "5m", "suuankou_tanki"),
        ("1122334455667z", "7z", "tsuuiisou"),
    ],
)
def test_closed_yakuman_by_ron(report: Begin, tiles: str, tile: str, name: str | None) -> None:
    """WRC 6.5.6."""
    found = report("tenhou").south.holds(tiles).ron(tile)
    if name is None:
        assert found is None or not found.yakuman
    else:
        assert found.yakuman == (name,)
        assert (found.ron, found.limit, found.yaku, found.fu) == (32000, "yakuman", (), 0)
        assert report("tenhou").east.holds(tiles).tsumo(tile).from_other >= 16000


def test_nine_gates_waits_for_every_tile_of_its_suit(report: Begin) -> None:
    """WRC 6.5.6: completed on any tile; no kan, no other suit."""
    for number in range(1, 10):
        found = report("tenhou").holds("1112345678999s").ron(f"{number}s")
        assert found.yakuman == ("junsei_chuuren_poutou",)
    assert report("tenhou").holds("1112345678s").ankan("9999s").ron("8s").yakuman == ()


def test_kokushi_may_rob_a_concealed_kan(report: Begin) -> None:
    """WRC 6.5.1: who may rob is for the game to know; the hand scores as the yakuman it is."""
    assert report().south.holds(ORPHANS + "1z").robs_a_kan("7z").yakuman == ("kokushi_musou",)


def test_sets_of_dragons_and_winds(report: Begin) -> None:
    """WRC 6.5.6."""
    south = report("tenhou").south
    assert south.holds("34s 22m").pon("555z").daiminkan("6666z").pon("777z").ron("5s").yakuman == (
        "daisangen",
    )
    assert south.holds("34s 44z").pon("111z").pon("222z").kakan("3333z").ron("2s").yakuman == ("shousuushii",)
    assert south.holds("5m").pon("111z").pon("222z").kakan("3333z").pon("444z").ron("5m").yakuman == (
        "daisuushii",
    )


def test_all_terminals_all_honours_and_four_kans(report: Begin) -> None:
    """WRC 6.5.6."""
    south = report("tenhou").south
    assert south.holds("1m 999p").pon("111s").pon("999s").pon("999m").ron("1m").yakuman == ("chinroutou",)
    assert south.holds("4z 555z").pon("111z").pon("222z").pon("666z").ron("4z").yakuman == ("tsuuiisou",)
    kans = south.holds("5m").ankan("1111z").ankan("2222p").kakan("3333s").daiminkan("8888m")
    assert kans.ron("5m").yakuman == ("suukantsu",)


def test_four_concealed_pungs_by_tsumo_or_on_the_pair(report: Begin) -> None:
    """WRC 6.5.6; MJ scoring example 2; a concealed kan is one of them."""
    tiles = "222m 333p 66s 88s"
    hand = report().south.holds(tiles).ankan("4444p")
    assert hand.tsumo("8s").yakuman == ("suuankou",)
    found = hand.ron("8s")
    assert found.yakuman == ()
    assert dict(found.yaku) == {"tanyao": 1, "toitoi": 2, "sanankou": 2}
    pair = report().south.holds("222m 333p 666s 8s").ankan("4444p")
    assert pair.ron("8s").yakuman == ("suuankou_tanki",)
    assert pair.tsumo("8s").yakuman == ("suuankou_tanki",)
    only_tsumo = (
        report("scoring-tables", scoring__suuankou_ron=False).holds("222m 333p 666s 8s").ankan("4444p")
    )
    assert dict(only_tsumo.ron("8s").yaku) == {"tanyao": 1, "toitoi": 2, "sanankou": 2}
    assert only_tsumo.tsumo("8s").yakuman == ("suuankou_tanki",)


def test_wins_in_the_first_turn(report: Begin) -> None:
    """WRC 6.5.6: tenhou for the dealer, chiihou for the others, neither after a concealed kan."""
    hand = "234m 567m 345s 999p 2p"
    assert report().east.in_the_first_turn().holds(hand).tsumo("2p").yakuman == ("tenhou",)
    assert report().west.in_the_first_turn().holds(hand).tsumo("2p").yakuman == ("chiihou",)
    kan = "234m 567m 345s 2p"
    assert report().east.in_the_first_turn().holds(kan).ankan("9999p").tsumo("2p").yakuman == ()
    allowed = report("tenhou", scoring__first_turn_after_ankan=True).east.in_the_first_turn()
    assert allowed.holds(kan).ankan("9999p").tsumo("2p").yakuman == ("tenhou",)


def test_several_yakuman_add_up_or_do_not(report: Begin) -> None:
    """WRC 6.5 and MJ: one at most; SAI 47.2: up to four are printed, 128000; REF: they add, and stars count."""

    def all_four(name: str) -> Any:
        return (
            report(name)
            .south.holds("7z")
            .ankan("1111z")
            .ankan("2222z")
            .ankan("3333z")
            .ankan("4444z")
            .ron("7z")
        )

    names = {"suuankou_tanki", "suukantsu", "tsuuiisou", "daisuushii"}
    for name, counted in (
        ("wrc-2015", 1),
        ("riichi-mj", 1),
        ("saikouisen-2025", 4),
        ("tenhou", 4),
        ("reference-sheet", 5),
    ):
        found = all_four(name)
        assert set(found.yakuman) == names
        assert (found.yakuman_counted, found.ron) == (counted, 32000 * counted), name
    assert all_four("reference-sheet").yakuman.count("suuankou_tanki") == 2


def test_what_counts_twice_in_the_reference_sheet(report: Begin) -> None:
    """REF: suuankou tanki, kokushi 13-wait, junsei chuuren; daisuushii does not."""
    south = report("reference-sheet").south
    for tiles, tile in ((ORPHANS + "7z", "7z"), ("1112345678999p", "5p"), ("111222333444m 5m", "5m")):
        assert south.holds(tiles).ron(tile).ron == 64000
    for tiles, tile in ((ORPHANS + "1z", "7z"), ("1113345678999p", "2p")):
        assert south.holds(tiles).ron(tile).ron == 32000
    assert south.holds("5m").pon("111z").pon("222z").kakan("3333z").pon("444z").ron("5m").ron == 32000


def test_counted_yakuman(report: Begin) -> None:
    """WRC 6.1: only a sanbaiman; TAB, REF: 13 han and more are a yakuman, never two."""

    def hand(name: str, dora: str) -> Any:
        return report(name).south.holds("111345567888m 9m").riichi(ippatsu=True).indicators(dora).tsumo("9m")

    assert (hand("wrc-2015", "7m7m").han, hand("wrc-2015", "7m7m").limit) == (15, "sanbaiman")
    found = hand("tenhou", "7m7m")
    assert (found.limit, found.points, found.yakuman, found.yakuman_counted) == ("yakuman", 32000, (), 1)
    assert hand("tenhou", "7m7m7m7m7m").points == 32000
    assert hand("tenhou", "7m").limit == "sanbaiman"


def test_daisharin_where_it_is_played(report: Begin) -> None:
    """MJ 4.2.6: optional; pin only, or its like in the other suits."""

    def wheel(suit: str, **settings: object) -> Any:
        return report("riichi-mj", **settings).south.holds(f"2233445566778{suit}").ron(f"8{suit}").yakuman

    assert wheel("p") == ()
    assert wheel("p", scoring__daisharin=True) == ("daisharin",)
    assert wheel("s", scoring__daisharin=True) == ()
    every = {"scoring__daisharin": True, "scoring__daisharin_every_suit": True}
    assert (wheel("s", **every), wheel("m", **every)) == (("daichikurin",), ("daisuurin",))


def test_suurenkou(report: Begin) -> None:
    """TAB yaku table: four pungs in a row in a suit, open or closed."""
    hand = report("scoring-tables").south.holds("5z 222m").pon("333m").pon("444m").pon("555m")
    assert hand.ron("5z").yakuman == ("suurenkou",)
    gap = report("scoring-tables").south.holds("5z 222m").pon("333m").pon("444m").pon("666m")
    assert dict(gap.ron("5z").yaku) == {"honitsu": 2, "toitoi": 2, "sanrenkou": 2}


def test_the_best_reading_is_the_one_with_most_yakuman(report: Begin) -> None:
    """WRC 6: seven pairs of honours, or ryuuiisou read as pungs and so suuankou too."""
    found = report("tenhou").south.holds("222333444s 666z 8s").tsumo("8s")
    assert found.yakuman == ("suuankou_tanki", "ryuuiisou")
