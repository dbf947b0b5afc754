"""Sight of the table throughout a hand: what was not seen is no foul, and a hand may be lost to the camera.

While the camera sees nothing, the other sensors tell only part of the game: somebody draws although no discard was
seen. Such signals wait for the camera. If it does not come back in time, or what it then sees does not fit together,
the hand is no longer followed: a person enters its result, and the next hand is watched again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from referee.game.position import IN_HAND
from table_controller.sensing.waiting.closing import owes
from vision.zones import TABLE

if TYPE_CHECKING:
    from referee.game.position import GameState
    from vision.sightings import FoundTrack, LostTrack

LOST_MS: Final = 15_000
"""The time that signals wait for a camera that sees nothing. [ms; derived: vision waits 10 s for an unplugged
camera (RECONNECT_S), and looks for some seconds]"""
BRIEF_MS: Final = 500
"""While the table was lost for less, nothing was missed. [ms; judged: two or three torn pictures; nobody takes or lays a
tile in less than a second]"""


@dataclass(slots=True)
class HandSight:
    """Records which hand was not seen throughout, which is lost and which was not closed, by the number of hands dealt."""

    gone: bool = False
    """Vision has reported that it cannot find the table."""
    refusals: int = 0
    """The number of times a set button was refused because a hand could not be seen."""
    late_ms: int = 0
    """The latest time of the newest late reading: events before it may have come in another order."""
    _gone_ms: int = 0
    _was_gone: bool = False
    _gap: int | None = None
    _unfelt: int | None = None
    _asked: int | None = None
    _lost: int | None = None
    _refused: tuple[int, int] | None = None
    _ura: tuple[int, int] | None = None

    def lose_table(self, lost: LostTrack) -> None:
        """Note that the table is lost; single zones do not matter here."""
        if lost.zone == TABLE:
            if not self.gone:
                self._gone_ms = lost.at_ms
            self.gone = True

    def find_table(self, found: FoundTrack) -> None:
        """Note that the table is found again."""
        if found.zone == TABLE:
            self._was_gone = self._was_gone or self._long_gone(found.at_ms)
            self.gone = False

    def look(self, state: GameState | None, now_ms: int, *, silent: bool) -> None:
        """Note whether the camera sees the hand that is played; between hands, what was noted of the last one is dropped.

        Args:
            state: of the game.
            now_ms: table time.
            silent: vision says nothing.
        """
        if state is None or state.phase not in IN_HAND:
            self._gap = self._unfelt = self._asked = self._lost = self._refused = self._ura = None
        elif silent or self._was_gone or self._long_gone(now_ms):
            self._gap = state.hands
        self._was_gone = False

    def _long_gone(self, now_ms: int) -> bool:
        return self.gone_ms(now_ms) is not None

    def gone_ms(self, now_ms: int) -> int | None:
        """Return the time since which vision cannot find the table; None if it can, or could a moment ago."""
        return self._gone_ms if self.gone and now_ms - self._gone_ms >= BRIEF_MS else None

    def has_gap(self, state: GameState | None) -> bool:
        """Return whether something of this hand may have been missed."""
        return state is not None and state.hands == self._gap

    def miss_signals(self, state: GameState | None) -> None:
        """Note that signals of this hand were lost, or came too late."""
        if state is not None and state.phase in IN_HAND:
            self._unfelt = state.hands

    def unfelt(self, state: GameState | None) -> bool:
        """Return whether signals of this hand may be lost or come too late."""
        return state is not None and state.hands == self._unfelt

    def ask(self, state: GameState | None) -> None:
        """Ask for a judge, because what was seen of this hand does not fit together; None withdraws the request."""
        self._asked = None if state is None else state.hands

    def asked(self, state: GameState | None) -> bool:
        """Return whether judging of this hand waits until what was missed is seen or entered by a judge."""
        return state is not None and state.phase in IN_HAND and state.hands == self._asked

    def lose(self, state: GameState) -> None:
        """Stop following this hand."""
        self._lost = state.hands

    def lost(self, state: GameState | None) -> bool:
        """Return whether the hand that is played is no longer followed."""
        return state is not None and state.phase in IN_HAND and state.hands == self._lost

    def refuse(self, state: GameState, seat: int) -> None:
        """Note that this hand was not closed, because a seat's hand that must be open could not be seen."""
        self._refused = (state.hands, seat)
        self.refusals += 1

    def miss_ura(self, state: GameState, missing: int) -> None:
        """Note that this hand was not closed, because this many ura dora indicators are unseen; the next press will close it."""
        self._ura = (state.hands, missing)
        self.refusals += 1

    def ura_missing(self, state: GameState | None) -> int:
        """Count the ura dora indicators of the current hand that were unseen when it was to be closed."""
        if state is None or self._ura is None or state.phase not in IN_HAND or state.ura:
            return 0
        hands, missing = self._ura
        return missing if hands == state.hands else 0

    def refused(self, state: GameState | None) -> int | None:
        """The seat whose unseen hand kept the current hand from being closed."""
        if state is None or self._refused is None or state.phase not in IN_HAND:
            return None
        hands, seat = self._refused
        return seat if hands == state.hands and owes(state, seat) else None
