"""Reads dice: square and light, with dark or red pips in the places of a die's; anything else is no die.

A die is found by its shape and then compared with every face a die can show, in every rotation. If anything else lies
beside the dice, if glare may have hidden a pip, or if a die looks like two faces, nothing is read: a wrong throw costs
more than none.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lens import Floats32, Image

PX_PER_MM: Final = 4.0
"""Scale of the pictures in which dice are looked for. [px/mm; derived: the smallest die, 9 mm, has two pixels to each
step of PATCH]"""
SIDE_MM: Final = (9.0, 20.0)
"""Dice of table units measure 10 to 14 mm, those thrown by hand up to 18. [mm; derived: those sizes and a millimetre
or two of blur]"""
SIDES_ALIKE: Final = 1.25
"""The sides of a die, and the dice of one throw, differ by no more than this factor. [ratio; judged: perspective and
blur stay below]"""
CONTRAST: Final = 50
"""Least difference in grey levels between dice and their ground. [grey levels; judged: noise and the gleam of the
dome stay below]"""
GROUND_PERCENT: Final = 50
"""This percentile is the ground's brightness. [percent; derived: dice cover less than half of it]"""
LIGHT_PERCENT: Final = 95
"""This percentile of the place where dice may lie is their brightness: they cover more than the brightest 5 % of it.
[percentile; derived: two dice of 10 mm are 8 % of a circle of 28.5 mm radius]"""
LIGHT_SHARE: Final = 0.65
"""Threshold between the ground's brightness and that of the dice. [share; judged: the gleam of a lamp on the dome stays
below it]"""
HEIGHTS_MM: Final = (0.0, 10.0, 13.0)
"""Heights that dice may have: a tilted camera also sees their sides, which are often as light as their tops. [mm;
derived: the smallest and a usual die; 0 is for a camera that looks straight down]"""
SIDES_SEEN_MM: Final = 0.7
"""If less than this of a die's sides is visible, they are ignored. [mm; derived: three pixels at PX_PER_MM]"""
CORE_MM: Final = 2.4
"""This much is taken off all around to separate dice that touch. [mm; judged: a quarter of the smallest die]"""
FULL: Final = 0.8
"""A die fills at least this share of its rectangle. [share; judged: rounded corners take a tenth]"""
SPECK_MM2: Final = 12.0
"""Smaller light spots are glints. [mm²; derived: a square of 3.5 mm; the smallest die has 81]"""

PATCH: Final = 16
"""Side of the picture in which a face is compared. [px; derived: a pip of 0.085 sides is three pixels across]"""
INSIDE: Final = 0.44
"""The face is compared up to this distance from its middle, as a part of its side; its edge is left out. [side;
derived: half a side less the rounded edge]"""
FACE_PERCENT: Final = 70
"""At least this share of the face is free of pips. [percent; derived: six pips of radius 0.115 take 25 % of a
face]"""
SCALES: Final = (0.94, 1.0, 1.06)
"""Sizes tried around the one found. [ratio; judged: a blurred outline is off by this much]"""
TURNS_DEG: Final = (-5.0, 0.0, 5.0)
"""Turns tried around the one found. [degrees; judged: a blurred outline is off by this much]"""
DIE_SHIFTS: Final = (-0.04, 0.0, 0.04)
"""Shifts tried around the place found. [side; judged: a blurred outline is off by this much]"""
CORNERS: Final = (0.2, 0.235, 0.27, 0.305)
"""The distances at which pips may stand from the middle, as a part of the side. [side; judged: what dice on sale show]"""
PIP_RADII: Final = (0.085, 0.115)
"""Radii of pips. [side; judged: what dice on sale show]"""
ACE_RADII: Final = (0.1, 0.14, 0.17, 0.2)
"""Radii of the single pip, which is larger on Japanese dice. [side; judged: what dice on sale show]"""
ACE_RADIUS: Final = 0.14
"""A pip this large is a single one, whatever glare hides. [side; derived: larger than the largest of PIP_RADII]"""
SOFT: Final = 0.045
"""Width of the blur of a drawn face. [side; derived: half a millimetre, a pixel of a camera at 1.7 px/mm]"""
LIKE: Final = 0.85
"""Least correlation with a face; one pip more or less changes it by 0.1 or more. [correlation; derived: between a
face and one with a pip more or less]"""
APART: Final = 0.04
"""By this much the best face must lead any other. [correlation; judged: less than half of what a pip changes]"""
DARK: Final = 0.2
"""Pips are darker than the face by at least this share of its brightness. [share; judged: pale pips in a lamp's
light]"""
PRESENT: Final = 0.55
"""A place with a pip is at least this dark. [share of the pips' mean; judged: uneven light]"""
ABSENT: Final = 0.15
"""A place without a pip is at most this dark. [share of the pips' mean; judged: noise]"""
REMNANT: Final = 0.4
"""No part of a place without a pip may be darker than this: it would be the visible rest of a pip under a glint.
[share of the pips' mean; judged: print and noise stay below]"""
GLARE: Final = 12
"""The most by which a place without a pip may be brighter than the face: a glint that hides a pip still shows an edge.
[grey levels; judged: above noise]"""
AROUND: Final = 0.13
"""The radius around such a place that is checked for a glint. [side; derived: the larger of PIP_RADII and a blurred
edge]"""
BURNT: Final = 243
"""A glint would not show on a face this bright. [grey levels; derived: 255 less GLARE]"""
HIDING: Final = frozenset({2, 4})
"""Values that a glint in the middle of a bright face could make of a 3, 5 or 6 without being noticed. [pips;
defined]"""
SMOOTH: Final = 0.18
"""The middle of such a face (``AROUND``) varies by no more than this share of the pips' darkness, which is what noise
alone does. A glint as large as a pip, and just bright enough to cancel it, would fill the pip but not its rim. [share
of the pips' mean; judged: noise of a camera in a dim room]"""
MIDDLE: Final = 4
"""The middle of the nine places. [index; defined]"""

_PATTERNS: Final = (
    (1, "....x...."),
    (2, "x.......x"),
    (2, "..x...x.."),
    (3, "x...x...x"),
    (3, "..x.x.x.."),
    (4, "x.x...x.x"),
    (5, "x.x.x.x.x"),
    (6, "x.xx.xx.x"),
    (6, "xxx...xxx"),
)
"""The nine places of a face, row by row: x where there is a pip. [pips; defined]"""


@dataclass(frozen=True, slots=True)
class Die:
    """A die: its middle and side in pixels of the picture, its face, and its likeness to that face (0-1)."""

    column: float
    row: float
    side: float
    value: int
    likeness: float


@dataclass(frozen=True, slots=True)
class _Face:
    """A face as the camera would see it: its value, which of nine places have pips, how far out they are, how large."""

    value: int
    pips: NDArray[np.bool_]
    corner: float
    radius: float


def read_dice(chart: Image, where: Image, lean: tuple[float, float]) -> tuple[Die, ...] | None:
    """The dice in a picture from straight above; None if something light there is not a die.

    Args:
        chart: the picture, BGR, at ``PX_PER_MM`` and the height of the dice's tops.
        where: a mask, not 0 where dice may lie.
        lean: the shift to the right and down of a lower point, per unit of depth.
    """
    # Red pips, dark pips and coloured cloth all lack at least one of the three colours.
    light = np.asarray(cv2.min(cv2.min(chart[..., 0], chart[..., 1]), chart[..., 2]), np.uint8)
    inside = light[where > 0]
    ground, top = (float(level) for level in np.percentile(inside, (GROUND_PERCENT, LIGHT_PERCENT)))
    if top - ground < CONTRAST:
        return ()
    whole = _filled(((light > ground + LIGHT_SHARE * (top - ground)) & (where > 0)).astype(np.uint8) * 255)
    heights = HEIGHTS_MM if max(map(abs, lean)) * HEIGHTS_MM[-1] >= SIDES_SEEN_MM else HEIGHTS_MM[:1]
    for height in heights:
        squares = _squares(_tops(whole, lean, height))
        dice = None if squares is None else _dice(light, squares)
        if dice is not None:
            return dice
    return None


def _dice(light: Image, squares: list[tuple[float, float, float, float]]) -> tuple[Die, ...] | None:
    """The squares read as dice; None if one of them is not a die."""
    dice = []
    for square in squares:
        die = _read(light, *square)
        if die is None:
            return None
        dice.append(die)
    sides = [die.side for die in dice]
    if sides and max(sides) > SIDES_ALIKE * min(sides):
        return None
    return tuple(dice)


def _filled(mask: Image) -> Image:
    """The light regions with their pips filled in."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    whole: Image = np.zeros_like(mask)
    cv2.drawContours(whole, outlines, -1, 255, -1)
    return whole


def _tops(whole: Image, lean: tuple[float, float], height_mm: float) -> Image:
    """The tops of things of the dice's height, without their visible sides."""
    across, down = (each * height_mm * PX_PER_MM for each in lean)
    tops = whole
    for step in range(1, steps + 1) if (steps := round(max(abs(across), abs(down)))) else ():
        shift = np.array([[1, 0, -across * step / steps], [0, 1, -down * step / steps]], np.float64)
        moved = cv2.warpAffine(whole, shift, whole.shape[::-1], flags=cv2.INTER_NEAREST)
        tops = tops & np.asarray(moved, np.uint8)
    return tops


def _squares(whole: Image) -> list[tuple[float, float, float, float]] | None:
    """Middle (column, row), side and angle of each light square; None if anything light is not square."""
    taken = CORE_MM * PX_PER_MM
    core = (cv2.distanceTransform(whole, cv2.DIST_L2, cv2.DIST_MASK_5) > taken).astype(np.uint8)
    cores, _ = cv2.findContours(core, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    squares = []
    covered: Image = np.zeros_like(whole)
    for each in cores:
        for column, row, wide, high, angle in _parted(cv2.minAreaRect(each), taken):
            side = (wide + high) / 2
            if max(wide, high) > SIDES_ALIKE * min(wide, high):
                return None
            if not SIDE_MM[0] <= side / PX_PER_MM <= SIDE_MM[1]:
                return None
            box = cv2.boxPoints(((column, row), (wide, high), angle)).round().astype(np.int32)
            own: Image = np.zeros_like(whole)
            cv2.fillConvexPoly(own, box, 255)
            if np.count_nonzero(own & whole) < FULL * wide * high:
                return None
            covered |= np.asarray(cv2.dilate(own, np.ones((5, 5), np.uint8)), np.uint8)
            squares.append((column, row, side, angle))
    if np.count_nonzero(whole & ~covered) > SPECK_MM2 * PX_PER_MM**2:
        return None
    return squares


def _parted(box: Any, taken: float) -> list[tuple[float, float, float, float, float]]:
    """The boxes (column, row, width, height, angle) around cores: two where dice lie flush side by side."""
    (column, row), (wide, high), angle = box
    wide, high = wide + 2 * taken, high + 2 * taken
    if 2 / SIDES_ALIKE < max(wide, high) / min(wide, high) < 2 * SIDES_ALIKE:
        turn = np.radians(angle if wide > high else angle + 90.0)
        wide, high = sorted((wide, high))
        across, down = float(np.cos(turn)) * high / 4, float(np.sin(turn)) * high / 4
        return [
            (column + sign * across, row + sign * down, wide, high / 2, float(np.degrees(turn)) + 90.0)
            for sign in (-1, 1)
        ]
    return [(column, row, wide, high, angle)]


def _read(light: Image, column: float, row: float, side: float, angle: float) -> Die | None:
    """The die that a square shows; None if it shows no face of one."""
    faces, models = _models()
    patches = _patches(light, column, row, side, angle)
    levels = np.percentile(patches, FACE_PERCENT, axis=1, keepdims=True)
    dark = np.clip((levels - patches) / np.maximum(levels, 1.0), 0.0, 1.0)
    dark -= dark.mean(axis=1, keepdims=True)
    lengths = np.linalg.norm(dark, axis=1, keepdims=True)
    # NumPy's threads would wait for each other on a busy machine.
    nothing = np.zeros((len(dark), len(models)), np.float32)
    unit = np.asarray(dark / np.maximum(lengths, 1e-6), np.float32)
    like = np.asarray(cv2.gemm(unit, models, 1.0, nothing, 0.0, flags=cv2.GEMM_2_T), np.float32)
    at, first = np.unravel_index(int(like.argmax()), like.shape)
    face, likeness = faces[first], float(like[at, first])
    others = [each.value != face.value for each in faces]
    if likeness < LIKE or likeness - float(like[at, others].max()) < APART:
        return None
    if not _pips_are_there(patches[at].reshape(PATCH, PATCH), face):
        return None
    return Die(column, row, side, face.value, likeness)


def _patches(light: Image, column: float, row: float, side: float, angle: float) -> Floats32:
    """Cut-outs of the face at its place and slightly shifted, one row each."""
    across, down = _steps(PATCH)
    turns = np.radians(angle + np.array(TURNS_DEG))
    x = across.ravel() + np.repeat(DIE_SHIFTS, len(DIE_SHIFTS))[:, None]
    y = down.ravel() + np.tile(DIE_SHIFTS, len(DIE_SHIFTS))[:, None]
    columns, rows = [], []
    for scale in SCALES:
        for turn in turns:
            cos, sin = float(np.cos(turn)) * side * scale, float(np.sin(turn)) * side * scale
            columns.append(column + cos * x - sin * y)
            rows.append(row + sin * x + cos * y)
    patches = cv2.remap(
        light.astype(np.float32),
        np.concatenate(columns).astype(np.float32),
        np.concatenate(rows).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(patches, np.float32)


def _steps(size: int) -> tuple[Floats32, Floats32]:
    """Return each pixel's distance to the right of a face's middle and below it, as a part of the side."""
    steps = ((np.arange(size) + 0.5) / size * 2 * INSIDE - INSIDE).astype(np.float32)
    across, down = np.meshgrid(steps, steps)
    return across, down


def _pips_are_there(patch: Floats32, face: _Face) -> bool:
    """Return whether every place with a pip is dark, and no other place is dark or may hide a pip under a glint."""
    level = float(np.percentile(patch, FACE_PERCENT))
    if level >= BURNT and face.value in HIDING:
        return False
    places = _places(face.corner)
    # The places around a large pip are checked no wider than those around a small one.
    wide = 0.8 * min(face.radius, PIP_RADII[-1])
    means = np.array([patch[far <= wide].mean() for far in places])
    darkest = np.array([patch[far <= PIP_RADII[0]].min() for far in places])
    brightest = np.array([patch[far <= AROUND].max() for far in places])
    pips = level - means[face.pips]
    usual = float(pips.mean())
    return bool(
        usual >= DARK * level
        and pips.min() >= PRESENT * usual
        and (level - means[~face.pips]).max() <= ABSENT * usual
        and (level - darkest[~face.pips]).max() <= REMNANT * usual
        and (face.radius >= ACE_RADIUS or brightest[~face.pips].max() <= level + GLARE)
        and (face.value not in HIDING or np.ptp(patch[places[MIDDLE] <= AROUND]) <= SMOOTH * usual)
    )


def _places(corner: float) -> list[Floats32]:
    """Return the distance of each pixel from each of the nine places, row by row."""
    across, down = _steps(PATCH)
    return [
        np.asarray(np.hypot(across - x, down - y), np.float32)
        for y in (-corner, 0.0, corner)
        for x in (-corner, 0.0, corner)
    ]


@lru_cache(maxsize=1)
def _models() -> tuple[tuple[_Face, ...], Floats32]:
    """Every face with pips of every size and place, and its picture (rows of length 1 around 0)."""
    faces, rows = [], []
    fine = 4 * PATCH
    across, down = _steps(fine)
    for value, pattern in _PATTERNS:
        pips = np.array([mark == "x" for mark in pattern])
        for corner in CORNERS[:1] if value == 1 else CORNERS:
            for radius in ACE_RADII if value == 1 else PIP_RADII:
                places = [(x, y) for y in (-corner, 0.0, corner) for x in (-corner, 0.0, corner)]
                drawn = np.zeros((fine, fine), np.float32)
                for (x, y), there in zip(places, pips, strict=True):
                    if there:
                        drawn[np.hypot(across - x, down - y) <= radius] = 1.0
                drawn = np.asarray(cv2.GaussianBlur(drawn, (0, 0), SOFT * fine / (2 * INSIDE)), np.float32)
                small = cv2.resize(drawn, (PATCH, PATCH), interpolation=cv2.INTER_AREA).ravel()
                small -= small.mean()
                # Other pips would have to stand far out beside a large single one.
                faces.append(_Face(value, pips, CORNERS[-1] if value == 1 else corner, radius))
                rows.append(small / np.linalg.norm(small))
    return tuple(faces), np.asarray(rows, np.float32)
