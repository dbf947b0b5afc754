"""Finds the next tile of a pond that is partly covered.

People's other arms, cups and telephones lie over ponds for seconds. A tile laid beside the last one meanwhile is
reported at once if it, its neighbour and a margin around both are in sight and calm, and everything else in sight is as
believed. The covered part stays as believed until the cover has left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change.occlusion import reduced
from vision.geometry import Rect, TableGeometry
from vision.lens import Image
from vision.model.classifier import OTHER_CLASS, class_of_tile
from vision.reading.rows import RowShape
from vision.reading.shapes import Named, PlacedShape, PondRow, is_sure

if TYPE_CHECKING:
    from vision.calibration.charts import ZoneChart
    from vision.camera.frames import Frame
    from vision.reading.felt import Felt
    from vision.reading.reading import ZoneReader
    from vision.sightings import PlacedTile
    from vision.tracking.table_finding import TableView
    from vision.zones import ZoneId

    Slices: TypeAlias = tuple[slice, slice]

ARRIVED: Final = 0.3
"""Share of a place that must look different once a tile lies there. [share; judged: a white tile on light felt
still shows its print and edges]"""
AS_IT_WAS: Final = 0.2
"""Share of a tile's picture that may change when a neighbour is laid. [share; judged: a neighbour shades and hides
less than that]"""
CLEAR_MM: Final = 5.0
"""No arm and nothing that moves may be nearer to the new tile than this. [mm; derived: two pixels of the quarter at 2.4
mm]"""
RING_MM: Final = (8.0, 12.0)
"""Nothing may have changed in this ring around the new tile, beyond its side and shadow: then no cover touches it. [mm;
judged: side and shadow of a tile 16.5 mm high stay within it; it is two pixels of the quarter wide]"""
RING_PX: Final = 2
"""Pixels of the ring that noise may change. [px of the quarter; judged: a cover's edge changes more]"""
ROWS: Final = 3
"""Rows of a pond. [count; section: WRC 5.3]"""
INSET_MM: Final = 1.5
"""The outermost part of a tile, whose look changes when its neighbour comes or goes. [mm; derived: half a pixel of the
quarter]"""
BESIDE_MM: Final = 8.0
"""Largest distance of the next tile from the last one. [mm; judged: untidy discards leave gaps of some
millimetres]"""
FIRST_MM: Final = 10.0
"""Largest distance of a row's first tile from where the row begins. [mm; judged: the first discard of a row is laid
freely]"""
ASIDE_MM: Final = 7.0
"""Largest distance of the next tile from its row's middle. [mm; derived: a quarter of the standard row's pitch of 29
mm]"""
PUSHED_MM: Final = 2.0
"""The window begins this far before the last tile. [mm; derived: the shift of a tile pushed by its neighbour]"""
LOOK_MM: Final = 12.0
"""The window beyond the last tile is a sideways tile's length plus this. [mm; derived: BESIDE_MM and a crooked tile's
corner]"""
NO_FELT: Final = 0.75
"""If at least this share of a tile's place shows no felt, the tile, or a cover, is still there. [share; judged: a
tile's print of the felt's colour leaves no larger holes]"""


@dataclass(frozen=True, slots=True)
class _Next:
    """The place in which the next tile can lie.

    Attributes:
        edge: the x in the chair's frame at which it begins.
        slack: the distance that the tile may have from there.
        beside: the tile beside it; None for the first of a row.
    """

    row: int
    column: int
    edge: float
    slack: float
    beside: PlacedTile | None


class NextTile:
    """Looks for the next tile of a pond.

    Args:
        geometry: the table's.
    """

    def __init__(self, geometry: TableGeometry) -> None:
        self._pond = geometry.pond
        self._size = geometry.tile

    def look(
        self,
        sight: TableView,
        zone: ZoneId,
        believed: Sequence[PlacedTile],
        frame: Frame,
        felt: Callable[[], Felt],
    ) -> PlacedShape | None:
        """The tile that was laid beside the believed tiles of a pond; None if none is certainly in sight.

        Args:
            sight: the sight of the table, in the newest frame.
            zone: the pond's name.
            believed: the pond's believed tiles, in reading order.
            frame: the camera's frame.
            felt: returns the felt in that frame.
        """
        changed = sight.gate.changed(zone)
        if changed is None:
            return None
        seen = _Seen(sight.reader, zone, frame, changed, sight.gate.hidden())
        last = believed[-1] if believed else None
        if last is not None and not self._is_as_it_was(seen, last):
            return None
        place = self._place(last)
        if not self._arrived(seen, place):
            return None
        row = sight.reader.row_of_pond(
            zone, frame.image, felt(), changed=changed, row=place.row, window=self._window(place)
        )
        new = self._laid(place, row.named)
        if new is None or not self._is_clear(seen, new.found):
            return None
        return new if self._rest_is_there(seen, believed, row) else None

    def _rest_is_there(self, seen: _Seen, believed: Sequence[PlacedTile], row: PondRow) -> bool:
        """Return whether every believed tile in sight is still there and has the same face."""
        doubtful = [
            (tile, part)
            for tile in believed
            for part in [self._picture_of(tile.x_mm, tile.y_mm, sideways=tile.sideways)]
            if not seen.share(seen.hidden, part) and seen.share(seen.changed, part) > AS_IT_WAS
        ]
        if any(row.covered(seen.chart, part) < NO_FELT for _, part in doubtful):
            return False
        tiles = [tile for tile, _ in doubtful]
        names = seen.reader.names(
            seen.zone,
            seen.frame.image,
            [RowShape(tile.x_mm, tile.y_mm, tile.sideways, 0.0) for tile in tiles],
        )
        return not any(_is_another(tile, named) for tile, named in zip(tiles, names, strict=True))

    def _place(self, last: PlacedTile | None) -> _Next:
        """The next place: beside the last tile, or where the next row begins."""
        pond = self._pond
        if last is None:
            return _Next(0, 0, pond.left_x, FIRST_MM, None)
        if last.row + 1 < ROWS and last.column + 1 >= pond.columns:
            return _Next(last.row + 1, 0, pond.left_x, FIRST_MM, None)
        edge = last.x_mm + self._half(sideways=last.sideways)[0]
        return _Next(last.row, last.column + 1, edge, BESIDE_MM, last)

    def _half(self, *, sideways: bool) -> tuple[float, float]:
        size = self._size
        return (size.length / 2, size.width / 2) if sideways else (size.width / 2, size.length / 2)

    def around(self, chart: ZoneChart, one: RowShape) -> NDArray[np.float64]:
        """Points of the camera's picture around a tile with its side and its shadow."""
        part = self._picture_of(one.x, one.y, sideways=one.sideways, margin=RING_MM[0])
        return chart.in_picture(part.left, part.top, part.right, part.bottom)

    def _picture_of(self, x: float, y: float, *, sideways: bool, margin: float = -INSET_MM) -> Rect:
        half_x, half_y = (half + margin for half in self._half(sideways=sideways))
        return Rect(x - half_x, y - half_y, x + half_x, y + half_y)

    def _window(self, place: _Next) -> tuple[float, float]:
        """The stretch of the row to search: the tile beside the place, the place itself, and a margin."""
        if place.beside is None:
            left = place.edge - place.slack
        else:
            left = place.edge - 2 * self._half(sideways=place.beside.sideways)[0] - PUSHED_MM
        return left, place.edge + self._size.length + LOOK_MM

    def _is_as_it_was(self, seen: _Seen, tile: PlacedTile) -> bool:
        part = self._picture_of(tile.x_mm, tile.y_mm, sideways=tile.sideways)
        return not seen.share(seen.hidden, part) and seen.share(seen.changed, part) <= AS_IT_WAS

    def _arrived(self, seen: _Seen, place: _Next) -> bool:
        x = place.edge + self._size.width / 2
        part = self._picture_of(x, self._row_y(place.row), sideways=False)
        return not seen.share(seen.hidden, part) and seen.share(seen.changed, part) >= ARRIVED

    def _row_y(self, row: int) -> float:
        return self._pond.first_row_y + row * self._pond.row_pitch

    def _laid(self, place: _Next, row: Sequence[Named]) -> PlacedShape | None:
        """The tile of a row that lies in the next place, if the one beside it is unchanged."""
        if place.beside is not None:
            if not row or not _is_the_same(place.beside, row[0]):
                return None
            row = row[1:]
        if not row or not row[0].is_tile:
            return None
        one = row[0].found
        gap = one.x - self._half(sideways=one.sideways)[0] - place.edge
        if abs(gap) > place.slack or abs(one.y - self._row_y(place.row)) > ASIDE_MM:
            return None
        return PlacedShape(row[0], place.row, place.column)

    def _is_clear(self, seen: _Seen, one: RowShape) -> bool:
        """Return whether nothing covers, touches or moves near a tile."""
        near = self._picture_of(one.x, one.y, sideways=one.sideways, margin=CLEAR_MM)
        if seen.share(seen.hidden, near):
            return False
        inner, outer = (
            self._picture_of(one.x, one.y, sideways=one.sideways, margin=margin) for margin in RING_MM
        )
        return seen.between(inner, outer) <= RING_PX


class _Seen:
    """A frame of a pond.

    Args:
        reader: the reader of the table's zones.
        zone: the pond's name.
        frame: the camera's frame in which tiles are named.
        changed: the pixels in which the pond differs from the picture in which it was believed.
        hidden: the pixels with arms or movement.
    """

    def __init__(self, reader: ZoneReader, zone: ZoneId, frame: Frame, changed: Image, hidden: Image) -> None:
        self.reader = reader
        self.zone = zone
        self.frame = frame
        self.chart = reader.charts[zone]
        self.changed = changed
        self.hidden = hidden

    def share(self, mask: Image, part: Rect) -> float:
        """The share of a part of the pond (in the chair's frame) that a mask covers."""
        where, inside = self._inside(part)
        return cv2.countNonZero(cv2.bitwise_and(mask[where], inside)) / max(1, cv2.countNonZero(inside))

    def between(self, inner: Rect, outer: Rect) -> int:
        """Count the pond's pixels that have changed around a part."""
        area = self.chart.zone.area
        outer = Rect(
            max(outer.left, area.left),
            max(outer.top, area.top),
            min(outer.right, area.right),
            min(outer.bottom, area.bottom),
        )
        where, inside = self._inside(outer)
        within, core = self._inside(inner)
        ring = np.zeros(self.changed.shape, np.uint8)
        ring[where] = inside
        ring[within][core > 0] = 0
        return cv2.countNonZero(cv2.bitwise_and(self.changed[where], ring[where]))

    def _inside(self, part: Rect) -> tuple[Slices, Image]:
        """The pixels of a part of the pond: a box of the picture, and a mask within it."""
        corners = reduced(self.chart.in_picture(part.left, part.top, part.right, part.bottom))
        height, width = self.changed.shape
        left, top = corners.min(axis=0).clip(0)
        right, bottom = np.minimum(corners.max(axis=0) + 1, (width, height))
        inside = np.zeros((max(0, bottom - top), max(0, right - left)), np.uint8)
        cv2.fillConvexPoly(inside, corners - np.array([left, top], np.int32), 255)
        return (slice(top, top + inside.shape[0]), slice(left, left + inside.shape[1])), inside


def _is_the_same(tile: PlacedTile, named: Named) -> bool:
    """Return whether a tile has kept its place and its face."""
    one = named.found
    return (
        one.sideways == tile.sideways
        and abs(one.x - tile.x_mm) <= PUSHED_MM
        and abs(one.y - tile.y_mm) <= PUSHED_MM
        and int(named.logs.argmax()) == class_of_tile(tile.tile)
    )


def _is_another(tile: PlacedTile, named: Named) -> bool:
    """Return whether a place certainly shows a tile other than the believed one."""
    best = int(named.logs.argmax())
    return best not in (OTHER_CLASS, class_of_tile(tile.tile)) and is_sure(named.logs)
