"""Set and dice held together at one chair: they begin a hanchan, and the player who holds them deals first."""

from dataclasses import dataclass, field
from typing import Final

from firmware_bridge.messages.signals import Button, ButtonName
from referee.game.position import GameState

PARTNER: Final = {ButtonName.SET: ButtonName.DICE, ButtonName.DICE: ButtonName.SET}


@dataclass(slots=True)
class Chord:
    """Keeps the times at which set and dice of each chair were last pressed and released."""

    _down: dict[tuple[int, ButtonName], int] = field(default_factory=dict)
    _up: dict[tuple[int, ButtonName], int] = field(default_factory=dict)

    def note_button(self, signal: Button) -> None:
        """Note that a button went down or up; each button reports its changes in order."""
        if signal.button in PARTNER:
            (self._down if signal.pressed else self._up)[signal.chair, signal.button] = signal.at_ms

    def begins(self, press: Button, state: GameState | None) -> bool:
        """Return whether this press begins a hanchan: the other button is down, and no hand of a hanchan is dealt yet."""
        partner = PARTNER.get(press.button)
        if partner is None or not may_begin(state):
            return False
        held = press.chair, partner
        down = self._down.get(held)
        if down is None or down > press.at_ms:
            return False
        up = self._up.get(held)
        return up is None or up < down or up >= press.at_ms


def may_begin(state: GameState | None) -> bool:
    """Return whether the table may begin a hanchan by itself: none is running, or the running one has no hand yet.

    No hanchan begins while the last one's score sheet awaits its signatures (WRC 8.2).
    """
    if state is None or state.phase == "ended":
        return state is None or not state.sheet_unsigned
    held_up = state.desk.stopped or state.desk.signal_awaited
    return state.hands == 0 and state.phase == "waiting" and not held_up
