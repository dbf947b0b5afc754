"""Hands that begin and end by sight, at a table without dice and buttons of ours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee.game import observations
from referee.game.draws import hand_over
from referee.game.position import IN_HAND
from referee.tiles import UNKNOWN
from table_controller.sensing.policies.buttons import closing_hand
from table_controller.sensing.waiting import closing, zones
from table_controller.sensing.waiting.fitting import EXPECTED, LAST, UNEXPECTED
from table_controller.sensing.waiting.hand_seen import DealSeen, SweptSeen
from table_controller.sensing.waiting.meaning import Meaning
from table_controller.sensing.waiting.policy import FROM_SIGHT, Policy

if TYPE_CHECKING:
    from referee.game.position import GameState
    from table_controller.sensing.waiting.memory import Memory
    from table_controller.sensing.waiting.policy import InputContext, Item

UNSEEN: Final = (UNKNOWN,) * 13
"""Tiles dealt to a hand. [tiles; section: WRC 4.9]"""


def _mean_dealt(said: DealSeen, state: GameState | None, memory: Memory, _at_ms: int) -> Meaning:
    if state is not None and state.phase == "dealing":
        memory.taken.break_walls(said.broken)  # a person has begun it
    if state is None or state.phase != "waiting":
        return Meaning()
    memory.taken.break_walls(said.broken)
    dealt = observations.HandDealt(dice=said.dice, hands=(UNSEEN, UNSEEN, UNSEEN, UNSEEN))
    # The tiles were counted after the indicator was turned: its reading meant nothing before the hand.
    turned = zones.new_indicators(memory.walls.values(), ())
    return Meaning((dealt, *(observations.IndicatorSeen(tile=placed.tile) for placed in turned)))


def _rank_swept(_item: Item[SweptSeen], view: InputContext) -> int:
    return LAST if _may_close(view.state) else UNEXPECTED


def _may_close(state: GameState) -> bool:
    return hand_over(state) and not any(closing.owes(state, seat) for seat in range(len(state.seats)))


def _mean_swept(_said: SweptSeen, state: GameState | None, memory: Memory, _at_ms: int) -> Meaning:
    if state is None or state.phase not in IN_HAND or state.desk.stopped:
        return Meaning()
    if not _may_close(state):
        return Meaning(note="the tiles of a hand are swept whose end was not seen", loses=True)
    return Meaning(tuple(closing_hand(state, memory)))


HAND_SEEN: Final = Policy[DealSeen](
    origin=FROM_SIGHT, lane=lambda _: "hands", rank=lambda _item, _view: EXPECTED, means=_mean_dealt
)
SWEEP_SEEN: Final = Policy[SweptSeen](
    origin=FROM_SIGHT,
    lane=lambda _: "hands",
    rank=_rank_swept,
    means=_mean_swept,
    agreed=True,
    when_lost=True,
)
