"""Counts the stacks of a wall that still stand, and those that have lost their upper tile.

The top of a stack of two lies in its zone's plane, so its far edge appears in its true place. A single tile is lower,
so its far edge appears some 2 mm nearer to the point below the camera. Where the difference is too small to see, both
are possible.

A machine builds walls on their line. People build them off it, aslant, and with stacks out of line by as much as that
difference. So each stack is compared with itself at the wall's first sight.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from vision.geometry import TableGeometry, to_chair
from vision.lens import Floats, Image, View
from vision.sightings import WallSeen

if TYPE_CHECKING:
    from vision.calibration.charts import ZoneChart
    from vision.reading.felt import Felt
    from vision.zones import ZoneId

    Levels: TypeAlias = tuple[tuple[int, int], ...]
    Colour: TypeAlias = tuple[int, int, int]

COVERED: Final = 0.75
"""A stack stands if at least this share of its top is not felt. [share; judged: a shadow or a neighbour takes less than
a quarter of it]"""
PARTLY: Final = 0.25
"""A stack with this share covered is not gone either: in the shadow of a thing on it, its back may pass for felt.
[share; judged: a shadow or a neighbour covers less of an empty place]"""
LEAST_LEAN_MM: Final = 1.5
"""A smaller difference cannot tell a stack of two from a single tile. [mm; derived: 16.5 mm of height shift a wall's
edge, 191 mm from the axis of a camera at 1.45 m, by 2.2 mm; less 0.7 mm, the error of the difference of two edges found
to half a millimetre]"""
TELLING_MM: Final = 0.25
"""An edge this near the middle between both places decides nothing. [mm; derived: half a pixel of a chart]"""
BEYOND_MM: Final = 2.0
"""An edge farther from both places belongs to something else. [mm; derived: as much as the two places are apart]"""
NEAR: Final = 0.4
"""An edge within this distance of either place belongs to a wall on its line. [share of the distance of the places;
derived: half a pixel of a chart less than half]"""
NEARLY_ALL: Final = 0.9
"""If a wall stands on its line, at least this share of its edges is near one of the two places. [share; judged: a
packet may lie on one stack of ten]"""
MANY: Final = 8
"""With at least this many stacks standing, those two tiles high show the wall's line. [stacks; judged: play leaves a
single tile at two places of the walls]"""
GREW: Final = 2
"""If more new stacks stand than this, people are building, or another wall has come up. [stacks; judged: an arm leaves
a place or two]"""
OFF_LINE_MM: Final = 16.0
"""A stack's edge is looked for up to this distance beyond its place. [mm; derived: 12 mm off its line, and its chart's
margin]"""
STRIP_MM: Final = 6.0
"""A strip of felt this wide ends a stack. A narrower one is only the outline of a thing that lies against the stack and
hides its edge. [mm; judged: a packet's shadow is 2 mm wide]"""
FELT_ROW: Final = 0.2
"""A row beyond a stack shows felt if a smaller share of it is covered. [share; judged: holes are filled in before]"""
HALF: Final = 0.5
"""More than this share counts as most. [share; derived: half]"""
HALF_EDGE_MM: Final = 0.3
"""A cover's last row lies half a pixel of the chart (7/12 mm) before its edge. [mm; derived: half a pixel of a
chart]"""
BAND_MM: Final = 9.0
"""Half the length of the part of a top that is looked at. [mm; derived: two thirds of half a tile]"""
HALF_TOP_MM: Final = 7.0
"""Half the width of that part. [mm; derived: two thirds of half a tile]"""
OTHER: Final = 0.05
"""Between two looks, the shares of blue, green and red in one set's backs differ by less than this. [share; judged:
lamps differ by less]"""
UNDER: Final = 0.2
"""Something lies on a stack if more than this share of its top has a colour other than the backs'. [share; judged: less
is shadow]"""


@dataclass(frozen=True, slots=True)
class _Stood:
    """The state of a standing wall.

    Attributes:
        seen: the stacks that have stood since the wall was first seen.
        twos_mm: for each stack the y of its far edge where it is two tiles high.
        levels: the levels of each stack in the newest count.
        back: the colour of its backs, which a single stack left beside an indicator no longer shows.
    """

    seen: NDArray[np.bool_]
    twos_mm: Floats
    levels: Levels
    back: Colour | None


class WallCount:
    """Counts the stacks of the walls in one view.

    Args:
        geometry: the table's.
        view: the view of the table.
        charts: the charts of the walls, with ``OFF_LINE_MM`` around them.
    """

    def __init__(self, geometry: TableGeometry, view: View, charts: Mapping[ZoneId, ZoneChart]) -> None:
        self._wall = geometry.wall
        self._tile = geometry.tile
        self._camera = view.camera()
        self._charts = charts
        self._stood: dict[ZoneId, _Stood] = {}

    def forget(self, zone: ZoneId) -> None:
        """Forget a wall: it may have been replaced since it was counted."""
        self._stood.pop(zone, None)

    def standing(self, zone: ZoneId, picture: Image, felt: Felt) -> frozenset[int]:
        """The numbers of the stacks that stand in a picture, without remembering it."""
        edges, _, _ = self._seen(zone, picture, felt)
        return frozenset(np.flatnonzero(np.isfinite(edges)).tolist())

    def count(self, zone: ZoneId, picture: Image, felt: Felt, frame: int, at_ms: int) -> WallSeen:
        """The stacks that stand in the zone of a wall, in the camera's picture."""
        edges, hidden, back = self._seen(zone, picture, felt)
        return WallSeen(zone, self._levels(zone, edges, hidden, back), back, frame, at_ms)

    def _seen(
        self, zone: ZoneId, picture: Image, felt: Felt
    ) -> tuple[Floats, NDArray[np.bool_], Colour | None]:
        """The y of each stack's far edge (NaN if gone), where a thing or its shadow lies, and the backs' colour."""
        chart = self._charts[zone]
        drawn = chart.draw(picture)
        mask = felt.within(drawn).strange(drawn)
        band, aside = BAND_MM * self._tile.scale, HALF_TOP_MM * self._tile.scale
        top, bottom = (round(chart.row(self._wall.centre_y + side)) for side in (-band, band))
        strip, half = (round(mm / chart.mm_per_px) for mm in (STRIP_MM, self._tile.length / 2))
        edges, hidden = np.full(self._wall.stacks, np.nan), np.zeros(self._wall.stacks, np.bool_)
        tops: dict[int, Image] = {}
        beside: dict[int, bool] = {}
        for stack in range(self._wall.stacks):
            middle = self._wall.left_x + (stack + 0.5) * self._tile.width
            left, right = (round(chart.column(middle + side)) for side in (-aside, aside))
            covered = float(mask[top:bottom, left:right].mean()) / 255
            hidden[stack] = PARTLY < covered < COVERED
            if covered >= COVERED:
                last, beside[stack] = _last_row(mask[:, left:right], bottom, strip)
                edges[stack] = float(chart.y_mm(last)) + HALF_EDGE_MM
                end = round(last) - half + (bottom - top) // 2
                tops[stack] = drawn[max(end - bottom + top, 0) : end, left:right].reshape(-1, 3)
        back, stood = _colour(tops.values()), self._stood.get(zone)
        for stack, pixels in tops.items():
            on = _other_part(pixels, back if stood is None else stood.back) > UNDER
            hidden[stack] = on or beside[stack]
        return edges, hidden, back

    def _levels(self, zone: ZoneId, edges: Floats, hidden: NDArray[np.bool_], back: Colour | None) -> Levels:
        """The least and the most tiles of each stack, from how far its cover reaches towards the player."""
        two_mm = self._wall.centre_y + self._tile.length / 2
        _, foot_y = to_chair(zone.chair, self._camera[0], self._camera[1])
        thick, height = self._tile.thickness, self._camera[2]
        # A single tile's far edge appears this much farther from the player, on the plane of the tops of two.
        lean = (two_mm - foot_y) * (1 - (height - 2 * thick) / (height - thick))
        stands = np.isfinite(edges)
        if lean < LEAST_LEAN_MM:
            return tuple((1, 2) if one else (0, 0) for one in stands)
        if not (stands | hidden).any():
            self.forget(zone)
        stood = self._stood.get(zone)
        if stood is None or np.count_nonzero(stands & ~stood.seen) > GREW:
            line = _line(edges, two_mm, lean)
            levels = _told(edges - line, lean, hidden)
            stood = _Stood(stands, _twos(edges, levels, line, lean), levels, back)
        else:
            levels = _told(edges - stood.twos_mm, lean, hidden)
            if _were_pushed(edges, stood, lean):
                levels = tuple(old if one else (0, 0) for one, old in zip(stands, stood.levels, strict=True))
                stood = replace(stood, twos_mm=_twos(edges, levels, stood.twos_mm, lean))
        perhaps = hidden & ~stands & stood.seen
        levels = tuple(
            (0, old[1]) if one else now for one, old, now in zip(perhaps, stood.levels, levels, strict=True)
        )
        self._stood[zone] = replace(stood, seen=stood.seen & (stands | perhaps), levels=levels)
        return levels


def _last_row(top: Image, within: int, strip: int) -> tuple[float, bool]:
    """The last row of a stack's cover, from row ``within`` of its top on, and whether something lies beyond it.

    ``strip`` rows that pass for felt end it; the dark side of a cup behind the wall may pass for felt too.
    """
    covered = top[within:] > 0
    bare = np.pad(covered.mean(axis=1) < FELT_ROW, (0, strip), constant_values=True)
    end = int(np.convolve(bare, np.ones(strip), "valid").argmax())
    rows = np.arange(end)
    last = float(np.median(np.where(covered[:end], rows[:, None], -1).max(axis=0, initial=-1)))
    return within + last, not bare[end:].all()


def _told(beyond_mm: Floats, lean: float, hidden: NDArray[np.bool_]) -> Levels:
    """The tiles of each stack by how far its edge reaches beyond the place of two tiles; NaN where none stands.

    A thing on a stack hides the edge of its upper tile.
    """
    unsure = (np.abs(beyond_mm + lean / 2) < TELLING_MM) | (hidden & (beyond_mm < -lean / 2))
    unsure |= (beyond_mm <= -lean - BEYOND_MM) | (beyond_mm >= BEYOND_MM)
    least = np.where(unsure | (beyond_mm < -lean / 2), 1, 2)
    most = np.where(unsure, 2, least)
    stands = np.isfinite(beyond_mm)
    return tuple(zip((least * stands).tolist(), (most * stands).tolist(), strict=True))


def _line(edges: Floats, two_mm: float, lean: float) -> Floats:
    """Return the far edges of a wall's stacks if all are two tiles high: on the geometry's line or on the wall's own."""
    (standing,) = np.nonzero(np.isfinite(edges))
    beyond = edges[standing] - two_mm
    near = np.minimum(np.abs(beyond), np.abs(beyond + lean)) < NEAR * lean
    single = beyond < -lean / 2
    # If a wall's own line is where single tiles would be, most stacks seem single, and no step parts them from the
    # others.
    stepped = single.any() and not single.all() and beyond[~single].min() - beyond[single].max() > lean / 2
    if standing.size < MANY or (near.mean() >= NEARLY_ALL and (single.mean() <= HALF or stepped)):
        return np.full(edges.size, two_mm)
    one, other = np.triu_indices(standing.size, 1)
    slope = np.median((edges[standing[other]] - edges[standing[one]]) / (standing[other] - standing[one]))
    start = np.median(edges[standing] - slope * standing)
    return np.asarray(start + slope * np.arange(edges.size), np.float64)


def _twos(edges: Floats, levels: Levels, before: Floats, lean: float) -> Floats:
    """Return the far edge of each stack with two tiles, in its present place; ``before`` where that is not known."""
    return np.array(
        [
            edge + lean * (2 - most) if least == most > 0 else known
            for edge, (least, most), known in zip(edges, levels, before, strict=True)
        ]
    )


def _were_pushed(edges: Floats, stood: _Stood, lean: float) -> bool:
    """Return whether most stacks of a wall have moved, so that their edges no longer tell their heights."""
    due = stood.twos_mm - lean * np.array([most == 1 for _, most in stood.levels])
    moved = np.abs(edges - due)[np.isfinite(edges)]
    return moved.size > GREW and float((moved > lean / 2).mean()) > HALF


def other_backs(one: WallSeen, other: WallSeen) -> bool:
    """Return whether two counts of a wall saw backs of clearly different colours."""
    if one.shares is None or other.shares is None:
        return one.shares is not other.shares
    return max(abs(a - b) for a, b in zip(one.shares, other.shares, strict=True)) > OTHER


def is_their_back(top: Image, walls: Iterable[WallSeen]) -> bool:
    """Return whether the top of a thing has the colour of the backs of any of these walls, if one is known."""
    here = _colour([top.reshape(-1, 3)])
    known = [wall for wall in walls if wall.back is not None]
    return not known or any(not other_backs(wall, structs.replace(wall, back=here)) for wall in known)


def _other_part(pixels: Image, back: Colour | None) -> float:
    """The share of pixels whose colour is clearly not a back's."""
    if back is None or not sum(back):
        return 0.0
    shares = pixels / np.maximum(pixels.sum(axis=1, keepdims=True, dtype=np.float64), 1.0)
    return float((np.abs(shares - np.array(back) / sum(back)).max(axis=1) > 2 * OTHER).mean())


def _colour(backs: Collection[Image]) -> Colour | None:
    """The median colour of the stacks' tops; most of these tiles lie face down."""
    if not backs:
        return None
    b, g, r = np.median([np.median(each, axis=0) for each in backs], axis=0)
    return round(float(b)), round(float(g)), round(float(r))
