"""A zone seen straight from above at a fixed scale, as if tiles lay under a scanner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

import cv2
import numpy as np

from vision.classifier import CROP_HEIGHT, CROP_WIDTH, MM_PER_CROP_PX
from vision.geometry import to_chair, to_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import View, Zone

    Floats: TypeAlias = NDArray[np.float64]
    Image: TypeAlias = NDArray[np.uint8]

MM_PER_PX: Final = 7 / 12
"""A tile of 21 by 28 mm is 36 by 48 pixels on a chart."""


class ZoneChart:
    """The way from a zone's chart to the camera's picture.

    Attributes:
        width, height: of the chart, pixels.

    Args:
        thickness: of a tile, whose sides are seen.
    """

    def __init__(self, zone: Zone, view: View, thickness: float) -> None:
        self.zone = zone
        self.width = round(zone.area.width / MM_PER_PX)
        self.height = round(zone.area.height / MM_PER_PX)
        (x0, y0), (x1, y1), (x2, y2) = (to_table(zone.chair, *point) for point in ((0, 0), (1, 0), (0, 1)))
        turn = np.array([[x1 - x0, x2 - x0, 0], [y1 - y0, y2 - y0, 0], [0, 0, 1.0]])
        self._from_mm = view.plane(zone.height) @ turn
        left, top = zone.area.left, zone.area.top
        scale = np.array(
            [[MM_PER_PX, 0, left + MM_PER_PX / 2], [0, MM_PER_PX, top + MM_PER_PX / 2], [0, 0, 1]]
        )
        self._from_px = self._from_mm @ scale
        camera_x, camera_y, camera_height = view.camera()
        foot_x, foot_y = to_chair(zone.chair, camera_x, camera_y)
        lean = thickness / (camera_height - zone.height + thickness) / MM_PER_PX
        self._side_x = _whole((self.x_mm(np.arange(self.width)) - foot_x) * lean)
        self._side_y = _whole((self.y_mm(np.arange(self.height)) - foot_y) * lean)

    def draw(self, picture: Image) -> Image:
        """The chart of a picture, BGR."""
        how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        chart = cv2.warpPerspective(picture, self._from_px, (self.width, self.height), flags=how)
        return np.asarray(chart, np.uint8)

    def tops(self, mask: Image) -> Image:
        """What is left of a chart's mask of tiles without their sides.

        The camera sees of each tile the side turned to the camera's foot, beside the top and of the same colour. A top
        is where the mask goes on by the width of a side in that direction.
        """
        result = mask
        for sides, axis in ((self._side_x, 1), (self._side_y, 0)):
            whole = result
            for step in range(1, int(np.abs(sides).max(initial=0)) + 1):
                for way in (1, -1):
                    far = sides * way >= step
                    if not far.any():
                        continue
                    shifted = np.roll(whole, step * way, axis=axis)
                    where = far[None, :] if axis == 1 else far[:, None]
                    result = np.where(where, result & shifted, result)
        return np.asarray(result, np.uint8)

    def crop(self, picture: Image, x_mm: float, y_mm: float, turn_deg: float) -> Image:
        """The cut-out of a tile with its centre at a place of the chair's frame, turned clockwise, for the classifier."""
        angle = np.deg2rad(turn_deg)
        cos, sin = np.cos(angle) * MM_PER_CROP_PX, np.sin(angle) * MM_PER_CROP_PX
        half_x, half_y = (CROP_WIDTH - 1) / 2, (CROP_HEIGHT - 1) / 2
        place = np.array(
            [
                [cos, -sin, x_mm - cos * half_x + sin * half_y],
                [sin, cos, y_mm - sin * half_x - cos * half_y],
                [0, 0, 1],
            ]
        )
        how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        crop = cv2.warpPerspective(
            picture,
            self._from_mm @ place,
            (CROP_WIDTH, CROP_HEIGHT),
            flags=how,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(crop, np.uint8)

    def outline(self, margin_mm: float = 0.0) -> Floats:
        """The zone's corners (4 by 2) in the picture."""
        area = self.zone.area
        return self.in_picture(
            area.left - margin_mm, area.top - margin_mm, area.right + margin_mm, area.bottom + margin_mm
        )

    def in_picture(self, left: float, top: float, right: float, bottom: float) -> Floats:
        """The corners (4 by 2) in the picture of a rectangle of the chair's frame."""
        corners = np.array([[[left, top], [right, top], [right, bottom], [left, bottom]]], np.float64)
        return np.asarray(cv2.perspectiveTransform(corners, self._from_mm)[0], np.float64)

    def column(self, x_mm: float) -> float:
        """The chart's column of an x of the chair's frame."""
        return (x_mm - self.zone.area.left) / MM_PER_PX - 0.5

    def row(self, y_mm: float) -> float:
        """The chart's row of a y of the chair's frame."""
        return (y_mm - self.zone.area.top) / MM_PER_PX - 0.5

    def x_mm(self, column: Any) -> Any:
        """The x in the chair's frame of a chart's column, or of several."""
        return self.zone.area.left + (column + 0.5) * MM_PER_PX

    def y_mm(self, row: Any) -> Any:
        """The y in the chair's frame of a chart's row, or of several."""
        return self.zone.area.top + (row + 0.5) * MM_PER_PX


def _whole(pixels: Floats) -> NDArray[np.int64]:
    """Pixels towards nought: a side that is seen only just is not taken off."""
    return np.asarray(np.trunc(pixels), np.int64)
