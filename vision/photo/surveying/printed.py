"""Finds the corners of printed markers from their sides: blur moves corners inwards, but not sides."""

from typing import Final

import cv2
import numpy as np

from vision.calibration.lines import robust_line
from vision.lens import Floats, Image

ALONG_SIDE: Final = np.linspace(0.2, 0.8, 13)
"""The points of a side to look at, away from its corners. [share of the side; judged: beyond every blur of a corner]"""
ACROSS: Final = 0.08
"""The distance examined on both sides of a side. [share of the side; derived: half of a cell of the marker, 1/12]"""
STEPS_ACROSS: Final = 33
"""Samples across a side. [samples; judged: a quarter of a pixel apart]"""


def corners_by_sides(grey: Image, corners: Floats) -> Floats:
    """The corners of a marker (4 by 2, pixels) from where its black border meets the white around it.

    Args:
        grey: the picture.
        corners: the corners that the detector found.
    """
    lines = [
        _side(grey, start, end) for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True)
    ]
    return np.array([_meet(lines[index - 1], lines[index]) for index in range(len(lines))])


def _side(grey: Image, start: Floats, end: Floats) -> tuple[Floats, Floats]:
    along = end - start
    length = float(np.linalg.norm(along))
    # The detector's corners go round clockwise in the picture, so this points out of the marker.
    out = np.array([along[1], -along[0]]) / length
    steps = np.linspace(-ACROSS, ACROSS, STEPS_ACROSS) * length
    places = start + ALONG_SIDE[:, None, None] * along + steps[None, :, None] * out
    x, y = (np.ascontiguousarray(places[..., axis], np.float32) for axis in (0, 1))
    light = np.asarray(cv2.remap(grey, x, y, cv2.INTER_LINEAR), np.float64)
    low, high = light[:, :3].mean(), light[:, -3:].mean()
    # The area under the step gives its place, however blurred it is.
    dark = ((high - light) / max(high - low, 1.0)).clip(0, 1).sum(axis=1) - 0.5
    off = steps[0] + dark * (steps[1] - steps[0])
    points = start + ALONG_SIDE[:, None] * along + off[:, None] * out
    dx, dy, px, py = robust_line(points)
    return np.array([px, py], float), np.array([dx, dy], float)


def _meet(one: tuple[Floats, Floats], other: tuple[Floats, Floats]) -> Floats:
    """Return the point at which two lines meet."""
    (p, along), (q, beside) = one, other
    far, _ = np.linalg.solve(np.column_stack([along, -beside]), q - p)
    return np.asarray(p + far * along, np.float64)
