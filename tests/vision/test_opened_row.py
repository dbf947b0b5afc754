"""Only tiles lie in the row of an opened hand; anything there that hides one, or looks like the cloth, is noticed."""

from typing import Any

import numpy as np
import pytest

from simulation.camera.lens import Mount
from vision.calibration.charts import ZoneChart
from vision.camera.camera import Frame
from vision.geometry import STANDARD_TILE, load_geometry
from vision.lens import Image
from vision.model.classifier import CLASSES, OTHER_CLASS
from vision.reading.opened_row import unexplained_in_row
from vision.reading.rows import RowBands, RowShape
from vision.reading.shapes import Named, PlacedShape, ZoneShapes
from vision.tracking.beliefs import UncertainError
from vision.tracking.believing import Believing
from vision.zones import ZoneId

MARGIN_MM = 2.8
PLACES = (0, 1, 2, 4, 5)
"""The third place of the row is left out."""


def a_row() -> tuple[ZoneChart, RowBands, list[Named], Image]:
    """The chart of an opened hand, its row, the faces in it, and a mask of the covered part."""
    geometry = load_geometry()
    zone = next(zone for zone in geometry.zones() if zone.id == ZoneId("hand", 0))
    chart, y = ZoneChart(zone, Mount().view(), geometry.tile), geometry.hand.centre_y
    sure = np.full(CLASSES, -20.0, np.float32)
    sure[3] = 0.0
    xs = [-150.0 + place * STANDARD_TILE.width for place in PLACES]
    row = [Named(RowShape(x, y, sideways=False, turn_deg=0.0), sure) for x in xs]
    mask: Image = np.zeros((chart.height, chart.width), np.uint8)
    for x in xs:
        _cover(chart, mask, x, y)
    return chart, RowBands(y, (-10.0, 10.0)), row, mask


def _cover(chart: ZoneChart, mask: Image, x: float, y: float) -> None:
    wide, long = STANDARD_TILE.width / 2, STANDARD_TILE.length / 2
    left, right = (round(chart.column(x + side)) for side in (-wide, wide))
    top, bottom = (round(chart.row(y + side)) for side in (-long, long))
    mask[top:bottom, left:right] = 255


@pytest.mark.parametrize("inked", [False, True])
def test_a_face_whose_ink_passes_for_the_cloth_is_missed_by_the_paper_at_its_ends(*, inked: bool) -> None:
    """The 8p of a set with blue ink on blue cloth: only the face's margins are seen."""
    chart, shape, row, mask = a_row()
    x, y = -150.0 + 3 * STANDARD_TILE.width, shape.y
    if inked:
        _cover(chart, mask, x, y)
        inside = STANDARD_TILE.length / 2 - MARGIN_MM
        mask[round(chart.row(y - inside)) : round(chart.row(y + inside))][
            :, round(chart.column(x - 9)) : round(chart.column(x + 9))
        ] = 0
    lies_there = unexplained_in_row(row, chart, mask, shape, STANDARD_TILE) > 0
    assert lies_there is inked


def test_a_tile_that_each_frame_names_otherwise_is_not_left_out() -> None:
    """A bold 7m was read as a sure 7m in one frame and as a sure 5m in the next, and the hand was reported without it."""
    believing, hand = Believing(load_geometry()), ZoneId("hand", 0)
    unseen: Any = None

    def voted(name: int) -> bool:
        logs = np.full((3, CLASSES), -9.0, np.float32)
        logs[[0, 2], 3] = 0.0
        logs[1, [name, OTHER_CLASS]] = np.log((0.6, 0.3))
        row = [
            Named(RowShape(-150.0 + place * STANDARD_TILE.width, 262.0, sideways=False, turn_deg=0.0), each)
            for place, each in enumerate(logs)
        ]
        shapes = tuple(PlacedShape(one, 0, place) for place, one in enumerate(row))
        believing.zones[hand].votes.add(ZoneShapes(shapes, 0.0))
        return believing.decided(hand)

    assert not any(voted(name) for name in (6, 4))
    assert believing.counted(hand) == [0, 2]
    assert not any(voted(name) for name in (6, 4, 6, 4, 6))
    assert voted(4)
    with pytest.raises(UncertainError):
        believing.believe(unseen, hand, Frame(1, 1, np.zeros((1, 1, 3), np.uint8)), unseen)
