"""Tells backs and blank faces from parts of other plain things: cards, telephones, lighters."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from referee.tiles import parse_tile
from vision.model.classifier import BACK_CLASS, OTHER_CLASS, class_of_tile
from vision.reading.rows import EDGE, edges_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from vision.calibration.charts import ZoneChart
    from vision.reading.rows import Slopes
    from vision.reading.shapes import Named

BLANK_CLASS: Final = class_of_tile(parse_tile("5z"))
EDGES: Final = 3
"""A plain tile shows at least this many edges, unless its far and near ones are both seen. [edges; derived: beside a
neighbour one edge touches]"""
PLAIN: Final = (BACK_CLASS, BLANK_CLASS)
"""A tile-sized part of anything plain looks like one of these."""


def without_parts(row: Sequence[Named], chart: ZoneChart, slopes: Slopes) -> list[Named]:
    """A row of a pond or a hand with its false plain tiles renamed: those are parts of something larger or askew."""
    return [
        replace(one, logs=_other(one))
        if int(one.logs.argmax()) in PLAIN and not _ends(edges_of(chart, slopes, one.found))
        else one
        for one in row
    ]


def _ends(edges: Sequence[float]) -> bool:
    """Whether something with these edges (left, right, far, near) ends where a tile does.

    Between two plain tiles, or between two rows, an edge or two may hardly be visible.
    """
    seen = [edge >= EDGE for edge in edges]
    return all(seen[2:]) or sum(seen) >= EDGES


def _other(one: Named) -> NDArray[np.float32]:
    logs, best = one.logs.copy(), int(one.logs.argmax())
    logs[[best, OTHER_CLASS]] = logs[[OTHER_CLASS, best]]
    return logs
