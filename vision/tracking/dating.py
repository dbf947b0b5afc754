"""Dates the change of a zone's content, from the reduced pictures of the last seconds."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.charts import ZoneChart
from vision.camera.reduced import SHRINK
from vision.change.occlusion import reduced
from vision.lens import Image
from vision.sightings import PlacedTile

Outline: TypeAlias = NDArray[np.int32]

KEPT_FRAMES: Final = 40
"""Reduced pictures kept. [frames; derived: four seconds at ten a second, twice the time of a loss]"""
ONE_PLACE_MM: Final = 7.0
"""Places nearer than this (x and y added) are one. [mm; derived: a third of a tile's width]"""
DIFFERENT: Final = 24
"""A pixel of a tile that lies still changes by fewer grey levels than this. [grey levels; judged: half as much again
as occlusion.DIFFERENT, because prints have edges]"""
OTHER_SHARE: Final = 0.06
"""If more than this share of a tile's pixels differs, the picture has changed. [share; judged: noise changes less,
another face more]"""
AROUND_MM: Final = 4.0
"""Pictures show this much around the zones. [mm; derived: a readable tile lies in its zone, give or take the slack of
its place]"""


class RecentPictures:
    """The reduced pictures of the last frames, cut to the zones.

    Args:
        charts: the charts of the zones whose tiles are dated.
    """

    def __init__(self, charts: Iterable[ZoneChart]) -> None:
        left, top, width, height = cv2.boundingRect(
            reduced(np.concatenate([chart.outline(AROUND_MM) for chart in charts]))
        )
        self._corner = np.array([max(left, 0), max(top, 0)], np.int32)
        self._part = slice(max(top, 0), max(top + height, 0)), slice(max(left, 0), max(left + width, 0))
        self._kept: deque[tuple[int, Image, Callable[[], Sequence[Outline]]]] = deque(maxlen=KEPT_FRAMES)

    def add(self, at_ms: int, small: Image, arms: Callable[[], Sequence[Outline]] = tuple) -> None:
        """Keep a frame's reduced picture; ``arms`` gives the outlines of the arms in it."""
        self._kept.append((at_ms, small[self._part].copy(), arms))

    def clear(self) -> None:
        """Forget all: the camera was moved, or nothing was seen."""
        self._kept.clear()

    def when(
        self, chart: ZoneChart, rest: Image | None, changed: Iterable[PlacedTile], clear_ms: int
    ) -> tuple[int, int]:
        """The last time at which the changed tiles' places looked as at rest, and the first at which they look as now.

        Places within an arm's outline are not seen, though they may look as at rest: a sleeve can have the felt's
        colour. At least one picture must have been added.

        Args:
            chart: the zone's chart.
            rest: reduced picture of the table at rest before; None if this view does not know it.
            changed: the tiles that came or went.
            clear_ms: the last time at which the zone was seen with its former content.
        """
        now = self._kept[-1][1]
        mask = np.zeros(now.shape[:2], np.uint8)
        for tile in changed:
            half_x, half_y = (
                chart.tile.along(sideways=across) / 2 for across in (tile.sideways, not tile.sideways)
            )
            corners = chart.in_picture(
                tile.x_mm - half_x, tile.y_mm - half_y, tile.x_mm + half_x, tile.y_mm + half_y
            )
            cv2.fillPoly(mask, [np.asarray((corners / SHRINK).round(), np.int32) - self._corner], 255)
        left, top, width, height = cv2.boundingRect(mask)
        where = (slice(top, top + height), slice(left, left + width))
        inside = mask[where] > 0
        was = None if rest is None else rest[self._part][where]
        until = self._kept[-1][0]
        for at_ms, small, _ in reversed(self._kept):
            if at_ms < clear_ms or not _alike(small[where], now[where], inside):
                break
            until = at_ms
        since = clear_ms
        for at_ms, small, arms in self._kept:
            if was is None or at_ms >= until:
                break
            if at_ms > since and _alike(small[where], was, inside) and not self._over(arms(), mask):
                since = at_ms
        return since, until

    def _over(self, arms: Sequence[Outline], places: Image) -> bool:
        """Return whether an arm lies over some of the places."""
        covered = np.zeros_like(places)
        for arm in arms:
            cv2.fillConvexPoly(covered, arm - self._corner, 255)
        return bool((covered & places).any())


def changed_tiles(before: tuple[PlacedTile, ...], after: tuple[PlacedTile, ...]) -> list[PlacedTile]:
    """The tiles that came or went."""

    def has(tiles: tuple[PlacedTile, ...], tile: PlacedTile) -> bool:
        return any(
            other.tile == tile.tile
            and other.sideways == tile.sideways
            and abs(other.x_mm - tile.x_mm) + abs(other.y_mm - tile.y_mm) < ONE_PLACE_MM
            for other in tiles
        )

    return [tile for tile in after if not has(before, tile)] + [
        tile for tile in before if not has(after, tile)
    ]


def _alike(one: Image, other: Image, inside: NDArray[np.bool_]) -> bool:
    """Return whether two pictures of some tiles' places show the same, apart from single pixels."""
    difference = cv2.absdiff(one, other).max(axis=2)
    return bool((difference[inside] > DIFFERENT).mean() < OTHER_SHARE)
