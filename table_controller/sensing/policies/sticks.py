"""Point sticks, laid in a slot that the unit senses or in front of the player where the camera sees them."""

from typing import Final

from firmware_bridge.messages.signals import Levels, StickSlot
from referee.game import observations
from referee.game.position import IN_HAND, NO_RIICHI, GameState
from table_controller.sensing.waiting.awaiting import Awaited, always, corners, due_pond
from table_controller.sensing.waiting.fitting import EXPECTED, POSSIBLE, seat_of
from table_controller.sensing.waiting.memory import Memory
from table_controller.sensing.waiting.policy import (
    FROM_SIGHT,
    FROM_UNIT,
    InputContext,
    PendingInput,
    Policy,
    unit_lane,
)
from table_controller.sensing.waiting.policy_result import PolicyResult
from vision.sightings import SticksSeen
from vision.zones import EACH_CHAIR


def bettor(payload: SticksSeen, state: GameState) -> int | None:
    """The seat that laid a single stick as its riichi bet; None if it is nobody's bet."""
    seat = seat_of(state, payload.sticks[0].chair)
    player = state.seats[seat]
    return None if player.stick or player.riichi == NO_RIICHI else seat


def _await(_said: StickSlot | SticksSeen, state: GameState) -> Awaited:
    return Awaited(always(state), due_pond(state) or corners())


def _rank_slot(pending: PendingInput[StickSlot], context: InputContext) -> int:
    return EXPECTED if context.state.seats[seat_of(context.state, pending.payload.chair)].riichi else POSSIBLE


def _mean_slot(payload: StickSlot, state: GameState | None, _memory: Memory, _at_ms: int) -> PolicyResult:
    if state is None or state.phase not in IN_HAND:
        return PolicyResult()
    seat = seat_of(state, payload.chair)
    return PolicyResult(() if state.seats[seat].stick else (observations.StickLaid(seat=seat),))


def _mean_seen(payload: SticksSeen, state: GameState | None, _memory: Memory, _at_ms: int) -> PolicyResult:
    seat = None if state is None or state.phase not in IN_HAND else bettor(payload, state)
    return PolicyResult(() if seat is None else (observations.StickLaid(seat=seat),))


def _mean_levels(payload: Levels, state: GameState | None, _memory: Memory, _at_ms: int) -> PolicyResult:
    """Return the bets among the sticks that the unit reports in its slots: new ones of players in riichi."""
    if state is None or state.phase not in IN_HAND:
        return PolicyResult()
    seats = [seat_of(state, chair) for chair in EACH_CHAIR if payload.sticks >> chair & 1]
    return PolicyResult(
        tuple(
            observations.StickLaid(seat=seat)
            for seat in seats
            if state.seats[seat].riichi and not state.seats[seat].stick
        )
    )


SLOT: Final = Policy[StickSlot](
    origin=FROM_UNIT, lane=unit_lane, fit=_rank_slot, means=_mean_slot, awaits=_await
)
STICKS_SEEN: Final = Policy[SticksSeen](
    origin=FROM_SIGHT,
    lane=lambda _: "sticks",
    fit=lambda _pending, _context: POSSIBLE,
    means=_mean_seen,
    awaits=_await,
)
LEVELS: Final = Policy[Levels](
    origin=FROM_UNIT, lane=unit_lane, fit=lambda _pending, _context: POSSIBLE, means=_mean_levels
)
