"""The fit of inputs to the present state of the game: whose turn it is, which calls are possible, who may close the hand.

Only the order of turns counts here, not the rules. A recognisable illegal move fits too, and the referee judges it.
"""

from typing import Final

from firmware_bridge.messages.signals import Button, ButtonName
from referee.game.draws import hand_over
from referee.game.observations import Call
from referee.game.position import GameState
from table_controller.journal.panel_signals import PanelButton

CALLS: Final[dict[ButtonName, Call]] = {
    ButtonName.CHI: "chi",
    ButtonName.PON: "pon",
    ButtonName.KAN: "kan",
    ButtonName.RIICHI: "riichi",
    ButtonName.RON: "ron",
    ButtonName.TSUMO: "tsumo",
}
MELD_CALLS: Final = frozenset({"chi", "pon", "kan"})
DUE, EXPECTED, POSSIBLE, LAST, UNEXPECTED = range(5)
"""Fits, the best first: an input that is due goes before all others, and an unexpected one waits for an explanation."""


def seat_of(state: GameState, chair: int) -> int:
    """The seat of a chair."""
    return state.chairs.index(chair)


def call_of(payload: Button, state: GameState) -> Call:
    """Return the call of a button; the panel's one button for wins means tsumo for a player who has drawn."""
    wins_by_draw = isinstance(payload, PanelButton) and payload.button is ButtonName.RON and state.holding
    if wins_by_draw and seat_of(state, payload.chair) == state.turn:
        return "tsumo"
    return CALLS[payload.button]


def may_press(payload: Button, state: GameState) -> bool:
    """Return whether this set button counts: the dealer's and the panel's always do, others if the rules say anyone's."""
    return (
        isinstance(payload, PanelButton)
        or state.ruleset.timing.set_button == "anyone"
        or state.chairs[state.dealer] == payload.chair
    )


def may_close(payload: Button, state: GameState) -> bool:
    """Return whether this set button closes the hand, because it counts and the hand is over."""
    return may_press(payload, state) and hand_over(state)
