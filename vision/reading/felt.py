"""Tells felt from the things that lie on it, by colour."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import floor, hypot
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lens import Floats32, Image

HUE_SHARE: Final = 0.2
"""A felt pixel is off the felt's direction in colour space by at most this share of its length. [share; judged: folds
and lamps change the hue of cloth by less]"""
MOSTLY_BLUE: Final = 0.7
"""A direction whose component along an axis is larger than this is crossed with another axis. [1; derived: the root of
a half]"""
NOISE: Final = 11.0
"""A felt pixel may also be off by this much, however dark it is. [grey levels; judged: a camera's noise in a dim room
stays below]"""
DARKEST: Final = 0.22
"""Brightness of felt in shadow. [share of the usual felt; judged: an arm's shadow close above the felt]"""
BRIGHTEST: Final = 1.6
"""Brightness of felt under a lamp. [share of the usual felt; judged: one lamp above one side of the table]"""
ZONE_HUE_SHARE: Final = 0.12
"""HUE_SHARE for the felt of a single zone. [share; judged: about half of HUE_SHARE, as the light of a zone is nearly
even]"""
ZONE_BRIGHTEST: Final = 1.3
"""BRIGHTEST for the felt of a single zone. [share of the usual felt; judged: backs of the felt's hue are lighter]"""
ZONE_LIGHT: Final = (0.6, 1.25)
"""Least and greatest brightness of one zone's felt. [share; judged: a lamp above one side, a wall's shadow at the
other]"""
LIKELY: Final = 0.5
"""A pixel this near the border of felt (1) may be a thing on the felt, or lit cloth in a zone that a wall's shadow
darkens. [share; judged: evenly lit cloth comes only to a third]"""
AMONG_PX: Final = 11
"""A doubtful pixel is no felt if pixels that are certainly no felt lie this near on both sides of it. [px of a chart;
derived: a third of a tile's width]"""
BAND_PX: Final = 1 << 14
"""The part of a chart that is compared with felt at a time. [px; judged: its numbers fit into a processor's cache, and a
sheet of 4 million pixels takes 76 instead of 135 ms]"""
SAMPLE_STEP: Final = 4
"""One pixel of a chart in this many is sampled, both ways. [px of a chart; judged: some hundred samples of the
smallest zone]"""
LEAST_SAMPLE: Final = 0.03
"""A zone that shows less felt than this does not tell in which light it lies. [share; judged: some dozen samples,
enough for a median]"""
LARGEST_HOLE_PX: Final = 120
"""Ink of the felt's colour leaves holes in a tile; the felt beside a sideways tile is some 200 pixels. [px of a
chart; derived: between the two]"""
IVORY_SATURATION: Final = 0.4
"""The colours of ivory differ by less than this. [share of the brightest; judged: ivory under a warm lamp]"""
IVORY_BRIGHTNESS: Final = 85
"""Ivory is brighter than this. [grey levels; judged: ivory in a wall's shadow]"""
OWN_HUE_SHARE: Final = 0.05
"""The mean hue of many felt pixels of a zone is off the felt's by no more than this share of its brightness. [share;
judged: 0.01 within one zone; packets that passed for felt 0.11 and 0.18]"""
_LEAST_OF_PALE: Final = np.array(
    [
        least
        if (least := floor((1 - IVORY_SATURATION) * most) + 1) <= most and most > IVORY_BRIGHTNESS
        else 255
        for most in range(256)
    ],
    np.uint8,
)
"""The least that the darkest of a pale pixel's colours may be, by its brightest. [grey levels; derived: from both numbers of
ivory; 255 where a pixel is too dark]"""
PRINT_PX: Final = 9
"""Print narrower than this is filled in. [px of a chart; derived: 5 mm, the widest stroke of a face]"""


@dataclass(frozen=True, slots=True)
class Felt:
    """The felt of a table or of one zone.

    Attributes:
        colour: blue, green, red.
        hue_share: the distance that felt may have from the colour's direction, as a share of its brightness.
        brightest: the greatest brightness of felt, as a share of the colour's brightness; together with ``hue_share``
            this makes an ellipse.
        darkest: the least brightness of felt, as the same share.
    """

    colour: tuple[float, float, float]
    hue_share: float = HUE_SHARE
    brightest: float = BRIGHTEST
    darkest: float = DARKEST

    @classmethod
    def of(cls, samples: Image) -> Felt:
        """The felt's colour from samples (n by 3) most of which show felt."""
        b, g, r = np.median(samples.reshape(-1, 3), axis=0)
        return cls((float(b), float(g), float(r)))

    def within(self, chart: Image) -> Felt:
        """The felt in the light of the chart's zone: stricter with things of nearly its colour."""
        some = chart[SAMPLE_STEP // 2 :: SAMPLE_STEP, SAMPLE_STEP // 2 :: SAMPLE_STEP].reshape(1, -1, 3)
        length, aside = self._length_and_aside(some)
        usual = float(np.linalg.norm(self.colour))
        low, high = (share * usual for share in ZONE_LIGHT)
        felt = (aside <= NOISE + ZONE_HUE_SHARE * length) & (length > low) & (length < high)
        if np.count_nonzero(felt) < LEAST_SAMPLE * felt.size:
            return self
        b, g, r = np.median(some[felt], axis=0)
        return Felt((float(b), float(g), float(r)), ZONE_HUE_SHARE, ZONE_BRIGHTEST)

    def has_hue_of(self, part: Image) -> bool:
        """Return whether most of a part of a chart has the felt's own hue; over many pixels noise is no excuse."""
        middle = np.median(part.reshape(-1, 3), axis=0).astype(np.uint8).reshape(1, 1, 3)
        length, aside = self._length_and_aside(middle)
        return bool(aside[0, 0] <= OWN_HUE_SHARE * length[0, 0])

    def covered(self, chart: Image) -> Image:
        """255 where something may lie on the felt, 0 where felt certainly shows: only there has a tile gone.

        The felt is that of the whole table, whose hue is the same everywhere: a cup that hides much of a zone would
        pass for the zone's felt.
        """
        alike = replace(self, hue_share=ZONE_HUE_SHARE).strange(chart, doubtful=True)
        return np.asarray(alike | self.within(chart).strange(chart, doubtful=True), np.uint8)

    def strange(self, chart: Image, *, backs: bool = False, doubtful: bool = False) -> Image:
        """255 where something lies on the felt, 0 where it shows; small holes are filled.

        Args:
            chart: a chart of a zone.
            doubtful: True to count doubtful pixels as something; then things of nearly the cloth's colour are included.
            backs: True if backs of nearly the cloth's colour may lie there. Their pixels fall on either side of the
                border, differently in each frame; adding the doubtful pixels between sure ones makes the backs whole.
        """
        mask, likely = np.empty(chart.shape[:2], np.uint8), np.empty(chart.shape[:2], np.uint8)
        blurred = np.asarray(cv2.blur(chart, (3, 3)), np.uint8)
        usual = float(np.linalg.norm(self.colour))
        # So many rows at a time stay in the processor's cache.
        rows = max(1, BAND_PX // chart.shape[1])
        for band in (slice(top, top + rows) for top in range(0, len(chart), rows)):
            length, aside = self._length_and_aside(blurred[band])
            brighter = np.maximum(length / usual - 1, 0) / (self.brightest - 1)
            apart = (aside / (NOISE + self.hue_share * length)) ** 2 + brighter**2
            border = LIKELY if doubtful else 1.0
            mask[band] = ((apart > border) | (length < self.darkest * usual)) * np.uint8(255)
            if backs:
                likely[band] = (apart > LIKELY) * np.uint8(255)
        if backs:
            # Without the padding, closing would fill the mask at the chart's edge with things that are not there.
            padded, kernel = np.pad(mask, AMONG_PX), np.ones((AMONG_PX, AMONG_PX), np.uint8)
            among = cv2.morphologyEx(padded, cv2.MORPH_CLOSE, kernel)[AMONG_PX:-AMONG_PX, AMONG_PX:-AMONG_PX]
            mask |= np.asarray(among, np.uint8) & likely
        return without_holes(mask)

    def _length_and_aside(self, chart: Image) -> tuple[Floats32, Floats32]:
        """For each pixel, the length of its colour along the felt's direction, and its distance from that direction."""
        # Plain Python numbers: NumPy takes forty times as long for such short vectors.
        x, y, z = _unit(self.colour)
        a, b, c = _unit((0.0, z, -y) if x < MOSTLY_BLUE else (-z, 0.0, x))
        axes = (x, y, z), (a, b, c), (y * c - z * b, z * a - x * c, x * b - y * a)
        floats = chart.astype(np.float32)
        # One axis after the other: to transform along all three and split the result takes three times as long.
        length, u, v = (cv2.transform(floats, np.array([axis], np.float32)) for axis in axes)
        return np.asarray(length, np.float32), np.asarray(cv2.magnitude(u, v), np.float32)


def _unit(vector: tuple[float, float, float]) -> tuple[float, float, float]:
    """The vector of the same direction whose length is 1."""
    x, y, z = vector
    length = hypot(x, y, z)
    return x / length, y / length, z / length


def pale(chart: Image) -> Image:
    """255 where a picture is bright and nearly without colour, as faces are beside their print."""
    b, g, r = cv2.split(chart)
    darkest = cv2.min(cv2.min(b, g), r)
    return np.asarray(cv2.compare(darkest, cv2.LUT(strongest(chart), _LEAST_OF_PALE), cv2.CMP_GE), np.uint8)


def ivory(chart: Image) -> Image:
    """255 where faces seem to be: pale regions with the print filled in."""
    # Without the padding, closing would fill the mask at the picture's edge with things that are not there.
    mask = np.pad(pale(chart), PRINT_PX)
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((PRINT_PX, PRINT_PX), np.uint8))
    return np.asarray(closed[PRINT_PX:-PRINT_PX, PRINT_PX:-PRINT_PX], np.uint8)


def strongest(picture: Any) -> Image:
    """The largest of the three colours of every pixel."""
    b, g, r = cv2.split(picture)
    return np.asarray(cv2.max(cv2.max(b, g), r), np.uint8)


def without_holes(mask: Image) -> Image:
    """The mask with its small holes filled."""
    labels, areas = parts_of(np.asarray(cv2.bitwise_not(mask), np.uint8))
    small = np.flatnonzero(areas < LARGEST_HOLE_PX)
    small = small[small > 0]
    if len(small):
        fill = np.zeros(len(areas), np.uint8)
        fill[small] = 255
        # In a third of the time that an index takes.
        return np.asarray(mask | fill.take(labels), np.uint8)
    return mask


def parts_of(mask: Image) -> tuple[NDArray[np.int32], NDArray[np.intp]]:
    """The connected parts of a mask: for each pixel the number of its part (0 beside all), and each part's pixels."""
    # OpenCV's variant with statistics takes three times as long.
    count, labels = cv2.connectedComponents(mask, connectivity=4)
    # The first part is mostly by far the largest; it is as fast to count the others alone.
    others = labels[labels > 1]
    areas = np.bincount(others, minlength=count)
    covered = cv2.countNonZero(mask)
    areas[:2] = (mask.size - covered, covered - others.size)[:count]
    return np.asarray(labels, np.int32), areas
