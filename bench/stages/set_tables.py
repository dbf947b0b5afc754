"""Tables of drawn measures, bare and set, as the simulation's camera sees them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np

from config import read_table
from simulation.camera.lens import Mount
from simulation.camera.look import Look
from simulation.camera.overhead import OverheadCamera
from simulation.world.places import TilePlace, WallSpot
from simulation.world.world import TileObject, World
from vision.geometry import TableGeometry
from vision.lens import Image
from vision.zones import CHAIRS, ZoneId


@dataclass(frozen=True)
class Shown:
    """A table and its two pictures."""

    geometry: TableGeometry
    mount: Mount
    bare: Image
    set_up: Image


def drawn_geometry(random: np.random.Generator, *, markers: bool = True) -> TableGeometry:
    """Felt of 300 to 380 mm, tiles of 24 to 30 mm, and console, walls, ponds and hands anywhere that they fit."""
    table: dict[str, Any] = read_table("standard")
    length = float(random.uniform(24, 30))
    width = 0.75 * length
    console = float(random.uniform(62, 76))
    first = max(3 * width + 7, console + 6) + length / 2 + float(random.uniform(0, 6))
    pitch = length + float(random.uniform(0.6, 3))
    inner = max(first + 2 * pitch + 1.5 * length + 8, 8.5 * width + 8)
    wall = inner + length / 2 + float(random.uniform(0, 8))
    hand = wall + 1.9 * length + float(random.uniform(0, 6))
    felt = float(random.uniform(max(300.0, hand + length), 380))
    spread = (felt + 25) / 375
    given = table["markers"]
    places = {axis: [value * spread for value in given[axis]] if markers else [] for axis in ("x", "y")}
    changed = {
        "felt_half": felt,
        "rim_half": felt + 50,
        "tile": {"length": length},
        "centre": {**table["centre"], "half": console},
        "markers": {**given, "ids": given["ids"] if markers else [], **places},
        "pond": {**table["pond"], "first_row_y": first, "row_pitch": pitch},
        "wall": {**table["wall"], "centre_y": wall, "line_y": wall + 0.6 * length},
        "ura": {"centre_y": wall - length - 3},
        "hand": {**table["hand"], "centre_y": hand, "standing_y": hand - 4, "left_x": -11 * width},
        "meld": {**table["meld"], "centre_y": hand, "right_x": felt - 10},
    }
    return TableGeometry.from_mapping({**table, **changed})


def drawn_mount(random: np.random.Generator) -> Mount:
    """A camera 90 to 170 cm above the felt, a little aside, turned, with a bent lens whose axis is off."""
    x, y, off_x, off_y = random.uniform([-60, -60, -20, -20], [60, 60, 20, 20]).tolist()
    return Mount(
        height_mm=float(random.uniform(900, 1700)),
        aside_mm=(x, y),
        roll_deg=float(random.uniform(-4, 4)),
        scale=1.55,
        bend=(float(random.uniform(-0.12, 0.03)), 0.0, 0.0, 0.0, 0.0),
        off_px=(off_x, off_y),
    )


def shown(
    geometry: TableGeometry,
    mount: Mount,
    random: np.random.Generator,
    *,
    lacking: tuple[WallSpot, ...] = (),
    look: Look | None = None,
) -> Shown:
    """Draw the pictures: walls without the ``lacking`` stacks, ponds, an opened hand, a standing hand and two melds."""
    world = World(geometry)
    camera = OverheadCamera(world, mount=mount, look=look, seed=int(random.integers(1_000_000)))
    bare = camera.render(0).copy()
    faces = [tile.face for tile in world.tiles if tile.tile_set == 0]
    spots = [WallSpot(*spot) for spot in product(range(CHAIRS), range(geometry.wall.stacks), range(2))]
    world.build_walls(0, dict(zip(spots, random.permutation(faces).tolist(), strict=True)))
    for spot in lacking:
        world.swallow([world.wall_tile(spot)])
    rest = [tile for tile in world.tiles if tile.tile_set == 1]
    tiles = iter([rest[index] for index in random.permutation(len(rest))])
    for chair in range(CHAIRS):
        _lay_pond(world, chair, tiles, random)
    for place in world.places.opened(0, 13, apart=False):
        world.put(next(tiles), ZoneId("hand", 0), place)
    for place in world.places.standing(3, 13, apart=False):
        world.put(next(tiles), ZoneId("hand", 3), place)
    for chair in (1, 2):
        places, _ = world.places.meld(chair, geometry.meld.right_x, 0, 3)
        for place in places:
            world.put(next(tiles), ZoneId("meld", chair), place)
    return Shown(geometry, mount, bare, camera.render(100).copy())


def _lay_pond(world: World, chair: int, tiles: Iterator[TileObject], random: np.random.Generator) -> None:
    """Discards as people lay them, one of them sideways."""
    before: list[TilePlace] = []
    for index in range(int(random.integers(14, 18))):
        place = world.places.pond(
            chair, before, sideways=index == 5 + chair, gap_mm=float(random.uniform(0.3, 1.0))
        )
        x, y = random.normal(0, [0.2, 0.5])
        turn = float(random.normal(0, 0.8))
        before.append(
            replace(place, x_mm=place.x_mm + x, y_mm=place.y_mm + y, angle_deg=place.angle_deg + turn)
        )
        world.put(next(tiles), ZoneId("pond", chair), before[-1])
