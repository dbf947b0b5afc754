"""Tells faces on a wall from other pale things that lie across it: cards, telephones, lighters."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.calibration.charts import ZoneChart
from vision.geometry import TableGeometry, TileSize
from vision.lens import Floats, Image
from vision.model.classifier import BACK_CLASS
from vision.reading.felt import Felt, ivory, pale
from vision.reading.plain_tiles import BLANK_CLASS, BORDER_PX, EDGE_PX
from vision.reading.rows import RowShape
from vision.reading.shapes import Named, is_sure

BEYOND_EDGE_MM: Final = (1.0, 4.0)
"""Distance from a wall tile's edge at which felt or cloth is looked for, where the tile's own side is hidden. [mm;
judged: beyond a blurred edge, before the next tile's print]"""
LARGER: Final = 0.5
"""If this share of the area beyond a tile's edge is ivory, the tile is a part of something larger, such as a card
across the wall. [share; derived: half]"""
WHOLE: Final = 0.92
"""At least this share of a blank wall tile is ivory; a card or a lighter that ends with the wall but lies askew
leaves corners free. [share; judged: print narrower than PRINT_PX is filled in before]"""
INSET_MM: Final = 1.5
"""The outermost part of a tile, whose edge is blurred. [mm; derived: three pixels of a chart]"""
BLANK_END_MM: Final = (2.5, 5.0)
"""Distance beside a blank wall tile at which its end is looked for. [mm; judged: the tile below lies aside by less than the
first]"""
PAPER_MM: Final = 9.0
"""A pale thing longer and wider than this is not the side of a tile. [mm; derived: half of a tile's thickness is ivory, and
two tiles lie upon each other]"""
BESIDE: Final = 0.25
"""At most this share of the strip beside a blank tile is ivory. [share; derived: half, if a tile below covers half]"""
OF_A_BACK: Final = 0.6
"""A stack shows a back if a larger share of its top is neither felt nor pale. [share; judged: a lamp mirrored in it or a
neighbour's print takes less than the rest]"""
CORNER_PX: Final = 6
"""The extent of a face's corner that is looked at, both ways. [px of a chart; derived: 3.5 mm, less than print keeps
free]"""
_WITHIN: Final = slice(EDGE_PX + 2, -EDGE_PX - 2)
"""A face without its outermost millimetre, which is blurred, both ways. [px of a chart; derived: EDGE_PX]"""
LEAST_CORNER: Final = 0.4
"""At least this share of each corner of a face is ivory. [share; judged: 1 on 222 faces up to 4° crooked, worn or of
another renderer; 0.53 on one 12° crooked; less than 0.3 on any that fell 30° askew]"""
ASIDE_MM: Final = 3.0
"""The distance by which a tile beside another may lie off its place. [mm; judged: a wall is pushed together by hand]"""


def shows_paper(drawn: Image, mm_per_px: float, felt: Felt) -> bool:
    """Return whether something on the chart of a wall is as pale as a face, and wider than a tile's side."""
    px = round(PAPER_MM / mm_per_px)
    square = np.ones((px, px), np.uint8)
    white = ivory(drawn)
    # Mostly nothing is so pale, and then the felt need not be told.
    return bool(cv2.morphologyEx(white, cv2.MORPH_OPEN, square).any()) and bool(
        cv2.morphologyEx(white & felt.strange(drawn), cv2.MORPH_OPEN, square).any()
    )


def no_tiles_on_wall(
    row: Sequence[Named], chart: ZoneChart, drawn: Image, picture: Image, size: TileSize, *, felt: Felt
) -> int:
    """Count the apparent faces on a wall that are parts of something else.

    Args:
        row: the tile-like shapes on the wall.
        chart: the wall's chart.
        drawn: the chart of the picture.
        picture: the camera's picture.
        size: a tile's size.
        felt: the felt in the light of the wall.
    """
    seeming = [one for one in row if one.is_tile and int(one.logs.argmax()) != BACK_CLASS]
    if not seeming:
        return 0
    filled, bare = _filled(drawn, felt), _paper(drawn, felt)
    faces = [one.found for one in row if one.is_tile]
    return sum(
        _goes_on(one.found, chart, size, bare)
        or _lacks_a_corner(one.found, chart, picture, felt)
        or (
            int(one.logs.argmax()) == BLANK_CLASS
            and not (
                _fills(one.found, faces, chart, size, filled=filled, bare=bare)
                and _ends(one.found, chart, picture, size, felt)
            )
        )
        for one in seeming
    )


def nameless_on_wall(
    row: Sequence[Named], chart: ZoneChart, drawn: Image, picture: Image, size: TileSize, *, felt: Felt
) -> int:
    """Count the faces on a wall that have no sure name: they fill a tile's place and end with it, as dirty ones do.

    The arguments are the same as for ``no_tiles_on_wall``.
    """
    nameless = [one.found for one in row if not is_sure(one.logs)]
    if not nameless:
        return 0
    filled, bare = _filled(drawn, felt), _paper(drawn, felt)
    shapes = [one.found for one in row]
    return sum(
        not _goes_on(one, chart, size, bare)
        and _fills(one, shapes, chart, size, filled=filled, bare=bare)
        and _ends(one, chart, picture, size, felt)
        for one in nameless
    )


def blanks_without_back(
    row: Sequence[Named],
    chart: ZoneChart,
    drawn: Image,
    cover: Image,
    geometry: TableGeometry,
    *,
    picture: Image,
    felt: Felt,
) -> int:
    """Count the blank faces on a wall that shows no back: backs in a lamp's light look like blank faces.

    An indicator lies among backs. If the wall shows none, their colour is unknown. Backs of the felt's colour are seen
    by the sides below them.

    Args:
        row: the tile-like shapes on the wall.
        chart: the wall's chart.
        drawn: the chart of the picture.
        cover: 255 where the chart shows no felt.
        geometry: the table's.
        picture: the camera's picture.
        felt: the felt in the light of the wall.
    """
    blanks = sum(one.is_tile and int(one.logs.argmax()) == BLANK_CLASS for one in row)
    if not blanks:
        return 0
    wall, size = geometry.wall, geometry.tile
    white = ivory(drawn)
    coloured = cover & ~white
    half = size.width / 2 - INSET_MM, size.length / 2 - INSET_MM
    top, bottom = (round(chart.row(wall.centre_y + y)) for y in (-half[1], half[1]))
    for number in range(wall.stacks):
        middle = wall.left_x + (number + 0.5) * size.width
        left, right = (round(chart.column(middle + x)) for x in (-half[0], half[0]))
        if (coloured[top:bottom, left:right] > 0).mean() > OF_A_BACK:
            return 0
        if (white[top:bottom, left:right] > 0).mean() < 1 - OF_A_BACK:
            stack = RowShape(middle, wall.centre_y, False, 0.0)
            if (_beyond(stack, chart, picture, size, felt) > LARGER).any():
                return 0
    return blanks


def _paper(drawn: Image, felt: Felt) -> Image:
    """255 where something pale lies; felt itself may be pale, grey felt and some in coloured light."""
    return np.asarray(pale(drawn) & felt.strange(drawn), np.uint8)


def _filled(drawn: Image, felt: Felt) -> Image:
    """255 where faces seem to lie, with their print filled in."""
    return np.asarray(ivory(drawn) & felt.strange(drawn), np.uint8)


def _goes_on(one: RowShape, chart: ZoneChart, size: TileSize, bare: Image) -> bool:
    """Return whether a tile-like shape on a wall goes on beyond a tile's end, at the edge where a tile's side is hidden."""
    half = size.width / 2 - INSET_MM
    side = 1 if chart.side_y_mm(one.y) >= 0 else -1
    beyond = _part(
        bare, chart, one, (-half, half), [side * (size.length / 2 + away) for away in BEYOND_EDGE_MM]
    )
    # Behind a gap, the indicator's lower tile may show.
    return bool(beyond.size) and bool(((beyond > 0).mean(axis=1) > LARGER).all())


def _lacks_a_corner(one: RowShape, chart: ZoneChart, picture: Image, felt: Felt) -> bool:
    """Return whether a corner of a face shows no ivory: a thing that lies askew has its corners elsewhere."""
    face = _filled(chart.crop(picture, one.x, one.y, one.turn_deg, BORDER_PX), felt)[_WITHIN, _WITHIN]
    far, near = face[:CORNER_PX], face[-CORNER_PX:]
    corners = [row[:, part] for row in (far, near) for part in (slice(CORNER_PX), slice(-CORNER_PX, None))]
    return any(np.count_nonzero(corner) < LEAST_CORNER * CORNER_PX**2 for corner in corners)


def _fills(
    one: RowShape, faces: Sequence[RowShape], chart: ZoneChart, size: TileSize, *, filled: Image, bare: Image
) -> bool:
    """Return whether a plain shape on a wall fills a tile's place and ends with it, apart from its side and other faces."""
    x, y = size.width / 2, size.length / 2 - INSET_MM
    inner = _part(filled, chart, one, (INSET_MM - x, x - INSET_MM), (-y, y))
    if np.count_nonzero(inner) < WHOLE * inner.size:
        return False
    column = int(np.clip(round(chart.column(one.x)), 0, chart.width - 1))
    own_mm = float(chart.side_x[column]) * chart.mm_per_px
    for way in (-1, 1):
        # At the end of a wall the sides of two tiles are visible, one on top of the other.
        edge = x + 2 * max(-way * own_mm, 0.0)
        strip = [way * (edge + away) for away in BLANK_END_MM]
        if any(other is not one and abs(other.x - one.x - sum(strip) / 2) < x + ASIDE_MM for other in faces):
            continue
        beside = _part(bare, chart, one, strip, (-y, y))
        if np.count_nonzero(beside) > BESIDE * beside.size:
            return False
    return True


def _ends(one: RowShape, chart: ZoneChart, picture: Image, size: TileSize, felt: Felt) -> bool:
    """Return whether a plain shape on a wall ends where the visible sides of two tiles do, or with the backs among them.

    A thing half inside a wall's zone, such as a lighter across its edge, goes on there without a gap. An ura indicator
    may lie beyond the sides.
    """
    return not bool((_beyond(one, chart, picture, size, felt) > LARGER).all())


def _beyond(one: RowShape, chart: ZoneChart, picture: Image, size: TileSize, felt: Felt) -> Floats:
    """The pale share of each row of the chart where the sides of a wall's two tiles show, and a little beyond."""
    half, side = size.width / 2 - INSET_MM, chart.side_y_mm(one.y)
    way = -1 if side >= 0 else 1
    edge = size.length / 2
    first, last = one.y + way * edge, one.y + way * (edge + 2 * abs(side) + BLANK_END_MM[1])
    beyond = _paper(chart.beside(picture, (one.x - half, one.x + half), (first, last)), felt)
    return np.asarray((beyond > 0).mean(axis=1), np.float64)


def _part(
    mask: Image, chart: ZoneChart, one: RowShape, along: Sequence[float], across: Sequence[float]
) -> Image:
    """The part of a mask between two x and two y from a tile's centre, in millimetres; empty outside the chart."""
    left, right = sorted(round(chart.column(one.x + x)) for x in along)
    top, bottom = sorted(round(chart.row(one.y + y)) for y in across)
    return mask[max(top, 0) : max(bottom + 1, 0), max(left, 0) : max(right + 1, 0)]
