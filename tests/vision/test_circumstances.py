"""People of a real evening: each of their habits can be switched on alone, and lays tiles as described."""

import asyncio
from dataclasses import replace
from itertools import pairwise
from typing import cast

import numpy as np
import pytest

from bench.film.evening import CIRCUMSTANCES, CROOKED_DEG, DRIFT_MM, DROPPING, LEANING
from bench.film.filmed import Scene
from bench.stages.imaging import Faults
from bench.stages.jump_loop import in_table_time
from simulation.camera.lens import Light
from simulation.camera.overhead import OverheadCamera
from simulation.camera.sprites import TileArtist
from simulation.world.gestures import MachinePort, Pace, Player
from simulation.world.places import LEFT, Lie, TilePlace, WallSpot
from simulation.world.world import World
from tests.vision.circumstances_stage import overlap_mm2
from vision.geometry import STANDARD_TILE, to_chair, to_table
from vision.zones import ZoneId

CALM = Scene(faults=Faults(noise=2.4, drift=0.0, hunt=0.0, flicker=0.0, bump_s=0.0))


def a_player(name: str, chair: int = 0) -> Player:
    care = CIRCUMSTANCES[name](CALM).care
    machine = cast("MachinePort", Hands())
    return Player(chair, World(), machine, rng=np.random.default_rng(3), pace=Pace(), care=care)


class Hands:
    """A machine that feels nothing."""

    def hand(self, chair: int, across: bool) -> None:
        """A hand has crossed the line."""


def discard(player: Player, count: int, *, riichi: int = -1) -> list[TilePlace]:
    """Lay the first tiles of a wall into the pond, without a hand; return their places."""
    tiles = player.world.tiles[:count]
    for number, tile in enumerate(tiles):
        player.world.put(tile, ZoneId("pond", player.chair), player.pond_place(sideways=number == riichi))
    return [tile.place for tile in tiles if tile.place is not None]


@pytest.mark.parametrize("chair", range(4))
def test_tiles_touch_or_lie_apart(chair: int) -> None:
    player = a_player("uneven gaps", chair)
    places = discard(player, 18, riichi=8)
    rows = [player.world.places.row_of_pond(chair, place) for place in places]
    assert rows == [0] * 6 + [1] * 6 + [2] * 6
    nearer, touching = 0.05, []
    for one, other, same_row in zip(places, places[1:], [a == b for a, b in pairwise(rows)], strict=False):
        if same_row:
            assert overlap_mm2(one, other) < 0.01
            dx, dy = to_table(chair, -nearer, 0.0)
            touching.append(overlap_mm2(one, replace(other, x_mm=other.x_mm + dx, y_mm=other.y_mm + dy)) > 0)
    assert 3 < sum(touching) < 12, "some touch, some do not"


def test_ponds_drift() -> None:
    """Each row is pushed aside little by little, within the stated limits; its tiles keep their gaps."""
    player = a_player("drifting ponds")
    pond = ZoneId("pond", 0)
    places: list[TilePlace] = []

    async def lay_and_push() -> None:
        for tile in player.world.tiles[:18]:
            places.append(player.pond_place(sideways=False))
            player.world.put(tile, pond, places[-1])
            await player.push_row()

    in_table_time(lay_and_push)
    lying = player.world.in_zone(pond)
    assert lying == player.world.tiles[:18], "they lie in the order in which they were laid"
    moved = np.array(
        [tile.place.x_mm - at.x_mm for tile, at in zip(lying, places, strict=True) if tile.place]
    )
    # The first tile of a row has had all the pushes.
    firsts = np.abs(moved[[0, 6, 12]])
    assert (firsts > 1.0).all()
    assert (firsts < DRIFT_MM + 1e-6).all()
    assert all(tile.place.y_mm == at.y_mm for tile, at in zip(lying, places, strict=True) if tile.place)
    for one, other in pairwise(lying):
        assert one.place is not None
        assert other.place is not None
        assert overlap_mm2(one.place, other.place) < 0.01


def test_tiles_lie_crooked() -> None:
    player = a_player("crooked tiles")
    place = player.world.places.place(0, 0.0, 100.0, Lie.FACE_UP)
    turns = [player.untidy(place).angle_deg for _ in range(400)]
    assert max(map(abs, turns)) == pytest.approx(CROOKED_DEG)
    assert np.std(turns) > 3


def test_some_tiles_lean_against_their_neighbours() -> None:
    """About the stated share leans; the first of a row has no neighbour to lean on, and no tile leans over the one
    after it."""
    leaning = 0
    for chair in range(4):
        player = a_player("leaning tiles", chair)
        for _ in range(20):
            places = discard(player, 18)
            player.world.swallow(player.world.on_table())
            for number, (place, after) in enumerate(zip(places, [*places[1:], None], strict=True)):
                if place.lean is None:
                    continue
                leaning += 1
                assert number not in (0, 6)
                assert 10 <= place.lean.deg <= 25
                if after is not None and number % 6 < 5 and place == to_the_left(player.world, chair, place):
                    gap = np.hypot(after.x_mm - place.x_mm, after.y_mm - place.y_mm) - STANDARD_TILE.width
                    assert STANDARD_TILE.thickness * np.sin(np.radians(place.lean.deg)) < gap
    assert leaning / (4 * 20 * 18) == pytest.approx(LEANING * 5 / 6, abs=0.02)


def to_the_left(world: World, chair: int, place: TilePlace) -> TilePlace:
    """The place of a tile that is equally steep, with its left side up."""
    return world.places.leaning(chair, place, place.lean.deg if place.lean else 0.0, LEFT)


def top_of(world: World, place: TilePlace) -> np.ndarray:
    """The middle of a tile's top, where the camera draws it (x, y and height)."""
    scene = CIRCUMSTANCES["leaning tiles"](CALM)
    artist = TileArtist(scene.mount.view(), scene.light, world.geometry.tile, scene.look)
    high = world.geometry.tile.thickness
    return np.asarray(artist.on_table(np.zeros((1, 2)), place, high)[0])


@pytest.mark.sampled(1)
@pytest.mark.parametrize("chair", range(4))
@pytest.mark.parametrize("upside_down", [0.0, 180.0])
def test_a_tile_that_leans_is_higher_at_its_neighbour(chair: int, upside_down: float) -> None:
    """It is seen shortened and darker or brighter, and shows its side."""
    world = World()
    flat = world.places.place(chair, 0.0, 110.0, Lie.FACE_UP, turn_deg=upside_down)
    leaning = world.places.leaning(chair, flat, 25.0, LEFT)
    high, width = STANDARD_TILE.thickness, STANDARD_TILE.width
    x, y, up = top_of(world, leaning) - top_of(world, flat)
    aside, towards = to_chair(chair, x, y)
    angle = np.radians(25.0)
    assert aside == pytest.approx(high * np.sin(angle) + width / 2 * (1 - np.cos(angle)))
    assert towards == pytest.approx(0.0)
    assert up == pytest.approx(width / 2 * np.sin(angle) - high * (1 - np.cos(angle)))

    def drawn(place: TilePlace) -> np.ndarray:
        camera = OverheadCamera(World(), noise=0.0)
        tile = camera.world.tiles[31 * 4]
        camera.world.put(tile, ZoneId("pond", chair), place)
        [(column, row)] = camera.view.points([(place.x_mm, place.y_mm, high)]).round().astype(int)
        return camera.render(0)[row - 50 : row + 50, column - 50 : column + 50].astype(np.int16)

    def top(picture: np.ndarray) -> int:
        """Pixels as bright as a face's paper; the side is darker."""
        lit = picture.min(axis=2)
        return int((lit > 0.95 * np.percentile(lit, 97)).sum())

    assert 0.7 < top(drawn(leaning)) / top(drawn(flat)) < 0.95
    lit = {deg: Light().aslant(0.0, 0.0, normal_to(chair, deg)) for deg in (0.0, 25.0)}
    assert lit[0.0] == pytest.approx(1.0)
    assert 0.75 < lit[25.0] < 1.05


def normal_to(chair: int, deg: float) -> tuple[float, float, float]:
    """The normal of a tile with its left side up."""
    angle = np.radians(deg)
    return (*to_table(chair, float(np.sin(angle)), 0.0), float(np.cos(angle)))


def test_some_discards_fall_beside_their_pond_and_are_picked_up() -> None:
    """They lie outside all zones, neither over nor under anything, face up or down, in sight of the camera, for some
    seconds."""
    falls, faces_up, tries = 0, 0, 300
    player = a_player("dropped tiles", 2)
    world = player.world
    for number, spot in enumerate(WALL):
        world.put(world.tiles[100 + number], ZoneId("wall", 2), world.places.wall(spot))
    standing = world.places.standing(2, 13, apart=False)
    for tile, place in zip(world.tiles[60:], standing, strict=False):
        world.put(tile, ZoneId("hand", 2), place)
    discard(player, 15)
    tile = world.tiles[50]

    async def play() -> None:
        nonlocal falls, faces_up
        for _ in range(tries):
            world.hold(tile, 2)
            dropping = asyncio.ensure_future(player.drop(tile))
            lay = []
            while not dropping.done():
                await asyncio.sleep(0.1)
                lay += [] if tile.place is None else [tile.place]
            fell = dropping.result()
            assert tile.holder == 2
            assert (fell is None) == (not lay)
            if fell is None:
                continue
            falls += 1
            assert len(set(lay)) == 1
            assert 1.0 < len(lay) / 10 < 8.0
            assert fell[1] == lay[0].lie
            faces_up += lay[0].lie is Lie.FACE_UP
            others = [other.place for other in world.on_table() if other.place is not None]
            assert len(others) == 17 + 13 + 15
            assert not any(
                overlap_mm2(lay[0], other) > 0.01 for other in others if other.lie is not Lie.STANDING
            )

    in_table_time(play)
    assert falls / tries == pytest.approx(DROPPING, abs=0.08)
    assert 0.4 < faces_up / falls < 0.8


WALL = [WallSpot(2, stack, 0) for stack in range(17)]
