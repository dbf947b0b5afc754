"""EMA Riichi rules 2025: the examples of a concealed kan in riichi (6.7.1), as public projects quote them."""

import pytest

from referee.game import events
from referee.tiles import parse_tiles, tile_names
from tests.referee.conftest import Table


@pytest.mark.parametrize(
    ("hand", "kan", "legal"),
    [
        ("33m67m234p3333s45s", "6s", False),  # 1: four of a kind in the hand, but another tile was drawn
        ("234m222p3p234s789s", "2p", False),  # 2: the waits change
        ("666m8m999m567p111s", "6m", False),  # 3: the three could be part of a chow
        ("666m8m999m567p111s", "9m", False),  # 3: so could these
        ("666m8m999m567p111s", "1s", True),  # 3: these are a pung in every reading
        ("1234m444p555p666p", "4p", False),  # 4: three consecutive pungs
    ],
)
def test_6_7_1_a_concealed_kan_in_riichi(hand: str, kan: str, legal: bool) -> None:
    table = Table("ema-2025").deals(east=hand).east.draws("9p").east.riichi("9p").goes_round("1z", "2z", "3z")
    table.east.draws(kan)
    tiles = "3333s" if hand.count("3333") else kan[0] * 4 + kan[1]
    table.east.ankan(tiles).turns_indicator("4z").east.draws("9s").east.discards("9s")
    held = list(parse_tiles(hand + kan))
    for tile in parse_tiles(tiles):
        held.remove(tile)
    table.runs_out()
    table.east.tenpai("".join(tile_names(held))).closes()
    found = [
        (each.rule, each.seat, each.section) for each in table.events if isinstance(each, events.FoulFound)
    ]
    assert found == ([] if legal else [("riichi_kan", 0, "EMA25 6.7.1")])
