"""How well inputs fit the game as it stands, and what they ask of it: whose turn, which calls, who may close the hand.

Judged by the turn alone, not by the rules: what is illegal fits too if it can be told apart, and is for the referee.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from firmware_bridge.messages.signals import ButtonName
from referee.game.draws import hand_over

if TYPE_CHECKING:
    from firmware_bridge.messages.signals import Button
    from referee.game.observations import Call
    from referee.game.position import GameState

CALLS: Final[dict[ButtonName, Call]] = {
    ButtonName.CHI: "chi",
    ButtonName.PON: "pon",
    ButtonName.KAN: "kan",
    ButtonName.RIICHI: "riichi",
    ButtonName.RON: "ron",
    ButtonName.TSUMO: "tsumo",
}
MELD_CALLS: Final = frozenset({"chi", "pon", "kan"})
IN_PLAY: Final = frozenset({"dealing", "playing", "closing"})
EXPECTED, POSSIBLE, LAST, UNEXPECTED = range(4)
"""What fits better goes first; the unexpected waits for what would explain it."""


def seat_of(state: GameState, chair: int) -> int:
    """The seat of a chair."""
    return state.chairs.index(chair)


def may_press(said: Button, state: GameState) -> bool:
    """Whether this set button is the dealer's, or anybody may press it."""
    return state.ruleset.timing.set_button == "anyone" or state.chairs[state.dealer] == said.chair


def may_close(said: Button, state: GameState) -> bool:
    """Whether this set button closes the hand: the hand is over, and the button is one that may."""
    return may_press(said, state) and hand_over(state)
