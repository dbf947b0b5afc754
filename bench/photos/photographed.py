"""Renders random tables as a phone sees them, up to 50 degrees off the vertical, with the truth of every tile."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from bench.stages.oblique import Photograph, Truth
from bench.stages.random_tables import random_table
from referee.tiles import NAMES
from simulation.camera.lens import Light, Mount
from simulation.camera.look import Look
from simulation.camera.overhead import OverheadCamera
from simulation.world.places import Lie
from simulation.world.world import TileObject, World
from vision.geometry import to_chair
from vision.zones import CHAIRS, ZoneId

Image = Any

TILTS: Final = (0, 12, 25, 35, 43, 50)
SIZE: Final = (1440, 1080)
POND_HALF: Final = 168.0
FELT_HALF: Final = 350.0
FELTS: Final = (
    (84.0, 104.0, 30.0),
    (60.0, 40.0, 110.0),
    (120.0, 90.0, 50.0),
    (70.0, 70.0, 72.0),
    (40.0, 40.0, 44.0),
    (90.0, 120.0, 60.0),
    (150.0, 120.0, 90.0),
)
BACKS: Final = (
    (50, 160, 225),
    (165, 90, 30),
    (60, 60, 190),
    (40, 170, 220),
    (180, 120, 170),
    (70, 150, 60),
    (190, 190, 120),
    (40, 120, 200),
)
SHORTEST: Final = 0.02
CUT_OFF: Final = 0.5


def photographed(
    seed: int, art: Path | None = None, art_top: float = 0.0, *, legal_melds: bool = False
) -> Photograph:
    """One table; the camera's place, cloth, backs and lamp come from the seed."""
    random, world = np.random.default_rng([seed, 77]), World()
    random_table(world, np.random.default_rng([seed, 5]), legal_melds=legal_melds)
    tilt = TILTS[seed % len(TILTS)]
    towards = float(random.choice([90, 90, 90, 60, 120, 0, 270, 45])) + float(random.uniform(-15, 15))
    height = float(random.uniform(1100, 1600)) * float(np.cos(np.radians(tilt)))
    scale = float(random.uniform(0.95, 1.6))
    roll = float(random.uniform(-20, 20)) + (90 - towards if abs(towards - 90) > 60 else 0)
    mount = Mount.tilted(
        tilt, towards, height_mm=height, scale=scale, width=SIZE[0], height=SIZE[1], roll_deg=roll
    )
    order = random.permutation(len(BACKS))
    backs = (BACKS[order[0]], BACKS[order[1]])
    look = Look(art=art, art_top=art_top, felt=FELTS[int(random.integers(len(FELTS)))], backs=backs)
    lamp = random.uniform(-300, 300, 2)
    light = Light(x_mm=float(lamp[0]), y_mm=float(lamp[1]), room=float(random.uniform(0.6, 0.9)))
    points = (25000, 24000, 31200, 19800)
    dealer = int(random.integers(4))
    world.displays = replace(world.displays, points=points, dealer=dealer, dice=(3, 4), round=1, honba=2)
    world.sticks[:] = [bool(value) for value in random.integers(0, 2, 4)]
    camera = OverheadCamera(world, mount=mount, light=light, look=look, seed=seed)
    coded = cv2.imencode(".jpg", camera.render(0), [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
    picture: Image = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    corners = [_square(camera, half) for half in (POND_HALF, FELT_HALF)]
    return Photograph(picture, _truths(world, camera), *corners)


def _truths(world: World, camera: OverheadCamera) -> list[Truth]:
    tiles = [tile for tile in world.tiles if tile.place is not None]
    outlines = {tile.number: _outlines(tile, world, camera) for tile in tiles}
    numbers = np.zeros(camera.size[::-1], np.int32)
    foot = np.array(camera.view.camera()[:2])
    for tile in sorted(tiles, key=lambda one: _nearness(one, foot)):
        ground, top = outlines[tile.number]
        hull = cv2.convexHull(np.vstack([ground, top]).astype(np.float32))
        cv2.fillConvexPoly(numbers, np.round(hull).astype(np.int32), (-1,))
        cv2.fillConvexPoly(numbers, np.round(top).astype(np.int32), (tile.number + 1,))
    seen = np.bincount(numbers[numbers > 0], minlength=max(outlines) + 2)
    lowest = _lowest(camera)
    found = []
    for tile in tiles:
        place = tile.place
        if place is None or place.lie is Lie.STANDING:
            continue
        top = outlines[tile.number][1]
        share = seen[tile.number + 1] / max(cv2.contourArea(top.astype(np.float32)), 1.0)
        whole = (top >= 0).all() and (top < camera.size).all()
        share = float(share if whole else min(share, CUT_OFF))
        if share < SHORTEST:
            continue
        high = place.z_mm + world.geometry.tile.thickness
        x, y = camera.view.points(np.array([[place.x_mm, place.y_mm, high]]))[0]
        name = "x" if place.lie is Lie.FACE_DOWN else NAMES[tile.face]
        zone, row, column, sideways = _spot(tile, tiles, world, lowest)
        length = float(np.hypot(*(top[2] - top[1])))
        found.append(Truth(name, zone, row, column, sideways, float(x), float(y), length, share))
    return found


def _nearness(tile: TileObject, foot: Any) -> tuple[float, float]:
    if tile.place is None:
        return 0.0, 0.0
    return tile.place.z_mm, -float(np.hypot(*(np.array([tile.place.x_mm, tile.place.y_mm]) - foot)))


def _outlines(tile: TileObject, world: World, camera: OverheadCamera) -> tuple[Any, Any]:
    """Corners of a tile's underside and top in the picture."""
    place, size = tile.place, world.geometry.tile
    if place is None:
        raise ValueError("a tile that lies nowhere has no outline")
    standing = place.lie is Lie.STANDING
    long, high = (size.thickness, size.length) if standing else (size.length, size.thickness)
    angle = np.deg2rad(-place.angle_deg)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    half = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * (size.width, long)
    flat = half @ turn + (place.x_mm, place.y_mm)
    ground, top = (
        camera.view.points(np.column_stack([flat, np.full(4, z)])) for z in (place.z_mm, place.z_mm + high)
    )
    return ground, top


def _spot(tile: TileObject, tiles: list[TileObject], world: World, lowest: int) -> tuple[str, int, int, bool]:
    if tile.zone is None or tile.place is None or tile.zone.kind in ("wall", "ura"):
        return "indicator", 0, 0, False
    chair, pond = tile.zone.chair, world.geometry.pond
    sideways = abs((tile.place.angle_deg - 90 * chair) % 180 - 90) < 45
    x, y = to_chair(chair, tile.place.x_mm, tile.place.y_mm)
    mates = [
        to_chair(chair, other.place.x_mm, other.place.y_mm)
        for other in tiles
        if other.place is not None and other.zone == tile.zone
    ]
    row = 0
    if tile.zone.kind == "pond":
        row = round((y - pond.first_row_y) / pond.row_pitch)
        mates = [mate for mate in mates if round((mate[1] - pond.first_row_y) / pond.row_pitch) == row]
    column = sum(mate[0] < x - 1e-6 for mate in mates)
    return str(ZoneId(tile.zone.kind, (chair - lowest) % CHAIRS)), row, column, bool(sideways)


def _lowest(camera: OverheadCamera) -> int:
    """The chair at the bottom of the picture."""
    middles = [(0.0, POND_HALF, 0.0), (POND_HALF, 0.0, 0.0), (0.0, -POND_HALF, 0.0), (-POND_HALF, 0.0, 0.0)]
    return int(camera.view.points(np.array(middles))[:, 1].argmax())


def _square(camera: OverheadCamera, half: float) -> Any:
    """A square around the middle as seen: left top, right top, right bottom, left bottom."""
    ground = [(-half, -half, 0.0), (half, -half, 0.0), (half, half, 0.0), (-half, half, 0.0)]
    points = camera.view.points(np.array(ground))
    sides = [points[k, 1] + points[(k + 1) % 4, 1] for k in range(4)]
    lowest = int(np.argmax(sides))
    return np.array([points[(lowest + k) % 4] for k in (2, 3, 0, 1)])
