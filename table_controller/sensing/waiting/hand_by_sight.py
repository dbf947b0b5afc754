"""Beginning and end of a hand at a table whose machine reports nothing, found from the tiles on it.

A table is clear when its ponds and corners are empty, no hand lies open and no tile of its walls lies face up. A hand
begins on a clear table when an indicator lies on walls that lack the tiles of the deal, or when a tile lies in a pond.
Once the table is clear again, the hand is over and its tiles are swept.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from referee.game.wall import DEALT, STACKS_A_SIDE, TILES
from table_controller.sensing.waiting.hand_seen import RING, DealSeen, SweptSeen, WallBreak
from table_controller.sensing.waiting.zones import faces
from vision.sightings import DiceSeen, PlacedTile, WallSeen, ZoneReading
from vision.zones import CHAIRS, EACH_CHAIR, ZoneId

DICE: Final = 2
"""Dice that break the walls. [dice; section: WRC 4.6]"""
SLACK: Final = 2
"""A count of all walls may be off by this many tiles after the deal: the dealer's first draw, and a tile that lies in
front of its wall. [tiles; derived: one each]"""
GONE: Final = DEALT // 2
"""The number of whole stacks that the deal takes, side by side. [stacks; defined]"""
TILES_SWEPT: Final = 2
"""If this many tiles are gone from a zone, they were swept: a call takes only one. [tiles; derived: one more than a call]"""
CHAIRS_SWEPT: Final = 2
"""The table is swept if tiles are gone in front of this many players; a winner may take his own hand back. [chairs;
judged: one player pushes his tiles together to show that he has paid, two do it only to begin anew]"""
LAID_OPEN: Final = ("pond", "meld", "hand", "ura")
WATCHED: Final = frozenset(ZoneId(kind, chair) for kind in ("wall", *LAID_OPEN) for chair in EACH_CHAIR)


@dataclass(slots=True)
class HandBySight:
    """Follows whether the tiles of a hand lie on the table, and whether people are sweeping them.

    Attributes:
        sweeping: people are sweeping the tiles of a hand that is over, so that readings are no longer play.
        unbegun: a hand on the table that could not begin yet: no hanchan ran, or the hand before is still open.
    """

    sweeping: bool = False
    unbegun: DealSeen | None = None
    _newest: dict[ZoneId, ZoneReading] = field(default_factory=dict)
    _lying: dict[ZoneId, tuple[PlacedTile, ...]] = field(default_factory=dict)
    _most: dict[ZoneId, int] = field(default_factory=dict)
    _stacks: dict[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    _thrown: DiceSeen | None = None
    _played: bool | None = None
    """True if a hand lies there; None before the first look at the table."""
    _last_ms: int = 0
    _refused: bool = False
    """True if a person tried to begin a hand while the tiles of the one before lay there."""

    def forget(self) -> None:
        """Forget the readings, as vision was restarted and reads every zone again.

        A hand that lay there still does, or was swept meanwhile.
        """
        self._newest.clear()
        self._lying.clear()
        self._most.clear()
        self._stacks.clear()
        self._thrown = None

    def begin(self) -> tuple[int, int] | None:
        """Begin a hand for a person.

        Returns:
            Its dice, zeros if the camera did not see them. While the tiles of the hand before lie there, None the first
            time.
        """
        if self._played and self.unbegun is None and not self._refused:
            self._refused = True
            return None
        self._refused = False
        lies, self.unbegun = self.unbegun, None
        thrown, self._thrown = self._thrown, None
        if lies is not None:
            return lies.dice
        return (0, 0) if thrown is None else (thrown.faces[0], thrown.faces[1])

    @property
    def lying(self) -> tuple[ZoneReading, ...]:
        """The newest reading of each zone, in order of time."""
        return tuple(sorted(self._newest.values(), key=lambda reading: reading.at_ms))

    def note_dice(self, dice: DiceSeen) -> None:
        """Note dice that lie still; those that may have lain there before belong to an earlier hand."""
        self._thrown = None if dice.lying or len(dice.faces) != DICE else dice

    def note_reading(self, reading: ZoneReading, *, over: bool) -> DealSeen | SweptSeen | None:
        """Note a zone's new tiles; return the beginning or end of a hand that they show.

        Args:
            reading: of any zone.
            over: the hand in play may be closed.
        """
        zone = reading.zone
        if zone in WATCHED:
            if not over:
                self._most.clear()
            else:
                self._most.setdefault(zone, len(self._lying.get(zone, ())))
            self._newest[zone] = reading
            self._lying[zone] = reading.tiles
            self._most[zone] = max(self._most.get(zone, 0), len(reading.tiles))
        return self._look(reading.frame, reading.at_ms, over=over)

    def note_wall(self, wall: WallSeen) -> DealSeen | SweptSeen | None:
        """Note a count of a wall; return the beginning or end of a hand that it shows."""
        self._stacks[wall.zone.chair] = wall.stacks
        return self._look(wall.frame, wall.at_ms, over=False)

    @property
    def wall_break(self) -> WallBreak | None:
        """The break of the walls, found from the tiles missing after the deal; None if not certain."""
        if len(self._stacks) < CHAIRS or any(len(each) != STACKS_A_SIDE for each in self._stacks.values()):
            return None
        along = [self._stacks[chair][stack] for chair, stack in _in_order()]
        found = [
            first
            for first in range(RING)
            if all(along[(first + offset) % RING][0] == 0 for offset in range(GONE))
            and all(along[(first + offset) % RING][1] > 0 for offset in range(GONE + 1, RING))
        ]
        # The next stack may be gone too, if the dealer and another player have drawn.
        if len(found) != 1:
            return None
        chair, stack = list(_in_order())[found[0]]
        return WallBreak(chair, stack)

    def _look(self, frame: int, at_ms: int, *, over: bool) -> DealSeen | SweptSeen | None:
        if not self._lying.keys() >= WATCHED:
            return None
        since_ms, self._last_ms = min(self._last_ms, at_ms), at_ms
        if self._clear():
            swept = bool(self._played) and not self.sweeping
            self._played = self.sweeping = self._refused = False
            self.unbegun = None
            return SweptSeen(since_ms, at_ms, frame) if swept else None
        if self._played is None:
            self._played = True  # the state of the game says to which hanchan it belongs
        if self._played:
            if over and not self.sweeping and self._swept():
                self.sweeping = True
                return SweptSeen(since_ms, at_ms, frame)
            return None
        if not self._begun():
            return None
        self._played = True
        thrown, self._thrown = self._thrown, None
        dice = (0, 0) if thrown is None else (thrown.faces[0], thrown.faces[1])
        self.unbegun = DealSeen(dice, self.wall_break, at_ms, frame)
        return self.unbegun

    def _swept(self) -> bool:
        """Return whether tiles have gone in front of several players."""
        chairs = {
            zone.chair
            for zone, tiles in self._lying.items()
            if zone.kind in LAID_OPEN and len(tiles) <= self._most.get(zone, 0) - TILES_SWEPT
        }
        return len(chairs) >= CHAIRS_SWEPT

    def _clear(self) -> bool:
        return not any(self._open_in(kind) for kind in LAID_OPEN) and not self._turned()

    def _begun(self) -> bool:
        return self._open_in("pond") > 0 or (self._turned() == 1 and self._dealt())

    def _open_in(self, kind: str) -> int:
        return sum(len(tiles) for zone, tiles in self._lying.items() if zone.kind == kind)

    def _turned(self) -> int:
        """Count the tiles of the walls that lie face up."""
        return sum(len(faces(tiles)) for zone, tiles in self._lying.items() if zone.kind == "wall")

    def _dealt(self) -> bool:
        """Return whether the walls lack the tiles of the deal; True if they cannot be counted."""
        if len(self._stacks) < CHAIRS:
            return True
        least = sum(low for each in self._stacks.values() for low, _ in each)
        return 0 < least <= TILES - DEALT + SLACK


def _in_order() -> Iterator[tuple[int, int]]:
    """Chair and stack of all stacks, in the order of taking."""
    for turn in range(CHAIRS):
        for stack in reversed(range(STACKS_A_SIDE)):
            yield -turn % CHAIRS, stack
