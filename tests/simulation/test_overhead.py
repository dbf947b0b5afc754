"""Pictures show the world where the camera's matrix puts it, and only changes are repainted."""

from collections.abc import Callable
from itertools import product
from typing import Any

import cv2
import numpy as np
import pytest

from bench.stages.random_tables import random_table
from simulation.camera.lens import HEIGHT_PX, WIDTH_PX, Mount
from simulation.camera.overhead import OverheadCamera
from simulation.camera.plates import RENEWAL, Plate
from simulation.world.machine import ShownDisplays
from simulation.world.places import Lie, TilePlace, WallSpot
from simulation.world.world import Arm, Thing, TileObject, World, full_set
from tests.vision.mounts_stage import smaller
from vision.camera.reduced import Reduced
from vision.geometry import load_geometry, to_table
from vision.zones import ZoneId

Calls = Any


def camera(world: World, **options: Any) -> OverheadCamera:
    return OverheadCamera(world, **{"noise": 0.0, **options})


def piece(world: World, number: int = 0) -> TileObject:
    return world.tiles[number]


def changed(before: Any, after: Any, least: int = 25) -> Any:
    """Return a mask of the pixels in which two pictures differ by so much in any colour."""
    return cv2.absdiff(before, after).max(axis=2) >= least


def top_corners(cam: OverheadCamera, place: TilePlace, height: float) -> Any:
    """The corners of a tile's upper face in the picture, from the matrix alone."""
    angle = np.radians(place.angle_deg)
    points = []
    for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        x, y = sx * 10.5, sy * 14.0
        points.append(
            (
                place.x_mm + x * np.cos(angle) + y * np.sin(angle),
                place.y_mm - x * np.sin(angle) + y * np.cos(angle),
                height,
            )
        )
    return cam.view.points(points)


def test_small_pictures_show_the_same_table() -> None:
    """They are drawn more coarsely, but nothing of that shows."""
    world, mount = World(), Mount()
    large, small = camera(world).render(0), camera(world, mount=mount.small()).render(0)
    assert small.shape == (960, 1280, 3)
    reduced = cv2.resize(large, (1280, 960), interpolation=cv2.INTER_AREA)
    assert np.abs(small.astype(np.float32) - reduced).mean() < 1.0
    corners = [(x, y, 16.5) for x, y in product((-300.0, 300.0), repeat=2)]
    assert mount.small().view().points(corners) == pytest.approx(mount.view().points(corners) * 2 / 3)


def test_the_camera_hangs_a_little_tilted_and_sees_the_whole_rim() -> None:
    view, geometry = Mount().view(), load_geometry()
    half = geometry.rim_half
    rim = view.points([(x, y, 0) for x, y in product((-half, half), repeat=2)])
    assert (rim > 8).all()
    assert (rim[:, 0] < WIDTH_PX - 8).all()
    assert (rim[:, 1] < HEIGHT_PX - 8).all()
    upright = view.points([(x, 0, height) for x in (-300, 300) for height in (0, 16.5)])
    assert upright[1][0] < upright[0][0] - 4  # what stands up leans away from the camera
    assert upright[3][0] > upright[2][0] + 4
    shortest = np.linalg.norm(np.diff(view.points([(0, 300, 16.5), (21, 300, 16.5)]), axis=0))
    assert shortest >= 36


def test_markers_are_found_where_they_are_stuck() -> None:
    world = World()
    cam = OverheadCamera(world)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    fine = cv2.aruco.DetectorParameters()
    fine.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, fine).detectMarkers(cam.render(0))
    found = {int(number): corner[0] for number, corner in zip(ids.ravel(), corners, strict=True)}
    markers = world.geometry.markers
    assert set(found) == {marker.id for marker in markers}
    for marker in markers:
        expected = cam.view.points([(x, y, 0.0) for x, y in marker.corners()])
        assert np.abs(found[marker.id] - expected).max() < 0.5


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "place",
    [
        TilePlace(0.0, 110.0, 0.0, Lie.FACE_UP),
        TilePlace(-130.0, -84.0, 181.5, Lie.FACE_UP),
        TilePlace(290.0, 262.0, 91.0, Lie.FACE_UP),
        TilePlace(-262.0, -200.0, 268.0, Lie.FACE_UP),
        TilePlace(150.0, -205.0, 180.0, Lie.FACE_DOWN, 16.5),
    ],
)
def test_a_tile_is_drawn_where_it_lies(place: TilePlace) -> None:
    world = World()
    cam = camera(world)
    empty = cam.render(0)
    world.put(piece(world, 3 * 4), ZoneId("pond", 0), place)
    full = cam.render(0)
    differs = changed(empty, full, least=60)
    top = top_corners(cam, place, place.z_mm + 16.5)
    inside = np.zeros(differs.shape, np.uint8)
    cv2.fillConvexPoly(inside, top.round().astype(np.int32), 1)
    face = cv2.erode(inside, np.ones((7, 7), np.uint8)) > 0
    assert differs[face].mean() > 0.95
    near = cv2.dilate(inside, np.ones((41, 41), np.uint8)) > 0
    assert not changed(empty, full, least=6)[~near].any()
    # The upper face is ivory or a back's colour, much brighter than the felt: its middle is the matrix's middle.
    bright = (full.max(axis=2) > 150) & near
    ys, xs = np.nonzero(bright)
    assert np.hypot(xs.mean() - top[:, 0].mean(), ys.mean() - top[:, 1].mean()) < 3.5


def test_faces_are_turned_to_their_player_and_backs_tell_the_sets_apart() -> None:
    """1p is round, 7p is not: its three slanted circles lie away from its player."""
    world = World()
    cam = camera(world)
    for chair in range(4):
        place = world.places.place(chair, 0.0, 84.0, Lie.FACE_UP)
        world.put(piece(world, (9 + 6) * 4 + chair), ZoneId("pond", chair), place)
    backs = [piece(world, 0), piece(world, 136)]
    for index, tile in enumerate(backs):
        world.put(tile, ZoneId("wall", 0), TilePlace(-100.0 + 60 * index, 205.0, 0.0, Lie.FACE_DOWN))
    picture = cam.render(0)

    def colour(x: float, y: float, height: float = 16.5) -> Any:
        ((px, py),) = cam.view.points([(x, y, height)]).round().astype(int)
        return picture[py - 3 : py + 4, px - 3 : px + 4].reshape(-1, 3).mean(axis=0)

    for chair in range(4):
        red = [0.0, 0.0]
        for far, y in enumerate((84.0 - 8, 84.0 + 6)):
            for dx in (-5.0, 5.0):
                blue_, green_, red_ = colour(*to_table(chair, dx, y))
                red[far] += float(red_ - (green_ + blue_) / 2)
        assert red[1] > red[0] + 30, chair  # the red circles are near their player
    amber, blue = colour(-100.0, 205.0), colour(-40.0, 205.0)
    assert amber[2] > amber[0] + 60
    assert blue[0] > blue[2] + 60


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", range(2))
def test_what_is_drawn_incrementally_equals_what_is_drawn_anew(seed: int) -> None:
    """Tiles come, go and are carried, arms of both kinds and things lie over each other, the displays change."""
    rng = np.random.default_rng(seed)
    world = World()
    bend = (-0.1, 0.01, 0.0, 0.0, 0.0) if seed % 2 else (0.0, 0.0, 0.0, 0.0, 0.0)
    mount = Mount(bend=bend, roll_deg=float(rng.uniform(-3, 3)))
    random_table(world, rng)
    world.other_arms = [Arm(chair, [(0, *World.rest_point(chair))], left=True) for chair in range(4)]
    cam, bare = (camera(world, mount=mount, seed=seed) for _ in range(2))
    for number in range(12):
        at_ms = 100 * number
        for _ in range(int(rng.integers(1, 4))):
            disturb(world, rng, at_ms)
        picture, noiseless = cam.render(at_ms), bare.noiseless(at_ms)
        if number % 8 == 7:
            fresh = camera(world, mount=mount, seed=seed).render(at_ms)
            assert np.array_equal(picture, fresh), f"seed {seed}, picture {number}"
            assert np.array_equal(noiseless, fresh), f"seed {seed}, picture {number} without noise"


def plate() -> Plate:
    return Plate.sized(WIDTH_PX, HEIGHT_PX)


def test_what_is_drawn_from_a_mirrored_world_is_that_world_as_it_was_then() -> None:
    rng = np.random.default_rng(5)
    world, mirrored = World(), World()
    random_table(world, rng)
    world.other_arms = [Arm(0, [(0, *World.rest_point(0))], left=True)]
    late, plain = (OverheadCamera(each, seed=3) for each in (mirrored, world))
    for number in range(16):
        at_ms = 100 * number
        for _ in range(int(rng.integers(0, 3))):
            disturb(world, rng, at_ms)
        mirrored.mirror(world)
        assert late.moving(at_ms) == plain.moving(at_ms)
        expected = plain.render(at_ms)
        for _ in range(3):
            disturb(world, rng, at_ms)
        assert np.array_equal(late.render(at_ms), expected), number


def test_a_plate_that_is_used_again_shows_what_a_new_one_shows_and_is_reduced_as_whole_pictures_are() -> None:
    rng = np.random.default_rng(8)
    world = World()
    random_table(world, rng)
    cam = camera(world)
    plates = [plate() for _ in range(3)]
    for number in range(12):
        for _ in range(int(rng.integers(0, 3))):
            disturb(world, rng, 100 * number)
        cam.covered = number == 7
        one = plates[number % 3]
        picture = cam.render(100 * number, one)
        assert np.array_equal(picture, cam.render(100 * number)), number
        expected = Reduced.of(picture)
        assert one.reduced is not None
        assert one.reduced.half is not None
        assert expected.half is not None
        assert np.array_equal(one.reduced.half, expected.half), number
        assert np.array_equal(one.reduced.quarter, expected.quarter), number


def disturb(world: World, rng: np.random.Generator, at_ms: int) -> None:
    """Change something at random about a table."""
    x, y = (float(each) for each in rng.uniform(-420, 420, 2))
    lying = [tile for tile in world.tiles if tile.place is not None]
    held = [tile for tile in world.tiles if tile.holder is not None]
    match int(rng.integers(7)):
        case 0 | 1:
            arms = [*world.arms, *world.other_arms]
            arm = arms[int(rng.integers(len(arms)))]
            arm.spread = float(rng.integers(2))
            arm.move(at_ms - 50, at_ms + int(rng.integers(1, 400)), x, y)
        case 2:
            world.hold(lying[int(rng.integers(len(lying)))], int(rng.integers(4)))
        case 3 if held:
            place = TilePlace(x, y, float(rng.uniform(0, 360)), Lie.FACE_UP)
            world.put(held[int(rng.integers(len(held)))], ZoneId("pond", 0), place)
        case 4:
            colour = (30, 90, 160)
            world.things.append(Thing(x, y, 70.0, 150.0, 20.0, float(rng.uniform(0, 180)), colour))
        case 5 if world.things:
            world.things.remove(world.things[int(rng.integers(len(world.things)))])
        case _:
            world.show(ShownDisplays(0, 1, 2, (25000, 100 * at_ms, 3, 4), (1, int(rng.integers(1, 7)))))


def test_the_same_seed_films_the_same_and_another_does_not() -> None:
    world = World()
    world.put(piece(world), ZoneId("pond", 0), TilePlace(10.0, 90.0, 3.0, Lie.FACE_UP))
    one, same, other = (OverheadCamera(world, mount=smaller(Mount()), seed=seed) for seed in (4, 4, 5))
    first = one.render(0)
    assert np.array_equal(first, same.render(0))
    second = one.render(100)
    assert np.array_equal(second, same.render(100))
    assert not np.array_equal(first, second)  # noise
    assert not np.array_equal(first, other.render(0))


def test_the_noise_is_that_of_a_sensor() -> None:
    cam = OverheadCamera(World(), noise=2.4)
    pictures = np.stack([cam.render(at)[600:700, 700:900].astype(float) for at in range(12)])
    assert pictures.std(axis=0).mean() == pytest.approx(2.4, rel=0.25)


def test_the_noise_of_plates_in_turn_is_that_of_a_sensor() -> None:
    cam = OverheadCamera(World(), noise=2.4)
    plates, renewed = [plate() for _ in range(3)], 3 * RENEWAL
    parts = np.stack(
        [cam.render(100 * at, plates[at % 3])[::9, ::9].astype(float) for at in range(renewed + 4)]
    )
    assert parts.std(axis=0).mean() == pytest.approx(2.4, rel=0.25)
    # Successive pictures share no noise, and pictures from one plate stop sharing it after a while.
    rest = parts - OverheadCamera(World(), noise=0.0).render(0)[::9, ::9]
    for apart in (1, 2, 4, renewed, renewed + 1, renewed + 2):
        alike = [float((a * b).mean() / rest.var()) for a, b in zip(rest, rest[apart:], strict=False)]
        assert max(map(abs, alike)) < 0.05, apart


def test_it_says_whether_anything_moved() -> None:
    world = World()
    cam = camera(world)
    assert cam.moving(0)
    cam.render(0)
    assert not cam.moving(100)
    world.arms[1].move(100, 600, 0.0, 0.0)
    assert cam.moving(200)
    cam.render(200)
    assert cam.moving(300)
    cam.render(700)
    assert not cam.moving(800)
    changes: list[Callable[[], None]] = [
        lambda: world.put(piece(world), ZoneId("pond", 0), TilePlace(0.0, 84.0, 0.0, Lie.FACE_UP)),
        lambda: world.lay_stick(2, present=True),
        lambda: world.show(ShownDisplays(honba=3, round=1, dealer=2, points=(1, 2, 3, 4), dice=(5, 6))),
    ]
    for change in changes:
        change()
        assert cam.moving(900)
        before = cam.render(900)
        assert not cam.moving(1000)
        assert np.array_equal(before, cam.render(1000))


def test_an_arm_covers_what_is_under_it_and_leaves_it_as_it_was() -> None:
    world = World()
    cam = camera(world)
    place = TilePlace(0.0, 142.0, 0.0, Lie.FACE_UP)
    world.put(piece(world, 30 * 4), ZoneId("pond", 0), place)
    before = cam.render(0)
    world.arms[0].move(0, 400, 0.0, 60.0)
    during = cam.render(400)
    ((x, y),) = cam.view.points([(place.x_mm, place.y_mm, 16.5)]).round().astype(int)
    skin = during[y - 5 : y + 5, x - 5 : x + 5].reshape(-1, 3).mean(axis=0)
    assert skin[2] > skin[0] + 30
    assert skin[2] > skin[1] + 10
    world.arms[0].move(400, 800, *World.rest_point(0))
    assert np.array_equal(before, cam.render(800))


def test_displays_sticks_and_dice_show_on_the_console() -> None:
    world = World()
    cam = camera(world)
    dark = cam.render(0)
    half = world.geometry.centre_half + 6
    area = cam.view.points([(-half, -half, 0), (half, half, 0)]).round().astype(int)

    def inside(before: Any, after: Any) -> int:
        differs = changed(before, after)
        (x0, y0), (x1, y1) = area
        count = int(differs.sum())
        assert int(differs[y0:y1, x0:x1].sum()) == count
        return count

    world.show(ShownDisplays(honba=0, round=0, dealer=0, points=(25000, 25000, 25000, 25000), dice=(1, 2)))
    lit = cam.render(0)
    assert inside(dark, lit) > 1500
    world.lay_stick(0, present=True)
    stick = cam.render(0)
    assert 500 < inside(lit, stick) < 3000
    world.lay_stick(0, present=False)
    assert np.array_equal(lit, cam.render(0))


def test_walls_sink_into_their_wells() -> None:
    world = World()
    spots = [WallSpot(*spot) for spot in product(range(4), range(17), range(2))]
    world.build_walls(0, dict(zip(spots, full_set(), strict=True)), z_mm=-42.0)
    cam = camera(world)
    low = cam.render(0)
    world.raise_walls(0.0)
    high = cam.render(0)
    assert changed(low, high).sum() > 50_000
    ((x, y),) = cam.view.points([(0.0, 205.0, 33.0)]).round().astype(int)
    assert high[y, x].max() > low[y, x].max() + 40


def test_a_covered_lens_sees_nothing() -> None:
    world = World()
    cam = OverheadCamera(world)
    cam.covered = True
    black = cam.render(0)
    world.put(piece(world), ZoneId("pond", 0), TilePlace(0.0, 84.0, 0.0, Lie.FACE_UP))
    assert black.max() < 40
    assert cam.render(100).max() < 40
    cam.covered = False
    assert cam.moving(200)
    assert cam.render(200).max() > 200
