"""The place of a single tile in a row is found by its edges."""

import numpy as np
import pytest

from simulation.camera.lens import Mount
from vision.calibration.charts import ZoneChart
from vision.geometry import load_geometry
from vision.reading.rows import RowShape, Slopes, fitted_tile
from vision.zones import ZoneId

OFF_PX = 2.0


@pytest.mark.parametrize("beyond", ["left", "right", "far", "near", "nowhere"])
def test_a_tile_that_reaches_beyond_its_chart_is_fitted_to_the_edges_on_it(beyond: str) -> None:
    geometry = load_geometry()
    zone = next(zone for zone in geometry.zones() if zone.id == ZoneId("pond", 0))
    chart = ZoneChart(zone, Mount().view(), geometry.tile)
    ends = {"left": (8, 90), "right": (chart.width - 9, 90), "far": (90, 8), "near": (90, chart.height - 9)}
    column, row = ends.get(beyond, (90, 90))
    half_x, half_y = (each / 2 / chart.mm_per_px for each in (geometry.tile.width, geometry.tile.length))
    picture = np.full((chart.height, chart.width, 3), 60, np.uint8)
    left, top = max(round(column + OFF_PX - half_x), 0), max(round(row + OFF_PX - half_y), 0)
    picture[top : round(row + OFF_PX + half_y), left : round(column + OFF_PX + half_x)] = 220
    at = RowShape(chart.x_mm(column), chart.y_mm(row), sideways=False, turn_deg=0.0)
    found = fitted_tile(chart, Slopes(picture), at)
    assert (found.x - at.x) / chart.mm_per_px == pytest.approx(OFF_PX, abs=1.2)
    assert (found.y - at.y) / chart.mm_per_px == pytest.approx(OFF_PX, abs=1.2)
    assert found.turn_deg == pytest.approx(0.0, abs=0.5)
