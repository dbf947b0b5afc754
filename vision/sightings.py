"""The reports of vision: readings of zones and moves of tiles, but no conclusions about the game.

A reading is the whole content of one zone after it came to rest, so a listener that missed readings needs only the
newest one of each zone.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import msgspec

from vision.zones import ZoneId

BACK: Final = 38
"""A tile that lies face down (``PlacedTile.tile``; faces are 0-36 as in ``referee.tiles``). [index; defined]"""

MoveKind: TypeAlias = Literal[
    "laid",
    "called",
    "shown",
    "added",
    "turned up",
    "opened",
    "exposed",
    "put back",
    "moved",
    "shifted",
    "turned",
    "exchanged",
    "taken",
    "swept",
]
"""The kinds of moves of a tile, in the order above: laid in a pond; called from a pond into a meld; shown from the
hand in a meld; added to a pon; turned over where it lay; opened with the hand; lying where no tile belongs; put back
where it was; moved between other zones; shifted or turned within its zone; exchanged for the one that lay there;
taken away; swept with all the others."""


class VisionReport(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """A report of vision; the vision process sends it with the name of its class."""


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """One tile lying in a zone.

    Attributes:
        tile: face 0-36 or ``BACK``.
        x_mm, y_mm: centre in the chair's frame: x to the player's right, y from the table's centre to the player.
        sideways: True if its long side is across, as of a riichi discard or a claimed tile.
        row, column: place in a pond (row 0 next to the centre), in other zones row 0 and the order from left to right.
        confidence_pm: the confidence, per mille.
    """

    tile: int
    x_mm: float
    y_mm: float
    sideways: bool
    row: int
    column: int
    confidence_pm: int


class ZoneReading(VisionReport, frozen=True):
    """All tiles of a zone, in reading order, since the frame that first showed this content.

    Attributes:
        at_ms: the middle of the time between the last clear frame of the former content and the first of this one.
        within_ms: half of that time.
        settled_ms: the time of the frame that settled it.
    """

    zone: ZoneId
    tiles: tuple[PlacedTile, ...]
    frame: int
    at_ms: int
    within_ms: int
    settled_ms: int


@dataclass(frozen=True, slots=True)
class Spot:
    """A place where a tile lies or lay: its zone, its centre in the table's frame; the rest as in ``PlacedTile``."""

    zone: ZoneId
    x_mm: float
    y_mm: float
    sideways: bool
    row: int
    column: int


class TileMoved(VisionReport, frozen=True):
    """A tile was moved, legally or not; reported after the reading that showed it.

    Attributes:
        source, target: the places it left and reached; None for the hand, or if unknown.
        hands: chairs whose arms were over these places since the places were last in sight.
        tsumogiri: True if the arm was seen to go from the wall to the pond without coming back; otherwise None.
        at_ms, within_ms: the same as the reading's.
    """

    kind: MoveKind
    tile: int
    source: Spot | None
    target: Spot | None
    hands: tuple[int, ...]
    confidence_pm: int
    frame: int
    at_ms: int
    within_ms: int
    tsumogiri: bool | None = None


class HandsOver(VisionReport, frozen=True):
    """The arms over zones, reported when they change: each zone with the chairs of the arms over it."""

    hands: tuple[tuple[ZoneId, tuple[int, ...]], ...]
    frame: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class Stick:
    """A point stick: its middle in the table's frame, its direction (0-180), and the chair whose side is nearest.

    ``points`` is 1000 or 100, 0 where its dots were not seen.
    """

    x_mm: float
    y_mm: float
    angle_deg: float
    points: int
    chair: int


class SticksSeen(VisionReport, frozen=True):
    """All point sticks on the felt and the console, reported when they have changed.

    The first report, which may be empty, waits until no arm hides any part of the felt. A stick that an arm hides later
    counts as still there.
    """

    sticks: tuple[Stick, ...]
    frame: int
    at_ms: int


class DiceSeen(VisionReport, frozen=True):
    """The faces of the dice under the dome once they have come to rest; reported once for each throw.

    Attributes:
        faces: 1-6 each, the least first.
        at_ms: the time of the first frame in which they lay still.
        confidence_pm: the confidence, per mille.
        lying: True if the dice may have lain there already when the dome was first seen.
    """

    faces: tuple[int, ...]
    frame: int
    at_ms: int
    confidence_pm: int
    lying: bool = False


class WallSeen(VisionReport, frozen=True):
    """The standing part of a wall.

    Attributes:
        stacks: for each stack, from the player's left, the least and the most tiles it can have.
        back: colour of its backs (blue, green, red); None if none is seen.
    """

    zone: ZoneId
    stacks: tuple[tuple[int, int], ...]
    back: tuple[int, int, int] | None
    frame: int
    at_ms: int

    @property
    def shares(self) -> tuple[float, ...] | None:
        """Shares of blue, green and red in its backs, nearly independent of the light; None if none is seen."""
        if self.back is None or not sum(self.back):
            return None
        return tuple(channel / sum(self.back) for channel in self.back)

    @property
    def standing(self) -> frozenset[int]:
        return frozenset(number for number, (_, most) in enumerate(self.stacks) if most)

    @property
    def least(self) -> int:
        """The fewest tiles it can have."""
        return sum(low for low, _ in self.stacks)

    @property
    def most(self) -> int:
        """The most tiles it can have."""
        return sum(high for _, high in self.stacks)


class LostTrack(VisionReport, frozen=True):
    """A zone, or the whole table (zone ``table``), has not been readable since ``at_ms``, for a reason."""

    zone: ZoneId
    reason: str
    at_ms: int


class FoundTrack(VisionReport, frozen=True):
    """A lost zone is read again."""

    zone: ZoneId
    at_ms: int


CameraTrouble: TypeAlias = Literal["moved", "residual", "lost"]


class CameraAlert(VisionReport, frozen=True):
    """Something about the camera that a person should know, while the table is still being read.

    Attributes:
        kind: it has moved, the markers fit worse than before, or it does not see the table while another camera may.
        text: the alert in words; empty when it is over.
        camera: the number of the camera, from 1; None if there is only one.
        shift_mm, turned_deg: the picture's movement on the felt.
        marker: the number of the marker out of place.
        error_px, usual_px: the markers' error now and when the camera was calibrated.
    """

    kind: CameraTrouble
    text: str
    at_ms: int
    shift_mm: float = 0.0
    turned_deg: float = 0.0
    marker: int | None = None
    error_px: float = 0.0
    usual_px: float = 0.0
    camera: int | None = None


class Watermark(VisionReport, frozen=True):
    """Frame ``frame`` of ``at_ms`` is done; no later reading has an ``at_ms`` below ``safe_ms``.

    Attributes:
        behind: the zones that may still get a reading older than ``at_ms``, each with the time before which it gets
            none. All other zones are complete up to ``at_ms``.

    Raises:
        ValueError: ``safe_ms`` is not the least of them.
    """

    frame: int
    at_ms: int
    safe_ms: int
    behind: tuple[tuple[ZoneId, int], ...] = ()

    def __post_init__(self) -> None:
        least = min([self.at_ms, *(known_ms for _, known_ms in self.behind)])
        if self.safe_ms != least:
            raise ValueError(
                f"safe up to {self.safe_ms} ms, but the zone farthest behind is so up to {least} ms"
            )


Sighting: TypeAlias = (
    ZoneReading
    | TileMoved
    | HandsOver
    | SticksSeen
    | DiceSeen
    | WallSeen
    | LostTrack
    | FoundTrack
    | CameraAlert
    | Watermark
)
