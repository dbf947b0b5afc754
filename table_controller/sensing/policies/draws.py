"""Draws: a player touches a wall, or, at a table without wall sensors, the camera sees a tile leave a wall."""

from dataclasses import replace
from typing import Final, TypeAlias

from firmware_bridge.messages.signals import WallTouch
from referee.game import observations
from referee.game.draws import is_drawn
from referee.game.position import IN_HAND, GameState
from referee.tiles import UNKNOWN
from table_controller.sensing.policies.kans import kan_called
from table_controller.sensing.policies.open_melds import owed
from table_controller.sensing.waiting import zones
from table_controller.sensing.waiting.awaiting import Awaited, always, corners
from table_controller.sensing.waiting.fitting import EXPECTED, POSSIBLE, UNEXPECTED, seat_of
from table_controller.sensing.waiting.hand_seen import WallBreak
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
from table_controller.sensing.waiting.unseen import waits
from table_controller.sensing.waiting.wall_taken import DrawSeen, Taken, drawn_place, number_of
from vision.zones import EACH_CHAIR, ZoneId

Draw: TypeAlias = WallTouch | DrawSeen


def _fit(pending: PendingInput[WallTouch] | PendingInput[DrawSeen], context: InputContext) -> int:
    state = context.state
    if state.phase == "dealing" and not state.indicators:
        # It belongs to the deal, unless the indicator may have been turned before it.
        turned = any(
            isinstance(other.lane, ZoneId) and other.lane.kind == "wall" and other.earliest <= pending.at_ms
            for other in context.waiting
        )
        return UNEXPECTED if turned else POSSIBLE
    if isinstance(pending.payload, DrawSeen) and (
        _before_discard(pending.payload, state) or _is_counted(pending.payload, state, context.broken)
    ):
        return EXPECTED
    return (
        EXPECTED if seat_of(state, pending.payload.chair) == state.turn and not state.holding else UNEXPECTED
    )


def may_be_unseen(state: GameState) -> bool:
    """Return whether a draw may go unreported, because only the camera sees draws at this table."""
    return "wall_touch" not in state.senses


def _before_discard(payload: DrawSeen, state: GameState) -> bool:
    """Return whether a draw may belong to the turn that a discard has just ended: its wall was hidden until then."""
    tile = state.open
    return (
        tile is not None
        and tile.kind == "discard"
        and tile.seat == seat_of(state, payload.chair)
        and payload.since_ms <= tile.at_ms
    )


def _is_counted(payload: DrawSeen, state: GameState, broken: WallBreak | None) -> bool:
    """Return whether the game already counts this tile as drawn, seen or not, in an earlier turn."""
    number = number_of(payload.taken, state, broken)
    due = seat_of(state, payload.chair) == state.turn and not state.holding
    if number is None or due or state.phase == "dealing":
        return False
    return is_drawn(state, number)


def _by_discard(pending: PendingInput[DrawSeen], context: InputContext) -> DrawSeen:
    """Ascribe a draw to the player in turn, if he discards next and no other tile leaves a wall before that.

    The camera takes arms that touch for one player's, so it may have ascribed the draw to the wrong one.
    """
    state = context.state
    if state.holding or seat_of(state, pending.payload.chair) == state.turn:
        return pending.payload
    chair = state.chairs[state.turn]
    pond = state.seats[state.turn].pond
    discards = [
        other.at_ms
        for other in context.waiting
        if other.lane == ZoneId("pond", chair)
        and zones.new_discards(other.payload.tiles, pond, owed(state, context.corners))
    ]
    if not discards or any(
        isinstance(other.payload, DrawSeen) and other is not pending and other.earliest <= min(discards)
        for other in context.waiting
    ):
        return pending.payload
    return replace(pending.payload, chair=chair)


def _await(payload: Draw, state: GameState) -> Awaited:
    # Anybody but the player who draws may have called the discard before this draw.
    drawing = {payload.chair} if state.open is None else {payload.chair, state.chairs[state.open.seat]}
    return Awaited(always(state), corners(chair for chair in EACH_CHAIR if chair not in drawing))


def _discard_unseen(pending: PendingInput[WallTouch] | PendingInput[DrawSeen], context: InputContext) -> bool:
    """Return whether an unseen pond may hide the discard that would put this draw in turn."""
    state = context.state
    if seat_of(state, pending.payload.chair) == state.turn:
        return False
    pond = ZoneId("pond", state.chairs[state.turn])
    return context.sources.missed(pond, pending.at_ms) or waits(pond, pending, context)


def _kan_unseen(pending: PendingInput[WallTouch], context: InputContext) -> bool:
    """Return whether this draws the replacement tile of a called kan, whose meld must lie there, seen or not."""
    state = context.state
    seat = seat_of(state, pending.payload.chair)
    return kan_called(state, seat) and seat == state.turn and state.holding


def _second(payload: WallTouch, state: GameState) -> bool:
    """Return whether a player who has already drawn touches a wall again."""
    return state.holding and seat_of(state, payload.chair) == state.turn


def _mean_touch(payload: WallTouch, state: GameState | None, memory: Memory, _at_ms: int) -> PolicyResult:
    """Return the draw that a touch of the wall means, if it was one.

    The wall reports the chair of the hand. A touch by the player in turn is a draw. Anybody else, or a player who has
    already drawn, may have touched the wall in passing. Such a touch is a draw only if the camera has seen a tile leave
    the wall, or if another player's hand has not come back yet.
    """
    if state is None or not _draws_count(state):
        return PolicyResult()
    seat = seat_of(state, payload.chair)
    place = _place(memory.taken.by(payload.at_ms), seat, state, memory)
    in_turn = seat == state.turn
    if (
        not (in_turn and not state.holding)
        and place is None
        and (in_turn or not memory.hands.over_since(payload.chair, payload.at_ms, state))
    ):
        return PolicyResult()
    return PolicyResult((observations.TileDrawn(seat=seat, tile=UNKNOWN, place=place),))


def _mean_seen(payload: DrawSeen, state: GameState | None, memory: Memory, _at_ms: int) -> PolicyResult:
    if state is None or not _draws_count(state):
        return PolicyResult()
    seat = seat_of(state, payload.chair)
    place = _place(payload.taken, seat, state, memory)
    if place is None or _before_discard(payload, state) or _is_counted(payload, state, memory.taken.broken):
        return PolicyResult()
    return PolicyResult((observations.TileDrawn(seat=seat, tile=UNKNOWN, place=place),))


def _draws_count(state: GameState) -> bool:
    """Return whether draws count: until the indicator is turned, the tiles are still being dealt."""
    return state.phase in IN_HAND and not (state.phase == "dealing" and not state.indicators)


def _place(taken: Taken | None, seat: int, state: GameState, memory: Memory) -> int | None:
    return None if taken is None else drawn_place(taken, seat, state, memory.taken.broken)


TOUCH: Final = Policy[WallTouch](
    origin=FROM_UNIT,
    lane=unit_lane,
    fit=_fit,
    means=_mean_touch,
    awaits=_await,
    unseen=_discard_unseen,
    follows_unseen=_kan_unseen,
    must_mean=_second,
)
DRAW_SEEN: Final = Policy[DrawSeen](
    origin=FROM_SIGHT,
    lane=lambda _: "draws",
    fit=_fit,
    means=_mean_seen,
    reread=_by_discard,
    awaits=_await,
    unseen=_discard_unseen,
)
