"""A square of one of the table's planes, drawn from straight above, and straight lines found in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np

from vision.calibration.charts import pixel_maps

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from vision.geometry import View

    Floats: TypeAlias = NDArray[np.float64]
    Image: TypeAlias = NDArray[np.uint8]

PX_PER_MM: Final = 2.0
"""Scale of a sheet. [px/mm; derived: finer than every camera's picture of a whole table, so that nothing is lost]"""
STRAY: Final = 3.0
"""Points this many usual distances from a line do not belong to it. [times; judged: three standard deviations]"""
LEAST_STRAY_MM: Final = 0.5
"""Points this near to a line always belong to it. [mm; derived: a pixel of the sheet]"""
FITS: Final = 4
"""How often stray points are left out and the line is fitted anew. [times; judged: it settles before]"""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A square about the table's centre, seen as a chair sees it: x to the right, y towards the player.

    Attributes:
        image: rows by columns, or by columns by 3; one pixel is ``1 / px_per_mm``.
        half: of the square's side, millimetres.
    """

    image: Image
    half: float
    px_per_mm: float = PX_PER_MM

    def turned(self, chair: int) -> Sheet:
        """The same square as another chair sees it; this one is that of chair 0."""
        return Sheet(np.ascontiguousarray(np.rot90(self.image, -chair)), self.half, self.px_per_mm)

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


@dataclass(frozen=True, slots=True)
class EdgeLine:
    """A nearly level line: y = ``at`` + ``slope`` x, millimetres.

    Attributes:
        residual: root mean square distance of its points.
        points: how many lie on it.
    """

    at: float
    slope: float
    residual: float
    points: int


def fit_line(x: Floats, y: Floats) -> EdgeLine | None:
    """The line through most of the points; None where there are too few for one."""
    kept = np.abs(y - np.median(y)) <= np.inf if len(y) else np.zeros(0, bool)
    slope, at = 0.0, float(np.median(y)) if len(y) else 0.0
    for _ in range(FITS):
        if kept.sum() < FITS:
            return None
        slope, at = (float(value) for value in np.polyfit(x[kept], y[kept], 1))
        off = np.abs(y - at - slope * x)
        kept = off <= max(LEAST_STRAY_MM, STRAY * float(np.median(off)))
    off = y[kept] - at - slope * x[kept]
    return EdgeLine(at, slope, float(np.sqrt((off**2).mean())), int(kept.sum()))
