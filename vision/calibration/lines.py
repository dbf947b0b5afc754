"""Fits straight lines to points of which some stray."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.lens import Floats

STRAY: Final = 3.0
"""Points farther from a line than this many times the usual distance do not belong to it. [times; judged: three
standard deviations]"""
LEAST_STRAY_MM: Final = 0.5
"""Points this near to a line always belong to it. [mm; derived: a pixel of the sheet]"""
FITS: Final = 4
"""The line is fitted this many times, each time without the stray points. [times; judged: it settles before]"""
LEAST_POINTS: Final = 4
"""Fewer points than this are no line. [points; judged: two always lie on one]"""
PRECISION_PX: Final = 0.01
"""A robust fit ends with a step smaller than this. [px; judged: far below what a pixel shows]"""
PRECISION_RAD: Final = 0.01
"""A robust fit also ends with a turn smaller than this. [radians; judged: as OpenCV proposes]"""


@dataclass(frozen=True, slots=True)
class EdgeLine:
    """A nearly level line: y = ``at`` + ``slope`` x, millimetres.

    Attributes:
        residual: root mean square distance of its points.
        points: the number of its points.
    """

    at: float
    slope: float
    residual: float
    points: int


def fit_line(x: Floats, y: Floats) -> EdgeLine | None:
    """The line through most of the points; None if there are too few for one."""
    kept = np.ones(len(y), bool)
    slope = at = 0.0
    for _ in range(FITS):
        if kept.sum() < LEAST_POINTS:
            return None
        slope, at = (float(value) for value in np.polyfit(x[kept], y[kept], 1))
        off = np.abs(y - at - slope * x)
        kept = off <= max(LEAST_STRAY_MM, STRAY * float(np.median(off)))
    off = y[kept] - at - slope * x[kept]
    return EdgeLine(at, slope, float(np.sqrt((off**2).mean())), int(kept.sum()))


def robust_line(points: Floats) -> Floats:
    """The straight line through points (n by 2) of which a few stray: its direction, then a point of it (x, y each)."""
    fitted = cv2.fitLine(points.astype(np.float32), cv2.DIST_HUBER, 0, PRECISION_PX, PRECISION_RAD)
    return np.asarray(np.ravel(fitted))
