"""Circumstances of a real evening: each can be switched on alone, and the picture shows it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest

from bench.film.evening import CIRCUMSTANCES, CROOKED_DEG, DRIFT_MM, DROPPING, LEANING, ROLLING_MS
from bench.film.filmed import FilmCamera, Scene
from bench.stages.jump_loop import in_table_time
from referee.tiles import EAST
from simulation.camera.imaging import Faults
from simulation.camera.lens import Light
from simulation.camera.overhead import OverheadCamera
from simulation.camera.sprites import TileArtist
from simulation.world.gestures import Pace, Player
from simulation.world.places import LEFT, Lie, WallSpot
from simulation.world.world import World
from tests.vision.circumstances_stage import overlap_mm2
from vision.geometry import STANDARD_TILE, to_chair, to_table
from vision.zones import FELT, ZoneId

if TYPE_CHECKING:
    from simulation.world.gestures import MachinePort
    from simulation.world.places import TilePlace

CALM = Scene(faults=Faults(noise=2.4, drift=0.0, hunt=0.0, flicker=0.0, bump_s=0.0))
FRAMES = 80
SEED = 4


def film(name: str) -> np.ndarray:
    """A still table, ten frames a second for eight seconds, in the middle of the felt beside the console."""
    camera = FilmCamera(World(), CIRCUMSTANCES[name](CALM), SEED)
    return np.stack([camera.frame(n, 100 * n).image[900:1040, 700:1200].copy() for n in range(1, FRAMES + 1)])


@pytest.fixture(scope="module")
def plain() -> np.ndarray:
    return film("none")


def brightness(pictures: np.ndarray) -> np.ndarray:
    return np.asarray(pictures.reshape(len(pictures), -1).mean(axis=1))


def sharpness(pictures: np.ndarray) -> np.ndarray:
    """Return the mean difference of neighbouring pixels, in each picture."""
    return np.asarray(np.abs(np.diff(pictures.astype(np.int16), axis=2)).mean(axis=(1, 2, 3)))


def test_without_any_nothing_is_changed(plain: np.ndarray) -> None:
    assert CIRCUMSTANCES["none"](CALM) is CALM
    assert np.ptp(brightness(plain)) < 0.5
    assert np.ptp(sharpness(plain)) < 0.3


def test_a_small_sensor_is_noisy(plain: np.ndarray) -> None:
    """Noise is what differs from frame to frame of a still table."""
    usual, more = (pictures.std(axis=0).mean() for pictures in (plain, film("small sensor")))
    assert 2.3 < more / usual < 3.5


def test_focus_hunts_and_comes_back(plain: np.ndarray) -> None:
    sharp = sharpness(film("focus hunting"))
    usual = float(sharpness(plain).mean())
    assert sharp.min() < 0.8 * usual
    assert float(np.median(sharp)) > 0.95 * usual


def test_exposure_steps_from_one_frame_to_the_next() -> None:
    bright = brightness(film("exposure steps"))
    steps = np.abs(np.diff(bright)) / bright[:-1]
    assert steps.max() > 0.05
    assert (steps > 0.01).sum() < FRAMES / 8, "between the steps it stays"


def test_lamps_are_mirrored_in_the_same_places() -> None:
    def first(name: str) -> np.ndarray:
        return FilmCamera(World(), CIRCUMSTANCES[name](CALM), SEED).frame(1, 100).image.astype(np.int16)

    brighter = (first("mirrored lamps") - first("none")).max(axis=2)
    assert 0.001 < (brighter > 50).mean() < 0.05
    assert brighter.max() > 70


def test_felt_has_figures(plain: np.ndarray) -> None:
    usual, printed = (
        pictures.mean(axis=0).std(axis=(0, 1)).max() for pictures in (plain, film("patterned felt"))
    )
    assert printed > usual + 2


def test_tiles_are_worn_each_in_its_own_way() -> None:
    def drawn(name: str, piece: int, lie: Lie = Lie.FACE_UP) -> np.ndarray:
        scene, world = CIRCUMSTANCES[name](CALM), World()
        artist = TileArtist(scene.mount.view(), scene.light, world.geometry.tile, scene.look)
        sprite = artist.draw(EAST, 0, world.places.place(0, 0.0, 100.0, lie), piece)
        inner = sprite.colour[12:-14, 10:-10]
        return np.asarray(inner, np.int16)

    def ink(picture: np.ndarray) -> float:
        """Return the difference in green between the paper and the darker strokes."""
        return float(np.percentile(picture[..., 1], 90) - np.percentile(picture[..., 1], 5))

    new, *old = (drawn("none", 1), *(drawn("worn tiles", piece) for piece in range(8)))
    assert np.array_equal(new, drawn("none", 2)), "new tiles of a face look the same"
    assert all(ink(picture) < 0.85 * ink(new) for picture in old), "faded"
    yellow = [np.percentile(each[..., 2], 80) - np.percentile(each[..., 0], 80) for each in (new, *old)]
    assert min(yellow[1:]) > yellow[0] + 15
    for one, other in pairwise(old):
        assert np.abs(one - other).max() > 20, "smeared"
    backs = [drawn(name, 3, Lie.FACE_DOWN) for name in ("none", "worn tiles")]
    brighter = (backs[1] - backs[0]).max(axis=2)
    assert 0.005 < (brighter > 8).mean() < 0.3, "scratched"


def a_player(name: str, chair: int = 0) -> Player:
    care = CIRCUMSTANCES[name](CALM).care
    machine = cast("MachinePort", Hands())
    return Player(chair, World(), machine, rng=np.random.default_rng(3), pace=Pace(), care=care)


class Hands:
    """A machine that feels nothing."""

    def hand(self, chair: int, across: bool) -> None:
        """A hand has crossed the line."""


def discard(player: Player, count: int, *, riichi: int = -1) -> list[TilePlace]:
    """Lay the first tiles of a set into the pond, without a hand; returns where they lie."""
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
    """Each row is pushed aside, little by little, and stays within what was said; its tiles keep their gaps."""
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
    # The first of a row has seen all the pushes.
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
    """About as many as was said; the first of a row has none, and no tile leans over the one after it."""
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
    """The place of a tile that is as steep, and up on its left."""
    return world.places.leaning(chair, place, place.lean.deg if place.lean else 0.0, LEFT)


def top_of(world: World, place: TilePlace) -> np.ndarray:
    """The middle of a tile's top, where the camera draws it (x, y and height)."""
    scene = CIRCUMSTANCES["leaning tiles"](CALM)
    artist = TileArtist(scene.mount.view(), scene.light, world.geometry.tile, scene.look)
    high = world.geometry.tile.thickness
    return np.asarray(artist.on_table(np.zeros((1, 2)), place, high)[0])


@pytest.mark.sampled(2)
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
        """Pixels as bright as a face's paper: its side is darker."""
        lit = picture.min(axis=2)
        return int((lit > 0.95 * np.percentile(lit, 97)).sum())

    assert 0.7 < top(drawn(leaning)) / top(drawn(flat)) < 0.95
    lit = {deg: Light().aslant(0.0, 0.0, normal_to(chair, deg)) for deg in (0.0, 25.0)}
    assert lit[0.0] == pytest.approx(1.0)
    assert 0.75 < lit[25.0] < 1.05


def normal_to(chair: int, deg: float) -> tuple[float, float, float]:
    """The normal of a tile that is up on its left."""
    angle = np.radians(deg)
    return (*to_table(chair, float(np.sin(angle)), 0.0), float(np.cos(angle)))


def test_some_discards_fall_beside_their_pond_and_are_picked_up() -> None:
    """They lie in no zone, over and under nothing, face up or down, in sight of the camera, for some seconds."""
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


def test_a_tile_that_fell_is_in_the_picture() -> None:
    world = World()
    camera = FilmCamera(world, CIRCUMSTANCES["dropped tiles"](STILL), SEED)
    bare = camera.frame(1, 100).image.astype(np.int16)
    place = world.fallen_place(0, np.random.default_rng(SEED))
    assert place is not None
    world.put(world.tiles[0], FELT, place)
    lies = camera.frame(2, 200).image.astype(np.int16)
    changed = abs(lies - bare).max(axis=2) > 40
    assert changed.sum() > STANDARD_TILE.width * STANDARD_TILE.length * 1.68**2


WALL = [WallSpot(2, stack, 0) for stack in range(17)]
STILL = Scene(faults=Faults(noise=0.0, drift=0.0, hunt=0.0, flicker=0.0, bump_s=0.0))
MIDWAY_MS = 1200


def reaching(tiles: int = 0) -> World:
    """A table across which an arm reaches, fastest at ``MIDWAY_MS``; so many tiles are between its fingers."""
    world = World()
    world.arms[0].path = [(1000, *to_table(0, -250.0, 60.0)), (1400, *to_table(0, 250.0, -40.0))]
    for tile in world.tiles[:tiles]:
        world.hold(tile, 0)
        tile.carried = Lie.FACE_UP
    return world


@pytest.mark.parametrize("tiles", [0, 1])
def test_rows_of_moving_arms_are_exposed_one_after_the_other(tiles: int) -> None:
    """Each row shows an arm, and what it holds, where they are when that row's turn has come."""
    world, scene = reaching(tiles), CIRCUMSTANCES["rolling arms"](STILL)
    rolling = FilmCamera(world, scene, SEED).frame(1, MIDWAY_MS).image.astype(np.int16)
    at_once = FilmCamera(world, STILL, SEED)
    first, rows = at_once.frame(1, MIDWAY_MS).image.astype(np.int16), len(rolling)
    for number, row in enumerate(range(770, rows, 130), 2):
        exposed = round(MIDWAY_MS + ROLLING_MS * row / rows)
        then = at_once.frame(number, exposed).image.astype(np.int16)
        strip = slice(row - 3, row + 4)
        off, other = (abs(rolling[strip] - each[strip]).max(axis=2) > 40 for each in (then, first))
        assert other.sum() > 100, "the arm has gone on since"
        assert off.mean() < 0.25 * other.mean()


def test_arms_that_rest_are_not_bent() -> None:
    world = reaching(2)
    one, other = (
        FilmCamera(world, scene, SEED).frame(1, 1400).image
        for scene in (STILL, CIRCUMSTANCES["rolling arms"](STILL))
    )
    assert np.array_equal(one, other)


def test_watches_shine_at_the_wrists() -> None:
    """An arm is whiter in the place of its watch than without one."""

    def arm(name: str) -> np.ndarray:
        world = World()
        world.arms[0].path = [(0, *to_table(0, 0.0, 60.0))]
        return FilmCamera(world, CIRCUMSTANCES[name](CALM), SEED).frame(1, 100).image.astype(np.int16)

    bare, worn = arm("none"), arm("watches")
    whiter = (worn.min(axis=2) > bare.min(axis=2) + 40) & (np.ptp(worn, axis=2) < 30)
    dial_mm = 15.5
    assert whiter.sum() > 0.4 * np.pi * (dial_mm * 1.68) ** 2
    assert (abs(worn - bare).max(axis=2) > 20).mean() < 0.01, "the rest is as it was"


def test_papers_lie_on_the_rim_and_leave_the_markers_free() -> None:
    scene = CIRCUMSTANCES["papers on the rim"](CALM)
    world = World()
    world.things += scene.things
    camera = FilmCamera(world, scene, SEED)
    image = camera.frame(1, 100).image
    view = scene.mount.view()
    for thing in scene.things:
        [(column, row)] = view.points([(thing.x_mm, thing.y_mm, thing.height_mm)]).round().astype(int)
        seen = image[row - 3 : row + 4, column - 3 : column + 4].reshape(-1, 3).mean(axis=0)
        assert np.abs(seen / seen.max() - np.array(thing.colour) / max(thing.colour)).max() < 0.12
        half = max(thing.width_mm, thing.length_mm) / 2
        marks = world.geometry.markers
        assert marks
        assert all(max(abs(thing.x_mm - each.x), abs(thing.y_mm - each.y)) > half for each in marks)
