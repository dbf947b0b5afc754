"""The cutting of a corner into melds; the oracle is how the simulation laid its tables."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest

from bench.stages.random_tables import random_table
from referee.tiles import KIND
from simulation.world.places import Lie
from simulation.world.world import World, full_set
from vision.geometry import STANDARD_TILE, TileSize, to_chair
from vision.melds import LaidTile, RowPlace, being_made, is_whole, melds_of

SMALL = TileSize.from_mapping({"length": 24.0})
LARGE = TileSize.from_mapping({"length": 37.0, "width": 28.0})
GAP_MM = 6.0


def row(
    text: str, size: TileSize = STANDARD_TILE, kinds: Sequence[int] = (), torn_mm: float = 0.0
) -> list[LaidTile]:
    """Tiles side by side: ``u`` upright, ``s`` sideways, ``a`` with one added, ``-`` a back, a space a gap between melds.

    A ``_`` is a gap of ``torn_mm``; ``kinds`` are the faces' kinds from left to right.
    """
    laid, x, faces = [], 0.0, iter(kinds)
    for char in text:
        if char in " _":
            x += GAP_MM if char == " " else torn_mm
            continue
        wide = size.along(sideways=char in "sa")
        kind = None if char == "-" else next(faces, None)
        laid.append(LaidTile(x + wide / 2, 0.0, char in "sa", char == "-", kind))
        if char == "a":
            laid.append(LaidTile(x + wide / 2, -size.width, sideways=True))
        x += wide
    return laid


def notation(laid: list[LaidTile], size: TileSize = STANDARD_TILE) -> str:
    """The melds in the notation of ``row``; ``?`` follows one that is not whole."""

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
    assert notation(row(text, size), size) == text


@pytest.mark.parametrize(
    ("touching", "melds"),
    [("suuusu", "suu usu"), ("-uu-suu", "-uu- suu"), ("uau-uu-", "uau -uu-"), ("suu-uu-uus", "suu -uu- uus")],
)
def test_melds_that_touch_are_cut(touching: str, melds: str) -> None:
    assert notation(row(touching)) == melds


@pytest.mark.parametrize("text", ["uu", "su", "-u", "u- suu", "uu suu", "suu-u", "u suu"])
def test_a_corner_with_a_tile_not_seen_is_not_whole(text: str) -> None:
    assert "?" in notation(row(text))


@pytest.mark.parametrize("size", [SMALL, STANDARD_TILE, LARGE], ids=["24 mm", "28 mm", "37 mm"])
@pytest.mark.parametrize("torn_mm", [3.6, 4.0, 4.5, 5.0])
@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("su_u", (4, 4, 4)),
        ("s_uu", (4, 5, 6)),
        ("s_u_u", (4, 5, 6)),
        ("uu_a", (30, 30, 30)),
        ("-_uu-", (7, 7)),
        ("-u_u_-", (7, 7)),
        ("su_uu", (7, 7, 7, 7)),
        ("suu s_uu usu", (4, 4, 4, 5, 6, 7, 30, 30, 30)),
        ("suuus_u uus", (4, 4, 4, 30, 30, 30, 9, 9, 9)),
        ("u_su", ()),
    ],
)
def test_a_meld_with_a_gap_within_is_joined(
    text: str, kinds: tuple[int, ...], torn_mm: float, size: TileSize
) -> None:
    laid = row(text, size, kinds, torn_mm * size.scale)
    # Where melds touch, they are cut.
    assert notation(laid, size) == text.replace("_", "").replace("suuusu", "suu usu")


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("suu u", (4, 4, 4, 4)),  # the rest of the older meld is not seen, or it is the fourth tile of a kan
        ("u suu", (4, 4, 4, 4)),
        ("suuu us", (4, 4, 4, 4, 30, 30)),  # the pon's third tile is not seen
        ("suu_u", (4, 4, 4, 9)),
        ("s_uu", (4, 4, 9)),
    ],
)
def test_tiles_that_make_no_meld_together_are_not_joined(text: str, kinds: tuple[int, ...]) -> None:
    assert "?" in notation(row(text, kinds=kinds, torn_mm=4.5))


@pytest.mark.parametrize("text", ["uuu", "uuuu", "suus", "ssu", "uu-", "auuu"])
def test_what_has_not_one_tile_across_is_no_open_meld(text: str) -> None:
    assert "?" in notation(row(text))


def test_a_tile_that_touches_a_pon_makes_no_kan_of_it() -> None:
    assert notation(row("suuu", kinds=(4, 4, 4, 4))) == "suuu"
    assert notation(row("suuu", kinds=(4, 4, 4, 9))) == "suu u?"
    assert notation(row("usuu", kinds=(9, 4, 4, 4))) == "u? suu"


def test_a_meld_of_wrong_tiles_is_whole() -> None:
    """The referee finds that the tiles are wrong, so they must be reported."""
    assert notation(row("suu", kinds=(4, 4, 9))) == "suu"
    assert notation(row("-uu-", kinds=(4, 9))) == "-uu-"
    assert notation(row("suuu", kinds=(4, 9, 4, 4))) == "suuu"


@pytest.mark.parametrize(
    ("text", "two"),
    [
        ("uu", (0, 1)),
        ("uu suu", (0, 1)),
        ("uu usu -uu-", (0, 1)),
        ("u     u suu", (0, 1)),
        ("suu uu", ()),
        ("u suu", ()),
        ("su", ()),
        ("u-", ()),
        ("uuu", ()),
        ("uu uu", ()),
        ("u      u suu", ()),
        ("suu", ()),
    ],
)
def test_a_meld_that_is_being_made(text: str, two: tuple[int, ...]) -> None:
    laid = [LaidTile(one.x, one.y, one.sideways, one.back, 4) for one in row(text)]
    assert being_made(laid, STANDARD_TILE) == two


@pytest.mark.parametrize(
    ("kinds", "may"),
    [((3, 4), True), ((5, 3), True), ((3, 6), False), ((8, 9), False), ((31, 31), True), ((27, 28), False)],
)
def test_only_tiles_of_a_triplet_or_a_sequence_are_part_of_a_meld(kinds: tuple[int, int], may: bool) -> None:
    laid = [
        LaidTile(one.x, one.y, one.sideways, one.back, kind)
        for one, kind in zip(row("uu"), kinds, strict=True)
    ]
    assert bool(being_made(laid, STANDARD_TILE)) == may


@pytest.mark.parametrize("seed", range(40))
def test_melds_of_random_tables(seed: int) -> None:
    """Tiles lie up to 0.8 mm off along the row and 2 mm across it, so gaps within a meld reach 1.6 mm."""
    random = np.random.default_rng([seed, 11])
    corners = random_corners(seed)
    for laid in corners:
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


def random_corners(seed: int, *, legal_melds: bool = False) -> list[list[LaidTile]]:
    """The tiles in the corners of a random table, each in its chair's frame."""
    world = World()
    random_table(world, np.random.default_rng([seed, 5]), legal_melds=legal_melds)
    assert sorted(tile.face for tile in world.on_table()) == sorted(full_set())
    corners: dict[int, list[LaidTile]] = defaultdict(list)
    for tile in world.tiles:
        if tile.place and tile.zone and tile.zone.kind == "meld":
            chair = tile.zone.chair
            x, y = to_chair(chair, tile.place.x_mm, tile.place.y_mm)
            sideways = (round(tile.place.angle_deg / 90) - chair) % 2 == 1
            back = tile.place.lie is Lie.FACE_DOWN
            corners[chair].append(LaidTile(x, y, sideways, back, None if back else KIND[tile.face]))
    return list(corners.values())


@pytest.mark.parametrize("seed", range(20))
def test_tiles_of_legal_melds_go_together(seed: int) -> None:
    """Of a kind, or a sequence of one suit (WRC 5.4)."""
    for laid in random_corners(seed, legal_melds=True):
        for meld in melds_of(laid, STANDARD_TILE):
            kinds = sorted(
                kind for place in meld for index in place.tiles if (kind := laid[index].kind) is not None
            )
            low = kinds[0]
            assert kinds in ([low] * len(kinds), [low, low + 1, low + 2])
            assert low == kinds[-1] or (low < 27 and low // 9 == kinds[-1] // 9)


def tiles_of(melds: list[list[RowPlace]]) -> list[list[tuple[int, ...]]]:
    return [[place.tiles for place in meld] for meld in melds]
