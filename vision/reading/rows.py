"""Cuts a row of tiles into single tiles: the best sequence of upright and sideways tiles and gaps along a chart.

It handles one row at a given place in millimetres; ``tiles.TileFinder`` numbers rows and columns.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import atan2, degrees
from typing import Final, Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.charts import ZoneChart
from vision.geometry import TileSize
from vision.lens import Floats, Image
from vision.model.classifier import TILE_WIDTH_PX as UPRIGHT_PX
from vision.reading.felt import strongest

SegmentKind: TypeAlias = Literal["upright", "sideways", "stacked"]
"""``stacked``: a sideways tile with another sideways tile on its far side, as an added kan lies."""

SLACK_PX: Final = 2
"""A tile may seem this much narrower where its neighbour leans over it, and half as much wider. [px of a chart;
derived: 1.2 mm, the part that a crooked neighbour hides]"""
TILE_COST: Final = 5.0
"""Cost of a tile, so that few are preferred. [1; judged: more than two edges are worth, so that edges without cover
make no tile]"""
SEAM_WORTH: Final = 2.0
"""Score of an edge where a tile ends. [1; judged: less than half of TILE_COST]"""
SIDE_COST: Final = 0.2
"""Cost of each pixel that is taken for the side of a tile. [1/px; judged: a side 16 pixels wide costs less than a
tile]"""
STEEP: Final = 50.0
"""A change of this size over two pixels is an edge; a larger one is no better evidence. [grey levels; judged: paper
against felt is steeper in any light]"""
EDGE: Final = 10.0
"""Least steepness of a tile's edge. [grey levels; judged: cloth and a sensor's noise stay below]"""
RUN_SLACK_PX: Final = 6
"""A run of columns may be wider or narrower by this than its tiles, beside two for each tile. [px of a chart; judged: out of
focus, each of its ends shows two more than in focus, and some tiles lie askew]"""
BAND_COVERED: Final = 0.5
"""Least covered share of a column's band where a tile may lie. [share; derived: half]"""
LEAST_COVER: Final = 0.62
"""Below this share of covered pixels a place in a row is not a tile. [share; judged: more than half; a neighbour
that leans over hides less than the rest]"""
REACH_PX: Final = 4
"""Search radius for fitting a single tile. [px of a chart; derived: 2.3 mm, the error of the cut by columns]"""
ACROSS: Final = np.arange(-REACH_PX, REACH_PX + 1)
"""The distances from its expected place at which an edge is sought. [px; derived: ``REACH_PX``]"""
EDGE_LIKELY: Final = np.exp(-0.5 * (ACROSS / 2.2) ** 2)
"""The likelihood of an edge at each distance from its expected place, from ``-REACH_PX`` on. [1; judged: a tile is
found to two pixels]"""
EDGE_FLOOR: Final = 10.0
"""Steepness that every place has, so that a faint edge far away does not win. [grey levels; judged: as EDGE]"""
ROUND_PX: Final = 4
"""This much of an edge is left out at each corner. [px; derived: they are round]"""
MOST_TURN_DEG: Final = 4.0
"""The most that a tile of a row is turned. [degrees; judged: rows are straightened by hand]"""


@dataclass(frozen=True, slots=True)
class RowBands:
    """The shape to look for along a row; distances in millimetres from the row's centre, positive to the player.

    Attributes:
        y: the y of the row's centre in the chair's frame.
        inner: the band covered by every tile of the row.
        tips: the bands covered by upright tiles only; empty where all tiles are upright.
        far: the band covered only where another tile was added; None if that is impossible.
        sideways_dy: the distance of a sideways tile's centre.
        added_dy: the distance of an added tile's centre.
    """

    y: float
    inner: tuple[float, float]
    tips: tuple[tuple[float, float], ...] = ()
    far: tuple[float, float] | None = None
    sideways_dy: float = 0.0
    added_dy: float = 0.0


@dataclass(frozen=True, slots=True)
class RowShape:
    """A tile-shaped thing: its centre in the chair's frame, and how it is turned."""

    x: float
    y: float
    sideways: bool
    turn_deg: float


@dataclass(frozen=True, slots=True)
class _Segment:
    kind: SegmentKind
    start: int
    end: int


class Slopes:
    """The gradient of a chart's picture, all colours together; computed once for all callers."""

    def __init__(self, picture: Image) -> None:
        self._picture = picture

    @cached_property
    def across(self) -> Image:
        steep = strongest(cv2.absdiff(self._picture[:, 2:], self._picture[:, :-2]))
        return np.asarray(cv2.copyMakeBorder(steep, 0, 0, 1, 1, cv2.BORDER_CONSTANT), np.uint8)

    @cached_property
    def down(self) -> Image:
        """The bands from the far side to the near one."""
        steep = strongest(cv2.absdiff(self._picture[2:], self._picture[:-2]))
        return np.asarray(cv2.copyMakeBorder(steep, 1, 1, 0, 0, cv2.BORDER_CONSTANT), np.uint8)


def tiles_in_row(chart: ZoneChart, slopes: Slopes, mask: Image, shape: RowBands) -> list[RowShape]:
    """The tiles of a row, left to right; an added tile follows the one it was added to.

    ``slopes`` are those of the chart's picture, ``mask`` says where it is covered.
    """
    inner = _cover(chart, mask, shape.y, [shape.inner])
    if not (inner > BAND_COVERED).any():
        return []
    tips = _cover(chart, mask, shape.y, shape.tips) if shape.tips else None
    far = _cover(chart, mask, shape.y, [shape.far]) if shape.far else None
    seams = _seams(slopes.across, chart, shape.y, shape.inner)
    # Sides of tiles fill the gaps between melds, and bamboo looks like an edge; neither reaches the tip.
    ends = seams
    if shape.far is not None:
        ends = np.minimum(
            seams, np.max([_seams(slopes.across, chart, shape.y, tip) for tip in shape.tips], axis=0)
        )
    found: list[RowShape] = []
    for segment in _Cut(inner, tips, far, (ends, seams), chart).segments():
        rough = _rough(chart, shape, segment)
        found.append(fitted_tile(chart, slopes, rough))
        if segment.kind == "stacked":
            found.append(fitted_tile(chart, slopes, RowShape(rough.x, shape.y + shape.added_dy, True, 0.0)))
    return found


def other_cuts(chart: ZoneChart, slopes: Slopes, mask: Image, shape: RowBands) -> list[list[RowShape]]:
    """Other ways to cut a row: each run of covered columns without a sideways tile, or with one at each place.

    They serve rows whose best cut does not look like tiles, because untidy laying closed the margins that show a
    sideways tile. One list for each way; only runs that can hold a whole number of tiles are cut.
    """
    inner = _cover(chart, mask, shape.y, [shape.inner])
    ways: list[list[RowShape]] = [[]]
    for start, end in _runs(inner > BAND_COVERED):
        options: list[list[_Segment]] = []
        for across in (0, 1) if shape.tips else (0,):
            upright = round((end - start - across * chart.across_px) / UPRIGHT_PX)
            usual = upright * UPRIGHT_PX + across * chart.across_px
            if upright < 0 or usual == 0 or abs(end - start - usual) > RUN_SLACK_PX + 2 * (upright + across):
                continue
            stretch = (end - start) / usual
            for place in range(upright + 1 if across else 1):
                kinds: list[SegmentKind] = ["upright"] * upright
                if across:
                    kinds.insert(place, "sideways")
                options.append(_laid_out(kinds, start, stretch, chart.across_px))
        if not options:
            return []
        ways = [
            [*way, *(fitted_tile(chart, slopes, _rough(chart, shape, segment)) for segment in option)]
            for way in ways
            for option in options
        ]
    return ways


def side_cuts(chart: ZoneChart, slopes: Slopes, one: RowShape, size: TileSize) -> list[RowShape]:
    """Return tiles that may lie across, cut as a leaning upright tile: at one of its ends the side of the tile is seen."""
    aside = (size.length - size.width) / 2
    return [fitted_tile(chart, slopes, RowShape(one.x + way * aside, one.y, False, 0.0)) for way in (-1, 1)]


def _runs(covered: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """First and one past the last column of each stretch of covered columns."""
    steps = np.diff(np.concatenate([[0], covered.astype(np.int8), [0]]))
    return list(zip(np.flatnonzero(steps == 1).tolist(), np.flatnonzero(steps == -1).tolist(), strict=True))


def _laid_out(kinds: list[SegmentKind], start: int, stretch: float, across_px: int) -> list[_Segment]:
    segments, edge = [], float(start)
    for kind in kinds:
        width = (UPRIGHT_PX if kind == "upright" else across_px) * stretch
        segments.append(_Segment(kind, round(edge), round(edge + width)))
        edge += width
    return segments


def _rough(chart: ZoneChart, shape: RowBands, segment: _Segment) -> RowShape:
    x = chart.x_mm((segment.start + segment.end - 1) / 2)
    if segment.kind == "upright":
        return RowShape(x, shape.y, False, 0.0)
    return RowShape(x, shape.y + shape.sideways_dy, True, 0.0)


def _cover(chart: ZoneChart, mask: Image, y: float, bands: Sequence[tuple[float, float]]) -> Floats:
    """For each column the share of covered pixels in the bands."""
    parts = []
    for low, high in bands:
        top, bottom = round(chart.row(y + low)), round(chart.row(y + high)) + 1
        parts.append(mask[max(top, 0) : max(bottom, 0)])
    return np.asarray(np.vstack(parts).mean(axis=0) / 255, np.float64)


def _seams(across: Image, chart: ZoneChart, y: float, band_mm: tuple[float, float]) -> Floats:
    """The likeness of each boundary between columns to an edge over a band's whole height, 0 to 1."""
    top, bottom = (round(chart.row(y + edge)) for edge in band_mm)
    band = _throughout(across[max(top, 0) : bottom + 1]) / STEEP
    return np.append((band + np.append(0.0, band[:-1])) / 2, 0.0)


def _throughout(slopes: Image) -> Floats:
    """For each column the gradient along most of its rows: a tile's edge is steep there, its print is not."""
    ordered, nth = slopes.copy(), len(slopes) * 3 // 10
    ordered.partition(nth, axis=0)
    return np.asarray(np.minimum(ordered[nth], STEEP), np.float64)


class _Cut:
    """The best cut of a row: dynamic programming from left to right over pixels.

    Covered pixels outside tiles cost much, but little where they can be the side of a neighbouring tile.

    Args:
        inner, tips, far: for each column the share of covered pixels in the row's bands; at least one column must be
            covered.
        seams: where an upright tile may end, and where a sideways one may.
        chart: the chart of the zone.
    """

    def __init__(
        self,
        inner: Floats,
        tips: Floats | None,
        far: Floats | None,
        seams: tuple[Floats, Floats],
        chart: ZoneChart,
    ) -> None:
        zero = np.zeros_like(inner)
        sure = 2 * inner - 1
        tip = zero if tips is None else tips - 0.5
        free = zero if far is None else 0.5 - far
        kinds: list[tuple[SegmentKind, int, Floats]] = [("upright", UPRIGHT_PX, sure + tip + free)]
        # Evidence against a pixel being the side of a tile, upright or sideways: a side is as long as its tile.
        tip_costs: dict[bool, list[float]] = {True: np.maximum(-tip, 0.0).tolist()}
        if tips is not None:
            kinds.append(("sideways", chart.across_px, sure - tip + free))
            tip_costs[False] = np.maximum(tip, 0.0).tolist()
        if far is not None:
            kinds.append(("stacked", chart.across_px, sure - free))
        self._count = count = len(inner)
        self._gaps = (-sure).tolist()
        covered = sure > 0
        self._covered = covered.tolist()
        self._cover_sum = _sums(inner)
        self._sides = chart.side_x.tolist()
        never = float("-inf")
        self._best = [0.0] * (count + 1)
        # The length of the last step in pixels, and the tile that it places, if any.
        self._came: list[tuple[int, SegmentKind | None]] = [(1, None)] * (count + 1)
        # The best cut whose last pixels are the side of the next tile, upright or sideways, and the number of those
        # pixels.
        self._before = {upright: [never] * (count + 1) for upright in tip_costs}
        self._moves = _moves(kinds, seams, self._before)
        # Each tile ends in a covered column. Nothing else lies left and right of the columns of tiles.
        covered_at, widest = np.flatnonzero(covered), max(size for _, size, *_ in self._moves)
        self._span = max(int(covered_at[0]) - widest, 0), int(covered_at[-1]) + 1
        self._led = {upright: [0] * (count + 1) for upright in tip_costs}
        self._leads = [(costs, self._before[kind], self._led[kind]) for kind, costs in tip_costs.items()]
        # The same with the side of the tile before them.
        self._after, self._past = [never] * (count + 1), [0] * (count + 1)

    def segments(self) -> list[_Segment]:
        """The tiles of the best cut, left to right."""
        self._reach_all()
        found: list[_Segment] = []
        end = self._count
        while end > 0:
            size, step = self._came[end]
            end -= size
            if step is not None:
                found.append(_Segment(step, end, end + size))
                if self._before[step == "upright"][end] > self._best[end]:
                    end -= self._led[step == "upright"][end]
        return found[::-1]

    def _reach_all(self) -> None:
        """The best cut of all columns before each."""
        best, came, after, moves, cover_sum = (
            self._best,
            self._came,
            self._after,
            self._moves,
            self._cover_sum,
        )
        step = came[0]
        first, last = self._span
        best[: first + 1] = accumulate(self._gaps[:first], initial=0.0)
        parts = (each[first:last] for each in (self._gaps, self._sides, self._covered))
        for end, (gap, side, covered) in enumerate(zip(*parts, strict=True), first + 1):
            value, how = best[end - 1] + gap, step
            if side > 0:
                self._lead(end, side)
            elif side < 0:
                self._follow(end, -side)
                if after[end] > value:
                    value, how = after[end], (self._past[end], None)
            if covered:
                for kind, size, worth_sum, edge, cost, before in moves:
                    start = end - size
                    if start < 0:
                        continue
                    plain, led = best[start], before[start]
                    score = led if led > plain else plain  # noqa: FURB136 - max() would take a tenth of a cut's time
                    score += worth_sum[end] - worth_sum[start] - cost + edge[start] + edge[end]
                    if score > value and cover_sum[end] - cover_sum[start] >= LEAST_COVER * size:
                        value, how = score, (size, kind)
            best[end], came[end] = value, how

    def _lead(self, end: int, side: int) -> None:
        """Extend the cut by a column that is the side of the next tile."""
        for costs, before, led in self._leads:
            led[end], value = 1, self._best[end - 1]
            if led[end - 1] <= side and before[end - 1] > value:
                led[end], value = led[end - 1] + 1, before[end - 1]
            before[end] = value - SIDE_COST - costs[end - 1]

    def _follow(self, end: int, side: int) -> None:
        """Extend the cut by a column that is the side of the tile before it."""
        if self._came[end - 1][1] is not None:
            self._after[end], self._past[end] = self._best[end - 1], 1
        if self._past[end - 1] <= side and self._after[end - 1] > self._after[end]:
            self._after[end], self._past[end] = self._after[end - 1], self._past[end - 1] + 1
        self._after[end] -= SIDE_COST


_Move: TypeAlias = "tuple[SegmentKind, int, list[float], list[float], float, list[float]]"
"""A tile that may lie next: its kind and width, sums of its columns' scores, its seams, its cost, and the best cuts in
which its side comes first."""


def _moves(
    kinds: Sequence[tuple[SegmentKind, int, Floats]],
    seams: tuple[Floats, Floats],
    before: Mapping[bool, list[float]],
) -> list[_Move]:
    """Every kind of tile in every width that it may seem to have."""
    upright_ends, sideways_ends = ((SEAM_WORTH * each).tolist() for each in seams)
    moves: list[_Move] = []
    for kind, width, worth in kinds:
        worth_sum = _sums(worth)
        edge = upright_ends if kind == "upright" else sideways_ends
        moves += [
            (kind, size, worth_sum, edge, TILE_COST + 1.0 * (size - width) ** 2, before[kind == "upright"])
            for size in range(width - SLACK_PX, width + SLACK_PX // 2 + 1)
        ]
    return moves


def _sums(values: Floats) -> list[float]:
    """Running sums: for each place, the sum of all values before it."""
    sums: list[float] = np.concatenate([[0.0], np.cumsum(values)]).tolist()
    return sums


def fitted_tile(chart: ZoneChart, slopes: Slopes, tile: RowShape) -> RowShape:
    """A tile assumed at a place, moved and turned so that its four edges lie where the picture changes most."""
    column, row = chart.column(tile.x), chart.row(tile.y)
    half_x, half_y = _half(chart, tile)
    dx, lean_x = _edge_pair(slopes.across, column, row, half_x, half_y)
    dy, lean_y = _edge_pair(slopes.down.T, row, column, half_y, half_x)
    turn = (lean_y * half_x - lean_x * half_y) / (half_x + half_y)
    return RowShape(
        tile.x + dx * chart.mm_per_px,
        tile.y + dy * chart.mm_per_px,
        tile.sideways,
        min(max(turn, -MOST_TURN_DEG), MOST_TURN_DEG),
    )


def _half(chart: ZoneChart, tile: RowShape) -> tuple[float, float]:
    """Half of a tile's width and height on its chart, pixels."""
    half, half_long = UPRIGHT_PX / 2, chart.across_px / 2
    return (half_long, half) if tile.sideways else (half, half_long)


def edges_of(chart: ZoneChart, slopes: Slopes, tile: RowShape) -> list[float]:
    """The gradient of the picture along a tile's four edges: left, right, far, near; 0 beyond the chart."""
    column, row = chart.column(tile.x), chart.row(tile.y)
    half_x, half_y = _half(chart, tile)
    steep = []
    for slope, place, along, half, half_long in (
        (slopes.across, column, row, half_x, half_y),
        (slopes.down.T, row, column, half_y, half_x),
    ):
        low, high = (
            max(round(along - half_long) + ROUND_PX, 0),
            max(round(along + half_long) + 1 - ROUND_PX, 0),
        )
        for edge in (place - half, place + half):
            piece = slope[low:high, max(round(edge) - 2, 0) : max(round(edge) + 3, 0)]
            steep.append(float(_throughout(piece).max()) if piece.size else 0.0)
    return steep


def _edge_pair(slope: Image, column: float, row: float, half: float, half_long: float) -> tuple[float, float]:
    """Shift (pixels) and lean (degrees) of the two edges at ``column`` ± ``half``, along rows around ``row``.

    The lean is positive where the edges move to higher columns with growing rows.
    """
    columns = np.concatenate([round(column + side) + ACROSS for side in (-half, half)])
    there = (columns >= 0) & (columns < slope.shape[1])
    middles = []
    for low, high in ((-half_long + ROUND_PX, -1.0), (1.0, half_long - ROUND_PX)):
        top, bottom = max(round(row + low), 0), max(round(row + high) + 1, 0)
        piece = slope[top:bottom].take(columns, axis=1, mode="clip")
        both = _throughout(piece) * there if len(piece) else np.zeros(len(columns))
        middles.append(_peak((both[: len(ACROSS)] + both[len(ACROSS) :] + EDGE_FLOOR) * EDGE_LIKELY))
    rounding = ((round(column + half) - column - half) + (round(column - half) - column + half)) / 2
    shift = (middles[0] + middles[1]) / 2 + rounding
    lean = degrees(atan2(middles[1] - middles[0], half_long + 1 - ROUND_PX))
    return shift, lean


def _peak(profile: Floats) -> float:
    """The subpixel place of the highest point, counted from the middle."""
    index = int(profile.argmax())
    if 0 < index < len(profile) - 1:
        before, here, after = profile[index - 1 : index + 2].tolist()
        bend = before - 2 * here + after
        between = 0.5 * (before - after) / bend if bend else 0.0
    else:
        between = 0.0
    return index + between - len(profile) // 2
