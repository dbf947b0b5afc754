"""Dice that lie still: the walls are broken and a hand is dealt."""

from typing import Final

from firmware_bridge.messages.signals import DiceRolled
from referee.game import observations
from referee.game.position import GameState
from referee.tiles import UNKNOWN
from table_controller.sensing.waiting.fitting import POSSIBLE
from table_controller.sensing.waiting.memory import Memory
from table_controller.sensing.waiting.policy import FROM_DICE, Policy, unit_lane
from table_controller.sensing.waiting.policy_result import PolicyResult

DEALT: Final = (UNKNOWN,) * 13
"""Tiles dealt to a hand, unknown. [tiles; section: WRC 4.9]"""


def _mean(payload: DiceRolled, state: GameState | None, memory: Memory, _at_ms: int) -> PolicyResult:
    if state is None or state.phase not in {"waiting", "dealing"}:
        return PolicyResult(note="dice rolled in the middle of a hand do not count")
    if not state.dice_locked:
        memory.hand_begins()
    dealt = observations.HandDealt(dice=(payload.first, payload.second), hands=(DEALT, DEALT, DEALT, DEALT))
    return PolicyResult((dealt,))


DICE: Final = Policy[DiceRolled](
    origin=FROM_DICE, lane=unit_lane, fit=lambda _pending, _context: POSSIBLE, means=_mean
)
