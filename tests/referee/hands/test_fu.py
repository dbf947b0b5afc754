"""Fu item by item, dora, a winning tile not kept apart, and invalid hands.

What differs between rulebooks: the pair of a double wind, fu of an open hand without any, 1920 as a mangan, red fives,
kan dora and their ura, what an unclear winning tile costs.
"""

import pytest

from tests.referee.hands.conftest import report


@pytest.mark.parametrize(
    ("group", "fu"),
    [
        ("pon 222p", 2), ("pon 999p", 4), ("pon 444z", 4), ("pon 555z", 4),
        ("ankou 222p", 4), ("ankou 999p", 8), ("ankou 444z", 8), ("ankou 555z", 8),
        ("daiminkan 2222p", 8), ("kakan 2222p", 8), ("daiminkan 9999p", 16), ("kakan 5555z", 16),
        ("ankan 2222p", 16), ("ankan 9999p", 32), ("ankan 4444z", 32), ("ankan 5555z", 32),
    ],
)  # fmt: skip
def test_groups(group: str, fu: int) -> None:
    """WRC 6.3, MJ 4.1.1, SAI 49.1(5)."""
    kind, tiles = group.split()
    hand = report("tenhou").south
    rest = "67m 345s 44s 456m"
    hand = hand.holds(rest + tiles) if kind == "ankou" else getattr(hand.holds(rest), kind)(tiles)
    found = hand.on_the_last_tile().tsumo("8m")
    name = {"pon": "minkou", "daiminkan": "minkan", "kakan": "minkan"}.get(kind, kind)
    assert dict(found.fu_items) == {"base": 20, "tsumo": 2, f"{name} {tiles[0]}{tiles[-1]}": fu}
    assert found.fu == -(-(22 + fu) // 10) * 10


@pytest.mark.parametrize(
    ("tiles", "tile", "items"),
    [
        ("234m 67m 345s 789p 22p", "8m", {}),
        ("456m 12m 345s 789p 22p", "3m", {"edge_wait": 2}),
        ("234m 89m 345s 789p 22p", "7m", {"edge_wait": 2}),
        ("234m 57m 345s 789p 22p", "6m", {"closed_wait": 2}),
        ("234m 567m 345s 789p 2p", "2p", {"pair_wait": 2}),
        ("234m 567m 345s 22p 99p", "9p", {"minkou 9p": 4}),
        ("234m 567m 345s 55z 99p", "9p", {"minkou 9p": 4, "pair 5z": 2}),
        ("234m 567m 345s 22z 99p", "9p", {"minkou 9p": 4, "pair 2z": 2}),
        ("234m 567m 345s 33z 99p", "9p", {"minkou 9p": 4}),
    ],
)
def test_waits_and_pairs_of_a_closed_ron(tiles: str, tile: str, items: dict[str, int]) -> None:
    """WRC 6.3: South in the East round."""
    found = report().south.holds(tiles).riichi().ron(tile)
    assert dict(found.fu_items) == {"base": 20, "closed_ron": 10, **items}


def test_pair_of_the_wind_that_is_seat_and_round() -> None:
    """WRC 6.3, MJ 4.1.1: 4; SAI 49.1(5): 2."""
    for name, fu in (("wrc-2015", 4), ("riichi-mj", 4), ("saikouisen-2025", 2)):
        found = report(name).east.holds("234m 567m 345s 11z 67p").riichi().ron("8p")
        assert dict(found.fu_items) == {"base": 20, "closed_ron": 10, "pair 1z": fu}


def test_an_open_hand_without_fu() -> None:
    """WRC 6.3, MJ 4.1.1 and scoring example 1: open pinfu, 30 fu, 2000 with one dora."""
    hand = report("riichi-mj").south.holds("123456s 66p 78s").chi("345m").indicators("2m")
    found = hand.ron("9s")
    assert dict(found.fu_items) == {"base": 20, "open_pinfu": 2}
    assert (found.fu, found.han, found.ron) == (30, 2, 2000)
    assert dict(hand.tsumo("9s").fu_items) == {"base": 20, "tsumo": 2}
    bare = report("tenhou", scoring__open_least_fu=20).south.holds("123456s 66p 78s").chi("345m")
    assert bare.ron("9s").fu == 20


def test_dora_count_for_each_indicator_and_are_no_yaku() -> None:
    """WRC 6.4: two equal indicators and a pung are six han."""
    hand = report().south.holds("234m 567m 345s 999p 2p")
    assert hand.indicators("8p8p").ron("2p") is None
    found = hand.riichi().indicators("8p8p").ron("2p")
    assert dict(found.yaku) == {"riichi": 1, "dora": 6}
    found = hand.riichi().indicators("1m", "9m7z").ron("2p")
    assert dict(found.yaku) == {"riichi": 1, "dora": 1}


def test_ura_dora_need_riichi() -> None:
    """WRC 6.4."""
    hand = report().south.holds("234m 567m 345s 666p 2p").indicators("1z", "5p")
    assert dict(hand.ron("2p").yaku) == {"tanyao": 1}
    assert dict(hand.riichi().ron("2p").yaku) == {"riichi": 1, "tanyao": 1, "ura_dora": 3}
    plain = report("tenhou", scoring__kan_ura_dora=False).south.holds("234m 567m 345s 666p 2p").riichi()
    assert dict(plain.indicators("1z1z", "2z5p").ron("2p").yaku) == {"riichi": 1, "tanyao": 1}
    assert dict(plain.indicators("1z5p", "2z2z").ron("2p").yaku) == {"riichi": 1, "tanyao": 1, "dora": 3}


def test_a_red_five_counts_where_there_are_any() -> None:
    """MJ 1.3; WRC 3.3: none, a red tile is then a five like the others."""
    tiles = "234m 067m 345s 666p 2p"
    assert dict(report("riichi-mj").holds(tiles).ron("2p").yaku) == {"tanyao": 1, "aka_dora": 1}
    assert dict(report("wrc-2015").holds(tiles).ron("2p").yaku) == {"tanyao": 1}
    both = report("riichi-mj").holds("234m 67m 345s 22p").pon("666p").indicators("4m")
    assert dict(both.ron("0m").yaku) == {"tanyao": 1, "dora": 1, "aka_dora": 1}


def test_a_winning_tile_mixed_in() -> None:
    """WRC 5.6: no fu of a wait and no pinfu; SAI 45.5: no win, but tenhou; MJ 3.3.12 only asks for it."""
    pinfu, closed = "234m 67m 345s 789p 22p", "234m 57m 345s 789p 22p"
    found = report().south.holds(pinfu).tile_mixed_in().tsumo("8m")
    assert (dict(found.yaku), dict(found.fu_items)) == ({"menzen_tsumo": 1}, {"base": 20, "tsumo": 2})
    assert dict(report().south.holds(closed).tile_mixed_in().tsumo("6m").fu_items) == {"base": 20, "tsumo": 2}
    assert "pinfu" in dict(report("riichi-mj").south.holds(pinfu).tile_mixed_in().tsumo("8m").yaku)
    saikouisen = report("saikouisen-2025")
    assert saikouisen.south.holds(pinfu).tile_mixed_in().tsumo("8m") is None
    assert saikouisen.east.holds(pinfu).in_the_first_turn().tile_mixed_in().tsumo("8m").yakuman == ("tenhou",)
    after_a_kan = saikouisen.east.holds("67m 345s 789p 22p").ankan("1111m").in_the_first_turn()
    assert after_a_kan.tile_mixed_in().tsumo("8m") is None  # no tenhou any more (SAI 48), so no exception
    assert after_a_kan.tsumo("8m").yakuman == ()
    thirteen = report("wrc-2015").south.holds("19m19p19s1234567z").tile_mixed_in().tsumo("1z")
    assert thirteen.yakuman == ("kokushi_musou",)


def test_what_has_no_shape_or_no_yaku_scores_nothing() -> None:
    """WRC 2.2, 5.2."""
    assert report().holds("234m 567m 345s 999p 2p").ron("3p") is None
    assert report().holds("234m 567m 345s 2p").pon("999p").indicators("8p").ron("2p") is None
    assert report().holds("19m19p19s123456z 5m").ron("7z") is None


@pytest.mark.parametrize(
    ("tiles", "meld", "reason"),
    [
        ("234m", "", "3 concealed tiles and 0 melds"),
        ("234m 567m 345s 999p 2p", "pon 111z", "13 concealed tiles and 1 melds"),
        ("234m 567m 345s 999p ?", "", "is not known"),
        ("222m 567m 345s 999p 2m", "", "five tiles of a kind"),
        ("234m 567m 345s 2p", "chi 135m", "not a chi"),
        ("234m 567m 345s 2p", "chi 891m", "not a chi"),
        ("234m 567m 345s 2p", "chi 123z", "not a chi"),
        ("234m 567m 345s 2p", "pon 112z", "not a pon"),
        ("234m 567m 345s 2p", "ankan 111z", "not a ankan"),
        ("234m 567m 345s 2p", "pon ???", "not a pon"),
    ],
)
def test_what_cannot_be_a_hand_is_refused(tiles: str, meld: str, reason: str) -> None:
    hand = report().holds(tiles)
    if meld:
        kind, text = meld.split()
        hand = getattr(hand, kind)(text)
    with pytest.raises(ValueError, match=reason):
        hand.ron("2m" if "222m" in tiles else "2p")
