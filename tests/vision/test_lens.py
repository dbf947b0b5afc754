"""Lenses: OpenCV's projection is the oracle, and undistorting is its inverse."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulation.camera.lens import Mount
from vision.calibration.charts import ZoneChart
from vision.geometry import Rect, load_geometry
from vision.lens import Lens
from vision.zones import ZoneId

GRID = np.array([(x, y) for x in np.linspace(60, 1860, 7) for y in np.linspace(60, 1380, 7)])
GEOMETRY = load_geometry()


def lens(k1: float = 0.0, k2: float = 0.0, p1: float = 0.0, p2: float = 0.0, k3: float = 0.0) -> Lens:
    return Lens((1650.0, 1640.0), (955.0, 728.0), k1, k2, p1, p2, k3)


bends = st.builds(
    lens,
    st.floats(-0.28, 0.1),
    st.floats(0.0, 0.08),
    st.floats(-0.002, 0.002),
    st.floats(-0.002, 0.002),
    st.floats(0.0, 0.02),
)


@given(bends)
def test_it_bends_as_opencv_does_and_is_taken_back(bent: Lens) -> None:
    rays = np.column_stack([(GRID - bent.centre) / bent.focal, np.ones(len(GRID))])
    still = np.zeros(3)
    oracle, _ = cv2.projectPoints(rays, still, still, bent.matrix(), bent.coefficients())
    seen = bent.distort(GRID)
    assert np.abs(seen - np.asarray(oracle).reshape(-1, 2)).max() < 1e-6
    assert np.abs(bent.undistort(seen) - GRID).max() < 1e-3


@given(st.floats(-0.5, -0.05), st.floats(0.0, 6.2))
def test_nothing_from_outside_is_folded_into_the_picture(k1: float, angle: float) -> None:
    """The polynomial turns back beyond some radius, but points further out must stay further out."""
    bent = lens(k1)
    out = np.linspace(0.0, 6000.0, 200)[:, None] * (np.cos(angle), np.sin(angle)) + bent.centre
    assert (np.diff(np.linalg.norm(bent.distort(out) - bent.centre, axis=1)) > 0).all()


def test_a_lens_without_distortion_changes_nothing() -> None:
    assert np.abs(lens().distort(GRID) - GRID).max() < 1e-9
    assert np.abs(lens().undistort(GRID) - GRID).max() < 1e-9


def test_points_and_planes_are_each_other_s_inverse_under_a_lens() -> None:
    view = Mount(height_mm=900.0, roll_deg=33.0, bend=(-0.25, 0.06, 0.001, 0.001, 0.0)).view()
    points = np.array([(x, y, 16.5) for x in (-330, 0, 330) for y in (-330, 10, 330)], float)
    assert np.abs(view.to_plane(view.points(points), 16.5) - points[:, :2]).max() < 1e-3


@pytest.mark.parametrize("zone", [ZoneId("pond", 0), ZoneId("meld", 1), ZoneId("wall", 3)])
def test_a_chart_shows_each_place_where_the_lens_puts_it(zone: ZoneId) -> None:
    """In a picture whose colours are its own coordinates, a chart's pixel shows where it was taken from."""
    mount = Mount(height_mm=900.0, scale=1.78, bend=(-0.25, 0.06, 0.0, 0.0, 0.0))
    view, [wanted] = mount.view(), [one for one in GEOMETRY.zones() if one.id == zone]
    chart = ZoneChart(wanted, view, GEOMETRY.tile)
    corner = chart.outline().min(axis=0)
    x, y = np.meshgrid((np.arange(1920) - corner[0]) / 4, (np.arange(1440) - corner[1]) / 4)
    coordinates = np.stack([x, y, np.zeros_like(x)], axis=-1).round().clip(0, 255).astype(np.uint8)
    drawn = chart.draw(coordinates).astype(float)[..., :2] * 4 + corner
    for row in (3, chart.height // 2, chart.height - 4):
        for column in (3, chart.width // 3, chart.width - 4):
            left, top = float(chart.x_mm(column)), float(chart.y_mm(row))
            exact = chart.in_picture(left, top, left, top)[0]
            assert np.abs(drawn[row, column] - exact).max() < 3.0
    crop = chart.crop(coordinates, 40.0, wanted.area.top + 20.0, 12.0).astype(float)[..., :2] * 4 + corner
    centre = chart.in_picture(40.0, wanted.area.top + 20.0, 40.0, wanted.area.top + 20.0)[0]
    middle = crop[
        crop.shape[0] // 2 - 1 : crop.shape[0] // 2 + 1, crop.shape[1] // 2 - 1 : crop.shape[1] // 2 + 1
    ]
    assert np.abs(middle.mean(axis=(0, 1)) - centre).max() < 3.0


def test_the_felt_s_edge_is_bowed_under_a_lens() -> None:
    """A straight line between its corners would miss the felt by several pixels."""
    view = Mount(height_mm=900.0, scale=1.78, bend=(-0.25, 0.06, 0.0, 0.0, 0.0)).view()
    half = GEOMETRY.felt_half
    around = view.points([(x, y, 0.0) for x, y in Rect(-half, -half, half, half).outline(parts=8)])
    top, middle = around[:9], around[4]
    chord = (top[0] + top[8]) / 2
    assert np.linalg.norm(middle - chord) > 8
