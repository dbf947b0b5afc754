"""Readings of the walls and of the row below them: dora and ura dora indicators."""

from typing import Final

from referee.game import observations
from referee.game.position import IN_HAND, GameState
from table_controller.sensing.policies.kans import kan_called
from table_controller.sensing.policies.readings import chair_of, fuller, zone_lane
from table_controller.sensing.waiting import zones
from table_controller.sensing.waiting.fitting import DUE, EXPECTED, UNEXPECTED
from table_controller.sensing.waiting.memory import Memory
from table_controller.sensing.waiting.policy import FROM_READING, InputContext, PendingInput, Policy
from table_controller.sensing.waiting.policy_result import PolicyResult
from vision.sightings import ZoneReading


def _fit_wall(pending: PendingInput[ZoneReading], context: InputContext) -> int:
    """Return the fit: an indicator waits for its kan, and after the replacement tile it goes before the discard (WRC 5.4.6-8)."""
    state = context.state
    if not zones.new_indicators([pending.payload.tiles], state.indicators):
        return EXPECTED
    if state.dora_due:
        return DUE if state.rinshan else EXPECTED
    return UNEXPECTED if state.indicators else EXPECTED


def _mean_wall(payload: ZoneReading, state: GameState | None, memory: Memory, _at_ms: int) -> PolicyResult:
    memory.walls[chair_of(payload)] = payload.tiles
    if state is None or state.phase not in IN_HAND:
        return PolicyResult()
    new = zones.new_indicators(memory.walls.values(), state.indicators)
    return PolicyResult(tuple(observations.IndicatorSeen(tile=placed.tile) for placed in new))


def _mean_ura(payload: ZoneReading, state: GameState | None, memory: Memory, _at_ms: int) -> PolicyResult:
    memory.uras[chair_of(payload)] = payload.tiles
    if state is None or state.phase not in IN_HAND:
        return PolicyResult()
    ura = memory.ura(state.indicators)
    if len(ura) < max(1, len(state.indicators)) or ura == state.ura:
        return PolicyResult()
    return PolicyResult((observations.UraSeen(tiles=ura),))


WALL: Final = Policy[ZoneReading](
    origin=FROM_READING,
    lane=zone_lane,
    fit=_fit_wall,
    means=_mean_wall,
    # An indicator follows a called kan, whose meld must lie there.
    follows_unseen=lambda _pending, context: kan_called(context.state),
)
URA: Final = Policy[ZoneReading](
    origin=FROM_READING,
    lane=zone_lane,
    fit=lambda _pending, _context: EXPECTED,
    means=_mean_ura,
    replaced_by=fuller,
    before_end=True,
)
