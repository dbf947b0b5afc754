"""Compares the table's landmarks with their looks when the table was found.

If the camera has not moved, they look alike. While it seeks its focus, they are less sharp.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.camera.reduced import SHRINK
from vision.geometry import TableGeometry
from vision.lens import Floats, Image, View

SHARP: Final = 0.92
"""Landmarks that are less sharp than this share of what they were are out of focus. [share; measured:
bench/results/notebook/films.md]"""
SETTLED_MS: Final = 3000
"""A camera that has been out of focus for this long has settled there. [ms; judged: a search takes about a second]"""


def landmark_places(geometry: TableGeometry, view: View, small: Image) -> list[tuple[slice, slice]]:
    """The rows and columns of each landmark that is within a reduced picture."""
    places: list[tuple[slice, slice]] = []
    height, width = small.shape[:2]
    for mark in geometry.landmarks:
        sides = (-mark.half, mark.half)
        around = [(mark.x + dx, mark.y + dy, 0.0) for dx in sides for dy in sides]
        pixels = view.points(around) / SHRINK
        left, top = np.floor(pixels.min(axis=0)).astype(int)
        right, bottom = np.ceil(pixels.max(axis=0)).astype(int)
        if left >= 0 and top >= 0 and right < width and bottom < height:
            places.append((slice(top, bottom), slice(left, right)))
    return places


class Focus:
    """Knows how sharp a camera's landmarks usually are."""

    def __init__(self) -> None:
        self._usual = 1.0
        self._since_ms: int | None = None

    def is_lost(self, sharpness: Floats, at_ms: int) -> bool:
        """Return whether a frame is out of focus, given the sharpness of the landmarks that are in sight."""
        now = float(np.median(sharpness)) if len(sharpness) else self._usual
        self._usual = max(self._usual, now)
        if now >= SHARP * self._usual:
            self._since_ms = None
        elif self._since_ms is None:
            self._since_ms = at_ms
        elif at_ms - self._since_ms >= SETTLED_MS:
            self._usual, self._since_ms = now, None
        return self._since_ms is not None


class Landmarks:
    """Remembers the appearance of the table's landmarks in a reduced picture."""

    def __init__(self, geometry: TableGeometry, view: View, small: Image) -> None:
        self._places = landmark_places(geometry, view, small)
        height, width = small.shape[:2]
        # All patches' pixels in one row, so that a few array operations handle them.
        within = np.arange(height * width).reshape(height, width)
        patches = [within[place].ravel() for place in self._places]
        self._pixels = np.concatenate(patches) if patches else np.zeros(0, np.intp)
        self._counts = np.array([len(patch) for patch in patches], np.intp)
        self._starts = np.cumsum(self._counts) - self._counts
        self._looks = self._normal(small)
        self._steepness = self._steepness_of(self._looks)

    @property
    def rows(self) -> NDArray[np.intp]:
        """The row of the reduced picture in which each landmark's middle is."""
        return np.array([(down.start + down.stop) // 2 for down, _ in self._places], np.intp)

    def compare(self, small: Image) -> tuple[Floats, Floats]:
        """Compare each landmark with its former look.

        Returns:
            The likeness of each: 1 for the same, 0 for anything else. The sharpness of each as a share of what it was.
        """
        looks = self._normal(small)
        steepness = self._steepness_of(looks)
        return self._means(looks * self._looks), steepness / np.maximum(self._steepness, 1e-9)

    def _steepness_of(self, looks: Floats) -> Floats:
        """The mean square of the steps from pixel to pixel along the rows of each patch."""
        return self._means(np.diff(looks, append=0.0) ** 2)

    def _normal(self, small: Image) -> Floats:
        """The patches' brightness with its mean removed, scaled to spread 1."""
        # Six times as fast as a sum over so short an axis; the sums are whole numbers, exact either way.
        blue, green, red = small.reshape(-1, 3).take(self._pixels, axis=0).astype(np.float64).T
        grey = (blue + green + red) / 3
        grey -= np.repeat(self._means(grey), self._counts)
        spread = np.sqrt(self._means(grey**2))
        return np.asarray(grey / np.repeat(np.maximum(spread, 1.0), self._counts), np.float64)

    def _means(self, values: Floats) -> Floats:
        if not len(self._counts):
            return np.zeros(0)
        return np.asarray(np.add.reduceat(values, self._starts) / self._counts, np.float64)
