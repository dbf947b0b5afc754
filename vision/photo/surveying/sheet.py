"""A square of one of the table's planes, drawn from straight above."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import ArrayLike

from vision.calibration.charts import pixel_maps
from vision.lens import Floats, Image, View

PX_PER_MM: Final = 2.0
"""Scale of a sheet. [px/mm; derived: finer than every camera's picture of a whole table, so that nothing is lost]"""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A square about the table's centre, seen as a chair sees it: x to the right, y towards the player.

    Attributes:
        image: rows by columns, or by columns by 3; one pixel is ``1 / px_per_mm``.
        half: half of the square's side, millimetres.
    """

    image: Image
    half: float
    px_per_mm: float = PX_PER_MM

    def turned(self, chair: int) -> Sheet:
        """The same square as another chair sees it; this one is that of chair 0."""
        return Sheet(np.ascontiguousarray(np.rot90(self.image, -chair)), self.half, self.px_per_mm)

    def cornered(self, chair: int) -> Sheet:
        """The same square as seen from the corner on a chair's right; 255 around it."""
        mine, wide = self.turned(chair), self.half * 2**0.5
        side = round(2 * wide * self.px_per_mm)
        turn = np.array([[1.0, 1.0], [-1.0, 1.0]]) / 2**0.5
        # From the new sheet's pixels to this one's: both have their middles between pixels.
        shift = (len(self.image) - 1) / 2 - turn @ np.full(2, (side - 1) / 2)
        matrix = np.column_stack([turn, shift])
        how = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
        image = cv2.warpAffine(mine.image, matrix, (side, side), flags=how, borderValue=(255.0,) * 3)
        return Sheet(np.asarray(image, np.uint8), wide, self.px_per_mm)

    def mm(self, pixels: ArrayLike) -> Floats:
        """The x or y of columns or rows."""
        return np.asarray((np.asarray(pixels, float) + 0.5) / self.px_per_mm - self.half)

    def pixel(self, mm: float) -> int:
        """The column or row of an x or y, within the sheet."""
        return int(np.clip((mm + self.half) * self.px_per_mm - 0.5, 0, len(self.image) - 1))


def draw_sheet(picture: Image, view: View, height: float, half: float, px_per_mm: float = PX_PER_MM) -> Sheet:
    """The square of the plane at ``height`` (millimetres) as chair 0 sees it."""
    side = round(2 * half * px_per_mm)
    mm = 1 / px_per_mm
    place = np.array([[mm, 0, mm / 2 - half], [0, mm, mm / 2 - half], [0, 0, 1]])
    maps = pixel_maps(view, view.plane(height) @ place, side, side)
    return Sheet(np.asarray(cv2.remap(picture, *maps, cv2.INTER_LINEAR), np.uint8), half, px_per_mm)
