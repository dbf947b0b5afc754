"""Pictures resized to squares; the oracle is the drawn table's truth (``bench.stages.oblique``)."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from bench.stages.drawn_tables import drawn_table
from bench.stages.scoring import score
from tests.vision.photo.trust_stage import row_of_tiles
from vision.photo.naming.stretched import clearly_read
from vision.photo.reader import PhotoReader

SIDE = 640


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("seed", "tilt", "size"), [(500, 20.0, (960, 540)), (501, 30.0, (540, 960))])
def test_a_picture_resized_to_a_square_is_read_in_its_shape(
    seed: int, tilt: float, size: tuple[int, int]
) -> None:
    table = drawn_table(seed, tilt, 32.0, size)
    squared = np.asarray(cv2.resize(table.picture, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)
    truths = [replace(one, x=one.x * SIDE / size[0], y=one.y * SIDE / size[1]) for one in table.truths]
    read_tiles = PhotoReader().read_picture(squared).tiles
    counts = score(truths, [tile.as_json() for tile in read_tiles])
    assert counts["named"] >= 0.95 * counts["tiles"], counts
    assert counts["false"] <= 1


def test_a_tile_that_lies_askew_is_not_clear_evidence_for_a_shape() -> None:
    (one, *others), _ = row_of_tiles(7, 0.99, 0.8)
    assert clearly_read([one, *others]) == 5
    assert clearly_read([replace(one, askew=True), *others]) == 4
