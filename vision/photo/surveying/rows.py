"""The walls, and the rows of tiles that lie face up, in a picture of the set table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.lines import EdgeLine, fit_line
from vision.geometry import TableGeometry, TileSize, to_chair
from vision.lens import Floats, Image, View
from vision.photo.finding.finder import SURE_CHANCE, Finder
from vision.photo.surveying.sheet import Sheet, draw_sheet
from vision.zones import EACH_CHAIR

WALL_MIDDLE: Final = 0.8
"""A wall is recognised by this middle part. [share; judged: its ends may lie aside]"""
WALL_COVERS: Final = 0.9
"""A wall covers this share of it; ponds and hands are shorter. [share; derived: a hand of 14 tiles before the same
player covers 0.7]"""
WALL_DEEP: Final = (0.7, 2.0)
"""The least and the largest apparent depth of a wall, in lengths of the tile: with its inner side. [lengths; judged:
1 and slack for other tiles]"""
CENTRED: Final = 0.3
"""A whole wall lies this near to the middle of its side; a wall without a stack at one end is half a width off.
[widths; derived: between 0 and 0.5]"""
END_PART: Final = 0.25
"""The ends of a wall are measured in this part of its depth, on both sides of its middle. [share; judged: away from
rounded corners]"""
FIND_TILE_PX: Final = 19.0
"""A tile's width on the sheet in which faces are looked for. [px; derived: between SMALLEST_PX and LARGEST_PX of the
finder]"""
LEAST_SURE_TOP: Final = 0.3
"""Less certain finds do not count. [probability; judged: rows are fitted to many]"""
UPRIGHT: Final = 0.3
"""The most that a tile's long side may lean to count as upright or sideways, as a tangent. [1; derived: 17 degrees,
more than untidy tiles do]"""

ROW_APART_MM: Final = 6.0
"""Tiles this near to a row's line lie in it. [mm; derived: less than a quarter of a tile]"""
TOUCHING_MM: Final = 4.0
"""Tiles of a meld are at most this far apart. [mm; judged: the finder's error, and untidy melds; melds are 6
apart]"""
MELD_TILES: Final = (3, 4)
"""Tiles of a meld that lie in its row. [tiles; defined: pon, chi, kan]"""


@dataclass(frozen=True, slots=True)
class WholeWall:
    """A whole wall, in its chair's frame.

    Attributes:
        outer: the edge of its top towards the player.
        inner: the edge of its foot towards the centre.
        left, right: its ends.
    """

    outer: EdgeLine
    inner: EdgeLine
    left: float
    right: float

    @property
    def length(self) -> float:
        return self.right - self.left


@dataclass(frozen=True, slots=True)
class LyingFace:
    """A tile that lies along one of the table's sides, its centre in the table's frame.

    Attributes:
        across: True if its long side runs from left to right for chair 0.
    """

    x: float
    y: float
    across: bool

    def seen_by(self, chair: int) -> ChairFace:
        """The tile in a chair's frame."""
        return ChairFace(*to_chair(chair, self.x, self.y), sideways=self.across != bool(chair % 2))

    @property
    def nearest(self) -> int:
        """The chair on whose side of the table it lies."""
        return max(EACH_CHAIR, key=lambda chair: to_chair(chair, self.x, self.y)[1])


@dataclass(frozen=True, slots=True)
class ChairFace:
    """A tile that lies face up, in a chair's frame."""

    x: float
    y: float
    sideways: bool


def whole_walls(tops: Sheet, foot: Sheet, tile: TileSize, stacks: int, felt_half: float) -> list[WholeWall]:
    """The walls that are whole, each seen by its own chair.

    Args:
        tops: 255 where no felt shows, on the plane of the walls' tops.
        foot: the same on the felt.
        tile: a tile of about the right size.
        stacks: the number of stacks of a whole wall.
        felt_half: half the side of the felt, beyond which nothing is searched.
    """
    found = []
    for chair in EACH_CHAIR:
        wall = _wall(tops.turned(chair), foot.turned(chair), tile, stacks, felt_half)
        if wall is not None:
            found.append(wall)
    return found


def _wall(tops: Sheet, foot: Sheet, tile: TileSize, stacks: int, felt_half: float) -> WholeWall | None:
    half = stacks * tile.width / 2
    left, right = (tops.pixel(side * WALL_MIDDLE * half) for side in (-1, 1))
    first, last = tops.pixel(half / 2), tops.pixel(felt_half)
    covered = (tops.image[first:last, left:right] > 0).mean(axis=1) >= WALL_COVERS
    bands = _runs(covered)
    low, high = (share * tile.length * tops.px_per_mm for share in WALL_DEEP)
    walls = [(start, end) for start, end in bands if low < end - start < high]
    if not walls:
        return None
    start, end = walls[-1]
    outer = _outer_edge(tops, (left, right), first + (start + end) // 2)
    inner = _inner_edge(foot, (left, right), first + (start + end) // 2)
    if outer is None or inner is None:
        return None
    middle, reach = first + (start + end) / 2, END_PART * (end - start)
    rows = tops.image[round(middle - reach) : round(middle + reach)] > 0
    centre = tops.pixel(0.0)
    ends = [_run_about(row, centre) for row in rows]
    at = [float(tops.mm(np.median([end[side] for end in ends]) - 0.5)) for side in (0, 1)]
    if abs(at[0] + at[1]) / 2 > CENTRED * tile.width:
        return None
    return WholeWall(outer, inner, *at)


def _outer_edge(tops: Sheet, between: tuple[int, int], middle: int) -> EdgeLine | None:
    columns = np.arange(*between)
    part = tops.image[middle:, between[0] : between[1]] == 0
    rows = middle + part.argmax(axis=0)
    return fit_line(tops.mm(columns), tops.mm(rows - 0.5))


def _inner_edge(foot: Sheet, between: tuple[int, int], middle: int) -> EdgeLine | None:
    columns = np.arange(*between)
    part = foot.image[:middle, between[0] : between[1]][::-1] == 0
    rows = middle - part.argmax(axis=0)
    return fit_line(foot.mm(columns), foot.mm(rows - 0.5))


def _runs(true: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """First index and end of each run."""
    changes = np.flatnonzero(np.diff(np.concatenate([[0], true.astype(np.int8), [0]])))
    return [(int(start), int(end)) for start, end in changes.reshape(-1, 2)]


def _run_about(row: NDArray[np.bool_], centre: int) -> tuple[int, int]:
    """First index and end of the run that holds an index."""
    return next((run for run in _runs(row) if run[0] <= centre < run[1]), (centre, centre))


def lying_faces(
    picture: Image, view: View, geometry: TableGeometry, finder: Finder, *, backs: bool = False
) -> list[LyingFace]:
    """The faces that lie on the felt beyond the console, or the ``backs`` on the walls."""
    scale = FIND_TILE_PX / geometry.tile.width
    height = geometry.wall_top if backs else geometry.tile_top
    sheet = draw_sheet(picture, view, height, geometry.felt_half, scale)
    faces = []
    # Tiles that stand look like backs, but less surely.
    for top in finder.tops(sheet.image, SURE_CHANCE if backs else LEAST_SURE_TOP):
        x, y = float(sheet.mm(top.x)), float(sheet.mm(top.y))
        if top.back != backs or max(abs(x), abs(y)) < geometry.centre_half:
            continue
        along = np.abs(top.along)
        if along.min() < UPRIGHT * along.max():
            faces.append(LyingFace(x, y, across=bool(along[0] > along[1])))
    return faces


def strange_sheet(sheet: Sheet, mask: Image) -> Sheet:
    """A sheet's mask, with specks removed."""
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return replace(sheet, image=np.asarray(opened, np.uint8))


def left_edges(ponds: Sequence[Sequence[ChairFace]], tile: TileSize, rows: Sequence[float]) -> Floats:
    """Return each row's beginning: the left edge of its first tile, for each pond's rows that lie at one of ``rows``."""
    edges = []
    for pond in ponds:
        for y in rows:
            row = [one for one in pond if abs(one.y - y) < ROW_APART_MM]
            if row:
                first = min(row, key=lambda one: one.x)
                edges.append(first.x - tile.along(sideways=first.sideways) / 2)
    return np.array(edges, float)


def corner_meld(faces: Sequence[LyingFace], chair: int, y: float, tile: TileSize) -> float | None:
    """The right edge of the meld in a chair's corner, where melds lie at ``y``; None if there is none."""
    mine = [face.seen_by(chair) for face in faces]
    row = [one for one in mine if abs(one.y - y) < ROW_APART_MM + tile.length - tile.width and one.x > 0]
    row.sort(key=lambda one: -one.x)
    meld = row[:1]
    for one in row[1:]:
        apart = (tile.along(sideways=one.sideways) + tile.along(sideways=meld[-1].sideways)) / 2
        if meld[-1].x - one.x > apart + TOUCHING_MM:
            break
        meld.append(one)
    if len(meld) not in MELD_TILES or sum(one.sideways for one in meld) != 1:
        return None
    return meld[0].x + tile.along(sideways=meld[0].sideways) / 2
