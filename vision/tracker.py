"""From frames to sightings: what each zone holds once it has come to rest, since when, and when sight is lost.

A zone is read when its picture changed, nothing moves in it and no arm is over it, and it is believed when two frames
in a row read the same. When it came to look so is found afterwards in the reduced pictures kept of the last seconds.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np

from vision.calibration import CalibrationError, find_table
from vision.classifier import BACK_CLASS, OTHER_CLASS, Classifier, tile_of_class
from vision.felt import Felt
from vision.landmarks import Landmarks
from vision.occlusion import SHRINK, Gate, shrunk
from vision.reading import ZoneReader
from vision.sightings import FoundTrack, LostTrack, PlacedTile, Watermark, ZoneReading

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.calibration import Calibration
    from vision.camera import Frame
    from vision.geometry import TableGeometry, ZoneKind
    from vision.occlusion import ZoneGate
    from vision.sightings import Sighting
    from vision.tiles import PlacedShape, ZoneShapes

    Image: TypeAlias = NDArray[np.uint8]

TABLE: Final = "table"
AGREEING_FRAMES: Final = 2
LOST_AFTER_MS: Final = 2000
LIFTS_LAST_MS: Final = 6000
"""A wall that moves is not lost so long: its lift is on its way."""
KEPT_FRAMES: Final = 40
UNEXPLAINED_MM2: Final = 130.0
"""A finger tip over a pond; shadows and the sides of tiles stay below."""
LEAST_SURE: Final = float(np.log(0.5))
DARK: Final = 24
"""A picture no pixel in a hundred of which is brighter is that of a covered lens or a dark room."""
SAME_PLACE_MM: Final = 7.0
MOVING: Final = "in motion"
LIFTED_ZONES: Final[tuple[ZoneKind, ...]] = ("wall", "ura")
"""The ura dora indicators' places are beside the wall, and its tops lean over them on their way."""
PEOPLES_ZONES: Final[tuple[ZoneKind, ...]] = ("hand", "wall")
"""Where things other than tiles lying flat are usual: standing tiles, backs."""


@dataclass(slots=True)
class _Zone:
    """What is known of one zone.

    Attributes:
        tiles: last content believed, None before the first.
        clear_ms: last frame in which it looked at rest, uncovered, and as believed.
        calm_ms: first frame since which nothing moved in it.
        pending: readings not yet believed, all the same.
        reason: why it was not read last time.
        lost: whether that has been told.
        unread: whether the gate's picture of it at rest was never read.
    """

    tiles: tuple[PlacedTile, ...] | None = None
    clear_ms: int = 0
    calm_ms: int = 0
    pending: list[ZoneShapes] = field(default_factory=list)
    reason: str = ""
    lost: bool = False
    unread: bool = True


class TableReader:
    """Reads one table's frames in order.

    Args:
        geometry: the table's.
        classifier: names tiles; the network of the package by default.
    """

    def __init__(self, geometry: TableGeometry, classifier: Classifier | None = None) -> None:
        self._geometry = geometry
        self._classifier = classifier or Classifier()
        self._zones = {zone.name: _Zone() for zone in geometry.zones()}
        self._kinds = {zone.name: zone.kind for zone in geometry.zones()}
        self._calibration: Calibration | None = None
        self._reader: ZoneReader | None = None
        self._gate: Gate | None = None
        self._landmarks: Landmarks | None = None
        self._felt: Felt | None = None
        self._felt_places: tuple[NDArray[np.intp], NDArray[np.intp]] | None = None
        self._history: deque[tuple[int, Image]] = deque(maxlen=KEPT_FRAMES)
        self._lost: str | None = None
        self._last_ms: int | None = None
        self._safe_ms = 0

    @property
    def calibration(self) -> Calibration | None:
        """Where the table was found, None while it is not."""
        return self._calibration

    def read(self, frame: Frame) -> list[Sighting]:
        """The sightings that frame ``frame`` brings, its watermark last."""
        if self._last_ms is None:
            self._safe_ms = frame.at_ms
            for zone in self._zones.values():
                zone.clear_ms = zone.calm_ms = frame.at_ms
        small = shrunk(frame.image)
        sightings: list[Sighting] = []
        trouble = self._find(frame, small)
        if trouble is None:
            if self._lost is not None:
                self._lost = None
                sightings.append(FoundTrack(TABLE, frame.at_ms))
            sightings += self._read_zones(frame, small)
            waited_for = [
                zone.clear_ms
                for zone in self._zones.values()
                if not zone.lost and frame.at_ms - zone.clear_ms <= LOST_AFTER_MS
            ]
            self._safe_ms = max(self._safe_ms, min([frame.at_ms, *waited_for]))
        else:
            if self._lost is None:
                last = self._last_ms if self._last_ms is not None else frame.at_ms
                sightings.append(LostTrack(TABLE, trouble, last))
            self._lost = trouble
            self._history.clear()
        self._last_ms = frame.at_ms
        sightings.append(Watermark(frame.number, frame.at_ms, self._safe_ms))
        return sightings

    # -- the table ----------------------------------------------------------------------------------------------

    def _find(self, frame: Frame, small: Image) -> str | None:
        """Make sure where the table is; otherwise say why it cannot be known."""
        if float(np.percentile(small[::4, ::4], 99)) < DARK:
            return "the picture is dark"
        size = (frame.image.shape[1], frame.image.shape[0])
        known = self._calibration
        if known is not None and size == (known.width, known.height) and self._landmarks is not None:
            if self._landmarks.in_place(small):
                return None
            if self._landmarks.seen(small) >= 2 and self._lost is None:
                # Arms may hide most markers for a moment; a camera that was pushed shows none where it was.
                return None
        try:
            found = find_table(frame.image, self._geometry)
        except CalibrationError as error:
            return str(error)
        self._set_up(found, small)
        return None

    def _set_up(self, found: Calibration, small: Image) -> None:
        self._calibration = found
        self._reader = ZoneReader(self._geometry, found.view, self._classifier)
        self._gate = Gate(self._reader.charts, self._geometry, found.view)
        self._landmarks = Landmarks(self._geometry, found.view, small)
        self._felt_places = self._places_of_felt(found, small)
        self._history.clear()
        for zone in self._zones.values():
            zone.pending.clear()
            zone.unread = True

    def _places_of_felt(self, found: Calibration, small: Image) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Rows and columns of the reduced picture spread over the felt."""
        half = self._geometry.felt_half * 0.9
        spread = np.linspace(-half, half, 50)
        x, y = (axis.ravel() for axis in np.meshgrid(spread, spread))
        outside = np.maximum(abs(x), abs(y)) > self._geometry.centre_half + 6
        points = np.column_stack([x, y, np.zeros_like(x)])[outside]
        pixels = (found.view.points(points) / SHRINK).astype(np.intp)
        inside = (pixels >= 0).all(axis=1) & (pixels < (small.shape[1], small.shape[0])).all(axis=1)
        column, row = pixels[inside].T
        return row, column

    # -- zones --------------------------------------------------------------------------------------------------

    def _read_zones(self, frame: Frame, small: Image) -> list[Sighting]:
        if self._gate is None:
            raise AssertionError("the table was found")
        gates = self._gate.update(small, frame.at_ms)
        self._history.append((frame.at_ms, small))
        self._felt = None
        sightings: list[Sighting] = []
        for name, zone in self._zones.items():
            sightings += self._watch(name, zone, gates[name], frame)
        return sightings

    def _watch(self, name: str, zone: _Zone, gate: ZoneGate, frame: Frame) -> list[Sighting]:
        """One zone in one frame."""
        if gate.moving:
            zone.calm_ms = frame.at_ms
        if gate.moving or gate.covered:
            zone.pending.clear()
            zone.reason = "covered" if gate.covered else MOVING
            return self._missed(name, zone, frame)
        if not gate.changed and not zone.unread:
            zone.pending.clear()
            return self._clear(name, zone, frame)
        shapes = self._look(name, frame)
        reason = self._doubt(name, shapes)
        if gate.resting and self._seems_hidden(name, zone, shapes):
            reason = "covered"
        if reason is not None:
            zone.pending.clear()
            zone.reason = reason
            return self._missed(name, zone, frame)
        if zone.pending and not _agree(zone.pending[-1], shapes):
            zone.pending.clear()
        zone.pending.append(shapes)
        if len(zone.pending) < AGREEING_FRAMES:
            return []
        return self._believe(name, zone, frame)

    def _look(self, name: str, frame: Frame) -> ZoneShapes:
        if self._reader is None or self._felt_places is None:
            raise AssertionError("the table was found")
        if self._felt is None:
            self._felt = Felt.of(self._history[-1][1][self._felt_places])
        return self._reader.read(name, frame.image, self._felt)

    def _doubt(self, name: str, shapes: ZoneShapes) -> str | None:
        """Why a reading cannot be right, if it cannot."""
        if self._kinds[name] in PEOPLES_ZONES:
            return None
        if shapes.unexplained_mm2 > UNEXPLAINED_MM2:
            return "something lies there that is no tile"
        if any(not _is_sure(shape) for shape in shapes.shapes):
            return "a tile cannot be told"
        return None

    def _seems_hidden(self, name: str, zone: _Zone, shapes: ZoneShapes) -> bool:
        """Whether tiles known to lie there are missing."""
        if zone.unread or zone.tiles is None:
            return False
        return sum(self._counts(name, shape) for shape in shapes.shapes) < len(zone.tiles)

    def _clear(self, name: str, zone: _Zone, frame: Frame) -> list[Sighting]:
        zone.clear_ms = frame.at_ms
        if zone.lost:
            zone.lost = False
            return [FoundTrack(name, frame.at_ms)]
        return []

    def _missed(self, name: str, zone: _Zone, frame: Frame) -> list[Sighting]:
        lifting = self._kinds[name] in LIFTED_ZONES and zone.reason == MOVING
        if zone.lost or frame.at_ms - zone.clear_ms <= (LIFTS_LAST_MS if lifting else LOST_AFTER_MS):
            return []
        zone.lost = True
        return [LostTrack(name, zone.reason, zone.clear_ms)]

    def _believe(self, name: str, zone: _Zone, frame: Frame) -> list[Sighting]:
        """Take over a content that agreeing frames showed."""
        if self._gate is None:
            raise AssertionError("the table was found")
        kept = [shape for shape in zone.pending[-1].shapes if self._counts(name, shape)]
        logs = [
            np.mean([pending.shapes[index].named.logs for pending in zone.pending], axis=0)
            for index, shape in enumerate(zone.pending[-1].shapes)
            if self._counts(name, shape)
        ]
        tiles = tuple(
            _placed(
                shape, log, index if self._kinds[name] != "pond" and self._kinds[name] != "wall" else None
            )
            for index, (shape, log) in enumerate(zip(kept, logs, strict=True))
        )
        sightings: list[Sighting] = []
        was_lost, zone.lost = zone.lost, False
        if was_lost:
            sightings.append(FoundTrack(name, frame.at_ms))
        if zone.tiles is None or _content(tiles) != _content(zone.tiles):
            since, until = self._when(name, zone, tiles)
            # After a loss the watermark has gone on: the time is late then, and by how much is in ``within_ms``.
            at_ms = max((since + until) // 2, self._safe_ms)
            within_ms = max(at_ms - since, until - at_ms)
            sightings.append(ZoneReading(name, tiles, frame.number, at_ms, within_ms, frame.at_ms))
        zone.tiles = tiles
        zone.clear_ms = frame.at_ms
        zone.pending.clear()
        zone.unread = False
        self._gate.accept(name)
        return sightings

    def _counts(self, name: str, shape: PlacedShape) -> bool:
        """Whether a shape belongs to the zone's content: not standing tiles, not the backs of a wall."""
        if not _is_sure(shape):
            return False
        return self._kinds[name] != "wall" or int(shape.named.logs.argmax()) != BACK_CLASS

    def _when(self, name: str, zone: _Zone, tiles: tuple[PlacedTile, ...]) -> tuple[int, int]:
        """Last time at which a zone still looked as before, and first time at which it looked as it does now."""
        if self._gate is None or self._reader is None or zone.tiles is None:
            return zone.clear_ms, max(zone.clear_ms, zone.calm_ms)
        rest = self._gate.at_rest()
        now = self._history[-1][1]
        if rest is None:
            return zone.clear_ms, zone.calm_ms
        mask = np.zeros(now.shape[:2], np.uint8)
        for tile in _changed(zone.tiles, tiles):
            half_x, half_y = (14.0, 10.5) if tile.sideways else (10.5, 14.0)
            corners = self._reader.charts[name].in_picture(
                tile.x_mm - half_x, tile.y_mm - half_y, tile.x_mm + half_x, tile.y_mm + half_y
            )
            cv2.fillPoly(mask, [np.asarray((corners / SHRINK).round(), np.int32)], 255)
        left, top, width, height = cv2.boundingRect(mask)
        where = (slice(top, top + height), slice(left, left + width))
        inside = mask[where] > 0
        until = self._history[-1][0]
        for at_ms, small in reversed(self._history):
            if at_ms < zone.clear_ms:
                break
            if _alike(small[where], now[where], inside):
                until = at_ms
            else:
                break
        since = zone.clear_ms
        for at_ms, small in self._history:
            if at_ms >= until:
                break
            if at_ms > since and _alike(small[where], rest[where], inside):
                since = at_ms
        return since, until


def _is_sure(shape: PlacedShape) -> bool:
    best = int(shape.named.logs.argmax())
    return best != OTHER_CLASS and float(shape.named.logs[best]) >= LEAST_SURE


def _alike(one: Image, other: Image, inside: NDArray[np.bool_]) -> bool:
    """Whether two pictures of some tiles' places show the same, but for single pixels."""
    difference = cv2.absdiff(one, other).max(axis=2)
    return bool((difference[inside] > 24).mean() < 0.06)


def _agree(one: ZoneShapes, other: ZoneShapes) -> bool:
    """Whether two readings name the same tiles in the same places."""
    return len(one.shapes) == len(other.shapes) and all(
        int(a.named.logs.argmax()) == int(b.named.logs.argmax())
        and (a.row, a.column, a.found.sideways) == (b.row, b.column, b.found.sideways)
        for a, b in zip(one.shapes, other.shapes, strict=True)
    )


def _content(tiles: tuple[PlacedTile, ...]) -> tuple[tuple[int, bool, int, int], ...]:
    return tuple((tile.tile, tile.sideways, tile.row, tile.column) for tile in tiles)


def _changed(before: tuple[PlacedTile, ...], after: tuple[PlacedTile, ...]) -> list[PlacedTile]:
    """The tiles that came or went."""

    def has(tiles: tuple[PlacedTile, ...], tile: PlacedTile) -> bool:
        return any(
            other.tile == tile.tile
            and other.sideways == tile.sideways
            and abs(other.x_mm - tile.x_mm) + abs(other.y_mm - tile.y_mm) < SAME_PLACE_MM
            for other in tiles
        )

    return [tile for tile in after if not has(before, tile)] + [
        tile for tile in before if not has(after, tile)
    ]


def _placed(shape: PlacedShape, logs: NDArray[np.float32], order: int | None) -> PlacedTile:
    best = int(logs.argmax())
    found = shape.found
    return PlacedTile(
        tile=tile_of_class(best),
        x_mm=round(found.x, 1),
        y_mm=round(found.y, 1),
        sideways=found.sideways,
        row=shape.row,
        column=shape.column if order is None else order,
        confidence_pm=min(1000, round(1000 * float(np.exp(logs[best])))),
    )
