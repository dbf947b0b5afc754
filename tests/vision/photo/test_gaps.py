"""Tiles that the finder overlooks in a row; the oracle is what was drawn there."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

import numpy as np
import pytest
from numpy.typing import NDArray

from bench.stages.oblique import Photograph, Placed, Setting, photograph, place
from referee.tiles import HAKU, NAMES
from tests.vision.photo.trust_stage import row_of_tiles
from vision.model.classifier import CLASSES, Classifier
from vision.photo.finding.finder import Top
from vision.photo.finding.flat import Cutter
from vision.photo.finding.level import fitted_view
from vision.photo.naming.gaps import with_overlooked
from vision.photo.reader import PhotoReader
from vision.photo.result import ReadTile


def row_of_hand(setting: Setting, tiles: list[int]) -> list[Placed]:
    far = setting.pond_half + 1.5 * setting.length
    step = setting.width + 0.3
    placed = [
        Placed(tile, *place(0, (column - len(tiles) / 2) * step, far), 0.0, "hand/0", 0, column)
        for column, tile in enumerate(tiles)
    ]
    discards = [
        Placed(
            tile, *place(chair, (column - 2.5) * step, setting.console + 0.62 * setting.length), -90.0 * chair
        )
        for chair in range(4)
        for column, tile in enumerate(range(chair * 6, chair * 6 + 6))
    ]
    return placed + discards


def read(setting: Setting, tiles: list[int]) -> tuple[Photograph, list[ReadTile]]:
    picture = photograph(setting, row_of_hand(setting, tiles), (640, 512), seed=3)
    return picture, list(PhotoReader().read_picture(picture.picture, picture.pond).tiles)


def test_three_haku_side_by_side_are_three_tiles() -> None:
    setting = Setting(tilt_deg=40.0, length_px=30.0)
    picture, read_tiles = read(setting, [9, 10, 11, 27, 27, HAKU, HAKU, HAKU])
    for truth in picture.truths:
        near = [
            one for one in read_tiles if np.hypot(one.x - truth.x, one.y - truth.y) < 0.3 * truth.length_px
        ]
        assert [one.tile for one in near] == [truth.tile]
    assert len(read_tiles) == len(picture.truths)
    assert not any(one.spot.sideways for one in read_tiles)


@pytest.mark.parametrize("tilt_deg", [0.0, 40.0])
def test_neighbours_tell_the_tilt_whatever_axes_the_finder_tells(tilt_deg: float) -> None:
    """The finder's axes are those of tiles seen from above, so only places give evidence here."""
    setting = Setting(tilt_deg=tilt_deg, azimuth_deg=20.0)
    picture = photograph(setting, row_of_hand(setting, list(range(12))), (1000, 800))
    tops = [
        Top(
            one.x,
            one.y,
            (0.0, one.length_px / 2),
            (one.length_px / 2.7, 0.0),
            back=False,
            chance=0.9,
        )
        for one in picture.truths
    ]
    view, _ = fitted_view(tops, (1000, 800), 0.77)
    x, y, height = view.camera()
    assert abs(np.degrees(np.arctan2(np.hypot(x, y), height)) - tilt_deg) < 8


@dataclass(frozen=True)
class NamesAll:
    """Names every cut-out the same with certainty, as the network names wood grain 9s."""

    name: str

    def log_probabilities(self, crops: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
        logs = np.full((len(crops), CLASSES), np.log(1e-6), np.float32)
        logs[:, NAMES.index(self.name)] = 0.0
        return logs


@pytest.mark.parametrize(("around", "found"), [((130, 140, 145), True), ((214, 230, 236), False)])
def test_a_neighbour_of_a_row_shows_its_edges(around: tuple[int, int, int], found: bool) -> None:
    """On cloth of the paper's own colour, named tiles cannot be distinguished from the cloth."""
    tiles, flat = row_of_tiles(7, 0.99, 0.8)
    image = np.full_like(flat.image, around)
    image[40:66, 20:140] = flat.image[45, 25]
    cutter, drawn = Cutter(image), replace(flat, image=image)
    classifier = cast("Classifier", NamesAll("9s"))
    result = with_overlooked(tiles, (classifier, cutter), drawn, (5.0, 3.0, 60.0), 0.77)
    assert (len(result) > len(tiles)) == found


def test_a_haku_beside_one_that_the_finder_saw_too_small_lies_one_pitch_away() -> None:
    """It used to be placed a sixth of a width too near, and the next one two sixths, since a haku reads the same
    wherever it is cut out."""
    tiles, flat = row_of_tiles(7, 0.99, 0.8)
    image = flat.image.copy()
    image[40:66, 20:140] = image[45, 25]
    last = tiles[-1]
    small = replace(last, tile=HAKU, top=replace(last.top, along=(0.0, 11.1), across=(8.5, 0.0)))
    classifier = cast("Classifier", NamesAll("5z"))
    readers = classifier, Cutter(image)
    result = with_overlooked(
        [*tiles[:-1], small], readers, replace(flat, image=image), (5.0, 3.0, 60.0), 0.77
    )
    assert [(one.top.x, one.top.y) for one in result[len(tiles) :]] == [pytest.approx((130.0, 53.0), abs=0.5)]
