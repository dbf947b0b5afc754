"""Reads single zones of a picture: where tiles lie, and for each the probabilities of what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from vision.charts import ZoneChart
from vision.tiles import Named, TileFinder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.classifier import Classifier
    from vision.felt import Felt
    from vision.geometry import TableGeometry, View
    from vision.rows import Found
    from vision.tiles import ZoneShapes

    Image: TypeAlias = NDArray[np.uint8]

UNSURE: Final = float(np.log(0.9))
"""A tile named with less is looked at again, from a little aside."""
ASIDE: Final = (
    (-1.2, 0.0, 0.0),
    (1.2, 0.0, 0.0),
    (0.0, -1.4, 0.0),
    (0.0, 1.4, 0.0),
    (0.0, 0.0, 2.5),
    (0.0, 0.0, -2.5),
)
"""Shifts in millimetres and turns in degrees."""


class ZoneReader:
    """Reads the zones of one view of the table."""

    def __init__(self, geometry: TableGeometry, view: View, classifier: Classifier) -> None:
        self.charts = {zone.name: ZoneChart(zone, view, geometry.tile.thickness) for zone in geometry.zones()}
        self._finder = TileFinder(geometry)
        self._classifier = classifier

    def read(self, zone: str, picture: Image, felt: Felt) -> ZoneShapes:
        """What a zone of the picture holds."""
        chart = self.charts[zone]
        return self._finder.find(
            chart, chart.draw(picture), felt, lambda shapes: self._named(chart, picture, shapes)
        )

    def _named(self, chart: ZoneChart, picture: Image, shapes: Sequence[Found]) -> list[Named]:
        if not shapes:
            return []
        logs = self._classifier.log_probabilities([_crop(chart, picture, one) for one in shapes])
        for index in np.flatnonzero(logs.max(axis=1) < UNSURE).tolist():
            crops = [_crop(chart, picture, shapes[index], aside) for aside in ASIDE]
            again = self._classifier.log_probabilities(crops)
            best = int(again[:, :-1].max(axis=1).argmax())
            if again[best, :-1].max() > logs[index].max():
                logs[index] = again[best]
        return [Named(one, logs[index]) for index, one in enumerate(shapes)]


def _crop(
    chart: ZoneChart, picture: Image, one: Found, aside: tuple[float, float, float] = (0.0, 0.0, 0.0)
) -> Image:
    dx, dy, turn = aside
    upright = 90.0 if one.sideways else 0.0
    return chart.crop(picture, one.x + dx, one.y + dy, one.turn_deg + turn + upright)
