"""Finds tile-like tops in any picture: a small network gives the centres and axes of faces and backs.

It detects tiles whose side (root of the area) is 11 to 27 pixels; larger ones are found in smaller copies of the
picture.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lens import Floats, Image
from vision.model.classifier import network_input as classifier_input

FINDER_FILE: Final = "finder.onnx"
STRIDE: Final = 4
"""Pixels of the picture to one of the network's maps. [px; defined: the network]"""
ROUND_TO: Final = 32
"""Pictures are padded to multiples of it. [px; defined: the network's strides]"""
AXES_PX: Final = 10.0
"""The network gives axes in units of this many pixels. [px; defined: as in training]"""
LEAST_CHANCE: Final = 0.2
"""Finds with a smaller chance are dropped. [probability; judged: naming decides on the rest]"""
SURE_CHANCE: Final = 0.5
"""Finds with a greater chance count when the scale is chosen. [probability; derived: a half]"""
SMALLEST_PX: Final = 9.5
"""Smaller finds are left to the search of a larger copy of the picture. [px; derived: the network is trained on sides
of 11 to 27 (FINDER_CARD.md), less a seventh]"""
LARGEST_PX: Final = 30.0
"""Larger finds are left to a smaller copy. [px; derived: the network is trained on sides of 11 to 27
(FINDER_CARD.md), and a tenth more]"""
SMALL_PICTURE_PX: Final = 560
"""Pictures no larger than this are also searched at twice their size. [px; judged: a whole table in so few pixels has
tiles of less than 15]"""
USUAL_PICTURE_PX: Final = 1250
"""The search begins with the largest copy no larger than this. [px; judged: a whole table has tiles of 20 to 30
pixels in it]"""
LEAST_PICTURE_PX: Final = 200
"""No smaller copies are searched. [px; judged: a single tile fills it]"""
LEVEL_STEP: Final = 1.6
"""Ratio of one search size of a picture to the next smaller one. [ratio; derived: SMALLEST_PX to LARGEST_PX overlaps
twice]"""
LARGE_ENOUGH_PX: Final = 13.5
"""Faces with at least this side gain nothing from a larger copy. [px; judged: the network sees a whole print there]"""
MANY: Final = 12
"""If the median of at least this many sure faces has that side, a larger copy, at 2.6 times the cost, is not searched.
[faces; judged: a median is steady]"""
OF_A_SET: Final = 136
"""Tiles of a set. [tiles; section: WRC 3.3]"""
SUREST: Final = 60
"""Of more finds than that so many are used. [tops; judged: in two prints with 192 and 300 finds the surest 60 are tiles, all
but five]"""
BLOCK_PX: Final = 768
"""Large pictures are searched in blocks of this side. [px; judged: it bounds memory]"""
MARGIN_PX: Final = 64
"""The margin around each block. [px; derived: twice the largest find]"""
APART: Final = 1.4
"""Tops closer than this, in half axes, are one tile: neighbours that touch are 2 apart. [half axes; derived: between
one tile found twice (0) and two neighbours (2)]"""


@dataclass(frozen=True, slots=True)
class Top:
    """The top of a tile: its centre and half axes (along its long side, across it) in pixels.

    Attributes:
        back: True if it shows its back.
        chance: the network's probability that it is a top.
    """

    x: float
    y: float
    along: tuple[float, float]
    across: tuple[float, float]
    back: bool
    chance: float

    @property
    def side_px(self) -> float:
        """Root of its area."""
        (a, b), (c, d) = self.along, self.across
        return 2 * math.sqrt(abs(a * d - b * c))

    def scaled(self, factor: float) -> Top:
        """The same top in a picture ``factor`` times as large."""
        return Top(
            (self.x + 0.5) * factor - 0.5,
            (self.y + 0.5) * factor - 0.5,
            (self.along[0] * factor, self.along[1] * factor),
            (self.across[0] * factor, self.across[1] * factor),
            self.back,
            self.chance,
        )

    def corners(self) -> Floats:
        """The top's corners (4 by 2), in order around it."""
        middle, a, b = np.array([self.x, self.y]), np.array(self.along), np.array(self.across)
        return np.array([middle - a - b, middle - a + b, middle + a + b, middle + a - b])


class Finder:
    """The trained network.

    Args:
        model: the bytes of an ONNX file; by default the one in the package.
    """

    def __init__(self, model: bytes | None = None) -> None:
        data = model or resources.files("vision").joinpath("model", FINDER_FILE).read_bytes()
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))

    def tops(self, picture: Image, least: float = LEAST_CHANCE) -> list[Top]:
        """Tops of tiles in a picture at its own size, the surest first."""
        maps = self._maps(picture)
        return distinct(_decoded(maps, least, picture.shape[1], picture.shape[0]))

    def tops_at_any_size(self, picture: Image, least: float = LEAST_CHANCE) -> list[Top]:
        """Tops of the tiles of a picture whose scale is not known.

        The picture is searched at ever smaller sizes. At far too large a size, prints look like small tiles. So only
        the size at which sure tiles cover most of the picture counts, with its neighbours in size.
        """
        height, width = picture.shape[:2]
        longer = max(height, width)
        scale = 1.0 if longer > SMALL_PICTURE_PX else 2.0
        scales = []
        while scale * longer > LEAST_PICTURE_PX:
            scales.append(scale)
            scale /= LEVEL_STEP
        if not scales:
            return []
        # The largest copies cost most, and only tiny tiles need them.
        first = next((n for n, one in enumerate(scales) if one * longer <= USUAL_PICTURE_PX), len(scales) - 1)
        levels = {n: self._at(picture, scales[n], least) for n in range(first, len(scales))}
        best = max(levels, key=lambda n: _worth(levels[n]))
        while best == min(levels) > 0 and not _large_enough(levels[best], scales[best]):
            levels[best - 1] = self._at(picture, scales[best - 1], least)
            best = max(levels, key=lambda n: _worth(levels[n]))
        near = [levels[n] for n in range(best - 1, best + 2) if n in levels]
        return distinct([top for tops in near for top in tops])

    def _at(self, picture: Image, scale: float, least: float) -> list[Top]:
        """Tops found in a smaller or larger copy of the picture."""
        size = (round(picture.shape[1] * scale), round(picture.shape[0] * scale))
        # Halving costs a seventh of any other reduction.
        while max(picture.shape) > 2 * max(USUAL_PICTURE_PX, *size):
            half = (picture.shape[1] // 2, picture.shape[0] // 2)
            picture = np.asarray(cv2.resize(picture, half, interpolation=cv2.INTER_AREA), np.uint8)
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        copy = np.asarray(cv2.resize(picture, size, interpolation=how), np.uint8)
        return [top.scaled(1 / scale) for top in self.tops(copy, least)]

    def _maps(self, picture: Image) -> NDArray[np.float32]:
        height, width = picture.shape[:2]
        rows, columns = -(-height // STRIDE), -(-width // STRIDE)
        maps: NDArray[np.float32] | None = None
        for top in range(0, height, BLOCK_PX):
            for left in range(0, width, BLOCK_PX):
                y0, x0 = max(top - MARGIN_PX, 0), max(left - MARGIN_PX, 0)
                y1, x1 = min(top + BLOCK_PX + MARGIN_PX, height), min(left + BLOCK_PX + MARGIN_PX, width)
                part = picture[y0:y1, x0:x1]
                filled = cv2.copyMakeBorder(
                    part, 0, -len(part) % ROUND_TO, 0, -part.shape[1] % ROUND_TO, cv2.BORDER_REPLICATE
                )
                self._net.setInput(network_input(np.asarray(filled)[None]))
                out = self._net.forward()[0]
                if maps is None:
                    maps = np.zeros((len(out), rows, columns), np.float32)
                into_y = slice(top // STRIDE, min((top + BLOCK_PX) // STRIDE, rows))
                into_x = slice(left // STRIDE, min((left + BLOCK_PX) // STRIDE, columns))
                at_y, at_x = (top - y0) // STRIDE, (left - x0) // STRIDE
                maps[:, into_y, into_x] = out[
                    :, at_y : at_y + into_y.stop - into_y.start, at_x : at_x + into_x.stop - into_x.start
                ]
        if maps is None:
            raise ValueError("an empty picture")
        return maps


def _worth(tops: Sequence[Top]) -> float:
    """Return the area of a picture that sure faces cover."""
    return float(sum(max(0.0, top.chance - SURE_CHANCE) * top.side_px**1.5 for top in tops if not top.back))


def _large_enough(tops: Sequence[Top], scale: float) -> bool:
    """Return whether the tiles of a picture are large enough in its copy at this scale."""
    sides = [top.side_px * scale for top in tops if not top.back and top.chance > SURE_CHANCE]
    return len(sides) >= MANY and float(np.median(sides)) >= LARGE_ENOUGH_PX


def network_input(pictures: NDArray[np.generic]) -> NDArray[np.float32]:
    """Pictures (n by rows by columns by 3, BGR) as the network takes them."""
    return np.ascontiguousarray(classifier_input(pictures))


def _decoded(maps: NDArray[np.float32], least: float, width: int, height: int) -> list[Top]:
    chance = 1 / (1 + np.exp(-maps[:2]))
    best = chance.max(axis=0)
    rows, columns = np.nonzero((best >= least) & (best >= cv2.dilate(best, np.ones((3, 3), np.uint8))))
    dx, dy, *products = maps[2:, rows, columns].astype(np.float64)
    x, y = ((cells + 0.5 + off) * STRIDE - 0.5 for cells, off in ((columns, dx), (rows, dy)))
    backs = chance[1, rows, columns] > chance[0, rows, columns]
    found = (x, y, _axes(*products[:3]), _axes(*products[3:]), backs, best[rows, columns])
    tops = (
        Top(left, upper, (a, b), (c, d), back, sure)
        for left, upper, (a, b), (c, d), back, sure in zip(*(each.tolist() for each in found), strict=True)
    )
    return [
        top
        for top in tops
        if SMALLEST_PX <= top.side_px <= LARGEST_PX and 0 <= top.x < width and 0 <= top.y < height
    ]


def _axes(xx: Floats, xy: Floats, yy: Floats) -> Floats:
    """The vectors (n by 2), in pixels, whose outer products with themselves are nearest to the matrices."""
    values, vectors = np.linalg.eigh(np.stack([xx, xy, xy, yy], axis=1).reshape(-1, 2, 2))
    return np.asarray(np.sqrt(np.maximum(values[:, 1:], 1e-6)) * vectors[:, :, 1] * AXES_PX)


def distinct(tops: Sequence[Top], apart: float = APART) -> list[Top]:
    """The tops without those that overlap a surer one."""
    kept: list[Top] = []
    places = np.empty((0, 2))
    for top in sorted(tops, key=lambda one: -one.chance):
        # Half of the box around the top, made larger: no middle outside it is nearer.
        reach = apart * (np.abs(top.along) + np.abs(top.across))
        near = np.flatnonzero((np.abs(places - (top.x, top.y)) < reach).all(axis=1))
        if any(nearness(kept[index], top) < apart for index in near):
            continue
        kept.append(top)
        places = np.vstack([places, (top.x, top.y)])
    return kept


def likely_tops(tops: Sequence[Top]) -> list[Top]:
    """The tops that the finder considers more likely tops than not.

    If they are more than a set has, most are pieces of printed cloth: then only the surest count.
    """
    found = [top for top in tops if top.chance > SURE_CHANCE]
    if len(found) <= OF_A_SET:
        return found
    return sorted(found, key=lambda top: -top.chance)[:SUREST]


class Outlines:
    """Many tops, prepared to compute at once how near each is to another one."""

    def __init__(self, tops: Sequence[Top]) -> None:
        """Split their places and axes into arrays."""
        values = [(top.x, top.y, *top.along, *top.across, top.side_px) for top in tops]
        self._x, self._y, *axes, self._side = np.array(values, float).reshape(-1, 7).T
        self._axes = np.array(axes)

    def nearness(self, other: Top) -> Floats:
        """Return the ``nearness`` of each with another top; infinite for those far away."""
        x, y = self._x - other.x, self._y - other.y
        most = np.zeros(len(x))
        for a, b, c, d in (self._axes, (*other.along, *other.across)):
            area = a * d - b * c
            area = np.where(area == 0, 1e-6, area)
            most = np.maximum(most, np.hypot((x * d - y * c) / area, (y * a - x * b) / area))
        far = np.maximum(np.abs(x), np.abs(y)) > 2 * (self._side + other.side_px)
        return np.where(far, np.inf, most)


def nearness(one: Top, other: Top) -> float:
    """Distance of two tops in half axes of the smaller: 2 for neighbours that touch."""
    x, y = one.x - other.x, one.y - other.y
    most = 0.0
    for top in (one, other):
        (a, b), (c, d) = top.along, top.across
        area = a * d - b * c or 1e-6
        most = max(most, math.hypot((x * d - y * c) / area, (y * a - x * b) / area))
    return most
