"""Moments at a table: events with their times, and the uncertainty of each sense."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Final

from msgspec.structs import replace

from referee.game import observations as seen
from referee.game.observations import Observation

PLAYED_SENSES: Final = (
    "call_buttons",
    "curtains",
    "exposed",
    "sticks",
    "tile_taken",
    "tsumogiri",
    "wall_place",
    "wall_touch",
)
"""The senses of the modelled table."""
SENSOR_MS: Final = 5
"""The uncertainty of buttons, light curtains, wall touch and stick slots."""
CAMERA_MS: Final = 60
SLOW_CAMERA_MS: Final = 90
"""The uncertainty of events that the camera sees in one frame; the second, of events that need several."""

_WITHIN: Final[dict[type[seen.Observation], int]] = {
    seen.TileDiscarded: CAMERA_MS,
    seen.TileTaken: CAMERA_MS,
    seen.TilesExposed: CAMERA_MS,
    seen.MeldShown: SLOW_CAMERA_MS,
    seen.IndicatorSeen: SLOW_CAMERA_MS,
    seen.TilesShown: SLOW_CAMERA_MS,
    seen.UraSeen: SLOW_CAMERA_MS,
    seen.WallBroken: SLOW_CAMERA_MS,
    seen.HandDealt: 0,
    seen.HandClosed: 0,
    seen.RulingGiven: 0,
}


@dataclass(slots=True, eq=False)
class StagedMoment:
    """One event.

    Attributes:
        at: its time, in ms since the hand began.
        seen: its observation, without a time.
        act: number of its act in the record; -1 before the first.
        role: its part in that act: ``cross``, ``touch``, ``back``, ``word``, ``mat``, ``show``, ``take``, ``stick`` …
        noise: the sensor's error, at most ``within`` either way.
        foul: True if it is the foul.
    """

    at: int
    seen: Observation
    act: int
    role: str
    within: int
    noise: int
    foul: bool = False

    def observation(self, start: int, source: str) -> Observation:
        """Return the table's observation, for a hand that began at ``start``."""
        at_ms = max(0, start + self.at + self.noise)
        return replace(self.seen, at_ms=at_ms, within_ms=self.within, source=source)

    def copied(self) -> StagedMoment:
        """Return a copy that may be changed."""
        return StagedMoment(self.at, self.seen, self.act, self.role, self.within, self.noise, self.foul)


def moment(at: int, what: Observation, act: int, role: str, rng: Random) -> StagedMoment:
    """Make a moment with the error of its sense."""
    within = _WITHIN.get(type(what), SENSOR_MS)
    return StagedMoment(at, what, act, role, within, rng.randint(-within, within) if within else 0)


def in_order(moments: Iterable[StagedMoment]) -> list[StagedMoment]:
    """Sort moments as sensing releases them: by reported time, with the deal first and the closing last."""

    def key(each: StagedMoment) -> tuple[int, int]:
        last = isinstance(each.seen, seen.HandClosed)
        return (-1 if isinstance(each.seen, seen.HandDealt) else 1 if last else 0, each.at + each.noise)

    return sorted(moments, key=key)


def delay(moments: Iterable[StagedMoment], which: Callable[[StagedMoment], bool], ms: int) -> None:
    """Delay some moments."""
    for each in moments:
        if which(each):
            each.at += ms
