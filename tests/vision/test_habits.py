"""Unusual habits of people: rows of a pond of any length, melds off their corner, walls built by hand."""

from dataclasses import replace
from functools import partial
from itertools import combinations, pairwise, product
from typing import cast

import numpy as np
import pytest

from bench.film.evening import CIRCUMSTANCES, OFF_CORNER_MM, ROW_TILES
from bench.film.filmed import Scene
from bench.stages.hand_built import HandBuilt
from simulation.camera.tables import TABLES
from simulation.world.gestures import INWARDS, MachinePort, Pace, Player
from simulation.world.places import Lie, TilePlace, WallSpot, is_sideways
from simulation.world.world import TILES_IN_SET, World
from tests.vision.circumstances_stage import overlap_mm2
from vision.geometry import to_chair
from vision.zones import CHAIRS, EACH_CHAIR, ZoneId

HANDS = 20
DISCARDS = 18
STACKS = 17
SPOTS = [
    WallSpot(chair, stack, level) for chair in EACH_CHAIR for stack in range(STACKS) for level in range(2)
]


class Nothing:
    """A machine that feels nothing."""


def a_player(name: str, world: World, chair: int, seed: int) -> Player:
    care = CIRCUMSTANCES[name](Scene()).care
    machine = cast("MachinePort", Nothing())
    return Player(chair, world, machine, rng=np.random.default_rng(seed), pace=Pace(), care=care)


def discard(player: Player, *, riichi: int) -> list[TilePlace]:
    first = 50 * player.chair
    for number, tile in enumerate(player.world.tiles[first : first + DISCARDS]):
        player.world.put(tile, ZoneId("pond", player.chair), player.pond_place(sideways=number == riichi))
    return [
        tile.place for tile in player.world.in_zone(ZoneId("pond", player.chair)) if tile.place is not None
    ]


def test_rows_of_ponds_are_of_any_length_and_no_tile_lies_over_another() -> None:
    lengths = set()
    for hand in range(HANDS):
        world = World()
        laid = []
        for chair in EACH_CHAIR:
            places = discard(
                a_player("rows of any length", world, chair, 4 * hand + chair), riichi=hand % DISCARDS
            )
            rows = [world.places.row_of_pond(chair, place) for place in places]
            assert rows == sorted(rows)
            first, second = rows.count(0), rows.count(1)
            assert all(ROW_TILES[0] <= length <= ROW_TILES[1] for length in (first, second))
            lengths |= {first, second}
            for row in range(3):
                xs = [
                    to_chair(chair, place.x_mm, place.y_mm)[0]
                    for place, its in zip(places, rows, strict=True)
                    if its == row
                ]
                assert all(left < right for left, right in pairwise(xs))
            laid += [((chair, row), place) for row, place in zip(rows, places, strict=True)]
        # Rows of one pond are less than a tile's untidiness apart, whatever their length.
        apart = [
            (one, other)
            for (where, one), (there, other) in combinations(laid, 2)
            if where == there or where[0] != there[0]
        ]
        assert all(overlap_mm2(one, other, world.geometry.tile) < 0.01 for one, other in apart)
    assert lengths == set(range(ROW_TILES[0], ROW_TILES[1] + 1))


def test_a_pond_begins_anew_with_rows_of_its_own() -> None:
    world = World()
    player = a_player("rows of any length", world, 0, 1)
    first = set()
    for _ in range(HANDS):
        places = discard(player, riichi=-1)
        first.add(sum(world.places.row_of_pond(0, place) == 0 for place in places))
        world.swallow(world.on_table())
    assert len(first) > 2


def test_melds_begin_off_their_corner() -> None:
    world = World()
    corners = [a_player("melds off their corner", world, 0, seed).meld_corner() for seed in range(200)]
    aside, inwards = np.array(corners).T
    assert 0 <= aside.min() < 5 < OFF_CORNER_MM - 5 < aside.max() <= OFF_CORNER_MM
    assert 0 <= inwards.min() < 1 < OFF_CORNER_MM * INWARDS - 1 < inwards.max() <= OFF_CORNER_MM * INWARDS
    assert a_player("none", world, 0, 1).meld_corner() == (0.0, 0.0)


@pytest.mark.parametrize("chair", EACH_CHAIR)
def test_such_a_meld_lies_whole_where_it_begins(chair: int) -> None:
    """All its tiles are moved together, the added one too."""
    places = World().places
    right = places.geometry.meld.right_x
    usual, left = places.meld(chair, right, 1, 3)
    moved, moved_left = places.meld(chair, right - 30.0, 1, 3, inwards_mm=7.0)
    assert moved_left == pytest.approx(left - 30.0)
    pairs = [*zip(usual, moved, strict=True)]
    pairs.append((places.added(chair, usual[1]), places.added(chair, moved[1], inwards_mm=7.0)))
    for one, other in pairs:
        (x, y), (moved_x, moved_y) = (to_chair(chair, each.x_mm, each.y_mm) for each in (one, other))
        assert (moved_x - x, moved_y - y) == pytest.approx((-30.0, -7.0))
        assert is_sideways(one, chair) == is_sideways(other, chair)


def built(name: str, seed: int) -> World:
    """A table with walls that people built."""
    geometry = TABLES[name].geometry()
    world = World(geometry)
    world.lay_walls = partial(HandBuilt().lays, geometry, np.random.default_rng(seed))
    faces = [tile.face for tile in world.tiles if tile.tile_set == 0]
    world.build_walls(0, dict(zip(SPOTS, faces, strict=True)))
    return world


@pytest.mark.parametrize("name", TABLES)
def test_walls_built_by_hand_stand_off_their_places_and_meet_nothing(name: str) -> None:
    machine = World(TABLES[name].geometry()).places
    most = HandBuilt()
    seen = []
    for seed in range(HANDS):
        world = built(name, seed)
        standing = {
            tile.spot: tile.place for tile in world.tiles if tile.spot is not None and tile.place is not None
        }
        assert len(standing) == TILES_IN_SET
        lower = [place for spot, place in standing.items() if spot.level == 0]
        assert all(
            overlap_mm2(one, other, world.geometry.tile) < 0.01 for one, other in combinations(lower, 2)
        )
        off = {}
        for spot, place in standing.items():
            there = machine.wall(spot)
            off[spot] = to_chair(spot.chair, place.x_mm - there.x_mm, place.y_mm - there.y_mm)
            assert place.z_mm == there.z_mm
            assert abs(place.angle_deg - there.angle_deg) <= most.turn_deg
        assert all(off[spot] == pytest.approx(off[replace(spot, level=0)]) for spot in standing)
        middles = [off[WallSpot(chair, STACKS // 2, 0)] for chair in range(CHAIRS)]
        assert all(abs(along) <= most.along_mm + 0.1 for along, _ in middles)
        assert all(abs(aside) <= most.aside_mm + most.out_of_line_mm for _, aside in middles)
        seen += middles
        # There is room for them between ponds and hands.
        y = [to_chair(spot.chair, place.x_mm, place.y_mm)[1] for spot, place in standing.items()]
        half, pond = world.geometry.tile.length / 2, world.geometry.pond
        assert min(y) - half > pond.first_row_y + 2 * pond.row_pitch + half
        assert max(y) + half < world.geometry.hand.centre_y - half
    assert np.ptp(np.array(seen), axis=0).min() > most.aside_mm


def test_each_hand_has_other_walls_and_they_stay_while_it_lasts() -> None:
    world = built("standard", 1)
    first = world.places.lays
    world.raise_walls(-3.0)
    world.arrange_walls(
        dict(zip(reversed(SPOTS), [tile.face for tile in world.tiles[:TILES_IN_SET]], strict=True))
    )
    assert world.places.lays == first
    world.swallow(world.on_table())
    world.build_walls(0, dict(zip(SPOTS, [tile.face for tile in world.tiles[:TILES_IN_SET]], strict=True)))
    assert world.places.lays != first


@pytest.mark.parametrize("seed", range(HANDS))
def test_the_ura_dora_lies_below_its_indicator(seed: int) -> None:
    world = built("standard", seed)
    for spot in SPOTS[1::2]:
        shown, [below] = world.places.wall(spot), world.places.uras([spot])
        assert to_chair(spot.chair, shown.x_mm, shown.y_mm)[0] == pytest.approx(
            to_chair(spot.chair, below.x_mm, below.y_mm)[0]
        )
        lower = world.in_zone(ZoneId("wall", spot.chair))
        assert all(overlap_mm2(below, tile.place, world.geometry.tile) < 0.01 for tile in lower if tile.place)


@pytest.mark.parametrize("seed", range(HANDS))
def test_ura_dora_lie_on_no_discard(seed: int) -> None:
    """Before a wall that stands near a third row there is no room for them."""
    world = built("standard", seed)
    discards = [
        world.places.place(0, world.geometry.pond.left_x + column * 21.0, y_mm, Lie.FACE_UP)
        for column in range(6)
        for y_mm in (
            world.geometry.pond.first_row_y + row * world.geometry.pond.row_pitch for row in range(3)
        )
    ]
    for stack in range(STACKS - 1):
        row = world.places.uras([WallSpot(0, stack, 0), WallSpot(0, stack + 1, 0)], discards)
        assert all(overlap_mm2(one, other) < 0.01 for one, other in product(row, discards))
        left, right = (to_chair(0, place.x_mm, place.y_mm)[0] for place in row)
        assert right - left >= world.geometry.tile.width * 0.99
