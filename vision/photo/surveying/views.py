"""Finds the view of a table of unknown measures by its markers' size.

A marker's printed size is known, but not where it was glued. So the markers' spacing relative to their size is searched
first. Without markers the felt's sides are taken to be of an assumed size (``reading/felt_sides``); their true size
follows from the tiles.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.calibration.calibration import MAX_ERROR_PX, MIN_MARKERS, USUAL_WIDTH_PX, find_markers
from vision.calibration.solving import Prior, UnsolvableError, solve
from vision.geometry import Marker, TableGeometry
from vision.lens import Image, View
from vision.photo.surveying.printed import corners_by_sides

SPREADS: Final = (0.6, 1.7)
"""Spacings that markers may have, relative to the start's. [ratio; judged: tables of 50 to 130 cm]"""
NARROWED: Final = 24
"""The range of spacings is narrowed this many times, each time to 0.62 of it. [times; derived: to a
hundred-thousandth]"""
GOLDEN: Final = (5**0.5 - 1) / 2
"""Each step narrows a range to this share. [ratio; defined: golden section]"""


class SurveyError(ValueError):
    """A picture lacks something that a value is measured by.

    Attributes:
        lacks: the missing thing: ``felt``, ``side``, ``console``, ``wall``, ``markers``.
        picture: the picture's name.
        of: a side of the picture, or a number.
    """

    def __init__(self, lacks: str, picture: str, of: str = "") -> None:
        super().__init__(f"{picture}: {lacks} {of}".strip())
        self.lacks, self.picture, self.of = lacks, picture, of


@dataclass(frozen=True, slots=True)
class TableSeen:
    """A camera's view of a table.

    Attributes:
        view: the view of the table.
        markers: the places of the markers; empty if the view is by the felt's edges.
        error_px: root mean square error of the points that it was found by.
    """

    view: View
    markers: tuple[Marker, ...]
    error_px: float


def seen_by_markers(
    picture: Image, name: str, start: TableGeometry, prior: Prior, *, trusted: bool
) -> TableSeen | None:
    """The view by the markers on the rim; None if fewer than four are seen.

    Args:
        picture: a picture of the table.
        name: the picture's name.
        start: the markers, their size and their arrangement.
        prior: earlier knowledge of the camera.
        trusted: True if the markers lie where ``start`` says; otherwise their size is the scale.

    Raises:
        SurveyError: the markers fit no table.
    """
    corners = find_markers(picture, start)
    if len(corners) < MIN_MARKERS:
        return None
    seen = [marker for marker in start.markers if marker.id in corners]
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    pixels = np.vstack([corners_by_sides(grey, corners[marker.id]) for marker in seen])
    size = picture.shape[1], picture.shape[0]

    def error(spread: float) -> float:
        places = np.vstack([_spread(marker, spread).corners() for marker in seen])
        try:
            return solve(places, pixels, size, prior).error_px
        except UnsolvableError:
            return float("inf")

    spread = 1.0 if trusted else _least(error, *SPREADS)
    error_px = error(spread)
    if error_px > MAX_ERROR_PX * max(1.0, size[0] / USUAL_WIDTH_PX):
        raise SurveyError("markers", name, f"{error_px:.1f}")
    places = np.vstack([_spread(marker, spread).corners() for marker in seen])
    view = solve(places, pixels, size, prior).view
    return TableSeen(view, tuple(_spread(marker, spread) for marker in start.markers), error_px)


def _spread(marker: Marker, by: float) -> Marker:
    return replace(marker, x=marker.x * by, y=marker.y * by)


def _least(of: Callable[[float], float], low: float, high: float) -> float:
    """Return the point at which a function with one dip is least, by golden section."""
    inner = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)]
    values = [of(inner[0]), of(inner[1])]
    for _ in range(NARROWED):
        if values[0] < values[1]:
            high, inner = inner[1], [inner[1] - GOLDEN * (inner[1] - low), inner[0]]
            values = [of(inner[0]), values[0]]
        else:
            low, inner = inner[0], [inner[1], inner[0] + GOLDEN * (high - inner[0])]
            values = [values[1], of(inner[1])]
    return (low + high) / 2
