"""Keeps the last seconds of the camera in a ring: its pictures, and their readings.

No face and nothing beside the felt is shown: a picture is cut to the felt's box and blackened outside its edge, and none
is kept while the felt's place is unknown. Few pictures are shown, so this is done once a clip shows one. Until then a
JPEG is kept in memory as the camera sent it, any other picture as the felt's box. The ring is limited in seconds and in
bytes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np

from referee.tiles import NAMES
from vision.calibration.calibration import Calibration
from vision.calibration.charts import ZoneChart
from vision.camera.camera import Frame
from vision.camera.jpeg import SCALES, Jpeg
from vision.clips.clips import AFTER_S
from vision.geometry import TableGeometry
from vision.lens import Floats, Image, View
from vision.sightings import BACK, FoundTrack, LostTrack, PlacedTile, Sighting, ZoneReading

LONGEST_SIDE_PX: Final = 900
"""Pictures are reduced until their longer side is no more than this. [px; derived: felt of 700 mm leaves a tile at
least 18 pixels of length, legible to a person]"""
QUALITY: Final = 78
"""The quality of the JPEGs. [percent; judged: faces stay legible]"""
MOST_PICTURE_BYTES: Final = 256 << 20
"""The most memory that the ring's pictures take; 20 seconds of a camera's JPEGs, thirty a second of 320 kB, are 194 MB.
[bytes; derived: the most that USB 2 carries in 8 seconds, and a usual camera in 26]"""
HALF: Final = 2
"""Pixels of the whole picture to one of the picture reduced by half. [ratio; defined]"""
MARGIN_MM: Final = 2.0
"""The margin that is shown around the felt. [mm; judged: nothing of a person beside the felt is shown]"""


@dataclass(frozen=True, slots=True)
class KeptFrame:
    """A frame of the ring, with its sightings and those of the frames left out before it.

    Attributes:
        picture: as a JPEG, or still uncut.
    """

    number: int
    at_ms: int
    picture: bytes | Uncut
    sightings: tuple[Sighting, ...]

    @property
    def size_bytes(self) -> int:
        """The size of the picture when it was kept."""
        return self.picture.size_bytes if isinstance(self.picture, Uncut) else len(self.picture)

    def jpeg(self) -> bytes:
        """The picture as a file.

        Raises:
            OSError: the picture cannot be encoded.
        """
        return self.picture.cut() if isinstance(self.picture, Uncut) else self.picture


class Uncut:
    """A picture that is cut to the felt when a clip first shows it.

    A JPEG is kept as the camera sent it, of any other picture the felt's box, reduced: its brightness, then its colours
    at half the size, as a JPEG has them.

    Attributes:
        size_bytes: its size before it was cut.
    """

    def __init__(self, frame: Frame, where: _Where) -> None:
        self._where = where
        self._picture: Jpeg | Image | None
        if isinstance(frame.picture, Jpeg):
            # Make a new object, because the old one keeps the unpacked picture once it was read.
            self._picture = Jpeg(frame.picture.data, frame.picture.size)
            self.size_bytes = len(frame.picture.data)
        else:
            self._picture = np.asarray(cv2.cvtColor(where.box(frame), cv2.COLOR_BGR2YUV_I420), np.uint8)
            self.size_bytes = self._picture.nbytes
        self._cut = b""

    def cut(self) -> bytes:
        """Return the felt as a JPEG; black where the camera's picture is damaged.

        Raises:
            OSError: the picture cannot be encoded.
        """
        if isinstance(self._picture, Jpeg):
            self._cut = _encoded(self._where.cut_packed(self._picture))
        elif self._picture is not None:
            self._cut = _encoded(self._where.blackened(cv2.cvtColor(self._picture, cv2.COLOR_YUV2BGR_I420)))
        self._picture = None
        return self._cut


@dataclass(frozen=True, slots=True)
class Footage:
    """The content of the ring at one moment.

    Attributes:
        before: the sightings that still held at the first of the frames.
        where: the camera's view of the table in these pictures' pixels.
        size: the width and height of the pictures.
    """

    frames: tuple[KeptFrame, ...]
    before: tuple[Sighting, ...]
    where: _Where
    geometry: TableGeometry

    @property
    def size(self) -> tuple[int, int]:
        return self.where.size

    def to_mapping(self) -> dict[str, Any]:
        """Everything but the pictures, as JSON takes it: zones with their corners, frames with their readings."""
        charts = {
            str(zone.id): ZoneChart(zone, self.where.view, self.geometry.tile)
            for zone in (*self.geometry.zones(), self.geometry.felt_zone())
        }
        frames: list[dict[str, Any]] = []
        for index, frame in enumerate(self.frames):
            sightings = (*self.before, *frame.sightings) if index == 0 else frame.sightings
            frames.append(
                {"frame": frame.number, "at_ms": frame.at_ms, **self._readings_of(sightings, charts)}
            )
        zones = {name: self._corners(chart.outline()) for name, chart in charts.items()}
        width, height = self.size
        return {"width": width, "height": height, "zones": zones, "frames": frames}

    def _readings_of(self, sightings: Sequence[Sighting], charts: dict[str, ZoneChart]) -> dict[str, Any]:
        readings: dict[str, Any] = {}
        lost: dict[str, str | None] = {}
        for sighting in sightings:
            if isinstance(sighting, ZoneReading):
                name = str(sighting.zone)
                chart = charts[name]
                readings[name] = [self._tile(chart, tile) for tile in sighting.tiles]
            elif isinstance(sighting, LostTrack):
                lost[str(sighting.zone)] = sighting.reason
            elif isinstance(sighting, FoundTrack):
                lost[str(sighting.zone)] = None
        return {"readings": readings, "lost": lost}

    def _tile(self, chart: ZoneChart, tile: PlacedTile) -> dict[str, Any]:
        size = self.geometry.tile
        width, height = (size.length, size.width) if tile.sideways else (size.width, size.length)
        left, top = tile.x_mm - width / 2, tile.y_mm - height / 2
        return {
            "tile": "x" if tile.tile == BACK else NAMES[tile.tile],
            "sideways": tile.sideways,
            "row": tile.row,
            "column": tile.column,
            "confidence_pm": tile.confidence_pm,
            "corners": self._corners(chart.in_picture(left, top, left + width, top + height)),
        }

    def _corners(self, points: Floats) -> list[list[float]]:
        moved: list[list[float]] = self.where.moved(points).round(1).tolist()
        return moved


class _Where:
    """The felt's part of the camera's picture and its place in the ring's small ones."""

    def __init__(self, view: View, geometry: TableGeometry, picture: tuple[int, int]) -> None:
        self.view = view
        half = geometry.felt_half + MARGIN_MM
        spread = np.linspace(-half, half, 25)
        # A lens bends the edges: more points than the corners.
        around = np.concatenate(
            [
                np.column_stack([spread, np.full(25, -half)]),
                np.column_stack([np.full(25, half), spread]),
                np.column_stack([spread[::-1], np.full(25, half)]),
                np.column_stack([np.full(25, -half), spread[::-1]]),
            ]
        )
        edge = view.points(np.column_stack([around, np.zeros(len(around))]))
        left, top = np.floor(edge.min(axis=0)).astype(int).clip(0)
        right, bottom = np.minimum(np.ceil(edge.max(axis=0)).astype(int), picture)
        # Each pixel of the small picture covers a whole number of pixels: several times as fast as any other scale.
        whole = max(1, -(-int(max(right - left, bottom - top)) // LONGEST_SIDE_PX))
        left, top = left - left % whole, top - top % whole
        # Even sides for the small picture, whose colours are kept at half its size.
        even = 2 * whole
        right, bottom = right - (right - left) % even, bottom - (bottom - top) % even
        self.part = (slice(int(top), int(bottom)), slice(int(left), int(right)))
        self._small_part = (slice(top // whole, bottom // whole), slice(left // whole, right // whole))
        self._whole = whole
        self.corner = np.array([left, top], np.float64)
        self.scale = 1.0 / whole
        self.size = (max(1, round((right - left) * self.scale)), max(1, round((bottom - top) * self.scale)))
        self._felt: Image = np.zeros((self.size[1], self.size[0], 3), np.uint8)
        cv2.fillPoly(self._felt, [np.asarray(self.moved(edge).round(), np.int32)], (255, 255, 255))

    def moved(self, points: Floats) -> Floats:
        """Points of the camera's picture in the small one."""
        return np.asarray((points - self.corner + 0.5) * self.scale - 0.5, np.float64)

    def box(self, frame: Frame) -> Image:
        """The small picture: the felt's box, with what lies around the felt in it."""
        reduced = frame.reduced
        if self._whole == 1:
            small = frame.image[self.part]
        elif self._whole == HALF and reduced is not None and reduced.half is not None:
            small = reduced.half[self._small_part]
        else:
            part = frame.image[self.part]
            small = np.asarray(cv2.resize(part, self.size, interpolation=cv2.INTER_AREA), np.uint8)
        return small

    def cut_packed(self, picture: Jpeg) -> Image:
        """The small picture of a JPEG, which is unpacked no larger than it must be; black if that is damaged."""
        fits = self._whole in SCALES
        image = picture.reduced(self._whole if fits else 1)
        if image is None:
            return np.zeros_like(self._felt)
        if fits:
            return self.blackened(image[self._small_part])
        return self.blackened(cv2.resize(image[self.part], self.size, interpolation=cv2.INTER_AREA))

    def blackened(self, small: Any) -> Image:
        """Blacken the small picture around the felt."""
        return np.asarray(cv2.bitwise_and(small, self._felt), np.uint8)


class Ring:
    """Keeps the last seconds.

    Args:
        geometry: the table's.
        seconds: the number of seconds that a clip shows before its entry; 0 keeps nothing.
        most_bytes: limit on the size of all pictures; the oldest go first.
        encoded: True to keep unpacked pictures as JPEGs, which takes a ninth of the memory and a millisecond for each.
            If pictures come as fast as they are read, only the few in a clip are encoded.
    """

    def __init__(
        self,
        geometry: TableGeometry,
        seconds: float,
        most_bytes: int = MOST_PICTURE_BYTES,
        *,
        encoded: bool = False,
    ) -> None:
        self._geometry = geometry
        self._span_ms = round(seconds * 1000)
        self._kept_ms = self._span_ms + round(AFTER_S * 1000)
        self._most_bytes = most_bytes
        self._encoded = encoded
        self._frames: deque[KeptFrame] = deque()
        self._bytes = 0
        self._before: dict[str, Sighting] = {}
        self._waiting: dict[str, Sighting] = {}
        self._calibration: Calibration | None = None
        self._where: _Where | None = None
        self._knows = False

    @property
    def size_bytes(self) -> int:
        return self._bytes

    def add(self, frame: Frame, calibration: Calibration | None, sightings: Sequence[Sighting]) -> None:
        """Take a frame, its sightings and the frames that passed before it.

        Args:
            frame: the frame; its picture is left out if its size differs from the calibration's.
            calibration: the place of the table in it; None while unknown.
            sightings: the sightings of the frame.
        """
        if self._span_ms == 0:
            return
        self._drop_older(frame.at_ms - self._kept_ms)
        for sighting in sightings:
            _take_in(self._waiting, sighting)
        knew, self._knows = self._knows, False
        if calibration is None or frame.size != (calibration.width, calibration.height):
            return
        self._knows = True
        if calibration is not self._calibration or self._where is None:
            knew, self._where = False, self._look_anew(calibration, frame)
        # Frames from before the table's place was known cannot be cut.
        for each in frame.passed if knew else ():
            self._keep(KeptFrame(each.number, each.at_ms, self._kept(each, self._where), ()))
        kept = self._kept(frame, self._where)
        self._keep(KeptFrame(frame.number, frame.at_ms, kept, tuple(self._waiting.values())))
        self._waiting.clear()

    def _kept(self, frame: Frame, where: _Where) -> bytes | Uncut:
        if self._encoded and not isinstance(frame.picture, Jpeg):
            return _encoded(where.blackened(where.box(frame)))
        return Uncut(frame, where)

    def footage(self, at_ms: int | None) -> Footage | None:
        """Return the footage of the seconds before ``at_ms`` (table time), and of those after it; None if there is none.

        Args:
            at_ms: the table time; None for the newest picture alone.
        """
        if not self._frames:
            return None
        newest_ms = self._frames[-1].at_ms
        since_ms, until_ms = (
            (newest_ms, newest_ms)
            if at_ms is None
            else (at_ms - self._span_ms, at_ms + self._kept_ms - self._span_ms)
        )
        before = dict(self._before)
        frames: list[KeptFrame] = []
        for frame in self._frames:
            if frame.at_ms > until_ms:
                break
            if frame.at_ms >= since_ms:
                frames.append(frame)
                continue
            for sighting in frame.sightings:
                _take_in(before, sighting)
        if not frames or self._where is None:
            return None
        return Footage(tuple(frames), tuple(before.values()), self._where, self._geometry)

    def _look_anew(self, calibration: Calibration, frame: Frame) -> _Where:
        """Start anew with a pushed or new camera: older pictures show other places."""
        self._calibration = calibration
        while self._frames:
            self._forget()
        return _Where(calibration.view, self._geometry, frame.size)

    def _keep(self, frame: KeptFrame) -> None:
        self._frames.append(frame)
        self._bytes += frame.size_bytes
        while self._bytes > self._most_bytes:
            self._forget()

    def _drop_older(self, since_ms: int) -> None:
        while self._frames and self._frames[0].at_ms < since_ms:
            self._forget()

    def _forget(self) -> None:
        oldest = self._frames.popleft()
        self._bytes -= oldest.size_bytes
        for sighting in oldest.sightings:
            _take_in(self._before, sighting)


def _encoded(picture: Image) -> bytes:
    """A picture as a JPEG.

    Raises:
        OSError: the picture cannot be encoded.
    """
    good, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not good:
        raise OSError("a kept picture cannot be made a JPEG")
    return jpeg.tobytes()


def _take_in(held: dict[str, Sighting], sighting: Sighting) -> None:
    """Put a sighting in place of the one it supersedes: a zone's reading, or the state of its track."""
    if isinstance(sighting, ZoneReading):
        key = str(sighting.zone)
    elif isinstance(sighting, LostTrack | FoundTrack):
        key = f"track of {sighting.zone}"
    else:
        return
    held.pop(key, None)
    held[key] = sighting
