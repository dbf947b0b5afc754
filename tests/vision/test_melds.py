"""How a corner is cut into melds; the oracle is how the simulation laid its tables."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

import numpy as np
import pytest

from bench.stages.random_tables import random_table
from referee.tiles import KIND
from table_controller.simulation.world.places import Lie
from table_controller.simulation.world.world import World
from vision.geometry import STANDARD_TILE, TileSize, to_chair
from vision.melds import LaidTile, RowPlace, is_whole, melds_of

SMALL = TileSize.from_mapping({"length": 24.0})
LARGE = TileSize.from_mapping({"length": 37.0, "width": 28.0})
GAP_MM = 6.0


def row(text: str, size: TileSize = STANDARD_TILE) -> list[LaidTile]:
    """Tiles side by side: ``u`` upright, ``s`` sideways, ``a`` with one added, ``-`` a back, a space a gap between melds."""
    laid, x = [], 0.0
    for char in text:
        if char == " ":
            x += GAP_MM
            continue
        wide = size.along(sideways=char in "sa")
        laid.append(LaidTile(x + wide / 2, 0.0, char in "sa", char == "-"))
        if char == "a":
            laid.append(LaidTile(x + wide / 2, -size.width, sideways=True))
        x += wide
    return laid


def said(laid: list[LaidTile], size: TileSize = STANDARD_TILE) -> str:
    """The melds as ``row`` takes them; ``?`` follows one that is not whole."""

    def one(tile: LaidTile, *, added: bool) -> str:
        return "-" if tile.back else "a" if added else "s" if tile.sideways else "u"

    return " ".join(
        "".join(one(laid[place.tile], added=place.added is not None) for place in meld)
        + ("" if is_whole(meld, laid) else "?")
        for meld in melds_of(laid, size)
    )


@pytest.mark.parametrize("size", [SMALL, STANDARD_TILE, LARGE], ids=["24 mm", "28 mm", "37 mm"])
@pytest.mark.parametrize("text", ["suu", "usu uus", "-uu- suuu", "uau uus suu -uu-", "auu"])
def test_melds_with_gaps_between_them(text: str, size: TileSize) -> None:
    assert said(row(text, size), size) == text


@pytest.mark.parametrize(
    ("touching", "melds"),
    [("suuusu", "suu usu"), ("-uu-suu", "-uu- suu"), ("uau-uu-", "uau -uu-"), ("suu-uu-uus", "suu -uu- uus")],
)
def test_melds_that_touch_are_cut(touching: str, melds: str) -> None:
    assert said(row(touching)) == melds


@pytest.mark.parametrize("text", ["uu", "su", "-u", "u- suu", "uu suu", "suu-u", "u suu"])
def test_a_corner_with_a_tile_not_seen_is_not_whole(text: str) -> None:
    assert "?" in said(row(text))


@pytest.mark.parametrize("seed", range(40))
def test_melds_of_random_tables(seed: int) -> None:
    """Tiles lie up to 0.8 mm off along the row and 2 mm across it, so that gaps of one meld reach 1.6 mm."""
    world, random = World(), np.random.default_rng([seed, 11])
    random_table(world, np.random.default_rng([seed, 5]))
    corners: dict[int, list[LaidTile]] = defaultdict(list)
    for tile in world.tiles:
        if tile.place and tile.zone and tile.zone.kind == "meld":
            chair = tile.zone.chair
            x, y = to_chair(chair, tile.place.x_mm, tile.place.y_mm)
            sideways = (round(tile.place.angle_deg / 90) - chair) % 2 == 1
            back = tile.place.lie is Lie.FACE_DOWN
            corners[chair].append(LaidTile(x, y, sideways, back, None if back else KIND[tile.face]))
    for laid in corners.values():
        exact = melds_of(laid, STANDARD_TILE)
        edges = [place for meld in exact for place in meld]
        gaps = [after.left - before.right > GAP_MM / 2 for before, after in pairwise(edges)]
        assert sum(gaps) + 1 == len(exact)
        assert all(is_whole(meld, laid) for meld in exact)
        moved = [
            LaidTile(
                one.x + random.uniform(-0.8, 0.8),
                one.y + random.uniform(-2, 2),
                one.sideways,
                one.back,
                one.kind,
            )
            for one in laid
        ]
        assert tiles_of(melds_of(moved, STANDARD_TILE)) == tiles_of(exact)


def tiles_of(melds: list[list[RowPlace]]) -> list[list[tuple[int, ...]]]:
    return [[place.tiles for place in meld] for meld in melds]
