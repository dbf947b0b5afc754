"""The fixed parts of the picture: floor, rim with its markers, felt with the seams of the lifts.

They are drawn in fine detail in the table's frame, and projected through the camera once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.camera.lens import Light, Mount
from simulation.camera.look import Cloth
from simulation.camera.sprites import BLACK_LEVEL
from vision.geometry import TableGeometry, to_table
from vision.lens import View
from vision.zones import CHAIRS

Picture: TypeAlias = "NDArray[Any]"
Field: TypeAlias = "NDArray[Any]"
Colour: TypeAlias = tuple[float, float, float]

FINE_PX_PER_MM: Final = 3.0
COARSE_PX_PER_MM: Final = 2.0
"""The scale of the drawing for coarse pictures, which show no more of it."""
SHEET_HALF_MM: Final = (620.0, 470.0)
FLOOR: Final = (52.0, 58.0, 64.0)
FELT_CORNER_MM: Final = 26.0
RIM_CORNER_MM: Final = 42.0
SLOT_HALF_MM: Final = (183.0, 17.0)
STICKER_MARGIN_MM: Final = 5.0
COARSE_BLUR_MM: Final = 2.0
"""Wider blurs than this are made on a smaller picture."""
FIGURE_MM: Final = 46.0
FIGURE_LINE_MM: Final = 2.5
DRAWN_BAND_PX: Final = 16
LENS_STEP_PX: Final = 8
CUT_GROWS: Final = 2 - 2**0.5
"""The growth of the cut at a square's corner, per millimetre that the outline moves outwards."""


@lru_cache(maxsize=2)
def draw_tabletop(
    geometry: TableGeometry,
    mount: Mount,
    light: Light,
    seed: int,
    cloth: Cloth,
) -> Picture:
    """Draw the empty table at the mount's size; the result must not be written to."""
    view = mount.view()
    rng = np.random.default_rng([seed, 1])
    scale = COARSE_PX_PER_MM if mount.coarse else FINE_PX_PER_MM
    sheet = _Sheet(rng, scale, (geometry.felt_half, cloth.cut_mm) if cloth.cut_mm else None)
    sheet.floor()
    sheet.rim(geometry.rim_half, cloth.rim)
    sheet.felt(geometry.felt_half, cloth.felt)
    if cloth.pattern:
        sheet.figures(geometry.felt_half, cloth.pattern)
    for chair in range(CHAIRS):
        sheet.slot(chair, geometry.wall.centre_y)
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, geometry.dictionary))
    for marker in geometry.markers:
        sheet.marker(dictionary, marker.id, marker.x, marker.y, marker.size)
    half = SHEET_HALF_MM
    xs = np.linspace(-half[0], half[0], sheet.width)
    ys = np.linspace(-half[1], half[1], sheet.height)
    flat: Picture = np.empty((sheet.height, sheet.width, 3), np.uint8)
    for band in _bands(len(flat)):
        lit = sheet.field[:, band] * light.at(xs[None, :], ys[band, None]).astype(np.float32)
        lit -= BLACK_LEVEL
        cv2.merge([*np.clip(lit, 0, 255, out=lit).astype(np.uint8)], flat[band])
    # Whole numbers are the middles of pixels, here and in the picture.
    mm = 1 / scale
    to_sheet = np.array([[mm, 0, mm / 2 - half[0]], [0, mm, mm / 2 - half[1]], [0, 0, 1]], np.float64)
    flat = cv2.GaussianBlur(flat, (0, 0), 0.7)
    picture = _seen(flat, view, to_sheet, mount.size)
    picture.flags.writeable = False
    return picture


def _seen(flat: Picture, view: View, to_sheet: Field, size: tuple[int, int]) -> Picture:
    """Project the sheet through the camera; ``to_sheet`` maps its pixels to points of the table."""
    how, edge = cv2.INTER_LINEAR, cv2.BORDER_REPLICATE
    to_picture = view.plane(0.0) @ to_sheet
    if view.lens is None:
        return cv2.warpPerspective(flat, to_picture, size, flags=how, borderMode=edge)
    # The mapping through the lens is computed at points this far apart; interpolation errs by a hundredth of a pixel.
    step = LENS_STEP_PX
    columns, rows = (np.arange(-1, -(-side // step) + 1) * step + (step - 1) / 2 for side in size)
    grid = np.stack([each.ravel() for each in np.meshgrid(columns, rows)], axis=1)
    straight = view.lens.undistort(grid)
    coarse = cv2.perspectiveTransform(straight[None], np.linalg.inv(to_picture))[0].astype(np.float32)
    fine = cv2.resize(
        coarse.reshape(len(rows), len(columns), 2),
        (len(columns) * step, len(rows) * step),
        interpolation=cv2.INTER_LINEAR,
    )[step : step + size[1], step : step + size[0]]
    x, y = (np.ascontiguousarray(fine[..., axis]) for axis in (0, 1))
    return cv2.remap(flat, x, y, how, borderMode=edge)


def _bands(height: int) -> list[slice]:
    """Return all rows in bands that fit the processor's cache, which is twice as fast."""
    return [slice(top, min(top + DRAWN_BAND_PX, height)) for top in range(0, height, DRAWN_BAND_PX)]


def _share(mask: Picture, but: Picture | None = None) -> Field:
    """Convert a mask (0 to 255) to shares of 1, minus another mask."""
    share = mask.astype(np.float32) / 255
    return share if but is None else np.clip(share - but.astype(np.float32) / 255, 0, 1)


def _covered(mask: Picture, but: Picture | None = None) -> Iterator[tuple[slice, slice]]:
    """Yield the rows and columns of a mask that are not 0, and greater than another mask, in bands."""
    for band in _bands(len(mask)):
        columns = np.flatnonzero((mask[band] > (0 if but is None else but[band])).any(axis=0))
        if columns.size:
            yield band, slice(columns[0], columns[-1] + 1)


def _planes(colour: Colour) -> Field:
    """Return a colour as three planes of one value."""
    return np.asarray(colour, np.float32)[:, None, None]


class _Sheet:
    """The flat drawing: ``field`` is blue, green and red in planes of floats, light not yet applied."""

    def __init__(
        self, rng: np.random.Generator, scale: float, cut: tuple[float, float] | None = None
    ) -> None:
        self.rng = rng
        self.scale = scale
        # The measures of an octagon: half the side of its square, and the cut at each corner.
        self._cut = cut
        self.width, self.height = (round(2 * half * self.scale) for half in SHEET_HALF_MM)
        self.field: Field = np.empty((3, self.height, self.width), np.float32)

    def _pixel(self, x_mm: float, y_mm: float) -> tuple[int, int]:
        return (
            round((x_mm + SHEET_HALF_MM[0]) * self.scale),
            round((y_mm + SHEET_HALF_MM[1]) * self.scale),
        )

    def _mask(self, half: float, corner: float, blur_mm: float = 0.0, shift: float = 0.0) -> Picture:
        """Return a mask that is 255 inside a centred square with rounded or cut corners."""
        mask: Picture = np.zeros((self.height, self.width), np.uint8)
        x0, y0 = self._pixel(-half + shift, -half + shift)
        x1, y1 = self._pixel(half + shift, half + shift)
        radius = round(corner * self.scale)
        if self._cut is not None:
            at, by = self._cut
            off = round((by + (half - at) * CUT_GROWS) * self.scale)
            points = [(x0 + off, y0), (x1 - off, y0), (x1, y0 + off), (x1, y1 - off)]
            points += [(x1 - off, y1), (x0 + off, y1), (x0, y1 - off), (x0, y0 + off)]
            cv2.fillPoly(mask, [np.array(points, np.int32)], 255, cv2.LINE_AA)
            return self._blurred(mask, blur_mm)
        cv2.rectangle(mask, (x0 + radius, y0), (x1 - radius, y1), 255, -1)
        cv2.rectangle(mask, (x0, y0 + radius), (x1, y1 - radius), 255, -1)
        for x in (x0 + radius, x1 - radius):
            for y in (y0 + radius, y1 - radius):
                cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
        return self._blurred(mask, blur_mm)

    def _blurred(self, mask: Picture, blur_mm: float) -> Picture:
        if blur_mm > COARSE_BLUR_MM:
            height, width = mask.shape
            small = cv2.resize(mask, (width // 8, height // 8), interpolation=cv2.INTER_AREA)
            small = cv2.GaussianBlur(small, (0, 0), blur_mm * self.scale / 8)
            mask = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
        elif blur_mm:
            mask = cv2.GaussianBlur(mask, (0, 0), blur_mm * self.scale)
        return np.asarray(mask)

    def _noise(self, cell_px: tuple[float, float], strength: float) -> Field:
        """Return smooth noise around 0 with grains of this size (x, y) in the fine drawing."""
        size = self.width, self.height
        across, down = (cell * self.scale / FINE_PX_PER_MM for cell in cell_px)
        small = self.rng.normal(0, 1, (int(size[1] / down) + 2, int(size[0] / across) + 2))
        grown: Field = cv2.resize(small.astype(np.float32), size, interpolation=cv2.INTER_CUBIC)
        grown *= strength
        return np.asarray(grown)

    def _grain(self, *kinds: tuple[tuple[float, float], float]) -> Field:
        """Return the sum of several kinds of noise, around 1."""
        grain = self._noise(*kinds[0])
        grain += 1
        for kind in kinds[1:]:
            grain += self._noise(*kind)
        return grain

    def _lay(self, colour: Colour, mask: Picture, grain: Field | None = None) -> None:
        """Lay a colour where a mask is 255, varied by its grain."""
        even = _planes(colour)
        for part in _covered(mask):
            field = self.field[:, *part]
            field += ((even if grain is None else even * grain[part]) - field) * _share(mask[part])

    def _darken(self, mask: Picture, share: float, but: Picture | None = None) -> None:
        """Darken where a mask is 255 and another is not."""
        for part in _covered(mask, but):
            self.field[:, *part] *= 1 - _share(mask[part], None if but is None else but[part]) * share

    def floor(self) -> None:
        """Draw a grey carpet far below, out of focus."""
        pile = self._grain(((26, 26), 0.035), ((120, 120), 0.05))
        for band in _bands(self.height):
            np.multiply(_planes(FLOOR), pile[band], out=self.field[:, band])

    def rim(self, half: float, colour: Colour) -> None:
        """Draw a wooden frame with the grain along its sides."""
        self._darken(self._mask(half + 4, RIM_CORNER_MM, blur_mm=16.0, shift=14.0), 0.62)
        grain = self._grain(((210, 4.5), 0.07), ((400, 26), 0.07))
        along_y = self._grain(((4.5, 210), 0.07), ((26, 400), 0.07))
        beside, above = (np.abs(np.arange(side) - side / 2) for side in (self.width, self.height))
        sides = beside > above[:, None]
        np.copyto(grain, along_y, where=sides)
        inside = self._mask(half, RIM_CORNER_MM)
        self._lay(colour, inside, grain)
        # The outer edge is rounded: first a thin gleam, then darker towards the floor.
        self._darken(inside, 0.55, but=self._mask(half - 3.2, RIM_CORNER_MM - 3, 0.7))
        gleam = self._mask(half - 4.2, RIM_CORNER_MM - 4, 0.5)
        beyond = self._mask(half - 5.6, RIM_CORNER_MM - 5, 0.5)
        for part in _covered(gleam, beyond):
            self.field[:, *part] += _share(gleam[part], beyond[part]) * 26

    def felt(self, half: float, colour: Colour) -> None:
        """Draw the felt within the rim: fibres, a dark joint, the rim's shadow along the edge."""
        self._lay((14.0, 18.0, 22.0), self._mask(half + 2.0, FELT_CORNER_MM + 2, 0.3))
        fibres = self._grain(((2.2, 2.2), 0.055), ((9, 3), 0.02), ((3, 9), 0.02), ((180, 180), 0.02))
        inside = self._mask(half, FELT_CORNER_MM, 0.25)
        self._lay(colour, inside, fibres)
        self._darken(inside, 0.4, but=self._mask(half - 4.0, FELT_CORNER_MM, 3.0, shift=1.5))

    def figures(self, half: float, darker: float) -> None:
        """Draw lozenges, each with a ring inside, printed all over the felt."""
        rows, columns = self.height, self.width
        mask: Picture = np.zeros((rows, columns), np.uint8)
        step, thick = round(FIGURE_MM * self.scale), round(FIGURE_LINE_MM * self.scale)
        for start in range(-rows, columns, step):
            cv2.line(mask, (start, 0), (start + rows, rows), (255,), thick, cv2.LINE_AA)
            cv2.line(mask, (start + rows, 0), (start, rows), (255,), thick, cv2.LINE_AA)
        for x in range(0, columns, step):
            for y in range(0, rows, step):
                cv2.circle(mask, (x, y), step // 5, (255,), thick, cv2.LINE_AA)
        inside = self._mask(half - 6, FELT_CORNER_MM)
        self._darken(cv2.min(self._blurred(mask, 0.4), inside), darker)

    def slot(self, chair: int, centre_y: float) -> None:
        """Draw the seam of the plate that lifts a wall."""
        half_x, half_y = SLOT_HALF_MM
        corners = [(-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y)]
        points = np.array([self._pixel(*to_table(chair, x, centre_y + y)) for x, y in corners], np.int32)
        left, top = points.min(axis=0) - 4
        right, bottom = points.max(axis=0) + 5
        seam: Picture = np.zeros((bottom - top, right - left), np.uint8)
        cv2.fillPoly(seam, [points - (left, top)], (13,))
        cv2.polylines(seam, [points - (left, top)], True, (140,), round(self.scale), cv2.LINE_AA)
        self.field[:, top:bottom, left:right] *= 1 - _share(seam)

    def marker(
        self, dictionary: cv2.aruco.Dictionary, number: int, x_mm: float, y_mm: float, size_mm: float
    ) -> None:
        """Draw a marker printed on a white sticker."""
        side = round(size_mm * self.scale)
        margin = round(STICKER_MARGIN_MM * self.scale)
        code = cv2.aruco.generateImageMarker(dictionary, number, side)
        x, y = self._pixel(x_mm - size_mm / 2, y_mm - size_mm / 2)
        sticker = self.field[:, y - margin : y + side + margin, x - margin : x + side + margin]
        sticker[:] = _planes((226, 230, 232))
        inner = self.field[:, y : y + side, x : x + side]
        inner[:] = 24 + code.astype(np.float32) * ((228 - 24) / 255)
