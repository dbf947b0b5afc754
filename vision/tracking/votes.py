"""Adds up the votes of several clear frames on a zone: logarithms of probabilities, tile by tile."""

from typing import Final

import numpy as np

from vision.lens import Floats32
from vision.reading.rows import RowShape
from vision.reading.shapes import ZoneShapes
from vision.tracking.counting import CLEAR

LEAST_LOG: Final = -9.0
"""A frame never makes a name less likely than this, so that one frame's error cannot outvote the others. [log; judged:
one in 8,000; the network is not surer than that]"""
AGREEING_FRAMES: Final = 2
"""This many frames must agree. [frames; derived: one may show an arm that just left]"""
SURE: Final = 5.3
"""One frame is enough where each tile's name is 200 times as likely as any other. [log; measured:
bench/results/notebook/thresholds.md]"""
MOST_FRAMES: Final = 8
"""After this many frames, near ties are left to the rest of the table to decide; if it cannot, the zone is lost.
[frames; judged: nearly a second of frames; more of the same decide no more]"""


class Votes:
    """The votes on a zone since it last changed."""

    def __init__(self) -> None:
        self.frames = 0
        self.shapes: ZoneShapes | None = None
        self._sums: Floats32 = np.empty((0, 0), np.float32)

    def clear(self) -> None:
        """Begin anew."""
        self.frames = 0
        self.shapes = None

    def add(self, shapes: ZoneShapes) -> None:
        """Count a frame; if tiles lie elsewhere than in the one before, that one no longer counts."""
        logs = np.array([np.maximum(shape.named.logs, LEAST_LOG) for shape in shapes.shapes], np.float32)
        if self.shapes is None or not _same_places(self.shapes, shapes):
            self.frames, self._sums = 1, logs
        else:
            self.frames, self._sums = self.frames + 1, self._sums + logs
        self.shapes = shapes

    def of(self, index: int) -> Floats32:
        """The sum of the logarithms for a shape of ``shapes``."""
        result: Floats32 = self._sums[index]
        return result

    def mean(self, index: int) -> Floats32:
        return np.asarray(self._sums[index] / self.frames, np.float32)

    def confidence_pm(self, index: int, named: int) -> int:
        """Average confidence of a frame in a name, per mille."""
        return min(1000, round(1000 * float(np.exp(self._sums[index][named] / self.frames))))

    def found(self, index: int) -> RowShape:
        """Return the place in which a shape lies."""
        if self.shapes is None:
            raise IndexError("no frame has voted")
        return self.shapes.shapes[index].found

    def decided(self, counted: list[int], *, alone: bool) -> bool:
        """Return whether enough frames have voted for the names of these shapes; ``alone``: one frame may be enough."""
        if self.frames >= MOST_FRAMES:
            return True
        if self.frames < AGREEING_FRAMES:
            return alone and self.lead(counted) >= SURE
        return self.lead(counted) >= CLEAR

    def lead(self, counted: list[int]) -> float:
        """The smallest lead of the best name over the second among these shapes."""
        if not counted:
            return float("inf") if self.frames >= AGREEING_FRAMES else 0.0
        ordered = np.partition(self._sums[counted], -2, axis=1)
        return float((ordered[:, -1] - ordered[:, -2]).min())


def _same_places(one: ZoneShapes, other: ZoneShapes) -> bool:
    return len(one.shapes) == len(other.shapes) and all(
        (a.row, a.column, a.found.sideways) == (b.row, b.column, b.found.sideways)
        for a, b in zip(one.shapes, other.shapes, strict=True)
    )
