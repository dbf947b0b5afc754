"""Melds that lie left of their corner or off its line; the oracle is how they were drawn."""

from dataclasses import replace
from typing import TypeAlias

import numpy as np
import pytest

from tests.vision.tabletop import GEOMETRY, Laid, camera, jittered, melds, photograph, standing
from vision.calibration.charts import ZoneChart
from vision.lens import Image
from vision.model.classifier import Classifier, tile_of_class
from vision.reading.felt import Felt
from vision.reading.reading import ZoneReader
from vision.reading.rows import RowBands, RowShape, Slopes, tiles_in_row
from vision.sightings import BACK
from vision.zones import EACH_CHAIR, ZoneId

Group: TypeAlias = tuple[list[int], int | None, int | None]
GROUPS: list[Group] = [([4, 5, 6], 0, None), ([31, 31, 31], 2, None), ([BACK, 9, 9, BACK], None, None)]
ADDED: list[Group] = [([4, 5, 6], 0, None), ([31, 31, 31], 1, 31)]
OFF = [(0.0, 0.0), (25.0, 3.0), (60.0, 12.0), (80.0, 6.0), (10.0, -4.0), (0.0, 9.0)]


def moved(laid: list[Laid], aside_mm: float, inwards_mm: float) -> list[Laid]:
    return [replace(one, x=one.x - aside_mm, y=one.y - inwards_mm) for one in laid]


def read(classifier: Classifier, laid: list[Laid], seed: int) -> dict[ZoneId, tuple[list[int], bool]]:
    """Return the tiles read in each corner, from left to right, and whether these are whole melds."""
    view = camera()
    image = photograph(jittered(laid, np.random.default_rng(seed), mm=0.5), view, seed=seed)
    reader = ZoneReader(GEOMETRY, view, classifier)
    found = {}
    for chair in EACH_CHAIR:
        zone = ZoneId("meld", chair)
        shapes = reader.read_zone(zone, image, Felt.of(reader.charts[zone].draw(image)))
        found[zone] = (
            [tile_of_class(int(shape.named.logs.argmax())) for shape in shapes.shapes],
            bool(shapes.shapes) and reader.whole_melds(shapes),
        )
    return found


def faces(laid: list[Laid]) -> list[int]:
    """From left to right; an added tile follows the one that it lies on."""
    return [one.tile for one in sorted(laid, key=lambda one: (round(one.x), -one.y))]


@pytest.mark.parametrize("off", OFF)
@pytest.mark.parametrize("count", [1, 3])
def test_whole_melds_are_read_where_they_lie(
    classifier: Classifier, off: tuple[float, float], count: int
) -> None:
    laid = {
        ZoneId("meld", chair): moved(melds(chair, GROUPS[:count]), *off) + standing(chair, 13 - 3 * count)
        for chair in EACH_CHAIR
    }
    found = read(classifier, [one for corner in laid.values() for one in corner], count)
    for zone, corner in laid.items():
        assert found[zone] == (faces([one for one in corner if not one.standing]), True), zone


@pytest.mark.parametrize("inwards_mm", [0.0, 4.0, 8.0, 12.0])
def test_a_corner_with_an_added_tile_is_read_or_not_whole(classifier: Classifier, inwards_mm: float) -> None:
    """An added tile beyond the zone hides a part of its meld: the visible rest is neither another meld nor nothing."""
    laid = {ZoneId("meld", chair): moved(melds(chair, ADDED), 20.0, inwards_mm) for chair in EACH_CHAIR}
    found = read(classifier, [one for corner in laid.values() for one in corner], 1)
    for zone, corner in laid.items():
        names, whole = found[zone]
        assert names, zone
        assert not whole or names == faces(corner), zone


def test_a_standing_hand_far_from_the_corner_is_not_cut_into_tiles(
    classifier: Classifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut: list[int] = []

    def counted(chart: ZoneChart, slopes: Slopes, mask: Image, shape: RowBands) -> list[RowShape]:
        cut.append(int(np.count_nonzero(mask)))
        return tiles_in_row(chart, slopes, mask, shape)

    monkeypatch.setattr("vision.reading.tiles.tiles_in_row", counted)
    read(classifier, [one for chair in EACH_CHAIR for one in standing(chair, 14)], 2)
    assert cut
    assert not any(cut)


def test_nothing_is_read_in_corners_beside_standing_hands(classifier: Classifier) -> None:
    laid = [one for chair in EACH_CHAIR for one in standing(chair, 14)]
    assert all(names == [] for names, _ in read(classifier, laid, 2).values())
