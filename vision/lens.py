"""The way a lens bends straight lines: OpenCV's radial and tangential model, and its inverse.

Pixels as a pinhole camera of the same focal length would see them are called straight here.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats: TypeAlias = NDArray[np.float64]
"""Points, matrices and whatever else is measured."""
Floats32: TypeAlias = NDArray[np.float32]
"""Values of pixels, and what the network gives."""
Image: TypeAlias = NDArray[np.uint8]
"""A picture, grey or with blue, green and red."""

NEWTON_STEPS: Final = 12
"""Limit on steps of the inverse of the radial part. [steps; derived: each doubles the digits; five reach a double's
precision from a good start]"""
TANGENTIAL_STEPS: Final = 4
"""Steps of the inverse of the tangential part. [steps; derived: it shrinks an error by a factor of a thousand
each]"""
SMALL: Final = 1e-12
"""A smaller radius or coefficient counts as zero. [1; derived: far below a pixel, far above a double's precision]"""
LEAST_SLOPE: Final = 0.05
"""Least slope that Newton's method uses. [1; judged: keeps its steps short near the turning point]"""
ENDLESS: Final = 1e6
"""The square of a radius that no picture reaches. [1; derived: a thousand focal lengths off the axis]"""


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera's inner geometry.

    Attributes:
        focal: across and down, pixels.
        centre: of the lens in the picture, pixels (a whole number is the middle of a pixel).
        k1, k2, p1, p2, k3: coefficients in OpenCV's sense and order; k1 < 0 is a barrel.
    """

    focal: tuple[float, float]
    centre: tuple[float, float]
    k1: float = 0.0
    k2: float = 0.0
    p1: float = 0.0
    p2: float = 0.0
    k3: float = 0.0

    def matrix(self) -> Floats:
        """The camera matrix (3 by 3)."""
        return np.array(
            [[self.focal[0], 0.0, self.centre[0]], [0.0, self.focal[1], self.centre[1]], [0.0, 0.0, 1.0]]
        )

    def coefficients(self) -> Floats:
        """k1, k2, p1, p2, k3."""
        return np.array([self.k1, self.k2, self.p1, self.p2, self.k3])

    def distort(self, pixels: ArrayLike) -> Floats:
        """Return the places to which the lens moves straight pixels (n by 2).

        The model grows only up to some radius; beyond it the mapping continues in a straight line, so that nothing from
        outside the picture is folded back into it.
        """
        x, y = self._rays(pixels)
        square = x * x + y * y
        limit, reach = _limit(self.k1, self.k2, self.k3)
        inside = np.minimum(square, limit)
        stretch = np.where(square > limit, reach, self._radial(inside))
        across = 2 * self.p1 * x * y + self.p2 * (inside + 2 * x * x)
        down = self.p1 * (inside + 2 * y * y) + 2 * self.p2 * x * y
        return self._pixels(x * stretch + across, y * stretch + down)

    def undistort(self, pixels: ArrayLike) -> Floats:
        """The straight pixels (n by 2) for pixels of the picture."""
        seen_x, seen_y = self._rays(pixels)
        x, y = self._unradial(seen_x, seen_y)
        if self.p1 or self.p2:
            for _ in range(TANGENTIAL_STEPS):
                square = x * x + y * y
                across = 2 * self.p1 * x * y + self.p2 * (square + 2 * x * x)
                down = self.p1 * (square + 2 * y * y) + 2 * self.p2 * x * y
                x, y = self._unradial(seen_x - across, seen_y - down)
        return self._pixels(x, y)

    def _rays(self, pixels: ArrayLike) -> tuple[Floats, Floats]:
        flat = np.asarray(pixels, float).reshape(-1, 2)
        return (flat[:, 0] - self.centre[0]) / self.focal[0], (flat[:, 1] - self.centre[1]) / self.focal[1]

    def _pixels(self, x: Floats, y: Floats) -> Floats:
        return np.column_stack([x * self.focal[0] + self.centre[0], y * self.focal[1] + self.centre[1]])

    def _radial(self, square: Floats) -> Floats:
        return 1 + square * (self.k1 + square * (self.k2 + square * self.k3))

    def _unradial(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Take away the radial part, by Newton's method on the radius."""
        limit, reach = _limit(self.k1, self.k2, self.k3)
        seen = np.hypot(x, y)
        radius = np.minimum(seen, np.sqrt(limit))
        for _ in range(NEWTON_STEPS):
            square = radius * radius
            slope = 1 + square * (3 * self.k1 + square * (5 * self.k2 + square * 7 * self.k3))
            step = (radius * self._radial(square) - seen) / np.maximum(slope, LEAST_SLOPE)
            radius = np.clip(radius - step, 0.0, np.sqrt(limit))
        radius = np.where(seen > reach * np.sqrt(limit), seen / reach, radius)
        stretch = np.where(seen > SMALL, radius / np.maximum(seen, SMALL), 1.0)
        return x * stretch, y * stretch


@lru_cache(maxsize=64)
def _limit(k1: float, k2: float, k3: float) -> tuple[float, float]:
    """The square of the radius up to which the model grows, and its stretch there."""
    slope = [factor if abs(factor) > SMALL else 0.0 for factor in (7 * k3, 5 * k2, 3 * k1)]
    roots = np.roots([*slope, 1.0])
    real = [float(root.real) for root in roots if abs(root.imag) < SMALL and root.real > 0]
    # A little before the turning point, where the model hardly grows any more.
    limit = 0.9 * min(real, default=ENDLESS)
    return limit, 1 + limit * (k1 + limit * (k2 + limit * k3))
