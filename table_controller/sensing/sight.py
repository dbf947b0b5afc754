"""Gaps in the camera's view of a hand: an unseen act is no foul, and a hand may be lost.

While the camera sees nothing, the other sensors report only part of the game, such as a draw after an unseen discard.
Such signals wait for the camera. If it does not come back in time, or its pictures then contradict the game, sensing
stops following the hand. A person enters the result, and sensing follows the next hand.
"""

from dataclasses import dataclass
from typing import Final

from referee.game.position import IN_HAND, GameState
from table_controller.sensing.waiting.closing import owes
from vision.sightings import FoundTrack, LostTrack
from vision.zones import TABLE

LOST_MS: Final = 15_000
"""The time that signals wait for a camera that sees nothing. [ms; derived: vision waits 10 s for an unplugged
camera (RECONNECT_S), and looks for some seconds]"""
BRIEF_MS: Final = 500
"""In a shorter loss of the table nothing was missed. [ms; judged: two or three torn pictures; nobody takes or lays a tile
in less than a second]"""


@dataclass(slots=True)
class HandSight:
    """Records, by hand number, which hand has a gap, which is lost and which could not be closed."""

    gone: bool = False
    """True if vision has reported that it cannot find the table."""
    refusals: int = 0
    """The number of set buttons refused because a hand could not be seen."""
    late_ms: int = 0
    """The end of the newest late reading's interval: acts before it may have come in another order."""
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
        if found.zone == TABLE:
            self._was_gone = self._was_gone or self._long_gone(found.at_ms)
            self.gone = False

    def look(self, state: GameState | None, now_ms: int, *, silent: bool) -> None:
        """Note whether the camera sees the hand in play; between hands, drop the notes of the last one.

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
        """The time at which vision lost the table; None if it sees it, or did a moment ago."""
        return self._gone_ms if self.gone and now_ms - self._gone_ms >= BRIEF_MS else None

    def has_gap(self, state: GameState | None) -> bool:
        """Return whether an act of this hand may have gone unseen."""
        return state is not None and state.hands == self._gap

    def miss_signals(self, state: GameState | None) -> None:
        """Note that signals of this hand were lost, or came too late."""
        if state is not None and state.phase in IN_HAND:
            self._unfelt = state.hands

    def unfelt(self, state: GameState | None) -> bool:
        """Return whether signals of this hand may be lost or late."""
        return state is not None and state.hands == self._unfelt

    def ask(self, state: GameState | None) -> None:
        """Ask for a judge, because the reports of this hand contradict each other; None withdraws the request."""
        self._asked = None if state is None else state.hands

    def asked(self, state: GameState | None) -> bool:
        """Return whether this hand waits until the camera sees, or a judge enters, what was missed."""
        return state is not None and state.phase in IN_HAND and state.hands == self._asked

    def lose(self, state: GameState) -> None:
        """Stop following this hand."""
        self._lost = state.hands

    def lost(self, state: GameState | None) -> bool:
        """Return whether sensing has stopped following the hand in play."""
        return state is not None and state.phase in IN_HAND and state.hands == self._lost

    def refuse(self, state: GameState, seat: int) -> None:
        """Note that this hand was not closed, because the camera cannot see a seat's hand that must be open."""
        self._refused = (state.hands, seat)
        self.refusals += 1

    def miss_ura(self, state: GameState, missing: int) -> None:
        """Note that this hand was not closed, because so many ura dora indicators are unseen; the next press closes it."""
        self._ura = (state.hands, missing)
        self.refusals += 1

    def ura_missing(self, state: GameState | None) -> int:
        """The number of unseen ura dora indicators for which the current hand was not closed."""
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
