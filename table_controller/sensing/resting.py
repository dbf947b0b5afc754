"""The table at rest: no hanchan runs, and nobody does anything at it."""

from typing import Final

from firmware_bridge.messages.signals import Button, Curtain, Signal, StickSlot, WallTouch
from referee.game.position import GameState
from vision.sightings import (
    DiceSeen,
    FoundTrack,
    HandsOver,
    LostTrack,
    Sighting,
    SticksSeen,
    TileMoved,
    WallSeen,
    ZoneReading,
)

STILL_MS: Final = 10_000
"""After anybody's last act, the camera watches as closely as during play for this long. [ms; judged: people who set up a
table do something more often]"""
FELT: Final = (Button, Curtain, StickSlot, WallTouch)
SEEN: Final = (DiceSeen, FoundTrack, HandsOver, LostTrack, SticksSeen, TileMoved, WallSeen, ZoneReading)


class Rest:
    """Remembers when somebody last did something at the table.

    Args:
        started_ms: table time at which watching begins.
    """

    def __init__(self, started_ms: int = 0) -> None:
        self._stirred_ms = started_ms

    def stir(self, now_ms: int) -> None:
        """Note that something happened, so that the camera watches closely for a while."""
        self._stirred_ms = now_ms

    def note(self, what: Signal | Sighting, now_ms: int) -> None:
        """Note a sensor's report; it ends the rest if people caused it."""
        if isinstance(what, (*FELT, *SEEN)):
            self.stir(now_ms)

    def rests(self, state: GameState | None, now_ms: int) -> bool:
        """Return whether no hanchan runs and nothing was done for ``STILL_MS``."""
        return (state is None or state.phase == "ended") and now_ms >= self._stirred_ms + STILL_MS
