"""Dice drawn into pictures of a table as boxes with edges and pips, anywhere and at any angle, and objects in the way.

The drawing uses only the measures of dice and the camera's view; it shares no code with the reader.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import cv2
import numpy as np

from vision.lens import Image, View

Colour: TypeAlias = tuple[int, int, int]

FINE = 4
NEAR_PX = 120
PLACES = {
    1: [(0, 0)],
    2: [(-1, 1), (1, -1)],
    3: [(-1, 1), (0, 0), (1, -1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


@dataclass(frozen=True)
class Thrown:
    """A die on the table: its middle, its clockwise turn, its make, and ``bottom_mm`` above the felt."""

    value: int
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0
    side_mm: float = 12.0
    bottom_mm: float = 2.0
    corner: float = 0.27
    pip: float = 0.095
    ace: float = 0.17
    colour: Colour = (225, 232, 235)
    red_ace: bool = True
    side_shade: float = 0.72
    flat: bool = False

    def point(self, x: float, y: float, z: float) -> tuple[float, float, float]:
        """A point in the die's own frame: in fractions of its side from its middle, z from its bottom."""
        angle = np.radians(self.turn_deg)
        cos, sin = float(np.cos(angle)) * self.side_mm, float(np.sin(angle)) * self.side_mm
        top = 0.0 if self.flat else z * self.side_mm
        return self.x_mm + x * cos - y * sin, self.y_mm + x * sin + y * cos, self.bottom_mm + top


def thrown(picture: Image, view: View, dice: Sequence[Thrown], light: float = 1.0) -> Image:
    """The picture with these dice in it."""
    drawn = picture.copy()
    for die in dice:
        corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
        box = view.points([die.point(x, y, z) for z in (0.0, 1.0) for x, y in corners])
        left, top = np.floor(box.min(axis=0)).astype(int) - 3
        right, bottom = np.ceil(box.max(axis=0)).astype(int) + 4
        part = drawn[top:bottom, left:right]
        large = cv2.resize(part, None, fx=FINE, fy=FINE, interpolation=cv2.INTER_CUBIC)

        def fill(
            points: Any, colour: Colour, shade: float, large: Any = large, at: Any = (left, top)
        ) -> None:
            fine = ((np.asarray(points) - at + 0.5) * FINE - 0.5).round().astype(np.int32)
            blue, green, red = (min(255, round(each * light * shade)) for each in colour)
            cv2.fillPoly(large, [fine], (blue, green, red), cv2.LINE_AA)

        fill(cv2.convexHull(box.astype(np.float32))[:, 0], die.colour, die.side_shade)
        fill(box[4:], die.colour, 1.0)
        radius = die.ace if die.value == 1 else die.pip
        colour: Colour = (45, 40, 190) if die.value == 1 and die.red_ace else (45, 42, 40)
        around = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        for x, y in PLACES[die.value]:
            rim = [
                die.point(
                    x * die.corner + radius * float(np.cos(turn)),
                    y * die.corner + radius * float(np.sin(turn)),
                    1.0,
                )
                for turn in around
            ]
            fill(view.points(rim), colour, 1.0)
        part[:] = cv2.resize(large, (part.shape[1], part.shape[0]), interpolation=cv2.INTER_AREA)
    return drawn


def glint(picture: Image, at_px: Sequence[float], radius_px: float, strength: float) -> Image:
    """The picture with the reflection of a lamp on the dome: brightest in its middle, soft at its edge."""
    dazzled = picture.copy()
    far = round(2 * radius_px) + 2
    column, row = (round(each) for each in at_px)
    part = dazzled[row - far : row + far + 1, column - far : column + far + 1]
    rows, columns = np.indices(part.shape[:2]) - far
    gleam = strength / (1 + np.exp((np.hypot(columns, rows) / radius_px - 1) * 8))
    part[:] = np.clip(part + gleam[..., None], 0, 255)
    return dazzled


def smeared(picture: Image, at_px: Sequence[float], length_px: int, turn_deg: float) -> Image:
    """The picture with everything near a place moving while it was taken."""
    kernel = np.zeros((2 * length_px + 1, 2 * length_px + 1), np.float32)
    angle = np.radians(turn_deg)
    for far in np.linspace(-length_px / 2, length_px / 2, 4 * length_px):
        down, right = round(far * float(np.sin(angle))), round(far * float(np.cos(angle)))
        kernel[length_px + down, length_px + right] += 1
    blurred = picture.copy()
    column, row = (round(each) for each in at_px)
    part = blurred[row - NEAR_PX : row + NEAR_PX, column - NEAR_PX : column + NEAR_PX]
    part[:] = cv2.filter2D(part, -1, kernel / kernel.sum())
    return blurred
