"""What vision reports: readings of zones, never conclusions about the game.

A zone is named ``pond/0`` ... ``pond/3``, ``meld/c``, ``hand/c``, ``ura/c``, ``wall/c`` by chair (0 at the bottom of
the picture, counter-clockwise). A reading is the whole content of one zone after it came to rest, so that a
listener that missed readings needs only the newest of each zone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

BACK: Final = 38
"""A tile that lies face down (``PlacedTile.tile``; faces are 0-36 as in ``referee.tiles``)."""


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """One tile lying in a zone.

    Attributes:
        tile: face 0-36 or ``BACK``.
        x_mm, y_mm: centre in the chair's frame: x to the player's right, y from the table's centre to the player.
        sideways: long side across, as a riichi discard or a claimed tile lies.
        row, column: place in a pond (row 0 next to the centre), in other zones row 0 and the order from left to right.
        confidence_pm: per mille.
    """

    tile: int
    x_mm: float
    y_mm: float
    sideways: bool
    row: int
    column: int
    confidence_pm: int


@dataclass(frozen=True, slots=True)
class ZoneReading:
    """All tiles of a zone, in reading order, since the frame in which it looked like this for the first time.

    Attributes:
        at_ms: the middle of the time between the last clear frame of the former content and the first of this one.
        within_ms: half of that time.
        settled_ms: time of the frame that settled it.
    """

    zone: str
    tiles: tuple[PlacedTile, ...]
    frame: int
    at_ms: int
    within_ms: int
    settled_ms: int


@dataclass(frozen=True, slots=True)
class LostTrack:
    """A zone, or the whole table (zone ``table``), cannot be read since ``at_ms``, and why."""

    zone: str
    reason: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class FoundTrack:
    """A lost zone is read again."""

    zone: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class Watermark:
    """Frame ``frame`` of ``at_ms`` is done; no reading will have an ``at_ms`` below ``safe_ms``."""

    frame: int
    at_ms: int
    safe_ms: int


Sighting: TypeAlias = ZoneReading | LostTrack | FoundTrack | Watermark
