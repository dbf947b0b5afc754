"""Hands that begin and end by sight, at a table without dice and buttons of ours."""

from typing import Final

from referee.game import observations
from referee.game.draws import hand_over
from referee.game.position import IN_HAND, GameState
from referee.tiles import UNKNOWN
from table_controller.sensing.policies.buttons import closing_hand
from table_controller.sensing.waiting import closing, zones
from table_controller.sensing.waiting.fitting import EXPECTED, LAST, UNEXPECTED
from table_controller.sensing.waiting.hand_seen import DealSeen, SweptSeen
from table_controller.sensing.waiting.memory import Memory
from table_controller.sensing.waiting.policy import FROM_SIGHT, InputContext, PendingInput, Policy
from table_controller.sensing.waiting.policy_result import PolicyResult

UNSEEN: Final = (UNKNOWN,) * 13
"""Tiles dealt to a hand. [tiles; section: WRC 4.9]"""


def _mean_dealt(payload: DealSeen, state: GameState | None, memory: Memory, _at_ms: int) -> PolicyResult:
    if state is not None and state.phase == "dealing":
        memory.taken.break_walls(payload.broken)  # a person has begun it
    if state is None or state.phase != "waiting":
        return PolicyResult()
    memory.taken.break_walls(payload.broken)
    dealt = observations.HandDealt(dice=payload.dice, hands=(UNSEEN, UNSEEN, UNSEEN, UNSEEN))
    # The walls were counted after the indicator was turned, and its reading meant nothing before the hand began.
    turned = zones.new_indicators(memory.walls.values(), ())
    return PolicyResult((dealt, *(observations.IndicatorSeen(tile=placed.tile) for placed in turned)))


def _rank_swept(_pending: PendingInput[SweptSeen], context: InputContext) -> int:
    return LAST if _may_close(context.state) else UNEXPECTED


def _may_close(state: GameState) -> bool:
    return hand_over(state) and not any(closing.owes(state, seat) for seat in range(len(state.seats)))


def _mean_swept(_said: SweptSeen, state: GameState | None, memory: Memory, _at_ms: int) -> PolicyResult:
    if state is None or state.phase not in IN_HAND or state.desk.stopped:
        return PolicyResult()
    if not _may_close(state):
        return PolicyResult(note="the tiles of a hand are swept whose end was not seen", loses=True)
    return PolicyResult(tuple(closing_hand(state, memory)))


HAND_SEEN: Final = Policy[DealSeen](
    origin=FROM_SIGHT, lane=lambda _: "hands", fit=lambda _pending, _context: EXPECTED, means=_mean_dealt
)
SWEEP_SEEN: Final = Policy[SweptSeen](
    origin=FROM_SIGHT,
    lane=lambda _: "hands",
    fit=_rank_swept,
    means=_mean_swept,
    agreed=True,
    when_lost=True,
)
