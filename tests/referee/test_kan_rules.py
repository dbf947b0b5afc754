"""Kans: replacement tiles, indicators, robbing, the fifth kan, kans in riichi (WRC 5.4.6-9, 6.4; MJ 3.3.5-10; SAI 43)."""

from typing import Any

import pytest

from referee.game import events
from referee.game import observations as seen
from referee.tiles import parse_tiles
from tests.referee.conftest import Table


def test_a_concealed_kan_draws_from_the_dead_wall(table: Table) -> None:
    table.east.draws().east.ankan("1111m").turns_indicator("2z").east.draws()
    assert table.state.live == 68
    assert table.state.rinshan
    assert table.state.seats[0].concealed == 11
    assert table.state.indicators == parse_tiles("1z2z")
    table.east.discards("9p")
    assert table.fouls == []


def test_the_red_five_may_be_among_the_hidden_tiles() -> None:
    table = Table("riichi-mj").deals().east.draws().east.ankan("?55m?")
    assert table.state.seats[0].melds[0].tiles == parse_tiles("5550m")


def test_an_added_kan_keeps_the_place_of_its_pon(table: Table) -> None:
    table.east.turn("5p").west.pon("55p").west.discards("1z").goes_round("2z", "3z", "4z")
    table.west.draws().west.kakan("0p")
    meld = table.state.seats[2].melds[0]
    assert (meld.kind, meld.source, meld.added) == ("kakan", 0, parse_tiles("0p")[0])
    assert len(table.state.seats[2].melds) == 1


def test_an_indicator_without_a_kan(table: Table) -> None:
    """Until a judge has ruled, it stays there and is read again (SAI 25); nobody turns it a second time."""
    table.east.draws().turns_indicator("5s").east.discards("9p").south.draws().turns_indicator("5s")
    assert table.fouls == [("indicator_without_kan", 0)]
    assert table.state.indicators == parse_tiles("1z")


def test_the_same_indicator_reported_again_changes_nothing(table: Table) -> None:
    before = table.state
    table.turns_indicator("1z")
    assert table.state == before


def test_ippatsu_ends_with_a_kan_that_stands(table: Table) -> None:
    table.east.draws().east.riichi("9p").south.draws().south.ankan("1111m").turns_indicator("2z")
    assert table.state.seats[0].ippatsu
    table.south.draws()
    assert not table.state.seats[0].ippatsu


def test_what_is_proven_later_names_the_act(table: Table) -> None:
    """WRC 7.2: the kan and the riichi are the fouls, not the opening of the hand that proves them."""
    table.east.draws()
    table.sees(seen.CallHeard(seat=0, call="riichi", source="word")).east.discards("9p")
    table.sees(seen.StickLaid(seat=0)).goes_round("1z", "2z", "3z").east.draws("3m")
    table.sees(seen.MeldShown(seat=0, kind="ankan", tiles=parse_tiles("3333m"), source="kan"))
    table.turns_indicator("2z").east.draws("6m")
    table.sees(seen.TilesShown(seat=0, tiles=parse_tiles("45m234p234s55z"), winning=5, source="hand"))
    table.sees(seen.HandClosed(source="set"))
    found = [event for event in table.events if isinstance(event, events.FoulFound)]
    assert [(foul.rule, foul.evidence) for foul in found] == [("riichi_kan", ("kan", "set"))]


def test_a_noten_riichi_names_the_word() -> None:
    """WRC 5.7.2, 7.2."""
    table = Table("wrc-2015").deals().east.draws()
    table.sees(seen.CallHeard(seat=0, call="riichi", source="word")).east.discards("9p")
    table.sees(seen.StickLaid(seat=0)).runs_out()
    for player in table.players[1:]:
        player.noten()
    table.east.tenpai("123m456m789p1235z").sees(seen.HandClosed(source="set"))
    found = [event for event in table.events if isinstance(event, events.FoulFound)]
    assert [(foul.rule, foul.evidence) for foul in found] == [("noten_riichi", ("word", "set"))]


def test_four_kans_by_one_player_do_not_abort() -> None:
    table = Table("riichi-mj").deals().east.draws()
    for names in ("1111z", "2222z", "3333z", "4444z"):
        table.east.ankan(names).turns_indicator("9s").east.draws()
    table.east.discards("1m").closes()
    assert table.fouls == [("hand_not_over", 0)]


@pytest.mark.parametrize(("back", "dora"), [(True, 0), (False, 1)])
def test_the_indicator_of_a_robbed_kan_is_turned_back(back: bool, dora: int) -> None:
    """WRC 6.4: "there is no kan dora indicator for the robbed kong"."""
    table = Table("wrc-2015", calls__robbed_indicator_back=back).deals(indicator="9m")
    table.east.turn("5p").west.pon("55p").west.discards("1z").goes_round("2z", "3z", "4z")
    table.west.draws().west.kakan("5p").turns_indicator("4p").north.ron("234m67p234678s22z").closes()
    yaku = dict(table.result.wins[0].yaku)
    assert yaku["chankan"] == 1
    assert yaku.get("dora", 0) == dora


@pytest.mark.parametrize(
    ("ruleset", "overrides", "legal"),
    [
        ("jpml-a", {}, False),
        ("jpml-a", {"calls__riichi_ankan": "same_combinations"}, True),
        ("m-league", {}, True),
        ("saikouisen-2025", {}, True),
        ("saikouisen-2025", {"calls__riichi_ankan": "same_yaku"}, False),
    ],
)
@pytest.mark.parametrize("end", ["draw", "win"])
def test_a_kan_in_riichi_that_loses_nine_gates(
    ruleset: str, overrides: dict[str, Any], legal: bool, end: str
) -> None:
    """JPMLA: no yaku may be lost; SAI 43.11: yaku do not matter. Waits and groups stay: 1-1-1, 2-2, 3-4-5, 7-8, 9-9-9, the 6."""
    table = Table(ruleset, **overrides).deals()
    table.east.draws().east.riichi("9p").goes_round("1z", "2z", "3z").east.draws("1m")
    table.east.ankan("1111m")
    if table.state.ruleset.scoring.kan_dora:
        table.turns_indicator("4z")
    table.east.draws().east.discards("9s")
    if end == "draw" or table.state.ruleset.fouls.riichi_kan_judged == "draw":
        table.runs_out().east.tenpai("2234578999m").closes()
    else:
        table.south.draws().south.discards("6m").east.ron("2234578999m").closes()
    assert table.fouls == ([] if legal else [("riichi_kan", 0)])
    assert (table.result.result == "chombo") is not legal


def test_a_kan_in_riichi_that_loses_no_yaku() -> None:
    """JPMLA: three concealed pungs still count when one becomes a kan, and dragons stay dragons."""
    table = Table("jpml-a").deals()
    table.east.draws().east.riichi("9p").goes_round("1z", "2z", "3z").east.draws("5z")
    table.east.ankan("5555z").east.draws().east.discards("9s")
    table.south.draws().south.discards("4p").east.ron("111m444s23p55p").closes()
    assert table.fouls == []
    assert {"haku", "sanankou"} <= dict(table.result.wins[0].yaku).keys()
