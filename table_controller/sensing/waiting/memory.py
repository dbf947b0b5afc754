"""Earlier reports, with which new input is compared: tiles, hands over the line, held buttons."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Final

from referee.tiles import Tile
from table_controller.sensing.waiting import zones
from table_controller.sensing.waiting.chord import Chord
from table_controller.sensing.waiting.hand_by_sight import HandBySight
from table_controller.sensing.waiting.hands_over import Hands
from table_controller.sensing.waiting.wall_taken import WallTaken
from table_controller.sensing.waiting.zones import LyingMeld
from vision.sightings import PlacedTile, TileMoved, ZoneReading
from vision.zones import ZoneId

CALLS_KEPT: Final = 600
"""The number of frames for which a called tile's move waits for the reading that shows it. [frames; derived: a minute at
ten frames a second]"""


@dataclass(frozen=True, slots=True)
class GivenMelds:
    """The melds of a corner's newest reading that were already given out.

    Attributes:
        frame: the frame of the reading.
        reread: true if the tiles lay there in the same way in the reading before.
    """

    frame: int
    reread: bool
    melds: tuple[LyingMeld, ...] = ()

    def with_melds(self, more: Sequence[LyingMeld]) -> GivenMelds:
        """Add more melds of the same reading."""
        return replace(self, melds=(*self.melds, *more))


@dataclass(slots=True)
class Memory:
    """Remembers the last reading of each place, and whose hands are across the lines.

    Attributes:
        hands: the hands over the line.
        taken: the tiles that the camera has seen leave the walls.
        by_sight: finds the beginning and end of hands by their tiles; None if the machine reports them.
        chord: the buttons held together.
        walls, uras, ponds, corners: the tiles last read there, by chair.
        corner_since_ms: the earliest time since which each corner has looked like its last reading.
        given: the melds given out of each corner's newest reading, by chair.
        added_first: true if the inputs that wait show that an added kan came before another.
        felt: the tiles last read where no tile belongs.
        straight: zone and frame of the newest tile that went from the wall to a pond without coming back.
    """

    hands: Hands = field(default_factory=Hands)
    taken: WallTaken = field(default_factory=WallTaken)
    by_sight: HandBySight | None = None
    chord: Chord = field(default_factory=Chord)
    walls: dict[int, tuple[PlacedTile, ...]] = field(default_factory=dict)
    uras: dict[int, tuple[PlacedTile, ...]] = field(default_factory=dict)
    ponds: dict[int, tuple[PlacedTile, ...]] = field(default_factory=dict)
    corners: dict[int, tuple[PlacedTile, ...]] = field(default_factory=dict)
    corner_since_ms: dict[int, int] = field(default_factory=dict)
    given: dict[int, GivenMelds] = field(default_factory=dict)
    added_first: bool = False
    felt: tuple[PlacedTile, ...] = ()
    straight: tuple[ZoneId, int] | None = None
    _called: dict[int, TileMoved] = field(default_factory=dict)

    def copied(self) -> Memory:
        """Return a copy, to try something without changing this one."""
        return replace(
            self,
            hands=copy(self.hands),
            taken=copy(self.taken),
            chord=copy(self.chord),
            walls=dict(self.walls),
            uras=dict(self.uras),
            ponds=dict(self.ponds),
            corners=dict(self.corners),
            corner_since_ms=dict(self.corner_since_ms),
            given=dict(self.given),
            _called=dict(self._called),
        )

    def vision_started(self) -> None:
        """Note that vision was restarted: it numbers its frames from the first again, and has reported no arms yet."""
        self.hands.forget()
        self.taken.forget()
        self.straight = None
        self.given.clear()
        self._called.clear()

    def hand_begins(self) -> None:
        """Note that the dice were read: a new set of walls stands on the table."""
        self.walls.clear()
        self.uras.clear()
        self.taken.break_walls()

    def note_move(self, move: TileMoved) -> None:
        """Note a tile that went from the wall to a pond, or from a pond to a corner, by the readings of a frame."""
        if move.target is None:
            return
        if move.tsumogiri:
            self.straight = (move.target.zone, move.frame)
        if move.kind == "called":
            self._called = {
                frame: each for frame, each in self._called.items() if frame > move.frame - CALLS_KEPT
            }
            self._called[move.frame] = move

    def called_tile_taken(self, payload: ZoneReading) -> int | None:
        """Return, once, the chair that took a called tile, if this reading shows the tile's old or new place."""
        taken = self._called.get(payload.frame)
        if taken is None or taken.source is None or taken.target is None:
            return None
        if payload.zone not in {taken.source.zone, taken.target.zone}:
            return None
        del self._called[payload.frame]
        return taken.target.zone.chair

    def melds_given(self, payload: ZoneReading) -> GivenMelds | None:
        """The melds already given out of a corner's reading; None if there are none."""
        given = self.given.get(payload.zone.chair)
        return given if given is not None and given.frame == payload.frame else None

    def ura(self, indicators: Sequence[Tile]) -> tuple[Tile, ...]:
        """The ura dora indicators that lie open, in the order of the indicators."""
        return zones.ura_in_order(self.walls, self.uras, indicators)
