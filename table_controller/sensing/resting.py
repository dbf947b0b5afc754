"""The table at rest: no hanchan runs, and nobody does anything at it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from firmware_bridge.messages.signals import Button, Curtain, StickSlot, WallTouch
from vision.sightings import (
    DiceSeen,
    FoundTrack,
    HandsOver,
    LostTrack,
    SticksSeen,
    TileMoved,
    WallSeen,
    ZoneReading,
)

if TYPE_CHECKING:
    from firmware_bridge.messages.signals import Signal
    from referee.game.position import GameState
    from vision.sightings import Sighting

STILL_MS: Final = 10_000
"""After the last thing that somebody did, the table is looked at as during play for this long. [ms; judged: who sets up
a table does something more often]"""
FELT: Final = (Button, Curtain, StickSlot, WallTouch)
SEEN: Final = (DiceSeen, FoundTrack, HandsOver, LostTrack, SticksSeen, TileMoved, WallSeen, ZoneReading)


class Rest:
    """Remembers when somebody last did something at the table.

    Args:
        started_ms: table time from which it is watched.
    """

    def __init__(self, started_ms: int = 0) -> None:
        self._stirred_ms = started_ms

    def stir(self, now_ms: int) -> None:
        """Something happened: what follows is looked at closely."""
        self._stirred_ms = now_ms

    def note(self, what: Signal | Sighting, now_ms: int) -> None:
        """Take what a sensor reports; it stirs if people did it."""
        if isinstance(what, (*FELT, *SEEN)):
            self.stir(now_ms)

    def rests(self, state: GameState | None, now_ms: int) -> bool:
        """Return whether no hanchan runs and nothing was done for ``STILL_MS``."""
        return (state is None or state.phase == "ended") and now_ms >= self._stirred_ms + STILL_MS
