"""Finds the backs of a concealed kan that have the felt's own colour, beside its two faces.

If two upright faces lie in a corner alone, or with one back, the missing backs are looked for beside them. There the
classifier must see a back, and the picture must show a tile's edges.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from vision.calibration.charts import ZoneChart
from vision.geometry import TileSize
from vision.melds import HIDDEN_OF_KAN, KAN, chunks_of, row_places
from vision.model.classifier import BACK_CLASS, OTHER_CLASS
from vision.reading.rows import EDGE, RowShape, Slopes, edges_of, fitted_tile
from vision.reading.shapes import Named, laid_tile

SURE: Final = float(np.log(0.9))
"""A back of the cloth's colour must be named with this probability. [log; judged: its edges confirm it]"""
EDGES: Final = 3
"""This many of a back's four edges must be seen: cloth beside a tile shows only that tile's edge. [edges; derived:
beside a neighbour one edge touches]"""


def with_backs(
    chart: ZoneChart,
    slopes: Slopes,
    row: Sequence[Named],
    name: Callable[[Sequence[RowShape]], Sequence[Named]],
    *,
    size: TileSize,
) -> list[Named]:
    """A corner's tiles from left to right with the backs that were missing.

    Args:
        chart: the chart of the corner's zone.
        slopes: the gradients of the chart's picture.
        row: the tiles found there.
        name: gives the classifier's names.
        size: a tile's size.
    """
    whole: list[Named] = []
    for chunk in chunks_of(row_places([laid_tile(one) for one in row], size), size):
        group = [row[index] for place in chunk for index in place.tiles]
        backs = name([fitted_tile(chart, slopes, place) for place in _missing(group, size.width)])
        if backs and all(_is_back(chart, slopes, back) for back in backs):
            whole += sorted([*group, *backs], key=lambda one: one.found.x)
        else:
            whole += group
    return whole


def _missing(group: Sequence[Named], width: float) -> list[RowShape]:
    """The places where backs must lie if a group is part of a concealed kan; none if it cannot be one."""
    classes = [int(one.logs.argmax()) for one in group]
    backs = classes.count(BACK_CLASS)
    if (
        len(group) != KAN - HIDDEN_OF_KAN + backs
        or len(group) >= KAN
        or OTHER_CLASS in classes
        or any(one.found.sideways for one in group)
    ):
        return []
    left, right = group[0].found, group[-1].found
    places = []
    if classes[0] != BACK_CLASS:
        places.append(RowShape(left.x - width, left.y, False, 0.0))
    if classes[-1] != BACK_CLASS:
        places.append(RowShape(right.x + width, right.y, False, 0.0))
    # A back between the faces does not belong to a concealed kan.
    return places if len(places) + len(group) == KAN else []


def _is_back(chart: ZoneChart, slopes: Slopes, one: Named) -> bool:
    steep = edges_of(chart, slopes, one.found)
    return bool(one.logs[BACK_CLASS] >= SURE and sum(edge >= EDGE for edge in steep) >= EDGES)
