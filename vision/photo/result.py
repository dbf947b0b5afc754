"""The result for a picture: its tiles and unreadable parts, as JSON and as a drawing."""

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np

from vision.lens import Floats, Image
from vision.photo.finding.lying import PhotoSpot
from vision.zones import ZoneId

SURE: Final = 0.9
"""A tile of this confidence is outlined as sure. [probability; judged: one in ten may be wrong]"""
INK: Final[dict[str, tuple[int, int, int]]] = {
    "pond": (60, 210, 60),
    "hand": (230, 150, 40),
    "meld": (40, 160, 250),
    "indicator": (220, 60, 220),
    "other": (160, 160, 160),
}
"""Colours of outlines by zone, BGR. [grey levels; defined]"""
UNSURE_INK: Final = (40, 40, 240)
"""Colour of an outline, BGR. [grey levels; defined: red]"""
NAME_SIDE_PX: Final = 55
"""A name is written in the font's own size on a tile of this side; the size grows with it. [px; judged: it fits]"""
PLACE_SIDE_PX: Final = 90
"""Row and column are written in the font's own size on a tile of this side. [px; judged: smaller than the name]"""
BELOW: Final = 0.35
"""Row and column stand this far below the middle. [share of the side; judged: under the name]"""
LOST_SIZE: Final = 0.8
"""Size of a question mark. [times the font's; judged: legible]"""
LEAST_SIZE: Final = 0.28
"""Smallest size of text. [times the font's; judged: just legible]"""


@dataclass(frozen=True, slots=True)
class ReadTile:
    """A tile in the picture: mpsz name (``0`` for a red five, ``x`` for a back), spot, centre and corners in pixels."""

    tile: str
    spot: PhotoSpot
    x: float
    y: float
    corners: Floats
    confidence: float

    def as_json(self) -> dict[str, Any]:
        return {
            "tile": self.tile,
            "zone": str(self.spot.zone),
            "row": self.spot.row,
            "column": self.spot.column,
            "sideways": self.spot.sideways,
            "x": round(self.x, 1),
            "y": round(self.y, 1),
            "confidence": round(self.confidence, 3),
        }


@dataclass(frozen=True, slots=True)
class UnreadPart:
    """A part that could not be read: the reason, and the place in the picture (None for all of it)."""

    reason: str
    x: float | None = None
    y: float | None = None

    def as_json(self) -> dict[str, Any]:
        place = {} if self.x is None or self.y is None else {"x": round(self.x, 1), "y": round(self.y, 1)}
        return {"reason": self.reason, **place}


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """The reading of one picture."""

    tiles: tuple[ReadTile, ...]
    unreadable: tuple[UnreadPart, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "tiles": [tile.as_json() for tile in self.tiles],
            "lost": [one.as_json() for one in self.unreadable],
        }


class NothingFoundError(ValueError):
    """There is no tile in the picture."""


def drawn(picture: Image, reading: PhotoReading) -> Image:
    """A copy of the picture with every tile outlined in the colour of its zone, named, and with its row and column."""
    shown = picture.copy()
    for tile in reading.tiles:
        zone = tile.spot.zone.kind if isinstance(tile.spot.zone, ZoneId) else tile.spot.zone
        colour = INK[zone] if tile.confidence >= SURE else UNSURE_INK
        cv2.polylines(shown, [tile.corners.round().astype(np.int32)], True, colour, 1, cv2.LINE_AA)
        side = float(np.sqrt(cv2.contourArea(tile.corners.astype(np.float32))))
        _write(shown, tile.tile, (tile.x, tile.y), colour, side / NAME_SIDE_PX)
        if zone == "pond":
            place = f"{tile.spot.row}.{tile.spot.column}{'-' if tile.spot.sideways else ''}"
            _write(shown, place, (tile.x, tile.y + side * BELOW), colour, side / PLACE_SIDE_PX)
    for one in reading.unreadable:
        if one.x is not None and one.y is not None:
            _write(shown, "?", (one.x, one.y), UNSURE_INK, LOST_SIZE)
    return shown


def _write(
    shown: Image, text: str, middle: tuple[float, float], colour: tuple[int, int, int], size: float
) -> None:
    font, size = cv2.FONT_HERSHEY_SIMPLEX, max(size, LEAST_SIZE)
    (wide, high), _ = cv2.getTextSize(text, font, size, 1)
    place = (round(middle[0] - wide / 2), round(middle[1] + high / 2))
    cv2.rectangle(shown, (place[0] - 1, place[1] + 1), (place[0] + wide + 1, place[1] - high - 1), colour, -1)
    cv2.putText(shown, text, place, font, size, (255, 255, 255), 1, cv2.LINE_AA)
