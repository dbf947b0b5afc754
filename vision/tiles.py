"""Finds the tiles of a zone: what lies where and how, before anybody asks which faces they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np

from vision.charts import MM_PER_PX
from vision.classifier import OTHER_CLASS
from vision.felt import ivory
from vision.rows import Found, RowShape, other_cuts, tiles_in_row

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from vision.charts import ZoneChart
    from vision.felt import Felt
    from vision.geometry import TableGeometry, ZoneKind

    Floats: TypeAlias = NDArray[np.float32]
    Image: TypeAlias = NDArray[np.uint8]

HAND_BREAK_MM: Final = 40.0
"""A gap in an opened hand wider than this ends it; the winning tile lies 12 mm apart."""
HAND_START_MM: Final = 60.0
MELD_BREAK_MM: Final = 26.0
MELD_START_MM: Final = 30.0
LEAST_WORTH: Final = -9.0
SIDE_FACE_MM: Final = 5.0
"""How far the side of a tile may show beyond its top, towards the table's centre."""


Namer: TypeAlias = "Callable[[Sequence[Found]], Sequence[Named]]"


@dataclass(frozen=True, slots=True)
class Named:
    """What a tile-shaped thing is: logarithms of the probabilities of the classifier's classes."""

    found: Found
    logs: Floats

    @property
    def is_tile(self) -> bool:
        """Whether it is rather one tile than anything else."""
        return int(self.logs.argmax()) != OTHER_CLASS

    @property
    def worth(self) -> float:
        """How well it looks like one single tile; below 0."""
        return max(float(self.logs[:OTHER_CLASS].max()), LEAST_WORTH)


@dataclass(frozen=True, slots=True)
class PlacedShape:
    """A tile-shaped thing in its place of a zone."""

    named: Named
    row: int
    column: int

    @property
    def found(self) -> Found:
        return self.named.found


@dataclass(frozen=True, slots=True)
class ZoneShapes:
    """What a zone seems to hold.

    Attributes:
        unexplained_mm2: area covered by something that is no tile; 0 in zones where other things are usual.
    """

    shapes: tuple[PlacedShape, ...]
    unexplained_mm2: float


class TileFinder:
    """Knows the rows of every kind of zone.

    Args:
        geometry: the table's.
    """

    def __init__(self, geometry: TableGeometry) -> None:
        self._geometry = geometry
        pond, meld = geometry.pond, geometry.meld
        sideways = meld.sideways_y - meld.centre_y
        added = meld.added_y - meld.centre_y
        self._rows: dict[ZoneKind, tuple[RowShape, ...]] = {
            "pond": tuple(
                RowShape(
                    pond.first_row_y + row * pond.row_pitch,
                    inner=(-8.0, 8.0),
                    tips=((-13.4, -12.4), (11.8, 13.4)),
                )
                for row in range(3)
            ),
            "meld": (
                RowShape(
                    meld.centre_y,
                    inner=(-4.0, 12.0),
                    tips=((-13.2, -11.0),),
                    far=(added - 7.0, added + 1.0),
                    sideways_dy=sideways,
                    added_dy=added,
                ),
            ),
            "hand": (RowShape(geometry.hand.centre_y, inner=(4.0, 12.5)),),
            "ura": (RowShape(geometry.ura_y, inner=(-9.0, 9.0), tips=((-13.4, -11.8), (11.8, 13.4))),),
            "wall": (RowShape(geometry.wall.centre_y, inner=(-9.0, 9.0)),),
        }

    def find(self, chart: ZoneChart, picture: Image, felt: Felt, name: Namer) -> ZoneShapes:
        """The shapes of a zone, in reading order. ``picture`` is the chart drawn from the camera's picture."""
        kind = chart.zone.kind
        mask = ivory(picture) if kind == "wall" else felt.strange(picture)
        # Ink of the felt's colour must not be taken for an edge with a side behind it.
        solid = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8)), np.uint8)
        mask = mask & ~(solid & ~chart.tops(solid))
        rows = [tiles_in_row(chart, picture, mask, shape) for shape in self._rows[kind]]
        if kind == "hand":
            rows = [self._opened(rows[0])]
        elif kind == "meld":
            rows = [self._from_the_corner(rows[0])]
        elif kind == "ura":
            # In the corners the neighbours' indicators lie across.
            rows = [[one for one in rows[0] if not one.sideways]]
        names = iter(name([one for row in rows for one in row]))
        named = [[next(names) for _ in row] for row in rows]
        if kind in ("pond", "hand"):
            for index, row in enumerate(named):
                if _unlike(row) and (kind == "pond" or any(one.is_tile for one in row)):
                    ways = other_cuts(chart, picture, mask, self._rows[kind][index])
                    named[index] = _best_cut(row, ways, name)
        if kind == "pond":
            placed = self._in_pond(named)
            return ZoneShapes(placed, self._unexplained(chart, mask, placed))
        [row] = named
        if kind == "ura":
            corner = self._geometry.ura_y - self._geometry.tile.length
            row = [one for one in row if one.is_tile or abs(one.found.x) < corner]
        if kind == "wall":
            wall = self._geometry.wall
            placed = tuple(
                PlacedShape(one, 0, round((one.found.x - wall.left_x) / self._geometry.tile.width - 0.5))
                for one in row
            )
        else:
            placed = tuple(PlacedShape(one, 0, index) for index, one in enumerate(row))
        return ZoneShapes(placed, 0.0)

    def _in_pond(self, rows: list[list[Named]]) -> tuple[PlacedShape, ...]:
        """Number the places of each row; a gap as wide as a tile is an empty place."""
        placed = []
        for number, row in enumerate(rows):
            column, edge = 0, self._geometry.pond.left_x
            for named in row:
                one = named.found
                half = self._half(one)
                column += max(0, round((one.x - half - edge - 4.0) / self._geometry.tile.width))
                placed.append(PlacedShape(named, number, column))
                column, edge = column + 1, one.x + half
        return tuple(placed)

    def _half(self, one: Found) -> float:
        return (self._geometry.tile.length if one.sideways else self._geometry.tile.width) / 2

    def _opened(self, row: list[Found]) -> list[Found]:
        """The hand at the left: what comes after a wide gap belongs to melds."""
        edge = self._geometry.hand.left_x + HAND_START_MM - HAND_BREAK_MM
        for index, one in enumerate(row):
            if one.x - self._half(one) > edge + HAND_BREAK_MM:
                return row[:index]
            edge = one.x + self._half(one)
        return row

    def _from_the_corner(self, row: list[Found]) -> list[Found]:
        """The melds at the right: what comes before a wide gap is the hand."""
        edge = self._geometry.meld.right_x - MELD_START_MM + MELD_BREAK_MM
        for index in reversed(range(len(row))):
            one = row[index]
            if one.x + self._half(one) < edge - MELD_BREAK_MM:
                return row[index + 1 :]
            edge = min(edge, one.x - self._half(one))
        return row

    def _unexplained(self, chart: ZoneChart, mask: Image, placed: tuple[PlacedShape, ...]) -> float:
        """Covered area where no tile was found."""
        rest = mask.copy()
        size = self._geometry.tile
        for shape in placed:
            one = shape.found
            width, height = (size.length, size.width) if one.sideways else (size.width, size.length)
            left, right = chart.column(one.x - width / 2 - 3), chart.column(one.x + width / 2 + 3)
            top = chart.row(one.y - height / 2 - SIDE_FACE_MM)
            bottom = chart.row(one.y + height / 2 + 2.5)
            rest[max(round(top), 0) : round(bottom) + 1, max(round(left), 0) : round(right) + 1] = 0
        # Beyond, the neighbour's ura dora indicators lie.
        rest[:, max(round(chart.column(self._geometry.ura_y - size.length / 2 - SIDE_FACE_MM)), 0) :] = 0
        opened = cv2.morphologyEx(rest, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        return float(np.count_nonzero(opened)) * MM_PER_PX**2


def _unlike(row: list[Named]) -> bool:
    """Whether a row holds something that does not look like a tile."""
    return not all(one.is_tile for one in row)


def _best_cut(row: list[Named], ways: list[list[Found]], name: Namer) -> list[Named]:
    """The cut whose parts look most like single tiles."""
    places: dict[tuple[int, int, bool], Found] = {}
    for way in ways:
        for one in way:
            places.setdefault(_about(one), one)
    names = dict(zip(places, name(list(places.values())), strict=True))
    cuts = [row, *([names[_about(one)] for one in way] for way in ways)]
    return max(cuts, key=lambda cut: sum(one.worth for one in cut) / max(len(cut), 1))


def _about(one: Found) -> tuple[int, int, bool]:
    return round(one.x), round(one.y), one.sideways
