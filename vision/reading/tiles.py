"""Finds the tiles of a zone, their places and turns; the caller's ``Namer`` names their faces.

``TileFinder.find`` takes the rows that the geometry gives a zone (three to a pond), has ``rows.tiles_in_row`` cut each into
tiles, and numbers rows and columns: ``_in_pond`` for a pond, ``_in_wall`` for a wall, elsewhere by their order in the one row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np

from vision.lens import Image
from vision.melds import being_made, is_whole, melds_of
from vision.model.classifier import OTHER_CLASS
from vision.reading.felt import Felt, ivory, parts_of
from vision.reading.hidden_backs import with_backs
from vision.reading.opened_row import unexplained_in_row
from vision.reading.plain_tiles import PLAIN, Lamps, without_added_backs, without_parts, without_smears
from vision.reading.rows import (
    BAND_COVERED,
    EDGE,
    RowBands,
    RowShape,
    Slopes,
    edges_of,
    other_cuts,
    side_cuts,
    tiles_in_row,
)
from vision.reading.shapes import Named, Namer, PlacedShape, PondRow, ZoneShapes, is_sure, is_tile, laid_tile
from vision.reading.wall_faces import blanks_without_back, nameless_on_wall, no_tiles_on_wall, shows_paper

if TYPE_CHECKING:
    from vision.calibration.charts import ZoneChart
    from vision.geometry import TableGeometry, TileSize

    Band: TypeAlias = tuple[float, float]

HAND_BREAK_MM: Final = 40.0
"""A gap in an opened hand wider than this ends it. [mm; judged: the winning tile lies 12 mm apart, and one tile may be
overlooked between]"""
HAND_START_MM: Final = 60.0
"""An opened hand begins within this distance of its place. [mm; judged: hands are pushed together by hand]"""
MELD_BREAK_MM: Final = 26.0
"""A gap between melds wider than this ends them. [mm; derived: one tile's length less a little]"""
MELD_REACH_MM: Final = 50.0
"""Tiles beyond a break but nearer than this belong to melds in which a tile was overlooked. [mm; derived: two tiles]"""
MELD_START_MM: Final = 90.0
"""Melds begin within this distance of the corner. [mm; judged: not every player pushes them into it; a hand without melds
ends twice as far away]"""
MELDS_OFF_MM: Final = (-4.0, 4.0, -8.0, -12.0)
"""If no whole melds lie on their line, they are looked for at these distances from it, towards the player. [mm; judged:
hands lay them nearer to the middle, where the rim leaves room; a tile is found 2.3 mm beside its place]"""
ADDED_OFF_MM: Final = 4.0
"""If a meld lies farther inwards than this, a tile added to it would lie outside the zone. [mm; derived: the zone's margin]"""
RIM_MM: Final = 2.5
"""The distance by which a meld's tile may lie beyond its corner. [mm; judged: pushed into the corner, melds touch the
rim]"""
LEAST_LIKE: Final = -0.7
"""Logarithm of the probability above which a shape is this tile rather than anything else. [log; judged: about one
half]"""
MOST_CALLED: Final = 4
"""This many adjacent places of a row are never all empty because of calls. [places; judged: four calls in a row from
the same player's pond are rarer than a thing that lies there]"""
ACROSS_MM: Final = (-8.0, -4.0, 0.0, 4.0, 8.0)
"""The middle of the neighbour's tile is looked for at these distances to the side of a corner's tile. [mm; derived:
half a tile's width, in steps of a fifth]"""
BESIDE_MM: Final = 4.0
"""A discard begins within this distance of its neighbour's end. [mm; judged: untidy discards leave gaps of some
millimetres]"""
MOST_INK: Final = 0.5
"""A bare spot inside a face, up to this share of a tile, is ink. [share; derived: a gap in the row is a whole tile; the
most connected ink, the circles of a bold 8p out of focus, takes up 0.45]"""
INK_HALF_MM: Final = 12.0
"""Ink on one side of a row's middle in a pond reaches no farther than this from it, and felt beside a sideways tile
does. [mm; derived: most prints reach 10 mm, half a row's pitch is 14.5 mm]"""
INK_LONG_MM: Final = 26.0
"""Ink across the middle of a pond's row is no longer than this, and felt between two tiles is. [mm; derived: a face of
28 mm has a margin, and a gap is as long as a tile]"""
NECK_PX: Final = 7
"""Ink in a hand that meets the cloth through a neck narrower than this lies inside a face. [px of a chart; derived: a gap
between two tiles is no wider inside than at its ends]"""
GAP_WIDE: Final = (0.6, 1.4)
"""A gap of this width may hold one face whose ink passes for felt. [tiles; judged: its neighbours are cut up to 6 mm beside
their places]"""
GAP_OFF_MM: Final = (-4.0, 0.0, 4.0)
"""Such a face is looked for at these distances from the gap's middle. [mm; derived: half of what its neighbours are off; it
keeps clear of their faces]"""
LEAST_PAPER: Final = 0.2
"""A face shows at least this share of paper, whatever its ink passes for. [share; derived: margins of 3 mm at both ends of
28 mm are a fifth]"""
OVERLAP_MM: Final = 4.0
"""Two tiles whose places overlap by no more than this lie side by side. [mm; judged: tiles are pushed over each other's
edges by less]"""
SIDE_FACE_MM: Final = 5.0
"""The distance up to which the side of a tile may show beyond its top, towards the table's centre. [mm; derived: a
side of 16.5 mm seen at 17 degrees off the vertical]"""
WIPED_MM: Final = (3.0, SIDE_FACE_MM, 3.0, 2.5)
"""The margin beyond its edges that a tile explains: left, far, right, near. [mm; judged: its shadow, and its side]"""
POND_INNER_MM: Final = (-8.0, 8.0)
"""The band of a pond's row that each tile covers, from the row's centre to the player; likewise below. [mm; derived:
10.5 mm of a sideways tile, less its distance from its line]"""
POND_TIPS_MM: Final = ((-13.4, -12.4), (11.8, 13.4))
"""The bands that only upright tiles of a pond cover. [mm; derived: 14 mm of an upright tile, 10.5 mm of a sideways one]"""
MELD_INNER_MM: Final = (-4.0, 12.0)
"""The band that each tile of a meld covers; sideways tiles lie flush with the near edge. [mm; derived: from -7
to 14 mm they cover it; the rest is slack]"""
MELD_TIPS_MM: Final = ((-13.2, -11.0),)
"""The band that only upright tiles of a meld cover. [mm; derived: as POND_TIPS_MM, at the far edge]"""
MELD_FAR_MM: Final = (-7.0, 1.0)
"""The band, from its own middle, that only an added tile covers. [mm; judged: a sideways tile beside it ends before]"""
HAND_INNER_MM: Final = (4.0, 12.5)
"""The band of an opened hand that each tile covers. [mm; judged: its near half, since the wall may hide the far one]"""
WALL_INNER_MM: Final = (-9.0, 9.0)
"""The band of a wall, and of ura dora indicators beside it, that each tile covers. [mm; derived: upright tiles, with
slack of 5 mm]"""
URA_TIPS_MM: Final = ((-13.4, -11.8), (11.8, 13.4))
"""The bands that only upright indicators cover. [mm; derived: as POND_TIPS_MM]"""


class TileFinder:
    """Knows the rows of every kind of zone.

    Args:
        geometry: the table's.
    """

    def __init__(self, geometry: TableGeometry) -> None:
        self._geometry = geometry
        self._scale = geometry.tile.scale
        pond, meld = geometry.pond, geometry.meld
        sideways = meld.sideways_y - meld.centre_y
        added = meld.added_y - meld.centre_y
        self._rows: dict[str, tuple[RowBands, ...]] = {
            "pond": tuple(
                self._row(
                    pond.first_row_y + row * pond.row_pitch,
                    inner=POND_INNER_MM,
                    tips=POND_TIPS_MM,
                )
                for row in range(3)
            ),
            "meld": (
                self._row(
                    meld.centre_y,
                    inner=MELD_INNER_MM,
                    tips=MELD_TIPS_MM,
                    far=MELD_FAR_MM,
                    sideways_dy=sideways,
                    added_dy=added,
                ),
            ),
            "hand": (self._row(geometry.hand.centre_y, inner=HAND_INNER_MM),),
            "ura": (self._row(geometry.ura_y, inner=WALL_INNER_MM, tips=URA_TIPS_MM),),
            "wall": (self._row(geometry.wall.centre_y, inner=WALL_INNER_MM),),
        }
        [shape] = self._rows["meld"]
        self._off_line = tuple(
            # A tile added to a meld that far inwards would lie beyond the zone.
            replace(shape, y=shape.y + off * self._scale, far=shape.far if off >= -ADDED_OFF_MM else None)
            for off in MELDS_OFF_MM
        )

    def _row(
        self,
        y: float,
        *,
        inner: Band,
        tips: tuple[Band, ...] = (),
        far: Band | None = None,
        sideways_dy: float = 0.0,
        added_dy: float = 0.0,
    ) -> RowBands:
        """A row whose bands are given for the standard tile, ``far`` from the middle of an added tile."""
        scaled = [(low * self._scale, high * self._scale) for low, high in (inner, *tips)]
        beyond = None if far is None else tuple(added_dy + edge * self._scale for edge in far)
        return RowBands(
            y,
            scaled[0],
            tuple(scaled[1:]),
            None if beyond is None else (beyond[0], beyond[1]),
            sideways_dy,
            added_dy,
        )

    def find(
        self,
        chart: ZoneChart,
        picture: Image,
        felt: Felt,
        name: Namer,
        beside: Iterable[RowShape] = (),
        *,
        off_mm: float = 0.0,
    ) -> ZoneShapes:
        """The shapes of a zone in the camera's picture, in reading order.

        ``beside`` holds the neighbours' known tiles. Rows are looked for ``off_mm`` nearer to the player than usual.
        """
        kind, drawn = chart.zone.id.kind, chart.draw(picture)
        lit = felt.within(drawn)
        cover, mask = self._cover(chart, drawn, lit)
        slopes = Slopes(drawn)
        shapes = [replace(shape, y=shape.y + off_mm) for shape in self._rows[kind]]
        rows = [self._own(kind, tiles_in_row(chart, slopes, mask, shape)) for shape in shapes]
        if kind in ("pond", "hand", "ura"):
            name = partial(_whole, name, chart, slopes)
        names = iter(name([one for row in rows for one in row]))
        named = [[next(names) for _ in row] for row in rows]
        if kind in ("pond", "hand"):
            named = [
                self._cut_again(row, chart, slopes, mask, shape, name=name)
                for row, shape in zip(named, shapes, strict=True)
            ]
        if kind != "meld":
            named = [self._with_inked(row, chart, cover, name) for row in named]
        lamps = Lamps.over(chart, drawn, picture, lit)
        if kind != "wall":
            # Only after the row is cut: a bright thing may look like a tile a little beside its true place.
            unlit = iter(lamps.without([one for row in named for one in row], self._geometry.tile))
            named = [[next(unlit) for _ in row] for row in named]
            name = partial(_unlit, name, lamps, self._geometry.tile)
        # A dirty tile still counts as a tile while rows are cut.
        named = [without_smears(row) for row in named]
        if kind == "pond":
            placed = self._in_pond(named)
            things = self._unexplained(chart, mask, placed, beside)
            return ZoneShapes(placed, _area_of_others(things, drawn, lit) * chart.mm_per_px**2)
        [row] = named
        if kind == "wall":
            return self._in_wall(row, drawn, cover, lamps)
        if kind == "meld":
            row = self._in_corner(chart, slopes, row, name)
            if not self._are_melds(row):
                row = self._off_their_line(chart, slopes, mask, name, row)
            row = without_added_backs(row, self._geometry.tile)
        elif kind == "ura":
            row = self._own_uras(row, chart, slopes, name)
        placed = tuple(PlacedShape(one, 0, index) for index, one in enumerate(row))
        if kind == "hand":
            return ZoneShapes(placed, unexplained_in_row(row, chart, mask, shapes[0], self._geometry.tile))
        return ZoneShapes(placed, 0.0, kind == "ura" and _is_off_line(row, chart, drawn, slopes, felt=lit))

    def _cover(self, chart: ZoneChart, drawn: Image, lit: Felt) -> tuple[Image, Image]:
        """The part of a zone that shows no felt, and the tops of tiles in it."""
        kind = chart.zone.id.kind
        cover = lit.strange(drawn, backs=kind == "meld")
        tops = cover
        if kind == "wall":
            # Pale felt may pass for ivory.
            tops = _with_ink(ivory(drawn) & cover, chart)
        elif kind == "meld":
            self._clear_beside_melds(chart, cover)
        elif kind == "pond":
            tops = cover = _with_ink(cover, chart, [row.y for row in self._rows[kind]])
        elif kind == "hand":
            cover = _with_ink(cover, chart)
            # Ink may run out of a face where its margin lies in shade.
            necks = np.ones((1, NECK_PX), np.uint8)
            bridged = np.asarray(cv2.morphologyEx(cover, cv2.MORPH_CLOSE, necks), np.uint8)
            tops = cover = cover | (_with_ink(bridged, chart) & ~bridged)
        if kind in ("wall", "ura") and not _fills_a_row(tops, chart, self._rows[kind][0]):
            # Less would be left without the sides, and even this is no tile.
            return cover, tops
        return cover, tops & ~_sides(chart, cover)

    def _clear_beside_melds(self, chart: ZoneChart, cover: Image) -> None:
        """Clear the parts of a corner's cover that hold no meld: the rim, and the hand beyond a wide bare stretch.

        Otherwise the standing tiles would be cut on each line of the corner, only to be left out.
        """
        [shape], right_x = self._rows["meld"], self._geometry.meld.right_x
        cover[:, round(chart.column(right_x + RIM_MM)) :] = 0
        least = BAND_COVERED * (shape.inner[1] - shape.inner[0]) / chart.mm_per_px
        covered = np.flatnonzero(np.count_nonzero(cover, axis=0) >= least)
        bare = np.diff(covered, append=round(chart.column(right_x))) * chart.mm_per_px
        # A tile may be found up to its length beside the columns that it covers, on both sides of the stretch.
        wide = np.flatnonzero(bare > MELD_REACH_MM * self._scale + 2 * self._geometry.tile.length)
        if len(wide):
            cover[:, : int(covered[wide[-1]]) + 1] = 0

    def _in_corner(self, chart: ZoneChart, slopes: Slopes, row: list[Named], name: Namer) -> list[Named]:
        """Return the melds of a row that was cut on the melds' line."""
        return with_backs(chart, slopes, self._without_hand(row), name, size=self._geometry.tile)

    def _off_their_line(
        self, chart: ZoneChart, slopes: Slopes, mask: Image, name: Namer, row: list[Named]
    ) -> list[Named]:
        """The melds of a corner if they lie nearer to the table's middle, or to the player, than its line.

        ``row`` was seen on its line. It is kept if whole melds are seen nowhere, but a corner is not bare if another
        line shows a tile.
        """
        for shape in self._off_line:
            found = self._from_the_corner(tiles_in_row(chart, slopes, mask, shape))
            other = self._in_corner(chart, slopes, without_smears(name(found)), name)
            if self._are_melds(other):
                return other
            if not row and any(is_tile(one.logs) for one in other):
                row = other
        return row

    def _own(self, kind: str, row: list[RowShape]) -> list[RowShape]:
        """The shapes of a row that belong to its zone by their place."""
        if kind == "hand":
            return self._opened(row)
        if kind == "meld":
            return self._from_the_corner(row)
        # In the corners the neighbours' indicators lie across.
        return [one for one in row if not one.sideways] if kind == "ura" else row

    def _cut_again(
        self, row: list[Named], chart: ZoneChart, slopes: Slopes, mask: Image, shape: RowBands, *, name: Namer
    ) -> list[Named]:
        """A row, cut again in the way that looks most like tiles; unchanged if only a standing hand is there."""
        if not _unlike(row) or not (chart.zone.id.kind == "pond" or any(one.is_tile for one in row)):
            return row
        cuts = _named_cuts(row, other_cuts(chart, slopes, mask, shape), name)
        if chart.zone.id.kind == "pond":
            cuts += _with_leaning(cuts, chart, slopes, name, self._geometry.tile)
        return max(cuts, key=lambda cut: sum(one.worth for one in cut) / max(len(cut), 1))

    def _with_inked(self, row: list[Named], chart: ZoneChart, cover: Image, name: Namer) -> list[Named]:
        """A row with the faces that were overlooked between two others because much of their ink passes for felt.

        A gap as wide as a tile is looked at, unless it is bare.
        """
        whole = row[:1]
        for left, right in pairwise(row):
            ends = left.found.x + self._half(left.found), right.found.x - self._half(right.found)
            x, y = sum(ends) / 2, (left.found.y + right.found.y) / 2
            wide = GAP_WIDE[0] < (ends[1] - ends[0]) / self._geometry.tile.width < GAP_WIDE[1]
            if wide and left.is_tile and right.is_tile and self._shows_paper(chart, cover, ends, y):
                places = [RowShape(x + off * self._scale, y, False, 0.0) for off in GAP_OFF_MM]
                best = max(name(places), key=lambda one: one.worth)
                whole += [best] if is_sure(best.logs) and int(best.logs.argmax()) not in PLAIN else []
            whole.append(right)
        return whole

    def _shows_paper(self, chart: ZoneChart, cover: Image, ends: tuple[float, float], y: float) -> bool:
        """Return whether a gap between two tiles is not bare."""
        half_y = self._geometry.tile.length / 2
        left, right = (max(round(chart.column(x)), 0) for x in ends)
        top, bottom = (max(round(chart.row(y + way * half_y)), 0) for way in (-1, 1))
        return float(cover[top:bottom, left:right].mean()) > LEAST_PAPER * 255

    def _own_uras(self, row: list[Named], chart: ZoneChart, slopes: Slopes, name: Namer) -> list[Named]:
        """The indicators without the neighbour's in the corners, which do not end where an upright tile does."""
        size = self._geometry.tile
        corner = self._geometry.ura_y - (size.length + size.width) / 2 + OVERLAP_MM
        return [
            one
            for one in row
            if abs(one.found.x) < corner
            or (
                not self._is_neighbours(one, name)
                if one.is_tile
                else _ends_upright(one.found, edges_of(chart, slopes, one.found))
            )
        ]

    def row_of_pond(
        self,
        chart: ZoneChart,
        picture: Image,
        felt: Felt,
        name: Namer,
        *,
        row: int,
        window: tuple[float, float],
    ) -> PondRow:
        """The apparent content of a pond's row between two x of the chair's frame; otherwise as for ``find``."""
        drawn = chart.draw(picture)
        lit = felt.within(drawn)
        cover, mask = self._cover(chart, drawn, lit)
        left, right = (round(chart.column(x)) for x in window)
        mask[:, : max(left, 0)] = 0
        mask[:, max(right, 0) :] = 0
        slopes = Slopes(drawn)
        found = tiles_in_row(chart, slopes, mask, self._rows["pond"][row])
        lamps = Lamps.over(chart, drawn, picture, lit)
        named = lamps.without(_whole(name, chart, slopes, found), self._geometry.tile)
        return PondRow(tuple(without_smears(named)), cover)

    def _is_neighbours(self, one: Named, name: Namer) -> bool:
        """Return whether a tile-like shape in a corner is really a part of the neighbour's indicator, which lies across."""
        x = float(np.copysign(self._geometry.ura_y, one.found.x))
        across = [RowShape(x, one.found.y + aside * self._scale, True, 0.0) for aside in ACROSS_MM]
        return max(float(other.logs[:OTHER_CLASS].max()) for other in name(across)) > one.worth

    def _in_pond(self, rows: list[list[Named]]) -> tuple[PlacedShape, ...]:
        """Number the places of each row; a gap as wide as a tile is an empty place."""
        placed = []
        for number, row in enumerate(rows):
            column, edge = 0, self._geometry.pond.left_x
            for named in row:
                one = named.found
                half = self._half(one)
                column += max(0, round((one.x - half - edge - BESIDE_MM) / self._geometry.tile.width))
                placed.append(PlacedShape(named, number, column))
                column, edge = column + 1, one.x + half
        return tuple(placed)

    def _in_wall(self, row: list[Named], drawn: Image, cover: Image, lamps: Lamps) -> ZoneShapes:
        """The tiles that lie face up on a wall, by its stacks; parts of something larger stay unexplained."""
        wall, size = self._geometry.wall, self._geometry.tile
        placed = tuple(
            PlacedShape(one, 0, round((one.found.x - wall.left_x) / size.width - 0.5)) for one in row
        )
        unexplained = no_tiles_on_wall(row, lamps.chart, drawn, lamps.picture, size, felt=lamps.felt)
        unexplained += nameless_on_wall(row, lamps.chart, drawn, lamps.picture, size, felt=lamps.felt)
        unexplained += blanks_without_back(
            row, lamps.chart, drawn, cover, self._geometry, picture=lamps.picture, felt=lamps.felt
        )
        unexplained += sum(lamps.dazzle(one.found, plain=False) for one in row)
        faces = row and all(is_sure(one.logs) for one in row)
        paper = not faces and shows_paper(drawn, lamps.chart.mm_per_px, lamps.felt)
        return ZoneShapes(placed, unexplained * size.width * size.length, bool(unexplained) or paper)

    def _half(self, one: RowShape) -> float:
        return self._geometry.tile.along(sideways=one.sideways) / 2

    def _opened(self, row: list[RowShape]) -> list[RowShape]:
        """The hand at the left: tiles after a wide gap belong to melds."""
        hand_break = HAND_BREAK_MM * self._scale
        edge = self._geometry.hand.left_x + HAND_START_MM * self._scale - hand_break
        for index, one in enumerate(row):
            if one.x - self._half(one) > edge + hand_break:
                return row[:index]
            edge = one.x + self._half(one)
        return row

    def _from_the_corner(self, row: list[RowShape]) -> list[RowShape]:
        """The melds at the right: tiles before a wide gap belong to the hand."""
        reach = MELD_REACH_MM * self._scale
        edge = self._geometry.meld.right_x - MELD_START_MM * self._scale + reach
        for index in reversed(range(len(row))):
            one = row[index]
            if one.x + self._half(one) < edge - reach:
                return row[index + 1 :]
            edge = min(edge, one.x - self._half(one))
        return row

    def _without_hand(self, row: list[Named]) -> list[Named]:
        """The row without the standing tiles, which lie left of a break and do not look like tiles."""
        for index in reversed(range(1, len(row))):
            left, right = row[index - 1].found, row[index].found
            gap = right.x - self._half(right) - left.x - self._half(left)
            if gap > MELD_BREAK_MM * self._scale and not any(
                float(one.logs[:OTHER_CLASS].max()) > LEAST_LIKE for one in row[:index]
            ):
                return row[index:]
        return row

    def whole_melds(self, shapes: ZoneShapes) -> bool:
        """Return whether all tiles in a corner lie in whole melds."""
        return self._are_whole([shape.named for shape in shapes.shapes])

    def _are_melds(self, row: Sequence[Named]) -> bool:
        """Return whether a row shows whole melds and nothing else."""
        return bool(row) and all(is_tile(one.logs) for one in row) and self._are_whole(row)

    def _are_whole(self, row: Iterable[Named]) -> bool:
        laid = [laid_tile(one) for one in row]
        return all(is_whole(meld, laid) for meld in melds_of(laid, self._geometry.tile))

    def meld_being_made(self, shapes: ZoneShapes) -> list[RowShape]:
        """The two tiles in a corner that a called tile is still to join; empty if there are none."""
        laid = [laid_tile(shape.named) for shape in shapes.shapes]
        return [shapes.shapes[index].found for index in being_made(laid, self._geometry.tile)]

    def _unexplained(
        self, chart: ZoneChart, mask: Image, placed: tuple[PlacedShape, ...], beside: Iterable[RowShape]
    ) -> Image:
        """Return the part of a mask that holds neither a tile found here nor one known to lie in a neighbour's pond."""
        rest = mask.copy()
        for shape in placed:
            self._wipe(rest, chart, shape.found, WIPED_MM)
        # Beyond this lie the neighbour's ura dora indicators.
        half = self._geometry.tile.length / 2
        rest[:, max(round(chart.column(self._geometry.ura_y - half - SIDE_FACE_MM)), 0) :] = 0
        for one in beside if _without_specks(rest).any() else ():
            # The side that the camera sees depends on the tile's place.
            self._wipe(rest, chart, one, (SIDE_FACE_MM,) * 4)
        return _without_specks(rest)

    def _wipe(
        self, mask: Image, chart: ZoneChart, one: RowShape, margins: tuple[float, float, float, float]
    ) -> None:
        """Clear a tile's place in a mask, with margins (mm) at its left, at its top, at its right and below."""
        size, (left, top, right, bottom) = self._geometry.tile, margins
        width, height = (size.length, size.width) if one.sideways else (size.width, size.length)
        columns = chart.column(one.x - width / 2 - left), chart.column(one.x + width / 2 + right)
        rows = chart.row(one.y - height / 2 - top), chart.row(one.y + height / 2 + bottom)
        (x0, x1), (y0, y1) = (
            [max(round(first), 0), max(round(last) + 1, 0)] for first, last in (columns, rows)
        )
        mask[y0:y1, x0:x1] = 0


def strays(shapes: ZoneShapes) -> tuple[PlacedShape, ...]:
    """The tiles of a pond too far from the others of their row to be discards."""
    far = []
    for shape in shapes.shapes:
        before = [
            other.column for other in shapes.shapes if other.row == shape.row and other.column < shape.column
        ]
        if shape.column - max(before, default=-1) > MOST_CALLED:
            far.append(shape)
    return tuple(far)


def _is_off_line(row: Sequence[Named], chart: ZoneChart, drawn: Image, slopes: Slopes, *, felt: Felt) -> bool:
    """Return whether a row's faces end off its line, or lie so far off it that they were cut as if sideways."""
    return shows_paper(drawn, chart.mm_per_px, felt) and (
        not row or any(not one.is_tile or min(edges_of(chart, slopes, one.found)[2:]) < EDGE for one in row)
    )


def _whole(name: Namer, chart: ZoneChart, slopes: Slopes, shapes: Sequence[RowShape]) -> list[Named]:
    """The names of shapes, without parts of plain things."""
    return without_parts(name(shapes), chart, slopes)


def _unlit(name: Namer, lamps: Lamps, size: TileSize, shapes: Sequence[RowShape]) -> list[Named]:
    """The names of shapes, without the light of lamps."""
    return lamps.without(name(shapes), size)


def _ends_upright(one: RowShape, edges: Sequence[float]) -> bool:
    """Return whether a shape in a corner ends where an upright tile does; the tile beside it may hide one edge."""
    left, right, *tips = edges
    return min(right if one.x > 0 else left, *tips) >= EDGE


def _sides(chart: ZoneChart, cover: Image) -> Image:
    """The part of a chart's cover that consists of tiles' sides."""
    # Ink of the felt's colour must not be taken for an edge with a side behind it.
    solid = np.asarray(cv2.morphologyEx(cover, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
    return np.asarray(solid & ~chart.tops(solid), np.uint8)


def _with_ink(cover: Image, chart: ZoneChart, rows: Sequence[float] = ()) -> Image:
    """The cover with bold ink, or ink of the cloth's colour: bare spots inside a face, wider than a gap between tiles.

    If ``rows`` is given, with the y of their middles (mm), ink lies within one of them.
    """
    most = MOST_INK * chart.tile.width * chart.tile.length / chart.mm_per_px**2
    bare = cv2.bitwise_not(cover)
    _, numbers, stats, _ = cv2.connectedComponentsWithStats(bare, connectivity=4)
    opened = cv2.morphologyEx(bare, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    inked = cover.copy()
    for each, (left, top, wide, high, area) in enumerate(stats[1:].tolist(), 1):
        ends = chart.y_mm(top), chart.y_mm(top + high)
        if area < most and (not rows or any(_is_in_row(*ends, row, chart.tile.scale) for row in rows)):
            part = slice(top, top + high), slice(left, left + wide)
            spot = numbers[part] == each
            if (opened[part] > 0)[spot].any():
                inked[part][spot] = 255
    return inked


def _fills_a_row(mask: Image, chart: ZoneChart, row: RowBands) -> bool:
    """Return whether a mask covers enough of any column for a tile of a row, wherever that row lies."""
    least = BAND_COVERED * ((row.inner[1] - row.inner[0]) / chart.mm_per_px - 1)
    return bool(cv2.reduce(mask, 0, cv2.REDUCE_SUM, dtype=cv2.CV_32S).max() > 255 * least)


def _is_in_row(top: float, bottom: float, row: float, scale: float) -> bool:
    """Return whether a bare spot between two y in a pond is ink of a row rather than felt between its tiles."""
    if top < row < bottom:
        return bottom - top <= INK_LONG_MM * scale
    return max(row - top, bottom - row) <= INK_HALF_MM * scale


def _without_specks(mask: Image) -> Image:
    """The parts of a mask that are more than a line or a few pixels."""
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)), np.uint8)


def _area_of_others(mask: Image, drawn: Image, lit: Felt) -> int:
    """The pixels of a mask, less parts of the felt's own hue: leaves printed on it, or brighter light."""
    if not mask.any():
        return 0
    labels, areas = parts_of(mask)
    parts = range(1, len(areas))
    return sum(int(areas[part]) for part in parts if not lit.has_hue_of(drawn[labels == part]))


def _unlike(row: list[Named]) -> bool:
    """Return whether a row holds something that does not look like a tile."""
    return not all(one.is_tile for one in row)


def _named_cuts(row: list[Named], ways: list[list[RowShape]], name: Namer) -> list[list[Named]]:
    """All cuts of a row with names, the present one first."""
    places: dict[tuple[int, int, bool], RowShape] = {}
    for way in ways:
        for one in way:
            places.setdefault(_about(one), one)
    names = dict(zip(places, name(list(places.values())), strict=True))
    return [row, *([names[_about(one)] for one in way] for way in ways)]


def _with_leaning(
    cuts: list[list[Named]], chart: ZoneChart, slopes: Slopes, name: Namer, size: TileSize
) -> list[list[Named]]:
    """The cuts, with leaning upright tiles, whose sides show, in place of sideways shapes that are no tiles."""
    across = {
        _about(one.found): one.found for cut in cuts for one in cut if one.found.sideways and not one.is_tile
    }
    sides = {place: side_cuts(chart, slopes, found, size) for place, found in across.items()}
    names = iter(name([one for pair in sides.values() for one in pair]))
    leaning = {
        place: max((next(names) for _ in pair), key=lambda one: one.worth) for place, pair in sides.items()
    }
    return [[leaning.get(_about(one.found), one) for one in cut] for cut in cuts]


def _about(one: RowShape) -> tuple[int, int, bool]:
    return round(one.x), round(one.y), one.sideways
