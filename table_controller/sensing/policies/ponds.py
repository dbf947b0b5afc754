"""Readings of ponds: discards."""

from typing import Final

from msgspec.structs import replace

from referee.game import observations
from referee.game.position import IN_HAND, GameState
from table_controller.sensing.policies.open_melds import may_have_called, meld_to_take, owed
from table_controller.sensing.policies.readings import chair_of, with_called_tile, zone_lane
from table_controller.sensing.policies.walls import WALL
from table_controller.sensing.waiting import zones
from table_controller.sensing.waiting.awaiting import Awaited, always, corners
from table_controller.sensing.waiting.fitting import DUE, EXPECTED, LAST, POSSIBLE, UNEXPECTED, seat_of
from table_controller.sensing.waiting.memory import Memory
from table_controller.sensing.waiting.policy import FROM_READING, InputContext, PendingInput, Policy
from table_controller.sensing.waiting.policy_result import PolicyResult
from table_controller.sensing.waiting.unseen import hidden
from vision.sightings import ZoneReading
from vision.zones import ZoneId


def _fit(pending: PendingInput[ZoneReading], context: InputContext) -> int:
    if _meld_unseen(pending, context):
        return UNEXPECTED
    payload, state = pending.payload, context.state
    number = seat_of(state, chair_of(payload))
    pond = state.seats[number].pond
    if zones.new_discards(payload.tiles, pond, owed(state, context.corners)):
        if meld_to_take(number, state, context.corners.get(chair_of(payload), ())) is not None:
            return EXPECTED
        if number != state.turn or (state.phase == "dealing" and not state.indicators):
            return UNEXPECTED
        if _indicator_comes(pending, context):
            return LAST
        return EXPECTED if state.holding else POSSIBLE
    # With fewer tiles, one is on its way into a meld or all are going into the well. With as many but different ones,
    # the last may have been called, and the next discarded, before vision could read the meld.
    there = sum(entry.called_by is None for entry in pond)
    same = len(payload.tiles) < there or zones.same_pond(payload.tiles, pond, owed(state, context.corners))
    return EXPECTED if same else UNEXPECTED


def _indicator_comes(pending: PendingInput[ZoneReading], context: InputContext) -> bool:
    """Return whether a due indicator also waits and may have been turned before this discard."""
    walls = (other for other in context.waiting if other.policy is WALL and other.earliest <= pending.at_ms)
    return any(WALL.fit(wall, context) == DUE for wall in walls)


def _await(_said: ZoneReading, state: GameState) -> Awaited:
    # After a kan comes a draw, which the wall reports and which waits for the kan.
    return Awaited(always(state), frozenset() if state.holding else corners())


def _meld_unseen(pending: PendingInput[ZoneReading], context: InputContext) -> bool:
    """Return whether, before this discard, the player may have called instead of drawn, and made an unseen meld.

    His corner is unseen, or its tiles do not fit the open one.
    """
    payload, state = pending.payload, context.state
    chair = chair_of(payload)
    number = seat_of(state, chair)
    new = zones.new_discards(payload.tiles, state.seats[number].pond, owed(state, context.corners))
    if state.holding or not new or not may_have_called(number, state, context.ponds):
        return False
    corner = context.corners.get(chair, ())
    if zones.being_made(corner):
        # Other tiles may have lain there before, or may still come.
        return meld_to_take(number, state, corner) is None
    return hidden(ZoneId("meld", chair), pending, context)


def _mean(payload: ZoneReading, state: GameState | None, memory: Memory, at_ms: int) -> PolicyResult:
    memory.ponds[chair_of(payload)] = payload.tiles
    if state is None or state.phase not in IN_HAND:
        return PolicyResult()
    found = _discards(payload, state, memory)
    if found.more:
        memory.straight = None
    seat, chair = seat_of(state, chair_of(payload)), chair_of(payload)
    if found.observations and (meld := meld_to_take(seat, state, memory.corners.get(chair, ()))) is not None:
        shown = replace(meld, within_ms=max(at_ms - memory.corner_since_ms.get(chair, at_ms), 0))
        found = found._replace(observations=(shown, *found.observations))
    return with_called_tile(found, payload, state, memory)


def _discards(payload: ZoneReading, state: GameState, memory: Memory) -> PolicyResult:
    tsumogiri = memory.straight == (payload.zone, payload.frame)
    callers = owed(state, memory.corners)
    seat = seat_of(state, chair_of(payload))
    pond = state.seats[seat].pond
    new = zones.new_discards(payload.tiles, pond, callers)
    swept = len(payload.tiles) < len(pond)
    note = (
        ""
        if swept or zones.same_pond(payload.tiles, pond, callers)
        else f"{payload.zone} is read otherwise than before"
    )
    discards = tuple(
        observations.TileDiscarded(
            seat=seat,
            tile=zones.face_of(placed),
            sideways=placed.sideways,
            tsumogiri=True if tsumogiri and len(new) == 1 else None,
            confidence_pm=placed.confidence_pm,
        )
        for placed in new[:1]
    )
    return PolicyResult(discards, note=note, more=max(len(new) - 1, 0))


POND: Final = Policy[ZoneReading](
    origin=FROM_READING,
    lane=zone_lane,
    fit=_fit,
    means=_mean,
    awaits=_await,
    unseen=_meld_unseen,
    play=True,
)
