"""The places of the table's points in a picture, through a lens and back: OpenCV's radial and tangential model.

Pixels as a pinhole camera of the same focal length would see them are called straight here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats: TypeAlias = NDArray[np.float64]
"""Points, matrices and other measurements."""
Floats32: TypeAlias = NDArray[np.float32]
"""Values of pixels, and outputs of the network."""
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
SCALE_OVER_MM: Final = 5.0
"""A scale is measured from points this far on either side. [mm; judged: perspective hardly changes within]"""
ROLL_OVER_MM: Final = 50.0
"""A turn is measured between points this far to the left and right of the middle. [mm; judged: many pixels apart]"""
ENDLESS: Final = 1e6
"""The square of a radius that no picture reaches. [1; derived: a thousand focal lengths off the axis]"""


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera's inner geometry.

    Attributes:
        focal: the focal length across and down, pixels.
        centre: the lens's centre in the picture, pixels (a whole number is the middle of a pixel).
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


@dataclass(frozen=True, slots=True)
class View:
    """The camera's view of the table.

    Attributes:
        matrix: the 3 by 4 matrix that takes (x, y, height, 1) to the pixels of a pinhole camera.
        lens: the lens that bends these; None if it keeps straight lines straight.
    """

    matrix: Floats
    lens: Lens | None = None

    @classmethod
    def from_pose(
        cls, intrinsics: ArrayLike, rotation: ArrayLike, translation: ArrayLike, lens: Lens | None = None
    ) -> View:
        """From the camera matrix (3 by 3) and a pose in OpenCV's sense for the frame (x, y, -height).

        With y down in the picture and x to the right, the camera's depth grows downwards: a right-handed frame
        has its third axis pointing into the table, so a height enters with a minus.
        """
        extrinsics = np.hstack([np.asarray(rotation, float), np.asarray(translation, float).reshape(3, 1)])
        matrix = np.asarray(intrinsics, float) @ extrinsics
        matrix[:, 2] *= -1
        return cls(matrix, lens)

    def plane(self, height: float) -> Floats:
        """The homography (3 by 3) from table x, y at ``height`` to pixels before the lens."""
        m = self.matrix
        return np.column_stack([m[:, 0], m[:, 1], m[:, 2] * height + m[:, 3]])

    def camera(self) -> tuple[float, float, float]:
        """Return the place of the camera: x, y, height."""
        x, y, height = -np.linalg.solve(self.matrix[:, :3], self.matrix[:, 3])
        return float(x), float(y), float(height)

    def points(self, points: ArrayLike) -> Floats:
        """Pixels (n by 2) of points (n by 3: x, y, height)."""
        homogeneous = np.asarray(points, float) @ self.matrix[:, :3].T + self.matrix[:, 3]
        return self.through_lens(np.asarray(homogeneous[:, :2] / homogeneous[:, 2:], np.float64))

    def through_lens(self, straight: Floats) -> Floats:
        """Pixels of the picture (n by 2) for pixels of a pinhole camera."""
        return straight if self.lens is None else self.lens.distort(straight)

    def to_plane(self, pixels: ArrayLike, height: float) -> Floats:
        """Table x, y (n by 2) of pixels that show something at ``height``."""
        flat = np.asarray(pixels, float)
        if self.lens is not None:
            flat = self.lens.undistort(flat)
        rays = np.column_stack([flat, np.ones(len(flat))]) @ np.linalg.inv(self.plane(height)).T
        return np.asarray(rays[:, :2] / rays[:, 2:], np.float64)

    def px_per_mm(self, x: float = 0.0, y: float = 0.0, height: float = 0.0) -> float:
        """The scale of the picture at a point of the table: the root of a square millimetre's area in pixels."""
        reach = SCALE_OVER_MM
        left, right, top, bottom = self.points(
            [(x - reach, y, height), (x + reach, y, height), (x, y - reach, height), (x, y + reach, height)]
        )
        (a, b), (c, d) = (right - left) / (2 * reach), (bottom - top) / (2 * reach)
        return float(np.sqrt(abs(a * d - b * c)))

    def tilt_deg(self) -> float:
        """Return the angle between the camera's axis and the vertical."""
        axis = self.matrix[2, :3]
        return float(np.degrees(np.arccos(min(1.0, abs(axis[2]) / float(np.linalg.norm(axis))))))

    def roll_deg(self) -> float:
        """The turn of the picture against the table, clockwise, from -180 to 180."""
        (x0, y0), (x1, y1) = self.points([(-ROLL_OVER_MM, 0.0, 0.0), (ROLL_OVER_MM, 0.0, 0.0)])
        return float(np.degrees(np.arctan2(y1 - y0, x1 - x0)))
