"""Checks that only tiles lie in the row of an opened hand: a thing on top of them could hide some without a trace.

While a hand stands, other things may lie in its zone, since its row lies before the standing tiles. Once faces lie in
that row, nothing else belongs there.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.calibration.charts import ZoneChart
from vision.geometry import TileSize
from vision.lens import Image
from vision.model.classifier import BACK_CLASS
from vision.reading.rows import RowBands
from vision.reading.shapes import Named, is_sure

APART_MM: Final = 20.0
"""A winning tile lies 12 mm apart; a thing that hides it, or another tile, is no farther from the visible tiles. [mm;
derived: 12 mm, and as much again as a hand is off]"""
BORDER_MM: Final = 3.0
"""The distance by which a tile's side and shadow reach beyond its width. [mm; derived: tops 16.5 mm high lean by 3.0
mm where an opened hand lies, 262 mm from the axis of a camera at 1.45 m]"""
LEAST_COVERED: Final = 0.25
"""A column of the row with more cover than this shows no felt. Ink of the cloth's colour passes for felt, but a face
keeps its margins and the paper between strokes. [share; derived: margins of 3 mm at both ends of 28 mm are a fifth, and
some paper]"""
LEAST_BETWEEN: Final = 0.12
"""LEAST_COVERED between two faces of the row, where nothing lies but bare felt or a tile whose ink passes for it.
[share; derived: half of the margins above, since the cut is blurred]"""
NARROW_MM: Final = 5.0
"""Anything narrower hides no tile: it is the mask's own frayed edge. [mm; derived: a quarter of a tile]"""


def unexplained_in_row(
    row: Sequence[Named], chart: ZoneChart, mask: Image, shape: RowBands, size: TileSize
) -> float:
    """Area (mm²) of an opened hand's row that is covered by anything but tiles; 0 where no face lies in it.

    Args:
        row: the hand's shapes, left to right.
        chart: the chart of its zone.
        mask: 255 where the chart is covered by anything but the sides of tiles.
        shape: the shape of the row.
        size: a tile's size.
    """
    tiles = [one for one in row if is_sure(one.logs)]
    if all(int(one.logs.argmax()) == BACK_CLASS for one in tiles):
        return 0.0
    half_long = size.length / 2
    top, bottom = (round(chart.row(shape.y + edge)) for edge in (-half_long, half_long))
    share = mask[max(top, 0) : max(bottom + 1, 0)].mean(axis=0) / 255
    covered = share > LEAST_COVERED
    between = slice(_column(chart, tiles[0].found.x), _column(chart, tiles[-1].found.x))
    covered[between] = share[between] > LEAST_BETWEEN
    reach = size.width / 2 + APART_MM * size.scale
    covered[: _column(chart, tiles[0].found.x - reach)] = False
    covered[_column(chart, tiles[-1].found.x + reach) :] = False
    half = size.width / 2 + BORDER_MM
    for one in tiles:
        covered[_column(chart, one.found.x - half) : _column(chart, one.found.x + half)] = False
    edges = np.flatnonzero(np.diff(np.concatenate([[False], covered, [False]]).astype(np.int8)))
    widths = (edges[1::2] - edges[::2]) * chart.mm_per_px
    return float(widths[widths > NARROW_MM].sum() * size.length)


def _column(chart: ZoneChart, x_mm: float) -> int:
    return int(np.clip(round(chart.column(x_mm)), 0, chart.width))
