"""Tiles that look as when they were named keep their names; others are named anew."""

from collections.abc import Sequence
from itertools import combinations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from referee.tiles import FACES
from tests.vision.tabletop import GEOMETRY, photograph, pond, walls
from tests.vision.tracker_stage import VIEW, Film, of, with_arm
from vision.calibration.charts import ZoneChart
from vision.lens import Image
from vision.model.classifier import CLASSES, Classifier
from vision.prints.faces import face_image
from vision.reading import reading
from vision.reading.plain_tiles import BLANK_CLASS, without_parts
from vision.reading.reading import ALIKE, ZoneReader
from vision.reading.rows import RowShape, Slopes
from vision.reading.shapes import Named
from vision.sightings import TileMoved
from vision.tracking.tracker import TableReader
from vision.zones import ZoneId

TILES = [0, 9, 18, 27, 31, 32, 33, 4, 13, 22, 28, 29]


class Counting(Classifier):
    """Counts the tiles that it is asked to name."""

    asked = 0

    def log_probabilities(self, crops: Sequence[Image]) -> NDArray[np.float32]:
        self.asked += len(crops)
        return super().log_probabilities(crops)


def test_only_what_has_changed_is_named() -> None:
    counting = Counting()
    film = Film(TableReader(GEOMETRY, counting))
    film.show(photograph([*pond(0, TILES), *walls()], VIEW), 4)
    counting.asked = 0
    more = [*TILES, 1]
    sightings = film.show(photograph([*pond(0, more), *walls()], VIEW, seed=1), 4)
    [reading] = of(sightings, ZoneId("pond", 0))
    assert [tile.tile for tile in reading.tiles] == more
    assert 1 <= counting.asked <= 4


@pytest.mark.parametrize("known", [True, False])
def test_a_known_blank_tile_needs_no_edge(*, known: bool) -> None:
    """A plain thing has no sharp edge, and neither has the bare felt here; but a known tile is not checked again."""
    chart = ZoneReader(GEOMETRY, VIEW, Classifier()).charts[ZoneId("pond", 0)]
    bare = Slopes(chart.draw(photograph([], VIEW, noise=0.0)))
    [one] = without_parts([_named(0.0, 110.0, BLANK_CLASS, known=known)], chart, bare)
    assert one.is_tile is known


@pytest.mark.parametrize(("faces", "blank"), [("left right far", True), ("left far", False), ("", False)])
def test_a_blank_tile_ends_at_the_faces_that_touch_it(faces: str, *, blank: bool) -> None:
    """A haku in the second row was lost: no edge was seen towards its neighbour, nor towards the row above."""
    chart = ZoneReader(GEOMETRY, VIEW, Classifier()).charts[ZoneId("pond", 0)]
    bare = Slopes(chart.draw(photograph([], VIEW, noise=0.0)))
    wide, long = chart.tile.width, chart.tile.length
    beside = {"left": (-wide, 110.0), "right": (wide, 110.0), "far": (0.0, 110.0 - long)}
    row = [_named(0.0, 110.0, BLANK_CLASS), *(_named(*beside[side], 3) for side in faces.split())]
    assert without_parts(row, chart, bare)[0].is_tile is blank
    around = [_named(*place, BLANK_CLASS) for place in beside.values()]
    assert not without_parts([row[0], *around], chart, bare)[0].is_tile


def _named(x: float, y: float, name: int, *, known: bool = False) -> Named:
    logs = np.full(CLASSES, np.log(0.001), np.float32)
    logs[name] = np.log(0.99)
    return Named(RowShape(x, y, False, 0.0), logs, known=known)


def test_a_tile_that_lies_still_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The look of the tile in this reading is kept for the next one."""
    film = Film(TableReader(GEOMETRY, Classifier()))
    film.show(photograph([*pond(0, TILES), *walls()], VIEW), 4)
    looks: list[RowShape] = []
    plain = reading._look

    def counted(chart: ZoneChart, picture: Image, one: RowShape) -> Image:
        looks.append(one)
        return plain(chart, picture, one)

    monkeypatch.setattr(reading, "_look", counted)
    after = photograph([*pond(0, [*TILES, 1]), *walls()], VIEW, seed=1)
    sightings = next(sightings for _ in range(4) if of(sightings := film.show(after), ZoneId("pond", 0)))
    assert len(of(sightings, ZoneId("pond", 0))[0].tiles) == len(TILES) + 1
    # Its neighbour's edge looks different too.
    assert len(looks) <= len(TILES) + 2


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("before", "after"), [(4, 34), (35, 13), (7, 8), (9, 17)], ids=["red", "plain", "man", "pin"]
)
def test_a_tile_exchanged_for_one_like_it_is_reported(film: Film, before: int, after: int) -> None:
    """Everything around it looks the same."""
    old = photograph([*pond(0, [0, 18, before, 27, 31]), *walls()], VIEW)
    new = photograph([*pond(0, [0, 18, after, 27, 31]), *walls()], VIEW, seed=2)
    film.show(old, 4)
    for tip in (200.0, 100.0):
        film.show(with_arm(old, 0, (0.0, tip)))
    sightings = film.show(new, 5)
    assert [tile.tile for tile in of(sightings, ZoneId("pond", 0))[0].tiles] == [0, 18, after, 27, 31]
    assert [(move.kind, move.tile) for move in sightings if isinstance(move, TileMoved)] == [
        ("exchanged", after)
    ]


@pytest.mark.parametrize("pixels", [(36, 48), (21, 28)], ids=["usual", "smallest"])
def test_no_two_faces_look_alike(pixels: tuple[int, int]) -> None:
    """Pictures are as large as vision compares them, whatever the camera: some pixel always differs between two
    faces."""
    faces = []
    for face in range(FACES):
        cut = cv2.resize(face_image(face, *pixels), (36, 48), interpolation=cv2.INTER_LINEAR)
        small = cv2.resize(cut, (18, 24), interpolation=cv2.INTER_AREA)
        faces.append(small[1:-1, 1:-1].astype(int))
    least = min(np.abs(one - other).max() for one, other in combinations(faces, 2))
    assert least > 2 * ALIKE
