"""Hands over the elevator line, reported by the light curtains or, without those, by the camera, which sees arms inside.

Movements do not put other inputs in order, since a tile seen late may have been laid before or after one. They are given
out with the next observation, each with its own time.
"""

from dataclasses import dataclass, field
from typing import Final

from firmware_bridge.messages.signals import Curtain
from referee.game.observations import HandMoved
from referee.game.position import IN_HAND, GameState
from table_controller.machine.curtains import Curtains
from table_controller.sensing.waiting.fitting import seat_of
from vision.sightings import HandsOver
from vision.zones import EACH_CHAIR

CURTAIN_MS: Final = 20
"""Uncertainty of a light curtain's times, including the conversion from the unit's clock. [ms; derived: debouncing
and the conversion of clocks]"""
REACH_MS: Final = 150
"""The time in which an arm goes from the line to a zone over whose edge the camera sees it, or back. [ms; derived: 20 cm
at 1.5 m/s]"""
UNSEEN_MS: Final = 1000
"""The camera may take this long to distinguish an arm from another above or beside it. [ms; judged: two arms on each other
part within a second]"""
LOST_MS: Final = 3000
"""If an arm is seen again this soon, the camera may only have confused it with others meanwhile. [ms; derived:
occlusion.RESTING_MS, after which an arm counts as a thing]"""
BEYOND: Final = frozenset({"pond", "ura"})
"""Zones so far inside that an arm over one is across the line."""
INSIDE: Final = BEYOND | {"wall"}
"""Zones inside the line. A chair with no arm over any of them has no hand across."""


@dataclass(frozen=True, slots=True)
class Movement:
    """A hand's way across the line of a chair, or back, at ``at_ms`` plus or minus ``within_ms``."""

    chair: int
    across: bool
    at_ms: int
    within_ms: int
    source: str

    @property
    def filmed(self) -> bool:
        """True if the camera reported it."""
        return self.source.startswith("frame:")


@dataclass(slots=True)
class Hands:
    """Reports of curtains and camera about each chair's hands.

    Attributes:
        curtains: the light curtains of the lines, if there are any.
        _seen: chairs whose arms the camera has seen across.
        _sure_ms: time of the frame that last confirmed where each chair's arms are.
        _doubtful: chairs whose arms the newest frame does not show clearly.
        _went_ms, _back_ms: the earliest time at which each chair's arm may have gone across, and the last time at which
            it was seen to be back.
        _newest_ms: time of each chair's newest movement: in and out alternate.
    """

    curtains: Curtains = field(default_factory=Curtains)
    _seen: set[int] = field(default_factory=set)
    _sure_ms: list[int] = field(default_factory=lambda: [0] * 4)
    _doubtful: set[int] = field(default_factory=set)
    _went_ms: list[int] = field(default_factory=lambda: [0] * 4)
    _back_ms: list[int] = field(default_factory=lambda: [-LOST_MS - 1] * 4)
    _newest_ms: list[int] = field(default_factory=lambda: [0] * 4)
    _due: list[Movement] = field(default_factory=list)

    def forget(self) -> None:
        """Forget what the camera saw, as vision was restarted; until its first look, hands may go and come unseen."""
        for chair in self._seen:
            # The hand may have gone back and come across again at any time since.
            self._sure_ms[chair] = self._went_ms[chair]
        self._seen.clear()
        self._doubtful.clear()
        self._due = [each for each in self._due if not each.filmed]

    def curtain(self, payload: Curtain) -> None:
        """Note that a light curtain was broken or became free."""
        self.curtains.change(payload.chair, payload.at_ms, broken=payload.broken)
        self._due.append(
            Movement(payload.chair, payload.broken, payload.at_ms, CURTAIN_MS, f"signal:{payload.number}")
        )

    def stand(self, curtains: int, since_ms: int, at_ms: int, number: int) -> None:
        """Note the state of the curtains after lost signals: one that differs has changed at an unknown time between.

        Args:
            curtains: a bit for each chair whose curtain is broken.
            since_ms: time of the last signal before those that were lost.
            at_ms: time of this look.
            number: number of the signal that reports it.
        """
        for chair in EACH_CHAIR:
            broken = bool(curtains >> chair & 1)
            if broken != (self.curtains.broken_ms(chair) is not None):
                within_ms = max(CURTAIN_MS, at_ms - since_ms)
                self._due.append(Movement(chair, broken, at_ms, within_ms, f"signal:{number}"))
            self.curtains.change(chair, at_ms, broken=broken)

    def note_arms(self, payload: HandsOver) -> None:
        """Note that arms are over other zones than in the frame before."""
        self._doubtful.clear()
        for chair in EACH_CHAIR:
            kinds = {
                (zone.kind, chairs == (chair,))
                for zone, chairs in payload.hands
                if chair in chairs and zone.kind in INSIDE
            }
            # The camera reports overlapping arms for both players, so they prove nothing about either.
            across = any(alone and kind in BEYOND for kind, alone in kinds)
            if not across and kinds:
                self._doubtful.add(chair)
            elif across != (chair in self._seen):
                self._moved(chair, across, payload)

    def frame(self, at_ms: int) -> None:
        """Note that vision has read a frame that shows the table: all arms are where it last reported them."""
        for chair in EACH_CHAIR:
            if chair not in self._doubtful:
                self._sure_ms[chair] = at_ms

    def over_since(self, chair: int, at_ms: int, state: GameState) -> bool:
        """Return whether a chair's hand was across the line at a time and has not come back since."""
        if sensed(state):
            went_ms = self.curtains.broken_ms(chair)
        else:
            went_ms = self._went_ms[chair] if chair in self._seen else None
        return went_ms is not None and went_ms <= at_ms + REACH_MS

    def due(self, state: GameState | None, since_ms: int, until_ms: int) -> tuple[HandMoved, ...]:
        """Return the movements up to a time that were not given out yet, none dated before ``since_ms``."""
        due = [each for each in self._due if each.at_ms <= until_ms]
        self._due = [each for each in self._due if each.at_ms > until_ms]
        if state is None or state.phase not in IN_HAND:
            return ()
        by_camera = not sensed(state)
        moved = []
        for each in sorted(due, key=lambda movement: movement.at_ms):
            if each.filmed != by_camera:
                continue
            at_ms = max(each.at_ms, since_ms)
            moved.append(
                HandMoved(
                    at_ms=at_ms,
                    within_ms=at_ms - each.at_ms + each.within_ms,
                    source=each.source,
                    seat=seat_of(state, each.chair),
                    across=each.across,
                )
            )
        return tuple(moved)

    def _moved(self, chair: int, across: bool, payload: HandsOver) -> None:
        first = self._sure_ms[chair] - (UNSEEN_MS if across else REACH_MS)
        last = payload.at_ms + (0 if across else REACH_MS)
        if across and payload.at_ms - self._back_ms[chair] <= LOST_MS:
            first = min(first, self._went_ms[chair])
        (self._went_ms if across else self._back_ms)[chair] = first if across else payload.at_ms
        (self._seen.add if across else self._seen.discard)(chair)
        self._sure_ms[chair] = payload.at_ms
        at_ms = max((first + last) // 2, self._newest_ms[chair])
        self._newest_ms[chair] = at_ms
        within_ms = max(last - at_ms, at_ms - first)
        self._due.append(Movement(chair, across, at_ms, within_ms, f"frame:{payload.frame}"))


def sensed(state: GameState) -> bool:
    """Return whether this table has light curtains."""
    return "curtains" in state.senses
