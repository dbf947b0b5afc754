"""Tile-like shapes of a zone and their places: made by the tile finder, used for naming and counting."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from referee.tiles import KIND
from vision.calibration.charts import ZoneChart
from vision.geometry import Rect
from vision.lens import Floats32, Image
from vision.melds import LaidTile
from vision.model.classifier import BACK_CLASS, OTHER_CLASS, tile_of_class
from vision.reading.rows import RowShape

LEAST_WORTH: Final = -9.0
"""The least worth of a shape, however little it looks like a tile. [log; derived: as votes.LEAST_LOG]"""
LEAST_SURE: Final = float(np.log(0.5))
"""A shape with a smaller probability is not a tile. [log; derived: a half]"""

Namer: TypeAlias = "Callable[[Sequence[RowShape]], Sequence[Named]]"


@dataclass(frozen=True, slots=True)
class Named:
    """A tile-shaped thing with its name: logarithms of the probabilities of the classifier's classes.

    Attributes:
        inked: True if ink is visible on it.
        known: True if it was named before, and looks as it did.
    """

    found: RowShape
    logs: Floats32
    inked: bool = True
    known: bool = False

    @property
    def is_tile(self) -> bool:
        """True if it is more likely one tile than anything else."""
        return int(self.logs.argmax()) != OTHER_CLASS

    @property
    def worth(self) -> float:
        """The logarithm (below 0) of its likeness to a single tile."""
        return max(float(self.logs[:OTHER_CLASS].max()), LEAST_WORTH)


@dataclass(frozen=True, slots=True)
class PlacedShape:
    """A tile-shaped thing at its place in a zone."""

    named: Named
    row: int
    column: int

    @property
    def found(self) -> RowShape:
        return self.named.found


@dataclass(frozen=True, slots=True)
class ZoneShapes:
    """The apparent content of a zone.

    Attributes:
        unexplained_mm2: area covered by something other than tiles; 0 in zones where other things are usual.
        off_line: true if a thing seen on a wall, or before it, may be part of a face beside the wall's line.
    """

    shapes: tuple[PlacedShape, ...]
    unexplained_mm2: float
    off_line: bool = False


@dataclass(frozen=True, slots=True)
class PondRow:
    """A part of a row of a pond.

    Attributes:
        named: its tiles, left to right.
        cover: 255 where the pond's chart shows no felt.
    """

    named: tuple[Named, ...]
    cover: Image

    def covered(self, chart: ZoneChart, part: Rect) -> float:
        """Share of a part of the pond (the chair's frame) that shows no felt."""
        left, right = max(round(chart.column(part.left)), 0), round(chart.column(part.right)) + 1
        top, bottom = max(round(chart.row(part.top)), 0), round(chart.row(part.bottom)) + 1
        return float((self.cover[top:bottom, left:right] > 0).mean())


def laid_tile(named: Named) -> LaidTile:
    """A shape as a tile of a player's row."""
    best = int(named.logs[:OTHER_CLASS].argmax())
    one = named.found
    return LaidTile(
        one.x,
        one.y,
        one.sideways,
        best == BACK_CLASS,
        None if best == BACK_CLASS else KIND[tile_of_class(best)],
    )


def is_tile(logs: Floats32) -> bool:
    """Return whether a shape is more likely some tile than anything else."""
    return float(logs[OTHER_CLASS]) < LEAST_SURE


def is_sure(logs: Floats32) -> bool:
    """Return whether a shape is more likely one particular tile than anything else."""
    best = int(logs.argmax())
    return best != OTHER_CLASS and float(logs[best]) >= LEAST_SURE
