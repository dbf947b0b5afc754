"""The sides of the felt and of the console in a picture of the bare table."""

from typing import Final

import cv2
import numpy as np

from vision.calibration.lines import EdgeLine, fit_line
from vision.lens import Image
from vision.photo.surveying.sheet import Sheet
from vision.reading.felt import Felt
from vision.reading.felt_sides import surveyed_felt

SURE_FELT: Final = (0.36, 0.5)
"""Between these shares of the distance of its edge, the felt is bare on every table: beyond the console and before the
walls. [share; derived: 0.18 and 0.55 on the standard table, and as much room for others]"""
EDGE_RUN_MM: Final = 6.0
"""Anything but felt over at least this length is the edge, not a seam. [mm; judged: seams and lines are narrower, rims
wider]"""
WIDE_SIDE: Final = 0.6
"""The felt's edge is looked for in this middle part of each side. [share; derived: an octagon's side is 0.41 of the
whole, and the line is fitted to those points that lie on one]"""
CONSOLE_SIDE_MM: Final = 24.0
"""Half of the part of the console's side in which its edge is looked for. [mm; derived: half of the smallest console]"""
DARK_SLOT_MM: Final = 9.0
"""Dark slots and glass of a console, which pass for felt in deep shadow, are filled in up to this width. [mm; judged: a
riichi stick is 8 mm wide at most]"""
MOST_CUT: Final = 0.6
"""At most this share of a side of the felt is cut off at either end. [share; derived: 0.59 in an octagon of equal
sides]"""
CUT_SIDE_MM: Final = 12.0
"""Half of the part of a cut-off corner in which the felt's edge is looked for. [mm; derived: its whole side is 34 where the
least cut that is measured is 24]"""
BARE_DARKEST: Final = 0.42
"""Anything darker than this on the bare table is no felt, but a console of the felt's hue. [share of the usual felt;
judged: the rim's shadow leaves 0.6]"""
ENOUGH: Final = 0.4
"""An edge shows in at least this share of the columns. [share; derived: an octagon's side is 0.41 of the whole]"""


def felt_of_ring(sheet: Sheet, edge: float, light: tuple[float, float]) -> Felt:
    """The felt in a ring of the bare table whose edge is about ``edge`` millimetres from its centre."""
    at = np.abs(sheet.mm(np.arange(len(sheet.image))))
    ring = np.maximum(at[None, :], at[:, None]) / edge
    return surveyed_felt(sheet.image[(ring > SURE_FELT[0]) & (ring < SURE_FELT[1])], light)


def dark(picture: Image, felt: Felt) -> Image:
    """255 where a picture of the bare table is darker than felt in any shadow there."""
    blurred = cv2.blur(picture, (3, 3))
    squared = cv2.transform(cv2.multiply(blurred, blurred, dtype=cv2.CV_32F), np.ones((1, 3), np.float32))
    darkest = BARE_DARKEST * float(np.linalg.norm(felt.colour))
    return np.asarray((squared < darkest**2) * np.uint8(255), np.uint8)


def felt_side(strange: Sheet, low: float, high: float) -> EdgeLine | None:
    """The felt's edge towards the player, between two distances from the centre; None if there is none.

    Args:
        strange: 255 where no felt shows, turned to the player.
        low: the smaller distance, millimetres.
        high: the larger distance, millimetres.
    """
    run = round(EDGE_RUN_MM * strange.px_per_mm)
    wide = WIDE_SIDE * low
    left, right = strange.pixel(-wide), strange.pixel(wide)
    first, last = strange.pixel(low), strange.pixel(high)
    return _first_run(strange, strange.image[first:last, left:right], run, (left, first), 1)


def console_side(strange: Sheet, far: float) -> EdgeLine | None:
    """The console's edge towards the player, looked for from ``far`` (millimetres) inwards."""
    run = round(EDGE_RUN_MM * strange.px_per_mm)
    left, right = strange.pixel(-CONSOLE_SIDE_MM), strange.pixel(CONSOLE_SIDE_MM)
    first, last = strange.pixel(0.0), strange.pixel(far)
    slot = round(DARK_SLOT_MM * strange.px_per_mm)
    part = cv2.morphologyEx(
        strange.image[first:last, left:right], cv2.MORPH_CLOSE, np.ones((slot, slot), np.uint8)
    )
    return _first_run(strange, np.asarray(part[::-1], np.uint8), run, (left, last - 1), -1)


def cut_off(strange: Sheet, felt_half: float) -> float | None:
    """Return the length cut off each side at the felt's corner that a sheet faces; None if no edge is seen."""
    run = round(EDGE_RUN_MM * strange.px_per_mm)
    left, right = strange.pixel(-CUT_SIDE_MM), strange.pixel(CUT_SIDE_MM)
    first = strange.pixel((2 - MOST_CUT) * felt_half / 2**0.5)
    last = strange.pixel(2**0.5 * felt_half) + 2 * run
    line = _first_run(strange, strange.image[first:last, left:right], run, (left, first), 1)
    return None if line is None else 2 * felt_half - 2**0.5 * line.at


def _first_run(sheet: Sheet, part: Image, run: int, corner: tuple[int, int], step: int) -> EdgeLine | None:
    """The line along which the first long runs of a part's columns begin."""
    if len(part) <= run:
        return None
    # A run begins at a row if all rows up to its end are strange.
    begins = cv2.erode(part, np.ones((run, 1), np.uint8), anchor=(0, 0), borderValue=0)
    found = begins.any(axis=0)
    if found.mean() < ENOUGH:
        return None
    columns = np.flatnonzero(found)
    rows = (begins > 0).argmax(axis=0)[found]
    # The edge lies between the last pixel of felt and the first that is none.
    edge = sheet.mm(corner[1] + step * (rows - 0.5))
    line = fit_line(sheet.mm(corner[0] + columns), edge)
    return None if line is None or line.points < ENOUGH * part.shape[1] else line
