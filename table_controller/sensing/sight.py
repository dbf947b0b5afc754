"""Whether the table has been seen all through a hand: what could not be seen is no foul, and a hand may be lost to the camera.

While the camera sees nothing, what the other sensors feel explains itself only in part: somebody draws although nobody was
seen to discard. For a while that waits for the camera. If it does not come back in time, or what it sees then does not fit
together, the hand is not followed any more: its result is entered by a person, and the next hand is watched again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from table_controller.sensing.waiting.closing import owes
from table_controller.sensing.waiting.fitting import IN_PLAY
from vision.sightings import FoundTrack, LostTrack
from vision.zones import TABLE

if TYPE_CHECKING:
    from referee.game.position import GameState

LOST_MS: Final = 15_000
"""So long what is felt waits for a camera that sees nothing."""


@dataclass(slots=True)
class HandSight:
    """Keeps which hand was not seen throughout, which is lost and which was not closed, by the number of hands dealt."""

    gone: bool = False
    """Vision has said that it cannot find the table."""
    refusals: int = 0
    """How often a set button closed nothing because a hand could not be seen."""
    late_ms: int = 0
    """Up to when the newest late reading may have been: what came before that may have come in another order."""
    _gap: int | None = None
    _unfelt: int | None = None
    _asked: int | None = None
    _lost: int | None = None
    _refused: tuple[int, int] | None = None
    _ura: tuple[int, int] | None = None

    def take(self, sighting: LostTrack | FoundTrack) -> None:
        """The table is lost, or found again; single zones do not matter here."""
        if sighting.zone == TABLE:
            self.gone = isinstance(sighting, LostTrack)

    def look(self, state: GameState | None, *, blind: bool) -> None:
        """Note whether the camera sees the hand that is played; between hands nothing stands of the one before."""
        if state is None or state.phase not in IN_PLAY:
            self._gap = self._unfelt = self._asked = self._lost = self._refused = self._ura = None
        elif blind:
            self._gap = state.hands

    def has_gap(self, state: GameState | None) -> bool:
        """Whether something of this hand may have been missed."""
        return state is not None and state.hands == self._gap

    def miss_signals(self, state: GameState | None) -> None:
        """Something that the unit felt in this hand was lost, or comes too late."""
        if state is not None and state.phase in IN_PLAY:
            self._unfelt = state.hands

    def unfelt(self, state: GameState | None) -> bool:
        """Whether the unit may have felt something in this hand that nobody will know in time."""
        return state is not None and state.hands == self._unfelt

    def ask(self, state: GameState | None) -> None:
        """What was seen of this hand does not fit together (None: it does again): a judge should look at the table."""
        self._asked = None if state is None else state.hands

    def asked(self, state: GameState | None) -> bool:
        """Whether nothing more of this hand is judged until what was missed is seen or said."""
        return state is not None and state.phase in IN_PLAY and state.hands == self._asked

    def lose(self, state: GameState) -> None:
        """This hand is not followed any more."""
        self._lost = state.hands

    def lost(self, state: GameState | None) -> bool:
        """Whether the hand that is played is not followed any more."""
        return state is not None and state.phase in IN_PLAY and state.hands == self._lost

    def refuse(self, state: GameState, seat: int) -> None:
        """This hand was not closed, because a seat's hand that has to be open could not be seen."""
        self._refused = (state.hands, seat)
        self.refusals += 1

    def miss_ura(self, state: GameState, missing: int) -> None:
        """This hand was not closed, because so many ura dora indicators are not seen; it is, when that is asked again."""
        self._ura = (state.hands, missing)
        self.refusals += 1

    def ura_missing(self, state: GameState | None) -> int:
        """How many ura dora indicators of the hand that is played were not seen when it was to be closed."""
        if state is None or self._ura is None or state.phase not in IN_PLAY or state.ura:
            return 0
        hands, missing = self._ura
        return missing if hands == state.hands else 0

    def refused(self, state: GameState | None) -> int | None:
        """The seat for whose hand the one that is played was not closed."""
        if state is None or self._refused is None or state.phase not in IN_PLAY:
            return None
        hands, seat = self._refused
        return seat if hands == state.hands and owes(state, seat) else None
