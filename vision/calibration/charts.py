"""A zone seen straight from above at a fixed scale, as if tiles lay under a scanner."""

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import TileSize, Zone, to_chair, to_table
from vision.lens import Floats, Image, View
from vision.model.classifier import CROP_HEIGHT, CROP_WIDTH, TILE_HEIGHT_PX, TILE_WIDTH_PX

MAP_STEP_PX: Final = 8
"""The mapping to the picture is computed exactly at points this far apart; between them it is straight to a hundredth
of a pixel. [px; derived: a bend of k1 = -0.25 over 8 of 1920 pixels differs from a straight line by less than
0.01]"""


class ZoneChart:
    """The mapping from a zone's chart to the camera's picture.

    Attributes:
        width, height: the chart's size, pixels.
        mm_per_px: the chart's scale.
        across_px: the width of a sideways tile on it.
        side_x: for each column the width of the visible side of a tile beside its top, pixels: positive where the side
            is left of the top, negative where it is right.

    Args:
        tile: the table's tile, which on every chart is as wide as on a cut-out.
    """

    def __init__(self, zone: Zone, view: View, tile: TileSize) -> None:
        self.zone, self.tile = zone, tile
        self.mm_per_px = tile.width / TILE_WIDTH_PX
        self.across_px = round(tile.length / self.mm_per_px)
        self._crop_scale = self.mm_per_px, tile.length / TILE_HEIGHT_PX
        self.width = round(zone.area.width / self.mm_per_px)
        self.height = round(zone.area.height / self.mm_per_px)
        (x0, y0), (x1, y1), (x2, y2) = (to_table(zone.id.chair, *point) for point in ((0, 0), (1, 0), (0, 1)))
        turn = np.array([[x1 - x0, x2 - x0, 0], [y1 - y0, y2 - y0, 0], [0, 0, 1.0]])
        self._from_mm = view.plane(zone.height) @ turn
        left, top = zone.area.left, zone.area.top
        scale = np.array(
            [
                [self.mm_per_px, 0, left + self.mm_per_px / 2],
                [0, self.mm_per_px, top + self.mm_per_px / 2],
                [0, 0, 1],
            ]
        )
        self._from_px = self._from_mm @ scale
        self._view = view
        self._maps: tuple[Any, Any] | None = None
        camera_x, camera_y, camera_height = view.camera()
        foot_x, foot_y = to_chair(zone.id.chair, camera_x, camera_y)
        lean = tile.thickness / (camera_height - zone.height + tile.thickness) / self.mm_per_px
        self.side_x = _whole((self.x_mm(np.arange(self.width)) - foot_x) * lean)
        self._lean_y = (self.y_mm(np.arange(self.height)) - foot_y) * lean
        self._side_y = _whole(self._lean_y)

    def draw(self, picture: Image) -> Image:
        if self._maps is None:
            self._maps = pixel_maps(self._view, self._from_px, self.width, self.height)
        return np.asarray(cv2.remap(picture, *self._maps, cv2.INTER_LINEAR), np.uint8)

    def tops(self, mask: Image) -> Image:
        """A chart's mask of tiles, reduced to their tops.

        Beside each top the camera also sees the side that faces the point below the camera, in the same colour. A pixel
        belongs to a top if the mask extends from it by a side's width in that direction.
        """
        steps = int(max(np.abs(self.side_x).max(initial=0), np.abs(self._side_y).max(initial=0)))
        height, width = mask.shape
        # Beyond the chart nothing lies except the sides of added tiles.
        padded = np.pad(mask, ((steps, steps), (steps, steps)))
        if steps and self.zone.id.kind == "meld":
            padded[:steps, steps:-steps] = mask[0]
        result = mask
        for step in range(1, steps + 1):
            rows = np.arange(height) - np.rint(self._side_y * (step / steps)).astype(np.intp) + steps
            columns = np.arange(width) - np.rint(self.side_x * (step / steps)).astype(np.intp) + steps
            result = result & padded[rows].take(columns, axis=1)
        return np.asarray(result, np.uint8)

    def beside(self, picture: Image, x_mm: tuple[float, float], y_mm: tuple[float, float]) -> Image:
        """Draw the zone's plane between two x and two y of the chair's frame, at the chart's scale, even beyond it.

        ``picture`` is the camera's. The result is BGR, at least one pixel wide and high, and black beyond the picture.
        """
        (left, right), (top, bottom) = sorted(x_mm), sorted(y_mm)
        place = np.array([[1, 0, self.column(left)], [0, 1, self.row(top)], [0, 0, 1]])
        size = [max(round(length / self.mm_per_px), 1) for length in (right - left, bottom - top)]
        maps = pixel_maps(self._view, self._from_px @ place, *size)
        return np.asarray(cv2.remap(picture, *maps, cv2.INTER_LINEAR), np.uint8)

    def side_y_mm(self, y_mm: float) -> float:
        """Return the width in mm of a tile's side seen beside its top at ``y`` (chair's frame), towards the camera's axis.

        It is positive away from the player, negative towards the player.
        """
        row = int(np.clip(round(self.row(y_mm)), 0, self.height - 1))
        return float(self._lean_y[row]) * self.mm_per_px

    def crop(self, picture: Image, x_mm: float, y_mm: float, turn_deg: float, border_px: int = 0) -> Image:
        """The cut-out of a tile with its centre at a place of the chair's frame, turned clockwise, for the classifier.

        With a border, the cut-out is this many pixels larger on each side.
        """
        angle = np.deg2rad(turn_deg)
        cos, sin = np.cos(angle), np.sin(angle)
        wide, long = self._crop_scale
        size = CROP_WIDTH + 2 * border_px, CROP_HEIGHT + 2 * border_px
        half_x, half_y = (size[0] - 1) / 2, (size[1] - 1) / 2
        place = np.array(
            [
                [cos * wide, -sin * long, x_mm - cos * wide * half_x + sin * long * half_y],
                [sin * wide, cos * long, y_mm - sin * wide * half_x - cos * long * half_y],
                [0, 0, 1],
            ]
        )
        how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        from_crop = self._from_mm @ place
        if self._view.lens is not None:
            # Over one tile a lens bends lines by less than a tenth of a pixel.
            right, bottom = size[0] - 1.0, size[1] - 1.0
            corners = np.array([(0.0, 0.0), (right, 0.0), (right, bottom), (0.0, bottom)])
            straight = cv2.perspectiveTransform(corners[None], from_crop)[0]
            seen = self._view.through_lens(np.asarray(straight, np.float64))
            from_crop = cv2.getPerspectiveTransform(corners.astype(np.float32), seen.astype(np.float32))
        crop = cv2.warpPerspective(
            picture,
            from_crop,
            size,
            flags=how,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(crop, np.uint8)

    def outline(self, margin_mm: float = 0.0) -> Floats:
        """Points around the zone (n by 2) in the picture."""
        around = np.array([self.zone.area.outline(margin_mm)], np.float64)
        return self._view.through_lens(
            np.asarray(cv2.perspectiveTransform(around, self._from_mm)[0], np.float64)
        )

    def in_picture(self, left: float, top: float, right: float, bottom: float) -> Floats:
        """The corners (4 by 2) in the picture of a rectangle of the chair's frame."""
        corners = np.array([[[left, top], [right, top], [right, bottom], [left, bottom]]], np.float64)
        return self._view.through_lens(
            np.asarray(cv2.perspectiveTransform(corners, self._from_mm)[0], np.float64)
        )

    def column(self, x_mm: float) -> float:
        """The chart's column for an x in the chair's frame."""
        return (x_mm - self.zone.area.left) / self.mm_per_px - 0.5

    def row(self, y_mm: float) -> float:
        """The chart's row for a y in the chair's frame."""
        return (y_mm - self.zone.area.top) / self.mm_per_px - 0.5

    def x_mm(self, column: Any) -> Any:
        """The x in the chair's frame of a chart's column, or of several."""
        return self.zone.area.left + (column + 0.5) * self.mm_per_px

    def y_mm(self, row: Any) -> Any:
        """The y in the chair's frame of a chart's row, or of several."""
        return self.zone.area.top + (row + 0.5) * self.mm_per_px


def pixel_maps(view: View, from_px: Floats, width: int, height: int) -> tuple[Any, Any]:
    """Return the place in the picture of each pixel of a chart, in ``cv2.remap``'s fixed-point form.

    ``from_px`` is the homography from the chart's pixels (``width`` by ``height``) to the pixels before the lens.
    """
    step = MAP_STEP_PX
    columns, rows = (np.arange(-1, -(-size // step) + 1) * step + (step - 1) / 2 for size in (width, height))
    x, y = np.meshgrid(columns, rows)
    coarse = np.stack([x.ravel(), y.ravel()], axis=1)[None]
    straight = np.asarray(cv2.perspectiveTransform(coarse, from_px)[0], np.float64)
    places = view.through_lens(straight).reshape(len(rows), len(columns), 2).astype(np.float32)
    size = (len(columns) * step, len(rows) * step)
    fine = cv2.resize(places, size, interpolation=cv2.INTER_LINEAR)[step : step + height, step : step + width]
    x_map, y_map = (np.ascontiguousarray(fine[..., axis]) for axis in (0, 1))
    whole, parts = cv2.convertMaps(x_map, y_map, cv2.CV_16SC2)
    return whole, parts


def _whole(pixels: Floats) -> NDArray[np.int64]:
    """Pixels rounded towards zero: a side that is hardly visible is not taken off."""
    return np.asarray(np.trunc(pixels), np.int64)
