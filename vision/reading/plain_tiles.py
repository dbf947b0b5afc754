"""Tells tiles from look-alikes: parts of plain things (cards, telephones, lighters), the light of lamps, dirt.

A lamp that the table mirrors adds its light to the felt's colour, equally in all colours, and rough cloth blurs it. So
its spot goes on, or fades, where a tile would have an edge. Where light makes paper white, a print may be invisible.
Ink ends abruptly; a smear of dirty fingers on a blank tile does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import or_
from typing import Final, Self

import cv2
import numpy as np

from referee.tiles import parse_tile
from vision.calibration.charts import ZoneChart
from vision.geometry import TileSize
from vision.lens import Floats32, Image
from vision.model.classifier import (
    BACK_CLASS,
    CROP_WIDTH,
    OTHER_CLASS,
    TILE_HEIGHT_PX,
    TILE_WIDTH_PX,
    class_of_tile,
)
from vision.reading.felt import Felt, pale
from vision.reading.rows import EDGE, RowShape, Slopes, edges_of
from vision.reading.shapes import Named

BLANK_CLASS: Final = class_of_tile(parse_tile("5z"))
EDGES: Final = 3
"""A plain tile shows at least this many edges, unless its far and near ones are both seen. [edges; derived: beside a
neighbour one edge touches]"""
PLAIN: Final = (BACK_CLASS, BLANK_CLASS)
"""A tile-sized part of anything plain looks like one of these."""
BORDER_PX: Final = 10
"""The border around a cut-out that is examined with it. [px of a chart; derived: BESIDE_PX beyond the tile, less a
cut-out's margin]"""
BESIDE_PX: Final = (2, 8)
"""Distance from a tile's edge, on both sides of it, at which the two sides are compared. [px of a chart; judged: beyond a
blurred edge, before the print and the next tile's]"""
EDGE_SHARE: Final = 0.6
"""This middle part of an edge is examined. [share; judged: a tile's corners are round, and the next tile may lie
aside]"""
TOUCHED_SHARE: Final = 0.4
"""This middle part of a side is looked at for a neighbour. [share; derived: one that lies sideways covers half of it on one
side of the middle, less a millimetre by which it lies aside]"""
LEAST_LIGHT: Final = 24.0
"""A spot with less light than this still passes for felt. [grey levels; derived: twice felt.NOISE]"""
COLOURED: Final = 0.2
"""The share by which a lamp's light differs between the colours. [share; judged: lamps of one room, lit for one camera]"""
FILLED: Final = 0.75
"""If only light lies in a tile's place, at least this share of it is felt, lit or not. [share; judged: drawn lines and
a neighbour's edge take up the rest]"""
SOME: Final = 0.3
"""And at least this share of the place is lit. [share; judged: a spot that crosses a tile's place askew fills a third]"""
ROUND: Final = 4
"""Edges of a tile. [count; defined]"""
NEXT: Final = 0.2
"""Beyond a tile's edge, less light than this share of the light within is bare felt. [share; judged: the flank of a
spot has faded to a quarter 2.5 mm beyond its middle]"""
FADED: Final = 0.5
"""Beyond a tile's edge, less light than this share of the light within is not a neighbouring tile. [share; judged:
paper in shade has 0.7]"""
ABRUPT: Final = 0.22
"""A tile loses more than this share of its brightness over two pixels at its edge. [share; derived: a spot blurred by
3.5 mm loses 0.13; an edge blurred by 1.5 mm, a camera that seeks its focus, 0.32]"""
SHARP: Final = 0.55
"""A thing ends where this share of the light is lost over two pixels, down to bare felt; cloth blurs a lamp's light.
[share; derived: a spot blurred by 1.2 mm loses 0.38; a tile's edge in focus 0.75]"""
WHITE: Final = 240
"""From here on a pixel may have been any brighter. [grey levels; judged: 255, less noise and what a camera takes off the brightest]"""
HIDES: Final = 0.2
"""White over more than this share of a face may hide a print. [share; derived: the smallest print, the circle of 1p,
takes up a quarter]"""
INK: Final = 150
"""The weakest colour of visible ink stays below this level. [grey levels; judged: halfway from ink to white]"""
INKED: Final = 5
"""Every print covers at least this percentage of a face. [%; judged: the strokes of 1m, less their blurred edges]"""
EXPOSED: Final = 225
"""If most paper in a picture is brighter than this, the exposure makes it white, not a lamp. [grey levels; judged:
WHITE, less the difference of light between two sides of a table]"""
PAPER: Final = 200
"""Paper in the light is brighter than its shaded sides. [grey levels; judged: sides are darker by a third]"""
EXPOSURE_STEP: Final = 8
"""One pixel of the picture in this many, both ways, is sampled for the exposure. [px; derived: a quarter of a tile]"""
INK_STEP: Final = 0.09
"""Ink darkens paper by at least this share over two pixels, a smear by less. [share; judged: 0.08 on the dirtiest of 96
blank tiles, 0.13 on the palest of 1,600 worn faces, 0.27 on new ones]"""
INK_EDGES: Final = 90
"""On a face, at most this percentage is less steep than the edges of a print. [%; derived: the edges of the smallest
print, the two bamboos of 2s, take up an eighth]"""
INK_BLUR_PX: Final = 0.8
"""Blur that takes a sensor's noise away and leaves the edges of strokes. [px of a chart; derived: half a stroke]"""
CROP_MARGIN_PX: Final = (CROP_WIDTH - TILE_WIDTH_PX) // 2
"""The margin that a cut-out shows around a tile. [px of a chart; defined: as in training]"""
EDGE_PX: Final = BORDER_PX + CROP_MARGIN_PX
"""The beginning of a tile in a cut-out with its border. [px of a chart; derived: the border and the cut-out's margin]"""
ROUND_PX: Final = 4
"""The outermost part of a tile, which is round and blurred. [px of a chart; derived: 2.3 mm]"""
_FACE: Final = slice(CROP_MARGIN_PX + ROUND_PX, -CROP_MARGIN_PX - ROUND_PX)
"""A tile's place in a cut-out, without its edges, both ways. [px of a chart; derived: CROP_MARGIN_PX, ROUND_PX]"""
_INNER: Final = (
    slice(EDGE_PX + ROUND_PX, EDGE_PX + TILE_HEIGHT_PX - ROUND_PX),
    slice(EDGE_PX + ROUND_PX, EDGE_PX + TILE_WIDTH_PX - ROUND_PX),
)
"""A tile's place in a cut-out with its border, without its edges. [px of a chart; derived: EDGE_PX, ROUND_PX]"""


@dataclass(frozen=True, slots=True)
class Lamps:
    """The part of a picture in which mirrored lamps may appear.

    Attributes:
        chart: the chart of the zone, or of the whole felt.
        picture: the camera's picture.
        felt: the felt in the light of that place.
        white: True if paper may be white there.
    """

    chart: ZoneChart
    picture: Image
    felt: Felt
    white: bool = True

    @classmethod
    def over(cls, chart: ZoneChart, drawn: Image, picture: Image, felt: Felt) -> Lamps:
        """The lamps of a zone. ``drawn`` is the picture as its chart shows it."""
        tile = TILE_WIDTH_PX * TILE_HEIGHT_PX
        return cls(chart, picture, felt, bool(np.count_nonzero(_white(drawn)) >= HIDES / 2 * tile))

    def without(self, named: Sequence[Named], size: TileSize) -> list[Named]:
        """The shapes of a zone, with spots of lamps, and faces whose print a lamp may hide, renamed to no tile.

        A tile known from before that looks as it did is still one.
        """
        plain = [int(one.logs.argmax()) in PLAIN and not one.known for one in named]
        around = [
            self._around(one.found) if each or (self.white and not one.known) else None
            for one, each in zip(named, plain, strict=True)
        ]
        spots = {
            index: goes_on
            for index, each in enumerate(around)
            if plain[index] and each is not None and (goes_on := self._goes_on(each))
        }
        tiles = _among_tiles(named, spots, size)
        return [
            replace(one, logs=renamed(one.logs))
            if index in spots.keys() - tiles
            or (self.white and each is not None and self._is_washed_out(each[_INNER]))
            else one
            for index, (one, each) in enumerate(zip(named, around, strict=True))
        ]

    def dazzle(self, one: RowShape, *, plain: bool) -> bool:
        """Return whether a lamp's light hides a print in a tile's place or, if ``plain``, only looks like a tile."""
        if not (plain or self.white):
            return False
        around = self._around(one)
        return (plain and bool(self._goes_on(around))) or (self.white and self._is_washed_out(around[_INNER]))

    def _around(self, one: RowShape) -> Image:
        turn = one.turn_deg + (90.0 if one.sideways else 0.0)
        return self.chart.crop(self.picture, one.x, one.y, turn, BORDER_PX)

    def _goes_on(self, around: Image) -> tuple[int, ...]:
        """Return the sides, clockwise from the top of a cut-out, beyond which the light in a tile's place goes on.

        There are none if it ends sharply at any.
        """
        above = around.astype(np.float32) - np.asarray(self.felt.colour, np.float32)
        b, g, r = cv2.split(above)
        light = cv2.max(cv2.max(b, g), r)
        # A colour at its limit may be any brighter.
        apart = np.where(around >= WHITE, 0.0, light[..., None] - above).max(axis=2)
        felt = apart <= LEAST_LIGHT / 2 + COLOURED * np.abs(light)
        lit = felt & (light >= LEAST_LIGHT)
        if felt[_INNER].mean() < FILLED or lit[_INNER].mean() < SOME:
            return ()
        # The felt's weakest colour reaches its limit last.
        weakest = above[..., int(np.argmin(self.felt.colour))]
        within = float(np.median(weakest[_INNER][lit[_INNER]]))
        sides = [_Side.of(np.rot90(lit, turns), np.rot90(weakest, turns), within) for turns in range(ROUND)]
        if any(side.ends_sharply for side in sides):
            return ()
        return tuple(number for number, side in enumerate(sides) if side.goes_on)

    def _is_washed_out(self, inner: Image) -> bool:
        """Return whether a tile's place is white and without print, although the whole picture is not as bright."""
        if (
            np.count_nonzero(_white(inner)) < HIDES * inner[..., 0].size
            or np.percentile(inner.min(axis=2), INKED) < INK
        ):
            return False
        some = np.ascontiguousarray(self.picture[::EXPOSURE_STEP, ::EXPOSURE_STEP])
        paper = some[(pale(some) > 0) & (some.max(axis=2) >= PAPER)]
        return not len(paper) or bool(np.median(paper.min(axis=1)) < EXPOSED)


@dataclass(frozen=True, slots=True)
class _Side:
    """Measurements at a side of a tile's place.

    Attributes:
        lit: the share of the area beyond it that can be lit felt.
        beyond: the light there, as a share of that within.
        step: the largest change of that share over two pixels.
    """

    lit: float
    beyond: float
    step: float

    @classmethod
    def of(cls, lit: Image, light: Floats32, within: float) -> Self:
        """The first side, the upper one.

        Args:
            lit: the pixels of a tile and its surroundings that can be lit felt.
            light: how bright they are beyond the felt.
            within: the same in the tile's middle.
        """
        length = lit.shape[1] - 2 * EDGE_PX
        inset = EDGE_PX + round(length * (1 - EDGE_SHARE) / 2)
        near, far = BESIDE_PX
        part = slice(EDGE_PX - far, EDGE_PX + far), slice(inset, lit.shape[1] - inset)
        across = light[part].mean(axis=1) / within
        return cls(
            float(lit[part][: far - near].mean()),
            float(across[: far - near].mean()),
            float(np.abs(across[2:] - across[:-2]).max()),
        )

    @property
    def goes_on(self) -> bool:
        """True if the light passes, or fades, without a step."""
        return self.step < ABRUPT and (self.lit >= SOME or self.beyond < FADED)

    @property
    def ends_sharply(self) -> bool:
        """True if bare felt begins here, as beside a thing."""
        return self.lit < SOME and self.beyond < NEXT and self.step >= SHARP


def _among_tiles(named: Sequence[Named], spots: Mapping[int, Sequence[int]], size: TileSize) -> set[int]:
    """The spots that are blank tiles after all: their neighbours' paper goes on there, and no lit felt.

    Either tiles touch each side beyond which the light goes on, or tiles and other such spots touch all sides, for
    blank tiles may enclose each other.

    Args:
        named: the shapes of a zone.
        spots: the sides beyond which the light goes on at some of them, by the shape's index.
        size: of a tile.
    """
    tiles = {index for index, one in enumerate(named) if index not in spots and one.is_tile}

    def touch(others: set[int], index: int, sides: Iterable[int]) -> bool:
        beside = _points_beside(named[index].found, size)
        return all(
            any(_lies_on(point, named[other].found, size) for other in others if other != index)
            for side in sides
            for point in beside[side]
        )

    ended = {index for index, sides in spots.items() if touch(tiles, index, sides)}
    blank = set(spots)
    while open_sided := {index for index in blank - ended if not touch(tiles | blank, index, range(ROUND))}:
        blank -= open_sided
    return blank


def _points_beside(one: RowShape, size: TileSize) -> list[list[tuple[float, float]]]:
    """Places just beyond each side of a tile, three along it; the sides are in the order of its cut-out."""
    width, length = _reach(one, size)
    beside = BESIDE_PX[1] * size.width / TILE_WIDTH_PX
    along = (-TOUCHED_SHARE, 0.0, TOUCHED_SHARE)
    far, near = (
        [(one.x + share * width, one.y + way * (length + beside)) for share in along] for way in (-1, 1)
    )
    left, right = (
        [(one.x + way * (width + beside), one.y + share * length) for share in along] for way in (-1, 1)
    )
    return [right, near, left, far] if one.sideways else [far, right, near, left]


def _lies_on(point: tuple[float, float], one: RowShape, size: TileSize) -> bool:
    width, length = _reach(one, size)
    return abs(point[0] - one.x) <= width and abs(point[1] - one.y) <= length


def _reach(one: RowShape, size: TileSize) -> tuple[float, float]:
    """Return the distance from a tile's middle to its edges, along its row and across."""
    return size.along(sideways=one.sideways) / 2, size.along(sideways=not one.sideways) / 2


def _white(pixels: Image) -> Image:
    """Non-zero where a picture is as bright as a camera can show, in all colours."""
    return np.asarray(cv2.inRange(pixels, (WHITE, WHITE, WHITE), (255, 255, 255)), np.uint8)


def without_parts(row: Sequence[Named], chart: ZoneChart, slopes: Slopes) -> list[Named]:
    """A row of a pond or a hand with false plain tiles (parts of something larger or askew) renamed to no tile.

    A tile known from before that looks as it did is still one.
    """
    plain = [int(one.logs.argmax()) in PLAIN for one in row]
    printed = [one.found for one, blank in zip(row, plain, strict=True) if one.is_tile and not blank]
    return [
        replace(one, logs=renamed(one.logs))
        if blank
        and not one.known
        and not _ends(edges_of(chart, slopes, one.found), _touched(one.found, printed, chart.tile))
        else one
        for one, blank in zip(row, plain, strict=True)
    ]


def without_added_backs(row: Sequence[Named], size: TileSize) -> list[Named]:
    """The shapes of a corner; a back that lies like a tile added to a pon is renamed to no tile: such a tile shows its face.

    Something else lies there, over the table's middle and the corner.
    """
    return [
        replace(one, logs=renamed(one.logs))
        if int(one.logs.argmax()) == BACK_CLASS and _is_added(one.found, row, size)
        else one
        for one in row
    ]


def _is_added(one: RowShape, row: Sequence[Named], size: TileSize) -> bool:
    """Return whether a sideways tile lies beyond another one, nearer to the table's middle."""
    return one.sideways and any(
        other.found.sideways
        and abs(other.found.x - one.x) < size.width / 2
        and other.found.y - one.y > size.width / 2
        for other in row
    )


def without_smears(named: Sequence[Named]) -> list[Named]:
    """The shapes of a cut row; those that the network takes for a print without ink are renamed to no tile.

    Such a shape may be a blank tile with a smear, or a face too blurred to name.
    """
    return [
        one
        if one.inked or int(one.logs.argmax()) in (*PLAIN, OTHER_CLASS)
        else replace(one, logs=renamed(one.logs))
        for one in named
    ]


def has_ink(crop: Image) -> bool:
    """Return whether anything on a face ends as abruptly as ink does."""
    face = cv2.GaussianBlur(crop, (0, 0), INK_BLUR_PX)[_FACE, _FACE].astype(np.float32)
    across = np.abs(face[1:-1, 2:] - face[1:-1, :-2]).max(axis=2)
    down = np.abs(face[2:, 1:-1] - face[:-2, 1:-1]).max(axis=2)
    paper = np.percentile(face.max(axis=2), INK_EDGES)
    return bool(np.percentile(np.maximum(across, down), INK_EDGES) >= INK_STEP * paper)


def _ends(edges: Sequence[float], touched: Sequence[bool]) -> bool:
    """Return whether something ends where a tile does.

    An edge or two may hardly be visible between plain tiles or between rows.

    Args:
        edges: their steepness: left, right, far, near.
        touched: for each, whether a face lies at it; a blank tile ends there, though paper goes on.
    """
    seen = [edge >= EDGE for edge in edges]
    return all(seen[2:]) or sum(map(or_, seen, touched)) >= EDGES


def _touched(one: RowShape, faces: Sequence[RowShape], size: TileSize) -> list[bool]:
    """Return for the left, right, far and near edge of a shape whether a face lies all along it."""
    sides = _points_beside(one, size)
    far, right, near, left = (
        all(any(_lies_on(point, face, size) for face in faces) for point in side)
        for side in (sides[-1:] + sides[:-1] if one.sideways else sides)
    )
    return [left, right, far, near]


def renamed(logs: Floats32) -> Floats32:
    """The logarithms of a shape that is not a tile, whatever it was taken for."""
    swapped, best = logs.copy(), int(logs.argmax())
    swapped[[best, OTHER_CLASS]] = swapped[[OTHER_CLASS, best]]
    return swapped
