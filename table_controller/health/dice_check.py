"""Compares the dice that the camera sees with those that began the hand, and reports a throw that the unit missed.

This only informs people: the referee uses the dice that the unit reports.
"""

from typing import Final

from referee.game.position import IN_HAND, GameState
from referee.texts.language import english
from table_controller.health.lasting import Lasting
from vision.sightings import DiceSeen
from wording.alerts.declaration import RaiseAlert, Trouble
from wording.alerts.declared import TableAlert

LASTS_MS: Final = 5000
"""The unit reports a throw at most this long after the camera has seen it, even over a bad line."""
DICE: Final = 2


class DiceCheck:
    """Remembers the newest throw, and the one that began the current hand.

    Args:
        alert: raises and withdraws alerts.
        begin: True if hands begin with dice; if not, a throw that begins no hand needs no alert.
    """

    def __init__(self, alert: RaiseAlert, *, begin: bool = True) -> None:
        self._begin = begin
        self._amiss = Lasting(TableAlert.SEEN_DICE, LASTS_MS, alert)
        self._seen: DiceSeen | None = None
        self._spent: DiceSeen | None = None
        self._hand: int | None = None
        self._thrown: DiceSeen | None = None
        self._same_hand = True

    @property
    def offered(self) -> tuple[int, int] | None:
        """The two dice of a throw that has begun no hand; None if there is none."""
        seen = self._seen
        if seen is None or seen is self._spent or len(seen.faces) != DICE:
            return None
        first, second = seen.faces
        return first, second

    def note_dice(self, dice: DiceSeen) -> None:
        """Note a throw that lies under the dome."""
        # The drum and the lid shake the dice: the same faces in slightly different places are no new throw.
        shaken = self._seen is not None and self._seen is self._spent and dice.faces == self._seen.faces
        self._seen = dice
        if dice.lying or shaken:
            self._spent = dice

    def forget(self) -> None:
        """Forget all throws: vision was restarted, and the dice that it finds may be those of the current hand."""
        self._seen = self._spent = self._thrown = self._hand = None
        self._same_hand = True

    def raise_alerts(self, state: GameState | None, now_ms: int) -> None:
        """Raise an alert for a fault that has lasted long, and resolve it once it is over."""
        trouble = self._what_is_amiss(state)
        self._amiss.note("" if trouble is None else english(trouble.text), now_ms, trouble)

    def _what_is_amiss(self, state: GameState | None) -> Trouble | None:
        """Return the fault with the dice and its remedy; None if there is none."""
        if state is not None and state.phase in IN_HAND:
            thrown = self._throw_of(state)
            if thrown is not None and any(state.dice) and tuple(sorted(state.dice)) != thrown.faces:
                return TableAlert.dice_differ(state.dice, thrown.faces)
            return None
        self._hand = self._thrown = None
        self._same_hand = False
        if state is None or state.phase != "waiting":
            self._spent = self._seen  # thrown for something else
        elif self.offered is not None and self._begin:
            return TableAlert.dice_not_thrown(*self.offered)
        return None

    def _throw_of(self, state: GameState) -> DiceSeen | None:
        """Return the throw that began the hand, if it was seen; until tiles are drawn the dice may be thrown again."""
        begins = self._hand != state.hands
        if begins:
            self._same_hand = self._same_hand and self._hand is None
            self._hand, self._thrown = state.hands, None
        new = self._seen is not self._spent and (begins or state.phase == "dealing")
        found = self._thrown is None and self._same_hand and self._seen is not None and self._seen.lying
        if new or found:
            self._thrown = self._seen
        self._spent = self._seen
        return self._thrown
