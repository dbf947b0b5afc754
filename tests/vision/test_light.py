"""Flicker and exposure: bands, pulses and gains are not taken for changes on the table, and hide none."""

from functools import cache

import numpy as np
import pytest

from tests.vision.tabletop import GEOMETRY, HEIGHT, camera, grained, photograph, pond, walls
from vision.camera.camera import Frame
from vision.camera.reduced import Reduced
from vision.change.exposure import Exposure
from vision.change.occlusion import DIFFERENT
from vision.model.classifier import Classifier
from vision.sightings import CameraAlert, HandsOver, LostTrack, Sighting, Watermark, ZoneReading
from vision.tracking.tracker import TableReader
from vision.zones import ZoneId

TILES = [0, 9, 18, 27, 31, 32]


@cache
def table_before() -> np.ndarray:
    return photograph([*pond(0, TILES), *walls()], camera(), noise=0.0)


@cache
def table_after() -> np.ndarray:
    return photograph([*pond(0, [*TILES, 33]), *walls()], camera(), noise=0.0)


ROWS = np.arange(HEIGHT)


def lit(image: np.ndarray, gains: np.ndarray | float, seed: int = 0) -> np.ndarray:
    """A picture under so bright a lamp, row by row, with noise."""
    rows = np.broadcast_to(np.asarray(gains, np.float32), ROWS.shape)[:, None, None]
    return grained((image * rows).clip(0, 255).astype(np.uint8), seed)


def reduced(image: np.ndarray) -> np.ndarray:
    return Reduced.of(image).quarter


def lamp(at_ms: float, mains: int, depth: float, readout_ms: float = 28.0) -> np.ndarray:
    """The light of each row: a lamp is brightest twice in a period, and rows are exposed one after the other."""
    times_s = (at_ms + ROWS * readout_ms / len(ROWS)) / 1000
    return np.asarray(1 + depth * np.sin(2 * np.pi * 2 * mains * times_s))


@pytest.mark.parametrize(
    "gains", [0.7, 0.85, 1.3, lamp(3.0, 50, 0.15), lamp(7.0, 60, 0.15), 1.2 * lamp(1.0, 50, 0.1)]
)
def test_the_table_at_rest_looks_the_same(gains: np.ndarray | float) -> None:
    exposure = Exposure()
    first = reduced(lit(table_before(), 1.0, 1))
    exposure.steadied(first)
    raw = reduced(lit(table_before(), gains, 2))
    differs = np.abs(exposure.steadied(raw).astype(int) - first).max(axis=2) > DIFFERENT
    assert differs.mean() < 0.003
    assert (np.abs(raw.astype(int) - first).max(axis=2) > DIFFERENT).mean() > 0.01


def test_what_lies_on_the_table_or_reaches_over_it_stays() -> None:
    exposure = Exposure()
    first = reduced(lit(table_before(), 1.0, 1))
    exposure.steadied(first)
    reached = table_after().copy()
    reached[400:1440, 300:900] = (120, 150, 200)
    plain = np.abs(reduced(lit(reached, 1.0, 2)).astype(int) - first).max(axis=2) > 2 * DIFFERENT
    steady = exposure.steadied(reduced(lit(reached, lamp(3.0, 50, 0.12) * 0.85, 3)))
    seen = np.abs(steady.astype(int) - first).max(axis=2) > DIFFERENT
    assert seen[plain].mean() > 0.97


def test_a_room_that_becomes_dark_is_another_light() -> None:
    exposure = Exposure()
    exposure.steadied(reduced(lit(table_before(), 1.0, 1)))
    dim = reduced(lit(table_before(), 0.4, 2))
    assert exposure.steadied(dim) is dim


@pytest.mark.parametrize("mains", [50, pytest.param(60, marks=pytest.mark.prove(short=False))])
def test_a_tile_is_read_under_flickering_lamps_and_nothing_else_is(
    classifier: Classifier, mains: int
) -> None:
    """Bands run through the picture (the camera's rate is a little off), and exposure jumps by a fifth meanwhile."""
    reader = TableReader(GEOMETRY, classifier)
    sightings: list[Sighting] = []
    for number in range(20):
        image = table_after() if number >= 12 else table_before()
        gains = lamp(number * 100.7, mains, 0.12) * (1.2 if 6 <= number < 16 else 1.0)
        seen = reader.read_frame(Frame(number, 100 * number, lit(image, gains, number)))
        sightings += [one for one in seen if not isinstance(one, Watermark)]
    readings = [one for one in sightings if isinstance(one, ZoneReading) and one.tiles]
    assert [(one.zone, [tile.tile for tile in one.tiles]) for one in readings] == [
        (ZoneId("pond", 0), TILES),
        (ZoneId("pond", 0), [*TILES, 33]),
    ]
    assert abs(readings[1].at_ms - 1150) <= 200
    assert [one for one in sightings if isinstance(one, LostTrack | CameraAlert | HandsOver)] == []
