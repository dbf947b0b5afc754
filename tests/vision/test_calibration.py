"""Finding the table by its markers; the oracle is the camera that took the picture."""

import cv2
import numpy as np
import pytest

from tests.vision.tabletop import GEOMETRY, camera, photograph
from vision.calibration.calibration import CalibrationError, find_markers, find_table


@pytest.mark.parametrize(("height_mm", "tilt_deg"), [(1300.0, 1.0), (1450.0, 2.5), (1600.0, -3.0)])
def test_tile_tops_are_found_where_they_are(height_mm: float, tilt_deg: float) -> None:
    """Half a millimetre for tiles on the felt and one on walls is well within what naming a tile needs (2.5 mm)."""
    view = camera(height_mm, tilt_deg)
    found = find_table(photograph([], view), GEOMETRY)
    assert found.markers == 8
    reach = 300.0
    for top, most_mm in ((GEOMETRY.tile_top, 0.8), (GEOMETRY.wall_top, 1.2)):
        points = np.array([(x, y, top) for x in (-reach, 0, reach) for y in (-reach, 0, reach)])
        seen = found.view.to_plane(view.points(points), top)
        assert np.linalg.norm(seen - points[:, :2], axis=1).max() < most_mm


def test_four_markers_on_opposite_sides_are_enough() -> None:
    picture = photograph([])
    for number, corners in find_markers(picture, GEOMETRY).items():
        if number in (1, 3, 4, 6):
            cv2.fillConvexPoly(picture, corners.astype(np.int32), (60, 60, 60))
    found = find_table(picture, GEOMETRY)
    assert found.markers == 4


def test_three_markers_are_not_enough() -> None:
    picture = photograph([])
    for number, corners in find_markers(picture, GEOMETRY).items():
        if number > 2:
            cv2.fillConvexPoly(picture, corners.astype(np.int32), (60, 60, 60))
    with pytest.raises(CalibrationError, match="3 of 8"):
        find_table(picture, GEOMETRY)


def test_the_table_turned_in_the_picture_is_the_same_table() -> None:
    view = camera()
    picture = np.ascontiguousarray(photograph([], view)[::-1, ::-1])
    found = find_table(picture, GEOMETRY)
    corner = view.points([(300, 250, 16.5)])[0]
    turned = np.array([(picture.shape[1] - 1, picture.shape[0] - 1)]) - corner
    assert np.abs(found.view.points([(300, 250, 16.5)])[0] - turned).max() < 2.0


def test_a_picture_too_small_is_refused() -> None:
    small = cv2.resize(photograph([]), (960, 720), interpolation=cv2.INTER_AREA)
    with pytest.raises(CalibrationError, match="pixels to the millimetre"):
        find_table(np.asarray(small, np.uint8), GEOMETRY)


def test_nothing_to_see() -> None:
    with pytest.raises(CalibrationError, match="0 of 8"):
        find_table(np.zeros((1440, 1920, 3), np.uint8), GEOMETRY)
