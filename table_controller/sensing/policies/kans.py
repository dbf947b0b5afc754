"""Kans: whether one was called, so that its meld must lie there, seen or not, and which of two came first."""

from firmware_bridge.messages.signals import WallTouch
from referee.game.position import GameState
from table_controller.sensing.waiting import zones
from table_controller.sensing.waiting.awaiting import WALLS
from table_controller.sensing.waiting.policy import InputContext
from table_controller.sensing.waiting.wall_taken import DrawSeen


def kan_called(state: GameState, seat: int | None = None) -> bool:
    """Return whether a valid call of kan stands, by this seat if one is given."""
    return any(
        claim.call == "kan" and not claim.void and seat in {claim.seat, None} for claim in state.claims
    )


def added_first(context: InputContext) -> bool | None:
    """Return whether the first kan of the player in turn was an added one; None while a hidden wall may show that.

    Some rules turn one kind's indicator before the replacement tile and the other's after it. If nothing shows the
    order, the concealed kan was first: an added tile may be robbed, which happens before another kan.
    """
    state, calls = context.state, context.state.ruleset.calls
    draws = [
        pending
        for pending in context.waiting
        if isinstance(pending.payload, WallTouch | DrawSeen)
        and pending.payload.chair == state.chairs[state.turn]
    ]
    if calls.kan_dora_concealed == calls.kan_dora_open or not draws:
        return False
    draw = min(draws, key=lambda pending: pending.at_ms)
    turned = [
        pending
        for pending in context.waiting
        if pending.lane in WALLS and zones.new_indicators([pending.payload.tiles], state.indicators)
    ]
    if any(pending.latest <= draw.earliest for pending in turned):
        return calls.kan_dora_open == "before_draw"
    if any(context.sources.unseen(wall, draw.at_ms) for wall in WALLS):
        return None
    return calls.kan_dora_concealed == "before_draw" and all(
        pending.earliest >= draw.latest for pending in turned
    )
