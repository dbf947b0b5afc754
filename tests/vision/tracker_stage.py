"""Helpers that the tests of tracker share."""

from dataclasses import dataclass, field

import cv2

from tests.vision.tabletop import camera, grained
from vision.camera.camera import Frame
from vision.geometry import to_table
from vision.lens import Image
from vision.sightings import (
    HandsOver,
    Sighting,
    SticksSeen,
    WallSeen,
    Watermark,
    ZoneReading,
)
from vision.tracking.tracker import TableReader
from vision.zones import ZoneId

VIEW = camera()


REST_MS = 200
"""The time between two looks at a table where nobody moves."""


TOLD_BESIDES = (Watermark, HandsOver, WallSeen, SticksSeen)


ARM = ((120, 150, 205), (90, 60, 40))


def with_arm(image: Image, chair: int, tip: tuple[float, float], *, wide: float = 80.0) -> Image:
    """An arm from the rim of a chair to ``tip`` (the chair's frame), hand and sleeve."""
    shown = image.copy()
    ends = [to_table(chair, *tip), to_table(chair, (tip[0] + 100) / 2, 330), to_table(chair, 120, 640)]
    pixels = VIEW.points([(x, y, 50.0) for x, y in ends]).round().astype(int)
    cv2.line(shown, pixels[0].tolist(), pixels[1].tolist(), ARM[0], round(wide * 1.7), cv2.LINE_AA)
    cv2.line(shown, pixels[1].tolist(), pixels[2].tolist(), ARM[1], round(wide * 2.2), cv2.LINE_AA)
    return shown


@dataclass
class Film:
    """Shows frames to a reader."""

    reader: TableReader
    now_ms: int = 0
    number: int = 0
    sightings: list[Sighting] = field(default_factory=list)

    def show(self, image: Image, times: int = 1, every_ms: int = 100) -> list[Sighting]:
        """Show a picture several times, at this distance."""
        new: list[Sighting] = []
        for _ in range(times):
            new += self.reader.read_frame(
                Frame(self.number, self.now_ms, grained(image, self.number, most=3))
            )
            self.number += 1
            self.now_ms += every_ms
        self.sightings += new
        return [sighting for sighting in new if not isinstance(sighting, TOLD_BESIDES)]

    @property
    def safe_ms(self) -> int:
        return max(mark.safe_ms for mark in self.sightings if isinstance(mark, Watermark))


def of(sightings: list[Sighting], zone: ZoneId) -> list[ZoneReading]:
    return [one for one in sightings if isinstance(one, ZoneReading) and one.zone == zone]
