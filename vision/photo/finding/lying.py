"""Tiles as they lie on the plane of their tops, and the spots they belong to.

Lengths are in tile widths, x and y from the middle of the table, y down in the picture.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from vision.geometry import to_chair
from vision.zones import ZoneId

HALFWAY_DEG: Final = 45.0
"""Between a tile upright and one across. [degrees; defined]"""


@dataclass(frozen=True, slots=True)
class Lying:
    """A tile's top.

    Attributes:
        x, y: its centre.
        turn_deg: the direction of its long side, from the x axis, 0 to 180.
        back: True if it lies face down.
        kind: the kind of its face, as in ``referee.tiles.KIND``; None if unknown.
    """

    x: float
    y: float
    turn_deg: float
    back: bool
    kind: int | None = None


PhotoZone: TypeAlias = ZoneId | Literal["indicator", "standing", "other"]
"""The zones of a picture's tiles: indicators are not assigned to a wall, and a standing hand's tops are left out."""


@dataclass(frozen=True, slots=True)
class PhotoSpot:
    """The place to which a tile belongs (see ``vision.sightings`` for rows and columns)."""

    zone: PhotoZone = "other"
    row: int = 0
    column: int = 0
    sideways: bool = False


@dataclass(frozen=True, slots=True)
class Local:
    """A tile in a chair's frame: x to the player's right, y towards the player."""

    index: int
    x: float
    y: float
    upright: bool


def in_chair(tile: Lying, chair: int, index: int) -> Local:
    """The tile number ``index`` in a chair's frame."""
    x, y = to_chair(chair, tile.x, tile.y)
    vertical = abs(tile.turn_deg - 90) < HALFWAY_DEG
    return Local(index, x, y, vertical == (chair % 2 == 0))


def half_width(one: Local, length: float) -> float:
    """Half of the length that a tile takes up in its row."""
    return 0.5 if one.upright else length / 2
