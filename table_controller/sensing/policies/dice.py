"""Dice that lie still: the walls are broken and a hand is dealt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from firmware_bridge.messages.signals import DiceRolled
from referee.game import observations
from referee.tiles import UNKNOWN
from table_controller.sensing.waiting.fitting import POSSIBLE
from table_controller.sensing.waiting.meaning import Meaning
from table_controller.sensing.waiting.policy import FROM_DICE, Policy, unit_lane

if TYPE_CHECKING:
    from referee.game.position import GameState
    from table_controller.sensing.waiting.memory import Memory

DEALT: Final = (UNKNOWN,) * 13
"""Tiles dealt to a hand, unknown. [tiles; section: WRC 4.9]"""


def _mean(said: DiceRolled, state: GameState | None, memory: Memory, _at_ms: int) -> Meaning:
    if state is None or state.phase not in {"waiting", "dealing"}:
        return Meaning(note="dice rolled in the middle of a hand do not count")
    if not state.dice_locked:
        memory.hand_begins()
    dealt = observations.HandDealt(dice=(said.first, said.second), hands=(DEALT, DEALT, DEALT, DEALT))
    return Meaning((dealt,))


DICE: Final = Policy[DiceRolled](
    origin=FROM_DICE, lane=unit_lane, rank=lambda _item, _view: POSSIBLE, means=_mean
)
