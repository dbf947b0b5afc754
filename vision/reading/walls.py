"""Counts what is left of a wall: which stacks stand, and which of them have lost their upper tile.

The top of a stack of two lies in its zone's plane, so its far edge appears where it should. A single tile is lower, so
its far edge appears some 2 mm nearer to the point below the camera. Where the difference is too small to see, both are
possible.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from vision.geometry import to_chair
from vision.sightings import WallSeen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from vision.calibration.charts import ZoneChart
    from vision.geometry import TableGeometry, View
    from vision.reading.felt import Felt

    Image: TypeAlias = NDArray[np.uint8]

COVERED: Final = 0.75
"""A stack stands where at least this share of its top is no felt. [share; judged: a shadow or a neighbour takes
less than a quarter of it]"""
LEAST_LEAN_MM: Final = 1.5
"""A smaller difference does not tell a stack of two from a single tile. [mm; derived: 16.5 mm of height shift a wall's
edge, 191 mm from the axis of a camera at 1.45 m, by 2.2 mm; less 0.7 mm, the error of the difference of two edges found
to half a millimetre]"""
TELLING_MM: Final = 0.25
"""An edge this near the middle between both places decides nothing: half a pixel of a chart is 0.29 mm. [mm; derived:
half a pixel of a chart]"""
BEYOND_MM: Final = 2.0
"""An edge farther from both places belongs to something else. [mm; derived: as much as the two places are apart]"""
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


class WallCount:
    """Counts the stacks of the walls in one view.

    Args:
        geometry: the table's.
        view: of it.
    """

    def __init__(self, geometry: TableGeometry, view: View) -> None:
        self._wall = geometry.wall
        self._tile = geometry.tile
        self._camera = view.camera()

    def count(self, chart: ZoneChart, picture: Image, felt: Felt, frame: int, at_ms: int) -> WallSeen:
        """The stacks that stand in the zone of a wall. ``picture`` is the chart drawn from the camera's picture."""
        mask = felt.within(picture).strange(picture)
        band, aside = BAND_MM * self._tile.scale, HALF_TOP_MM * self._tile.scale
        top, bottom = (round(chart.row(self._wall.centre_y + side)) for side in (-band, band))
        stacks: list[tuple[int, int]] = []
        backs: list[Image] = []
        for stack in range(self._wall.stacks):
            middle = self._wall.left_x + (stack + 0.5) * self._tile.width
            left, right = (round(chart.column(middle + side)) for side in (-aside, aside))
            if mask[top:bottom, left:right].mean() < COVERED * 255:
                stacks.append((0, 0))
                continue
            stacks.append(self._levels(chart, mask[:, left:right]))
            backs.append(picture[top:bottom, left:right].reshape(-1, 3))
        return WallSeen(chart.zone.id, tuple(stacks), _colour(backs), frame, at_ms)

    def _levels(self, chart: ZoneChart, mask: Image) -> tuple[int, int]:
        """The least and the most tiles of a stack, from how far its cover reaches towards the player."""
        edge_mm = self._wall.centre_y + self._tile.length / 2
        _, foot_y = to_chair(chart.zone.id.chair, self._camera[0], self._camera[1])
        thick, height = self._tile.thickness, self._camera[2]
        # Where the far edge of a single tile appears on the plane of the tops of two.
        single_mm = foot_y + (edge_mm - foot_y) * (height - 2 * thick) / (height - thick)
        if edge_mm - single_mm < LEAST_LEAN_MM:
            return 1, 2
        rows = np.arange(mask.shape[0])
        last = np.where(mask > 0, rows[:, None], -1).max(axis=0)
        seen_mm = float(chart.y_mm(np.median(last))) + HALF_EDGE_MM
        middle = (edge_mm + single_mm) / 2
        if abs(seen_mm - middle) < TELLING_MM or not single_mm - BEYOND_MM < seen_mm < edge_mm + BEYOND_MM:
            return 1, 2
        return (2, 2) if seen_mm > middle else (1, 1)


def other_backs(one: WallSeen, other: WallSeen) -> bool:
    """Whether two counts of a wall saw backs of clearly different colours."""
    if one.shares is None or other.shares is None:
        return one.shares is not other.shares
    return max(abs(a - b) for a, b in zip(one.shares, other.shares, strict=True)) > OTHER


def is_their_back(top: Image, walls: Iterable[WallSeen]) -> bool:
    """Whether the top of what lies somewhere has the colour of the backs of any of these walls, if one is known."""
    here = _colour([top.reshape(-1, 3)])
    known = [wall for wall in walls if wall.back is not None]
    return not known or any(not other_backs(wall, replace(wall, back=here)) for wall in known)


def _colour(backs: list[Image]) -> tuple[int, int, int] | None:
    """The median colour of the stacks' tops; most of these tiles lie face down."""
    if not backs:
        return None
    b, g, r = np.median([np.median(each, axis=0) for each in backs], axis=0)
    return round(float(b)), round(float(g)), round(float(r))
