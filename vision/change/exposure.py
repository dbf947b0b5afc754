"""Removes the effect of lamps and exposure from reduced pictures: each row is brought back to its first brightness.

Automatic exposure makes a whole picture brighter or darker; lamps on alternating current under a rolling shutter make
bands of rows. Neither is a change on the table. A row's gain is the one on which most of its pixels agree, so an arm or
a tile still shows as a change. A row whose pixels disagree gets a gain between its neighbours'.
"""

from typing import Final

import cv2
import numpy as np

from vision.lens import Floats32, Image

COLUMN_STEP: Final = 10
"""One column in this many is compared. [px; derived: 48 samples of a row of 480 give its median]"""
ROW_STEP: Final = 4
"""One row in this many is compared. [px; judged: bands of the mains are many times as wide]"""
LEAST_LIGHT: Final = 60
"""Sum of the three colours below which a pixel's ratio is mostly noise. [sum of levels; judged: 20 levels a colour,
against 2 of noise]"""
SAME_GAIN: Final = 0.012
"""A picture is left alone if no row is farther than this from its first brightness. [share; judged: a step of a grey
level at full brightness is 0.004, and noise of a few does not count]"""
AGREEING: Final = 0.05
"""Ratios no farther from their median agree. [share; judged: noise of a pixel stays below]"""
AGREEING_SHARE: Final = 0.55
"""This share of a row's pixels must be within ``AGREEING`` of their median. [share; judged: more than half, so that
things on the table cannot decide]"""
SMOOTH_ROWS: Final = 9
"""Gains of this many sampled rows are averaged. [rows; judged: wide against noise, narrow against a band of the
mains]"""
LIMITS: Final = (0.55, 1.8)
"""Beyond this the light itself has changed, and this picture is the first in the new light. [ratio; judged: automatic
exposure of a steady lamp stays within]"""
SATURATED: Final = 250
"""From here on a colour no longer follows the light. [grey levels; derived: 255 less a few levels of noise]"""


class Exposure:
    """Remembers the brightness of the first picture."""

    def __init__(self) -> None:
        self._first: Image | None = None
        self._sums: Floats32 | None = None
        self._factors: Floats32 | None = None

    def restart(self) -> None:
        """Start anew: the next picture is the first."""
        self._first = self._sums = None

    def steadied(self, small: Image) -> Image:
        """The picture (BGR) as it would look in the light of the first one; the same object if nothing has changed."""
        sums = _sums(small)
        if self._first is None or self._sums is None or self._first.shape != small.shape:
            self._first, self._sums = small, sums
            return small
        gains = _row_gains(sums, self._sums, len(small))
        if gains is None:
            return small
        if float(np.abs(gains - 1).max()) < SAME_GAIN:
            return small
        whole = float(np.median(gains))
        if not LIMITS[0] < whole < LIMITS[1]:
            self._first, self._sums = small, sums
            return small
        flat = small.reshape(small.shape[0], -1)
        if self._factors is None or self._factors.shape != flat.shape:
            self._factors = np.empty(flat.shape, np.float32)
        self._factors[:] = (1 / gains)[:, None]
        steady = np.asarray(cv2.multiply(flat, self._factors, dtype=cv2.CV_8U), np.uint8)
        steady = steady.reshape(small.shape)
        if whole > 1 and small.max() >= SATURATED:
            # A saturated pixel may have been brighter: it may be as bright as at first.
            full = small >= SATURATED
            np.maximum(steady, self._first, out=steady, where=full)
        return steady


def _sums(small: Image) -> Floats32:
    some = small[::ROW_STEP, COLUMN_STEP // 2 :: COLUMN_STEP].astype(np.float32)
    return np.asarray(cv2.transform(some, np.ones((1, 3), np.float32)), np.float32)


def _row_gains(now: Floats32, first: Floats32, count: int) -> Floats32 | None:
    """Return the brightness of each of ``count`` rows as a ratio to the first picture's; None if no row's pixels agree."""
    light = (first >= LEAST_LIGHT) & (now >= LEAST_LIGHT) & (now < 3 * SATURATED)
    counts = light.sum(axis=1)
    enough = counts * 3 >= light.shape[1]
    if not enough.any():
        return None
    ratios = now / np.maximum(first, 1)
    ratios[~light] = np.inf
    middles = np.sort(ratios, axis=1)[np.arange(len(now)), counts // 2 - (counts == light.shape[1])]
    medians = np.where(enough, middles, 1.0).astype(np.float32)
    agreeing = (np.abs(ratios - medians[:, None]) < AGREEING * medians[:, None]).sum(axis=1)
    sure = enough & (agreeing >= AGREEING_SHARE * counts)
    if not sure.any():
        return None
    gains = np.interp(np.arange(count), np.flatnonzero(sure) * ROW_STEP, medians[sure])
    beside = np.ones(SMOOTH_ROWS // 2)
    padded = np.concatenate([beside * gains[0], gains, beside * gains[-1]])
    return np.asarray(np.convolve(padded, np.full(SMOOTH_ROWS, 1 / SMOOTH_ROWS), mode="valid"), np.float32)
