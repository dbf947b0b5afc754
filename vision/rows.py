"""Cuts a row of tiles into single tiles: the best sequence of upright and sideways tiles and gaps along a chart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import cv2
import numpy as np

from vision.charts import MM_PER_PX
from vision.felt import strongest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.charts import ZoneChart

    Floats: TypeAlias = NDArray[np.float64]
    Image: TypeAlias = NDArray[np.uint8]

SegmentKind: TypeAlias = Literal["upright", "sideways", "stacked"]
"""``stacked``: a sideways tile with another sideways tile on its far side, as an added kan lies."""

UPRIGHT_PX: Final = 36
SIDEWAYS_PX: Final = 48
SLACK_PX: Final = 2
"""By how much a tile may seem narrower than it is where its neighbour leans over it; wider by half of it."""
TILE_COST: Final = 5.0
SEAM_WORTH: Final = 2.0
STEEP: Final = 50.0
"""A change of so much over two pixels is an edge; more makes it no surer."""
LEAST_COVER: Final = 0.62
"""Below this share of covered pixels a place in a row is not a tile."""
REACH_PX: Final = 4
"""How far the fit of a single tile looks around."""


@dataclass(frozen=True, slots=True)
class RowShape:
    """What to look for along a row; distances in millimetres from the row's centre, positive to the player.

    Attributes:
        y: of the row's centre in the chair's frame.
        inner: band covered by every tile of the row.
        tips: bands covered by upright tiles only; none where all tiles are upright.
        far: band covered only where another tile was added; None where that cannot be.
        sideways_dy: of the centre of a sideways tile.
        added_dy: of the centre of an added tile.
    """

    y: float
    inner: tuple[float, float]
    tips: tuple[tuple[float, float], ...] = ()
    far: tuple[float, float] | None = None
    sideways_dy: float = 0.0
    added_dy: float = 0.0


@dataclass(frozen=True, slots=True)
class Found:
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


def tiles_in_row(chart: ZoneChart, picture: Image, mask: Image, shape: RowShape) -> list[Found]:
    """The tiles of a row, left to right; an added tile follows the one it was added to.

    ``picture`` is the chart's picture, ``mask`` says where it is covered.
    """
    inner = _cover(chart, mask, shape.y, [shape.inner])
    if not (inner > 0.5).any():
        return []
    tips = _cover(chart, mask, shape.y, shape.tips) if shape.tips else None
    far = _cover(chart, mask, shape.y, [shape.far]) if shape.far else None
    slopes = _slopes(picture)
    seams = _seams(slopes[0], chart, shape)
    found: list[Found] = []
    for segment in _segments(inner, tips, far, seams):
        rough = _rough(chart, shape, segment)
        found.append(_fitted(chart, slopes, rough))
        if segment.kind == "stacked":
            found.append(_fitted(chart, slopes, Found(rough.x, shape.y + shape.added_dy, True, 0.0)))
    return found


def other_cuts(chart: ZoneChart, picture: Image, mask: Image, shape: RowShape) -> list[list[Found]]:
    """Other ways to cut a row: each run of covered columns without a sideways tile, or with one at each place.

    For rows whose best cut does not look like tiles: jitter closed the margins that tell a sideways tile. One list for
    each way; only the runs that can hold a whole number of tiles are cut.
    """
    inner = _cover(chart, mask, shape.y, [shape.inner])
    slopes = _slopes(picture)
    ways: list[list[Found]] = [[]]
    for start, end in _runs(inner > 0.5):
        options: list[list[_Segment]] = []
        for across in (0, 1) if shape.tips else (0,):
            upright = round((end - start - across * SIDEWAYS_PX) / UPRIGHT_PX)
            usual = upright * UPRIGHT_PX + across * SIDEWAYS_PX
            if upright < 0 or usual == 0 or abs(end - start - usual) > 3 + 2 * (upright + across):
                continue
            stretch = (end - start) / usual
            for place in range(upright + 1 if across else 1):
                kinds: list[SegmentKind] = ["upright"] * upright
                if across:
                    kinds.insert(place, "sideways")
                options.append(_laid_out(kinds, start, stretch))
        if not options:
            return []
        ways = [
            [*way, *(_fitted(chart, slopes, _rough(chart, shape, segment)) for segment in option)]
            for way in ways
            for option in options
        ]
    return ways


def _runs(covered: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """First and one past the last column of each stretch of covered columns."""
    steps = np.diff(np.concatenate([[0], covered.astype(np.int8), [0]]))
    return list(zip(np.flatnonzero(steps == 1).tolist(), np.flatnonzero(steps == -1).tolist(), strict=True))


def _laid_out(kinds: list[SegmentKind], start: int, stretch: float) -> list[_Segment]:
    segments, edge = [], float(start)
    for kind in kinds:
        width = (UPRIGHT_PX if kind == "upright" else SIDEWAYS_PX) * stretch
        segments.append(_Segment(kind, round(edge), round(edge + width)))
        edge += width
    return segments


def _rough(chart: ZoneChart, shape: RowShape, segment: _Segment) -> Found:
    x = chart.x_mm((segment.start + segment.end - 1) / 2)
    if segment.kind == "upright":
        return Found(x, shape.y, False, 0.0)
    return Found(x, shape.y + shape.sideways_dy, True, 0.0)


def _cover(chart: ZoneChart, mask: Image, y: float, bands: Sequence[tuple[float, float]]) -> Floats:
    """For each column the share of covered pixels in the bands."""
    parts = []
    for low, high in bands:
        top, bottom = round(chart.row(y + low)), round(chart.row(y + high)) + 1
        parts.append(mask[max(top, 0) : max(bottom, 0)])
    return np.asarray(np.vstack(parts).mean(axis=0) / 255, np.float64)


def _slopes(picture: Image) -> tuple[Image, Image]:
    """How steeply the picture changes across and down, all colours together."""
    across = cv2.absdiff(picture[:, 2:], picture[:, :-2])
    down = cv2.absdiff(picture[2:], picture[:-2])
    return (
        np.asarray(cv2.copyMakeBorder(strongest(across), 0, 0, 1, 1, cv2.BORDER_CONSTANT), np.uint8),
        np.asarray(cv2.copyMakeBorder(strongest(down), 1, 1, 0, 0, cv2.BORDER_CONSTANT), np.uint8),
    )


def _seams(across: Image, chart: ZoneChart, shape: RowShape) -> Floats:
    """For each boundary between columns how much it looks like an edge from top to bottom, 0 to 1."""
    top, bottom = round(chart.row(shape.y + shape.inner[0])), round(chart.row(shape.y + shape.inner[1]))
    band = _throughout(across[max(top, 0) : bottom + 1]) / STEEP
    return np.append((band + np.append(0.0, band[:-1])) / 2, 0.0)


def _throughout(slopes: Image) -> Floats:
    """For each column how steep it is along most of its rows: an edge of a tile is, its print is not."""
    ordered = np.sort(slopes, axis=0)
    return np.asarray(np.minimum(ordered[len(ordered) * 3 // 10], STEEP), np.float64)


def _segments(inner: Floats, tips: Floats | None, far: Floats | None, seams: Floats) -> list[_Segment]:
    """The best cut of the row: dynamic programming from left to right over pixels."""
    zero = np.zeros_like(inner)
    sure = 2 * inner - 1
    tip = zero if tips is None else tips - 0.5
    free = zero if far is None else 0.5 - far
    kinds: list[tuple[SegmentKind, int, Floats]] = [("upright", UPRIGHT_PX, sure + tip + free)]
    if tips is not None:
        kinds.append(("sideways", SIDEWAYS_PX, sure - tip + free))
    if far is not None:
        kinds.append(("stacked", SIDEWAYS_PX, sure - free))
    count = len(inner)
    gap_sum = np.concatenate([[0.0], np.cumsum(-sure)]).tolist()
    cover_sum = np.concatenate([[0.0], np.cumsum(inner)]).tolist()
    edge = (SEAM_WORTH * seams).tolist()
    moves = []
    for kind, width, worth in kinds:
        worth_sum = np.concatenate([[0.0], np.cumsum(worth)]).tolist()
        moves += [
            (kind, size, worth_sum, TILE_COST + 1.0 * (size - width) ** 2)
            for size in range(width - SLACK_PX, width + SLACK_PX // 2 + 1)
        ]
    best = [0.0] * (count + 1)
    came: list[tuple[SegmentKind, int] | None] = [None] * (count + 1)
    for end in range(1, count + 1):
        value, how = best[end - 1] + gap_sum[end] - gap_sum[end - 1], None
        if sure[end - 1] > 0:
            for kind, size, worth_sum, cost in moves:
                start = end - size
                if start < 0:
                    continue
                score = best[start] + worth_sum[end] - worth_sum[start] - cost + edge[start] + edge[end]
                if score > value and cover_sum[end] - cover_sum[start] >= LEAST_COVER * size:
                    value, how = score, (kind, size)
        best[end], came[end] = value, how
    segments: list[_Segment] = []
    end = count
    while end > 0:
        step = came[end]
        if step is None:
            end -= 1
        else:
            segments.append(_Segment(step[0], end - step[1], end))
            end -= step[1]
    return segments[::-1]


def _fitted(chart: ZoneChart, slopes: tuple[Image, Image], tile: Found) -> Found:
    """The tile moved and turned so that its four edges lie where the picture changes most."""
    across, down = slopes
    column, row = chart.column(tile.x), chart.row(tile.y)
    half_x, half_y = (24.0, 18.0) if tile.sideways else (18.0, 24.0)
    dx, lean_x = _edge_pair(across, column, row, half_x, half_y)
    dy, lean_y = _edge_pair(down.T, row, column, half_y, half_x)
    turn = (lean_y * half_x - lean_x * half_y) / (half_x + half_y)
    return Found(tile.x + dx * MM_PER_PX, tile.y + dy * MM_PER_PX, tile.sideways, float(np.clip(turn, -4, 4)))


def _edge_pair(slope: Image, column: float, row: float, half: float, half_long: float) -> tuple[float, float]:
    """Shift (pixels) and lean (degrees) of the two edges at ``column`` ± ``half``, along rows around ``row``.

    The lean is positive where the edges move to higher columns with growing rows.
    """
    parts = []
    for low, high in ((-half_long + 4, -1.0), (1.0, half_long - 4)):
        top, bottom = round(row + low), round(row + high) + 1
        profile = np.zeros(2 * REACH_PX + 1)
        for side in (-half, half):
            middle = round(column + side)
            left = middle - REACH_PX
            piece = slope[max(top, 0) : max(bottom, 0), max(left, 0) : middle + REACH_PX + 1]
            if piece.size == 0:
                continue
            line = _throughout(piece)
            at = max(-left, 0)
            profile[at : at + len(line)] += line
        parts.append(profile)
    offsets = np.arange(-REACH_PX, REACH_PX + 1)
    likely = np.exp(-0.5 * (offsets / 2.2) ** 2)
    middles = [_peak((profile + 10) * likely) for profile in parts]
    rounding = ((round(column + half) - column - half) + (round(column - half) - column + half)) / 2
    shift = (middles[0] + middles[1]) / 2 + rounding
    lean = float(np.rad2deg(np.arctan2(middles[1] - middles[0], half_long - 3)))
    return shift, lean


def _peak(profile: Floats) -> float:
    """The place of the highest point, between pixels, counted from the middle."""
    index = int(profile.argmax())
    if 0 < index < len(profile) - 1:
        before, here, after = profile[index - 1 : index + 2]
        bend = before - 2 * here + after
        between = 0.5 * (before - after) / bend if bend else 0.0
    else:
        between = 0.0
    return index + between - len(profile) // 2
