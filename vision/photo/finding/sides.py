"""Finds straight lines on and around tops: in the plane of the tops, those of one tile run at right angles.

The finder's axes are always nearly at right angles, even where a tile seen obliquely is not; the tile's own edges, and
most strokes of its print, show how the view bends a right angle there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lens import Floats, Image
from vision.photo.finding.finder import Top

TOP_PX: Final = 30.0
"""Lines are detected in a copy of the picture in which most tops have this side. [px; judged: a tile's edge is a
line, and noise is none]"""
AROUND: Final = 1.25
"""A line whose middle lies no farther from a top's than this belongs to it. [half axes; derived: its edge lies at 1, a
neighbour's far edge at 3]"""
LEAST_LONG: Final = 0.25
"""Lines shorter than this are left out. [sides; judged: curves are cut into such pieces]"""
MOST_TOPS: Final = 60
"""Only the surest tops, up to this number, are examined. [tops; judged: the plane has three unknowns]"""


@dataclass(frozen=True, slots=True)
class Sides:
    """Lines in the picture: the middle, the direction (as long as the line) and the top's number of each."""

    middles: Floats
    ways: Floats
    tops: NDArray[np.intp]

    def askew(self, ways: Floats) -> float:
        """Return how far the lines of a top are from right angles, between 0 and 1 (mean over the tops).

        Args:
            ways: the directions of the lines in the plane being tried.
        """
        if not len(self.tops):
            return 0.0
        weights, turns = np.hypot(*self.ways.T), 2j * np.arctan2(ways[:, 1], ways[:, 0])
        total = np.bincount(self.tops, weights)
        crossed = self._mean(weights * np.exp(2 * turns)) / np.maximum(total, 1e-12)
        # A plane seen much too obliquely makes all lines parallel, which are at right angles too.
        parallel = self._mean(weights * np.exp(turns)) / np.maximum(total, 1e-12)
        return float(1 - (total * crossed * (1 - parallel**4)).sum() / total.sum())

    def _mean(self, turns: NDArray[np.complex128]) -> Floats:
        """The lengths of the sums over the lines of each top."""
        return np.asarray(np.hypot(np.bincount(self.tops, turns.real), np.bincount(self.tops, turns.imag)))


def sides_of(picture: Image, tops: Sequence[Top]) -> Sides:
    """The lines on and around the tops that were found in a picture."""
    chosen = sorted(tops, key=lambda top: -top.chance)[:MOST_TOPS]
    scale = min(1.0, TOP_PX / float(np.median([top.side_px for top in chosen])))
    low = np.min([(top.x - 2 * top.side_px, top.y - 2 * top.side_px) for top in chosen], axis=0)
    high = np.max([(top.x + 2 * top.side_px, top.y + 2 * top.side_px) for top in chosen], axis=0)
    left, upper = (int(value) for value in low.clip(0))
    part = picture[upper : int(high[1]) + 1, left : int(high[0]) + 1]
    size = (max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale)))
    grey = cv2.cvtColor(cv2.resize(part, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    lines = cv2.createLineSegmentDetector(cv2.LSD_REFINE_NONE).detect(grey)[0]
    if lines is None:
        return Sides(np.empty((0, 2)), np.empty((0, 2)), np.empty(0, np.intp))
    ends = np.asarray(lines, np.float64).reshape(-1, 2, 2) / scale + (left, upper)
    middles, ways = ends.mean(axis=1), ends[:, 1] - ends[:, 0]
    lengths = np.hypot(*ways.T)
    found = []
    for number, top in enumerate(chosen):
        axes = np.linalg.inv(np.column_stack([top.along, top.across]))
        places = (middles - (top.x, top.y)) @ axes.T
        near = (np.abs(places).max(axis=1) < AROUND) & (lengths > LEAST_LONG * top.side_px)
        found += [(number, int(line)) for line in np.flatnonzero(near)]
    belongs = np.array(found, np.intp).reshape(-1, 2)
    return Sides(middles[belongs[:, 1]], ways[belongs[:, 1]], belongs[:, 0])
