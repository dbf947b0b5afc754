"""Lamps reflected in the table: their light is not a tile, and a face whose print it hides is not guessed."""

from functools import cache

import cv2
import numpy as np
import pytest

from simulation.camera.lens import Mount
from simulation.camera.overhead import OverheadCamera
from simulation.world.places import Lie
from simulation.world.world import World
from tests.vision.tabletop import (
    GEOMETRY,
    Laid,
    LastReadings,
    camera,
    melds,
    noisy,
    photograph,
    pond,
    standing,
    walls,
)
from vision.camera.camera import Frame
from vision.geometry import to_table
from vision.lens import Image
from vision.model.classifier import CLASSES, Classifier, tile_of_class
from vision.reading.felt import Felt
from vision.reading.plain_tiles import _among_tiles
from vision.reading.reading import ZoneReader
from vision.reading.rows import RowShape
from vision.reading.shapes import Named
from vision.tracking.tracker import TableReader
from vision.zones import ZoneId

VIEW = camera()
TILES = [3, 12, 22, 30, 33]
HAKU = 31
POND, URA, MELD = ZoneId("pond", 0), ZoneId("ura", 2), ZoneId("meld", 1)
LOOKS_MS = range(0, 2400, 200)
"""The times of a camera's looks at a table where nobody moves. A loss must be reported within two seconds."""
LINE = (30, 55, 18)


@cache
def table() -> Image:
    """A pond, two melds and walls; the outlines of the walls' places are drawn on the felt."""
    image = photograph(
        [*pond(0, TILES), *walls(), *standing(0, 13), *melds(1, [([1, 1, 1], 1, None)])], VIEW, noise=0.0
    )
    wall = GEOMETRY.wall
    edge = wall.centre_y - GEOMETRY.tile.length / 2 - 4.0
    for chair in range(4):
        ends = [(*to_table(chair, x, edge), 0.0) for x in (wall.left_x, -wall.left_x)]
        first, last = (tuple(end) for end in VIEW.points(ends).round().astype(int).tolist())
        cv2.line(image, first, last, LINE, 3, cv2.LINE_AA)
    return image


def under_lamp(
    image: Image,
    zone: ZoneId,
    place: tuple[float, float],
    size: tuple[float, float],
    *,
    bright: float,
    soft_mm: float = 3.5,
    turn_deg: float = 0.0,
) -> Image:
    """The picture with a lamp mirrored at a place of the zone's chair, long and wide in millimetres."""
    turn = np.deg2rad(turn_deg)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2 * size @ axes + place
    seen = VIEW.points([(*to_table(zone.chair, *corner), GEOMETRY.tile_top) for corner in corners.tolist()])
    light = np.zeros(image.shape[:2], np.float32)
    cv2.fillConvexPoly(light, seen.round().astype(np.int32), bright, cv2.LINE_AA)
    soft = cv2.GaussianBlur(light, (0, 0), soft_mm * 1.68)
    return (image + soft[..., None]).clip(0, 255).astype(np.uint8)


def read(classifier: Classifier, image: Image) -> tuple[dict[ZoneId, list[int]], set[ZoneId]]:
    """Return the last reading of each zone, and the zones that are reported lost, within two and a half seconds."""
    reader, random = TableReader(GEOMETRY, classifier), np.random.default_rng(6)
    readings = LastReadings()
    for number, at_ms in enumerate(LOOKS_MS):
        readings.take(reader.read_frame(Frame(number, at_ms, noisy(image, random))))
    return readings.faces, readings.lost


def test_without_a_lamp_all_is_read(classifier: Classifier) -> None:
    readings, lost = read(classifier, table())
    assert not lost
    assert readings[POND] == TILES
    assert readings[URA] == []
    assert readings[MELD] == [1, 1, 1]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("bright", [60.0, 90.0, 220.0])
@pytest.mark.parametrize("soft_mm", [3.5, 1.2])
@pytest.mark.parametrize("turn_deg", [90.0, 75.0])
def test_a_lamp_where_ura_dora_are_laid_is_no_tile(
    classifier: Classifier, bright: float, soft_mm: float, turn_deg: float
) -> None:
    image = under_lamp(
        table(), URA, (40.0, 150.0), (120.0, 19.0), bright=bright, soft_mm=soft_mm, turn_deg=turn_deg
    )
    readings, lost = read(classifier, image)
    assert URA in lost or readings[URA] == []
    assert readings.get(URA, []) == [], "nothing lies there"


@pytest.mark.sampled(1)
@pytest.mark.parametrize("bright", [200.0, 255.0])
@pytest.mark.parametrize("soft_mm", [1.2, 3.5])
def test_a_face_whose_print_is_gone_is_lost_and_not_guessed(
    classifier: Classifier, bright: float, soft_mm: float
) -> None:
    lies = pond(0, TILES)[2]
    image = under_lamp(table(), POND, (lies.x, lies.y), (24.0, 30.0), bright=bright, soft_mm=soft_mm)
    readings, lost = read(classifier, image)
    assert POND in lost
    assert POND not in readings


def test_a_face_on_a_wall_is_not_overlooked_where_a_lamp_hides_it(classifier: Classifier) -> None:
    image = photograph([*walls({(2, 5): 8, (2, 6): 9})], VIEW, noise=0.0)
    x = GEOMETRY.wall.left_x + 5.5 * GEOMETRY.tile.width
    lit = under_lamp(
        image, ZoneId("wall", 2), (x, GEOMETRY.wall.centre_y), (19.0, 26.0), bright=240.0, soft_mm=1.2
    )
    readings, lost = read(classifier, lit)
    assert readings.get(ZoneId("wall", 2), [8, 9]) == [8, 9] or ZoneId("wall", 2) in lost


@pytest.mark.parametrize("light", [0.9, 1.05])
def test_blank_faces_and_backs_are_still_told(classifier: Classifier, light: float) -> None:
    """They are reported under a lamp that leaves the felt unchanged, and if a bright exposure makes paper nearly
    white."""
    laid = [*pond(0, [HAKU, 3, HAKU, HAKU]), *melds(1, [([38, 5, 5, 38], None, None)]), *walls()]
    readings, lost = read(classifier, photograph(laid, VIEW, noise=0.0, light=light))
    assert not lost
    assert readings[POND] == [HAKU, 3, HAKU, HAKU]
    assert readings[MELD] == [38, 5, 5, 38]


@pytest.mark.parametrize("light", [1.05, 1.1, 1.2])
def test_a_blank_face_between_others_is_reported_where_paper_is_white(
    classifier: Classifier, light: float
) -> None:
    """Its neighbours touch it, and only one of its sides shows felt; a lamp's light would not end there sharply."""
    faces = [3, 1, 7, 9, 12, 30, 22, 14, HAKU]
    laid = [*pond(0, [*faces, 15]), *pond(1, faces), *walls()]
    readings, lost = read(classifier, photograph(laid, VIEW, noise=0.0, light=light))
    assert not lost
    assert readings[POND] == [*faces, 15]
    assert readings[ZoneId("pond", 1)] == faces


@pytest.mark.sampled(2)
@pytest.mark.parametrize("light", [1.0, 1.1, 1.2])
@pytest.mark.parametrize("chair", range(4))
def test_blank_faces_that_tiles_enclose_are_reported(
    classifier: Classifier, chair: int, light: float
) -> None:
    """White continues from tile to tile, and none of their sides shows felt."""
    faces = [29, 17, 28, 19, 28, 8, 33, HAKU, HAKU, 30, 18, 0, 22, 33, 22, 12, 1]
    random, world, zone = np.random.default_rng(chair), World(), ZoneId("pond", chair)
    for number, face in enumerate(faces):
        row, column = divmod(number, GEOMETRY.pond.columns)
        tile = next(tile for tile in world.tiles if int(tile.face) == face and tile.zone != zone)
        x = -53.0 + column * (GEOMETRY.tile.width + random.uniform(0.0, 0.6))
        y = GEOMETRY.pond.first_row_y + row * (GEOMETRY.tile.length + random.uniform(0.2, 0.9))
        world.put(tile, zone, world.places.place(chair, x, y, Lie.FACE_UP))
    mount = Mount.tilted(random.uniform(0.0, 3.0), random.uniform(0.0, 360.0))
    image = OverheadCamera(world, mount=mount, seed=1, noise=0.0).render(0)
    reader = ZoneReader(GEOMETRY, mount.view(), classifier)
    bright = np.asarray(cv2.convertScaleAbs(image, alpha=light), np.uint8)
    bare = reader.charts[zone].draw(bright)[-60:]
    shapes = reader.read_zone(zone, bright, Felt.of(bare)).shapes
    assert all(shape.named.is_tile for shape in shapes)
    assert [tile_of_class(int(shape.named.logs.argmax())) for shape in shapes] == faces


def test_a_blank_face_beside_a_sideways_tile_is_enclosed() -> None:
    """The middle of a pon of blank tiles, pushed together by hand: the sideways one covers three quarters of its edge."""
    blank = np.full(CLASSES, -9.0, np.float32)
    blank[HAKU] = 0.0
    places = ((283.2, 265.3, True), (309.4, 261.7, False), (330.3, 261.7, False))
    pon = [Named(RowShape(x, y, sideways, 0.0), blank) for x, y, sideways in places]
    left, right = 3, 1
    assert _among_tiles(pon, {1: (left, right)}, GEOMETRY.tile) == {1}
    assert _among_tiles(pon[1:], {0: (left, right)}, GEOMETRY.tile) == set()


@pytest.mark.parametrize("bright", [90.0, 220.0])
def test_a_lamp_in_a_gap_between_rows_is_no_tile(classifier: Classifier, bright: float) -> None:
    """Tiles touch three sides of the place where it is seen; the fourth is open."""
    faces = [29, 17, 28, 19, 28, 8, 33, 30, 18]
    image = photograph([*pond(0, [*faces, *[3] * 9][:12], gaps=(9,)), *walls()], VIEW, noise=0.0)
    x = GEOMETRY.pond.left_x + 3.5 * (GEOMETRY.tile.width + 0.8)
    y = GEOMETRY.pond.first_row_y + GEOMETRY.pond.row_pitch
    readings, lost = read(classifier, under_lamp(image, POND, (x, y), (19.0, 26.0), bright=bright))
    assert POND in lost or readings[POND] == [*faces, 3, 3]


def test_a_blank_indicator_is_reported(classifier: Classifier) -> None:
    laid = [*walls(), Laid(HAKU, 2, 40.0, GEOMETRY.ura_y)]
    readings, lost = read(classifier, photograph(laid, VIEW, noise=0.0))
    assert URA not in lost
    assert readings[URA] == [HAKU]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("bright", [1.05, 1.07, 1.1, 1.15])
def test_a_tile_too_bright_to_be_named_does_not_turn_its_neighbours(
    classifier: Classifier, bright: float
) -> None:
    """A white dragon in a row of tiles with gaps is seen from the side: tile sides fill the gaps, and nothing marks its
    end."""
    mount = Mount.tilted(20.0, 45.0, height_mm=1470.0, scale=1.59)
    world, zone, faces = World(), ZoneId("pond", 3), [30, HAKU, 2, 24, 18, 9]
    for number, face in enumerate(faces):
        tile = next(tile for tile in world.tiles if int(tile.face) == face)
        x = -53.0 + number * (GEOMETRY.tile.width + 1.15)
        world.put(tile, zone, world.places.place(3, x, 84.0, Lie.FACE_UP))
    drawn = OverheadCamera(world, mount=mount, seed=1, noise=0.0).render(0)
    reader, random = ZoneReader(GEOMETRY, mount.view(), classifier), np.random.default_rng(8)
    for _ in range(25):
        image = noisy(np.asarray(cv2.convertScaleAbs(drawn, alpha=bright), np.uint8), random)
        bare = reader.charts[zone].draw(image)[-60:]
        shapes = reader.read_zone(zone, image, Felt.of(bare)).shapes
        assert [shape.found.sideways for shape in shapes] == [False] * len(faces)
        named = [tile_of_class(int(shape.named.logs.argmax())) for shape in shapes if shape.named.is_tile]
        assert [face for face in named if face != HAKU] == [face for face in faces if face != HAKU]
