"""The plane of a square from its corners; the oracle is the camera with which the corners were made."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.stages.oblique import Setting, camera, project
from vision.photo.finding.flat import draw_flat, scale_at, visible_part
from vision.photo.finding.plane import CornersError, checked_corners, in_units, view_of_square

SIZE = (1200, 900)
HALF = 180.0
SQUARE = np.array([(-HALF, -HALF, 0), (HALF, -HALF, 0), (HALF, HALF, 0), (-HALF, HALF, 0)])


@settings(deadline=None, max_examples=25)
@given(
    tilt=st.floats(0, 50), azimuth=st.floats(-40, 40), focal=st.floats(0.65, 1.0), length_px=st.floats(20, 60)
)
def test_tops_of_tiles_are_where_the_camera_sees_them(
    tilt: float, azimuth: float, focal: float, length_px: float
) -> None:
    view = camera(Setting(tilt_deg=tilt, azimuth_deg=azimuth, focal=focal, length_px=length_px), SIZE)
    found = view_of_square(project(view, SQUARE), SIZE)
    places = np.array([(-80, -60, 20), (0, 0, 20), (70, 90, 20), (0, 0, 0)], float)
    off = np.hypot(*(found.points(places / (2 * HALF)) - project(view, places)).T)
    assert off[3] < 0.01
    assert off.max() < 0.15 * length_px


def test_a_square_seen_askew_tells_how_far_off_the_vertical_the_camera_is() -> None:
    for tilt in (25.0, 40.0, 50.0):
        view = camera(Setting(tilt_deg=tilt, focal=1.2, length_px=60), SIZE)
        assert view_of_square(project(view, SQUARE), SIZE).tilt_deg() == pytest.approx(tilt, abs=4)


def test_corners_may_lie_outside_the_picture() -> None:
    view = camera(Setting(tilt_deg=45, length_px=120), SIZE)
    corners = project(view, SQUARE)
    assert (corners.min(axis=0) < 0).any()
    found = in_units(view_of_square(corners, SIZE), 26 / (2 * HALF))
    here = project(view, [(30.0, 40.0, 20.0)])
    assert found.points([(30 / 26, 40 / 26, 20 / 26)]) == pytest.approx(here, abs=8)


@pytest.mark.parametrize(
    ("corners", "says"),
    [
        ([(0, 0), (100, 0), (100, 100)], "four corners"),
        ([(0, 0), (100, 100), (100, 0), (0, 100)], "convex"),
        ([(0, 0), (0, 100), (100, 100), (100, 0)], "counter-clockwise"),
        ([(0, 0), (100, 0), (40, 40), (0, 100)], "convex"),
        ([(0, 0), (10, 0), (10, 10), (0, 10)], "close together"),
        ([(0, 0), (100, 0), (float("nan"), 100), (0, 100)], "four corners"),
    ],
)
def test_what_is_no_square_is_refused(corners: list[tuple[float, float]], says: str) -> None:
    with pytest.raises(CornersError, match=says):
        checked_corners(np.array(corners, float))


def test_the_plane_is_drawn_from_above_at_its_scale() -> None:
    view = camera(Setting(tilt_deg=40, length_px=60), SIZE)
    found = in_units(view_of_square(project(view, SQUARE), SIZE), 0.1)
    picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    x, y = found.points([(2.0, -1.0, 0.8)])[0]
    picture[round(y) - 2 : round(y) + 3, round(x) - 2 : round(x) + 3] = 255
    flat = draw_flat(picture, found, 0.8, visible_part(found, 0.8, SIZE, 6.0), 20.0)
    rows, columns = np.nonzero(flat.image[..., 0] > 60)
    middle = flat.on_plane(np.array([[columns.mean(), rows.mean()]]))[0]
    assert middle == pytest.approx((2.0, -1.0), abs=0.05)
    assert flat.in_picture(np.array([[columns.mean(), rows.mean()]]))[0] == pytest.approx((x, y), abs=1.5)
    assert scale_at(found, 0.0) > 0
