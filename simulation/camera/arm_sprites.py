"""Arms as the camera sees them: hand, wrist and sleeve, drawn once for all players and turned into place in each frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.camera.layers import CHANGE_BAND_PX
from simulation.camera.sprites import BLACK_LEVEL, Box, Sprite
from vision.geometry import to_table
from vision.lens import View
from vision.zones import CHAIRS

Picture: TypeAlias = "NDArray[Any]"

ARM_PX_PER_MM: Final = 2.0
COARSE_ARM_PX_PER_MM: Final = 1.3
"""The scale of the drawing for coarse pictures, which show no more of it even though arms are nearer to the camera."""
LENGTH_MM: Final = 920.0
WIDTH_MM: Final = 300.0
TIP_MM: Final = 70.0
"""The distance from the upper edge of the drawing to the middle of the finger tips."""
SOFT_PX: Final = 3
"""The distance by which parts of a turned drawing may show beyond its edge."""
FAINT: Final = 253
"""A shadow that lets through at least this much light, of 255, is not drawn."""
ROLLED_PX: Final = 16
"""The number of rows that show an arm at the same time, in a picture whose rows are exposed one after the other."""
SHOULDER_MM: Final = (150.0, 760.0)
SKIN: Final = ((150, 178, 222), (126, 158, 208), (166, 190, 228), (108, 138, 190))
WATCH_MM: Final = 12.0
"""The distance from the cuff to the middle of a watch."""
STRAP, STEEL, DIAL = (34, 38, 46), (206, 204, 200), (232, 240, 242)
SLEEVES: Final = ((92, 58, 40), (52, 50, 48), (54, 44, 116), (86, 96, 88))


class ArmArtist:
    """Draws the arms of all four players for one view, in less detail for one that is ``coarse``."""

    def __init__(
        self, view: View, rng: np.random.Generator, *, watches: bool = False, coarse: bool = False
    ) -> None:
        self.view = view
        self._scale = COARSE_ARM_PX_PER_MM if coarse else ARM_PX_PER_MM
        self._watches = watches
        self._seeds: tuple[int, ...] = tuple(rng.integers(0, 2**31, CHAIRS).tolist())
        self._last: dict[tuple[int, bool], tuple[tuple[object, ...], Sprite | None]] = {}

    def sprite(
        self,
        chair: int,
        tips: tuple[tuple[float, float], ...],
        spread: float,
        frame: tuple[int, int],
        *,
        left: bool = False,
        height_mm: float,
    ) -> Sprite | None:
        """Draw the arm at a height, with its finger tips at a point; None if it is outside the picture (width, height).

        Several points are the tips' places while one group of ``ROLLED_PX`` rows after another is exposed, from the top.
        """
        asked = (tips, spread, frame, height_mm)
        last = self._last.get((chair, left))
        # Most arms rest most of the time.
        if last is None or last[0] != asked:
            last = self._last[chair, left] = (
                asked,
                self._turned(chair, tips, spread, frame, mirrored=left, height_mm=height_mm),
            )
        return last[1]

    def _turned(
        self,
        chair: int,
        tips: Sequence[tuple[float, float]],
        spread: float,
        frame: tuple[int, int],
        *,
        mirrored: bool,
        height_mm: float,
    ) -> Sprite | None:
        drawing = self._drawing(chair, flat=spread > 0.5)
        rows = frame[1] if len(tips) == 1 else ROLLED_PX
        pieces: list[tuple[Picture, Box]] = []
        for number, tip in enumerate(tips):
            matrix = self._matrix(chair, tip, drawing, mirrored=mirrored, height_mm=height_mm)
            outline = drawing.outline @ matrix.T
            left, top = np.maximum(np.floor(outline.min(axis=0)) - SOFT_PX, 0).astype(int)
            right, bottom = np.minimum(np.ceil(outline.max(axis=0)) + SOFT_PX, frame).astype(int)
            top, bottom = max(top, number * rows), min(bottom, (number + 1) * rows)
            if left < right and top < bottom:
                box = (int(left), int(top), int(right), int(bottom))
                pieces += [(matrix, part) for part in _filled(outline, box)]
        return _turned_sheet(drawing.sheet, pieces) if pieces else None

    def _matrix(
        self, chair: int, tip: tuple[float, float], drawing: _Drawing, *, mirrored: bool, height_mm: float
    ) -> Picture:
        """Return the matrix (2 by 3) from the pixels of an arm's drawing to those of the picture."""
        side = -1 if mirrored else 1
        shoulder = np.array(to_table(chair, side * SHOULDER_MM[0], SHOULDER_MM[1]))
        reach = np.array(tip) - shoulder
        along = reach / np.linalg.norm(reach)
        across = side * np.array([-along[1], along[0]])
        tip_at = np.array(tip)
        drawn = np.array([[0.5, TIP_MM / LENGTH_MM], [0.5, 1.0], [1.0, TIP_MM / LENGTH_MM]])
        drawn *= (WIDTH_MM * self._scale, LENGTH_MM * self._scale)
        ground = np.stack([tip_at, tip_at - along * (LENGTH_MM - TIP_MM), tip_at + across * WIDTH_MM / 2])
        seen = self.view.points(np.column_stack([ground, np.full(3, height_mm)]))
        affine = cv2.getAffineTransform(drawn.astype(np.float32), seen.astype(np.float32))
        matrix = np.asarray(affine, np.float64)
        matrix[:, 2] += matrix[:, 0] * drawing.left + matrix[:, 1] * drawing.top
        return matrix

    def _drawing(self, chair: int, *, flat: bool) -> _Drawing:
        return _drawings(flat=flat, watch=self._watches, seeds=self._seeds, scale=self._scale)[chair]


@dataclass(frozen=True, slots=True)
class _Drawing:
    """An arm pointing up, cut out with its shadow, since a third of the sheet shows neither.

    Attributes:
        left, top: of the cut in the whole sheet, pixels.
        sheet: its colour, multiplied by its alpha, and how much shines through it (255: all). Turning both together
            takes half the time.
        outline: corners (n by 3: column, row of the sheet, 1) of its convex hull.
    """

    left: int
    top: int
    sheet: Picture
    outline: Picture

    @classmethod
    def cut(cls, colour: Picture, through: Picture) -> _Drawing:
        """Cut out the part of a sheet that shows something."""
        # The invisible part of a shadow is cut off; otherwise the drawing would be twice as large.
        through = cv2.max(through, cv2.threshold(through, FAINT - 1, 255, cv2.THRESH_BINARY)[1])
        filled = cv2.max(colour.max(axis=0), cv2.bitwise_not(through))
        left, top, width, height = cv2.boundingRect(filled)
        part = slice(top, top + height), slice(left, left + width)
        hull = cv2.convexHull(_ends_of_rows(filled[part]))[:, 0].astype(np.float64)
        outline = np.column_stack([hull, np.ones(len(hull))])
        return cls(left, top, cv2.merge([*colour[:, *part], through[part]]), outline)


def _ends_of_rows(mask: Picture) -> Picture:
    """Return the first and the last nonzero place of each row (n by 1 by 2: column, row), which include all corners."""
    there = mask > 0
    rows = np.flatnonzero(there.any(axis=1))
    first = there[rows].argmax(axis=1)
    last = mask.shape[1] - 1 - there[rows, ::-1].argmax(axis=1)
    ends = np.stack([np.stack([first, rows], axis=1), np.stack([last, rows], axis=1)], axis=1)
    return np.asarray(ends.reshape(-1, 1, 2), np.int32)


def _turned_sheet(sheet: Picture, pieces: Sequence[tuple[Picture, Box]]) -> Sprite:
    """Map a drawing to a picture, but only where it shows something; the rest of the result is arbitrary.

    Args:
        sheet: the drawing.
        pieces: boxes of the picture that hold everything the drawing shows, each with the matrix (2 by 3) from the
            drawing's pixels to the picture's.
    """
    filled = tuple(part for _, part in pieces)
    lefts, tops, rights, bottoms = zip(*filled, strict=True)
    left, top = min(lefts), min(tops)
    colour = np.empty((max(bottoms) - top, max(rights) - left, 3), np.uint8)
    through = np.empty_like(colour)
    for matrix, (x0, y0, x1, y1) in pieces:
        shifted = matrix.copy()
        shifted[:, 2] -= (x0, y0)
        # Such small pieces stay in the processor's cache from one step to the next.
        turned = cv2.warpAffine(
            sheet, shifted, (x1 - x0, y1 - y0), flags=cv2.INTER_NEAREST, borderValue=(0, 0, 0, 255)
        )
        part = slice(y0 - top, y1 - top), slice(x0 - left, x1 - left)
        cv2.cvtColor(turned, cv2.COLOR_BGRA2BGR, dst=colour[part])
        cv2.cvtColor(cv2.extractChannel(turned, 3), cv2.COLOR_GRAY2BGR, dst=through[part])
    return Sprite(left, top, colour, through, filled)


def _filled(outline: Picture, box: Box) -> tuple[Box, ...]:
    """Return boxes within a box, one for each band of rows, that cover a convex shape (n by 2)."""
    left, top, right, bottom = box
    firsts = np.maximum(np.arange(top // CHANGE_BAND_PX, -(-bottom // CHANGE_BAND_PX)) * CHANGE_BAND_PX, top)
    lasts = np.minimum((firsts // CHANGE_BAND_PX + 1) * CHANGE_BAND_PX, bottom)
    x, y = outline.T
    across, down = (np.roll(axis, -1) - axis for axis in (x, y))
    # The rows at which sides cross each band. Bands are enlarged a little, since each pixel mixes its neighbours.
    levels = np.stack([firsts - SOFT_PX, lasts + SOFT_PX])[..., None]
    part = np.clip((levels - y) / np.where(down == 0, 1e-9, down), 0.0, 1.0)
    crossing, rows = x + part * across, y + part * down
    inside = (rows >= levels[0] - 1) & (rows <= levels[1] + 1)
    first = np.where(inside, crossing, np.inf).min(axis=(0, 2))
    last = np.where(inside, crossing, -np.inf).max(axis=(0, 2))
    spans = zip(*(each.tolist() for each in (firsts, lasts, first, last)), strict=True)
    return tuple(
        (x0, upper, x1, lower)
        for upper, lower, least, most in spans
        if least <= most
        and (x0 := max(left, int(least) - SOFT_PX)) < (x1 := min(right, int(most) + SOFT_PX + 1))
    )


@dataclass(frozen=True, slots=True)
class _Finger:
    """A finger: knuckle, joint and tip, in millimetres from the middle of the finger tips."""

    knuckle: tuple[float, float]
    joint: tuple[float, float]
    tip: tuple[float, float]
    thick: float


_PINCHING: Final = (
    _Finger((-36.0, 92.0), (-36.0, 52.0), (-13.0, 17.0), 19.0),
    _Finger((30.0, 78.0), (34.0, 50.0), (25.0, 27.0), 15.0),
    _Finger((13.0, 68.0), (19.0, 38.0), (15.0, 10.0), 17.0),
    _Finger((-6.0, 64.0), (2.0, 30.0), (4.0, 0.0), 17.5),
    _Finger((-25.0, 68.0), (-20.0, 34.0), (-9.0, 4.0), 17.5),
)
_FLAT: Final = (
    _Finger((-38.0, 118.0), (-58.0, 88.0), (-72.0, 58.0), 20.0),
    _Finger((31.0, 88.0), (38.0, 58.0), (44.0, 34.0), 15.5),
    _Finger((13.0, 78.0), (17.0, 42.0), (20.0, 8.0), 17.5),
    _Finger((-6.0, 75.0), (-6.0, 38.0), (-6.0, 0.0), 18.0),
    _Finger((-25.0, 80.0), (-29.0, 46.0), (-32.0, 12.0), 17.5),
)
_WRIST_MM: Final = 165.0


class _Sheet:
    """A drawing of all players' arms in layers, of one shape but each in its own colours.

    Each layer is shaded as if round, and darkens the layers below along its edge.

    ``colour`` is blue, green and red in planes for each player; ``scale`` is in pixels per millimetre.
    """

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.size = round(WIDTH_MM * scale), round(LENGTH_MM * scale)
        self.colour: Picture = np.zeros((CHAIRS, 3, self.size[1], self.size[0]), np.float32)
        self.cover: Picture = np.zeros((self.size[1], self.size[0]), np.float32)

    def point(self, x_mm: float, y_mm: float) -> tuple[int, int]:
        return round((WIDTH_MM / 2 + x_mm) * self.scale), round((TIP_MM + y_mm) * self.scale)

    def mask(self) -> Picture:
        return np.zeros((self.size[1], self.size[0]), np.uint8)

    def polygon(self, corners: tuple[tuple[float, float], ...], soft_mm: float) -> Picture:
        """Draw a filled shape with rounded corners."""
        mask = self.mask()
        points = np.array([self.point(x, y) for x, y in corners], np.int32)
        cv2.fillPoly(mask, [points], (255,))
        soft_px = soft_mm * self.scale
        margin = round(5 * soft_px)
        (left, top), (right, bottom) = points.min(axis=0) - margin, points.max(axis=0) + margin
        part = mask[max(top, 0) : bottom, max(left, 0) : right]
        part[:] = cv2.threshold(cv2.GaussianBlur(part, (0, 0), soft_px), 127, 255, cv2.THRESH_BINARY)[1]
        return mask

    def _along(
        self, start: tuple[float, float], end: tuple[float, float], part: tuple[slice, slice]
    ) -> Picture:
        """Return, for a part of the sheet, values that rise evenly from 0 at one point to 1 at another."""
        first = np.array(self.point(*start))
        way = np.array(self.point(*end)) - first
        columns = np.arange(self.size[0])[None, part[1]]
        rows = np.arange(self.size[1])[part[0], None]
        share = ((columns - first[0]) * way[0] + (rows - first[1]) * way[1]) / float(way @ way)
        return np.asarray(np.clip(share, 0, 1), np.float32)

    def lay(
        self,
        mask: Picture,
        tints: Picture,
        depth_mm: float,
        *,
        texture: Picture | float = 0.0,
        grows: tuple[tuple[float, float], tuple[float, float]] | None = None,
    ) -> None:
        """Lay a part on top; ``depth_mm`` is the distance from its edge at which it is highest.

        It has a tint for each player, or one for all (n by 3), and a texture for each (n by 1, then the sheet).
        With ``grows`` it fades in over the layers below, from nothing at the first point to full at the second.
        """
        x, y, width, height = cv2.boundingRect(mask)
        margin = round(9 * self.scale)
        part = (
            slice(max(y - margin, 0), y + height + margin),
            slice(max(x - margin, 0), x + width + margin),
        )
        mask, colour, cover = mask[part], self.colour[..., *part], self.cover[part]
        if isinstance(texture, np.ndarray):
            texture = texture[..., *part]
        alpha = np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.8), np.float32) / 255
        ramp = 1.0 if grows is None else np.maximum(self._along(*grows, part), 1 - cover)
        inside: Picture = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 5) / self.scale
        inside = cv2.GaussianBlur(inside, (0, 0), 1.2)
        lit = 0.60 + 0.42 * np.sqrt(np.clip(inside / depth_mm, 0, 1))
        near = np.asarray(cv2.GaussianBlur(mask, (0, 0), 2.6 * self.scale), np.float32) / 255
        colour *= 1 - 0.34 * near * (1 - alpha) * ramp
        shaded = tints.astype(np.float32)[..., None, None] * (lit * (1 + texture))
        colour += (shaded - colour) * (alpha * ramp)
        np.maximum(cover, alpha, out=cover)


@lru_cache(maxsize=4)
def _drawings(*, flat: bool, watch: bool, seeds: tuple[int, ...], scale: float) -> tuple[_Drawing, ...]:
    """Draw each player's arm pointing up, with a soft shadow."""
    skin, sleeve = np.array(SKIN), np.array(SLEEVES)
    sheet = _Sheet(scale)
    thumb, *fingers = _FLAT if flat else _PINCHING
    down = max(0.0, thumb.knuckle[1] - 92.0)
    _finger(sheet, thumb, skin)
    wrist = sheet.mask()
    cv2.line(wrist, sheet.point(0, 140 + down), sheet.point(2, 250), (255,), round(50 * scale), cv2.LINE_AA)
    back = (
        (-36.0, 66.0), (-26.0, 57.0), (-6.0, 54.0), (14.0, 58.0), (32.0, 69.0), (40.0, 86.0), (37.0, 118.0),
        (27.0, 158.0), (-24.0, 158.0), (-35.0, 128.0), (-42.0, 96.0),
    )  # fmt: skip
    shifted = tuple((x, y + down * 0.7) for x, y in back)
    whole = cv2.max(sheet.polygon(shifted, 4.0), wrist)
    for finger in fingers:
        whole = cv2.max(whole, _shape(sheet, finger))
    sheet.lay(whole, skin, 22.0)
    for finger in fingers:
        _finger(sheet, finger, skin)
    for finger in fingers:
        _knuckle(sheet, finger.knuckle)
    height, width = sheet.cover.shape
    rough = (np.random.default_rng(seed).normal(0, 1, (26, 9)).astype(np.float32) for seed in seeds)
    smooth = (cv2.resize(each, (width, height), interpolation=cv2.INTER_CUBIC) for each in rough)
    folds = np.stack([*smooth])[:, None]
    cuff, far = _WRIST_MM + down, LENGTH_MM
    arm = ((-36.0, cuff), (38.0, cuff - 4), (58.0, 370.0), (76.0, far), (-68.0, far), (-53.0, 370.0))
    sheet.lay(sheet.polygon(arm, 2.0), sleeve, 44.0, texture=folds * 0.07)
    band = ((-37.0, cuff - 1), (39.0, cuff - 5), (41.0, cuff + 15), (-39.0, cuff + 19))
    sheet.lay(sheet.polygon(band, 1.5), sleeve * 3 // 4, 9.0, texture=folds * 0.04)
    if watch:
        _watch(sheet, cuff - WATCH_MM)
    aside = np.array([[1, 0, 3.5 * scale], [0, 1, 4.5 * scale]], np.float32)
    fallen = cv2.warpAffine(sheet.cover, aside, sheet.size, borderMode=cv2.BORDER_REPLICATE)
    # A blur this wide looks the same on a smaller picture.
    small = cv2.resize(fallen, (sheet.size[0] // 4, sheet.size[1] // 4), interpolation=cv2.INTER_AREA)
    shade = cv2.resize(
        cv2.GaussianBlur(small, (0, 0), 7.5 * scale / 4), sheet.size, interpolation=cv2.INTER_LINEAR
    )
    through = (1 - sheet.cover) * (1 - 0.42 * np.asarray(shade)) * 255
    sheet.colour -= BLACK_LEVEL
    sheet.colour *= sheet.cover
    premultiplied = np.clip(sheet.colour, 0, 255, out=sheet.colour).astype(np.uint8)
    through = np.clip(through, 0, 255).astype(np.uint8)
    return tuple(_Drawing.cut(colour, through) for colour in premultiplied)


def _watch(sheet: _Sheet, y_mm: float) -> None:
    """Draw a watch at the wrist: strap, steel case, white dial and hands."""
    strap = ((-28.0, y_mm - 9), (28.0, y_mm - 9), (28.0, y_mm + 9), (-28.0, y_mm + 9))
    sheet.lay(sheet.polygon(strap, 1.0), np.array([STRAP]), 9.0)
    for radius_mm, tint in ((19.0, STEEL), (15.5, DIAL)):
        disc = sheet.mask()
        cv2.circle(disc, sheet.point(0, y_mm), round(radius_mm * sheet.scale), (255,), -1, cv2.LINE_AA)
        sheet.lay(disc, np.array([tint]), 3.0)
    for x, y in ((9.0, -5.0), (-3.0, -12.0)):
        hand = sheet.mask()
        cv2.line(hand, sheet.point(0, y_mm), sheet.point(x, y_mm + y), (255,), 3, cv2.LINE_AA)
        sheet.lay(hand, np.array([STRAP]), 1.0)


def _shape(sheet: _Sheet, finger: _Finger) -> Picture:
    mask = sheet.mask()
    thick = finger.thick * sheet.scale
    knuckle, joint, tip = (sheet.point(*at) for at in (finger.knuckle, finger.joint, finger.tip))
    cv2.line(mask, knuckle, joint, (255,), round(thick * 1.1), cv2.LINE_AA)
    cv2.line(mask, joint, tip, (255,), round(thick), cv2.LINE_AA)
    return mask


def _finger(sheet: _Sheet, finger: _Finger, skin: Picture) -> None:
    (kx, ky), (jx, jy), (tx, ty) = finger.knuckle, finger.joint, finger.tip
    webbing = (kx + (jx - kx) * 0.75, ky + (jy - ky) * 0.75)
    sheet.lay(_shape(sheet, finger), skin, finger.thick * 0.46, grows=(finger.knuckle, webbing))
    thick = finger.thick * sheet.scale
    nail = sheet.mask()
    end = sheet.point(tx + (tx - jx) * 0.06, ty + (ty - jy) * 0.06)
    start = sheet.point(tx - (tx - jx) * 0.14, ty - (ty - jy) * 0.14)
    cv2.line(nail, start, end, (255,), round(thick * 0.52), cv2.LINE_AA)
    sheet.lay(nail, np.minimum(skin + np.array((34, 26, 22)), 255), 2.2)


def _knuckle(sheet: _Sheet, at: tuple[float, float]) -> None:
    """Draw the soft gleam of a knuckle."""
    x, y = sheet.point(at[0] * 0.94, at[1] + 4.0)
    reach = round(18 * sheet.scale)
    part = slice(y - reach, y + reach + 1), slice(x - reach, x + reach + 1)
    away = np.hypot(*np.mgrid[-reach : reach + 1, -reach : reach + 1]) / sheet.scale
    soft = np.exp(-((away / 6.5) ** 2)) * 0.75
    sheet.colour[..., *part] += soft * sheet.cover[part] * 26
