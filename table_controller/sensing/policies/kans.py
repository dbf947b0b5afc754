"""Consequences of a kan: once kan is called, its meld must be there, seen or not; which of two was made first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_bridge.messages.signals import WallTouch
from table_controller.sensing.waiting import zones
from table_controller.sensing.waiting.awaiting import WALLS
from table_controller.sensing.waiting.wall_taken import DrawSeen

if TYPE_CHECKING:
    from referee.game.position import GameState
    from table_controller.sensing.waiting.policy import InputContext


def kan_called(state: GameState, seat: int | None = None) -> bool:
    """Return whether a kan was called, by this seat if one is given, and still counts."""
    return any(
        claim.call == "kan" and not claim.void and seat in {claim.seat, None} for claim in state.claims
    )


def added_first(context: InputContext) -> bool | None:
    """Return whether the first kan of the player in turn was an added one; None while a hidden wall may show that.

    By some rules one kind's indicator is turned before the replacement tile is drawn and the other's after. If nothing
    tells, the concealed kan was first: an added tile may be robbed, and that is done before another kan.
    """
    state, calls = context.state, context.state.ruleset.calls
    draws = [
        item
        for item in context.waiting
        if isinstance(item.payload, WallTouch | DrawSeen) and item.payload.chair == state.chairs[state.turn]
    ]
    if calls.kan_dora_concealed == calls.kan_dora_open or not draws:
        return False
    draw = min(draws, key=lambda item: item.at_ms)
    turned = [
        item
        for item in context.waiting
        if item.lane in WALLS and zones.new_indicators([item.payload.tiles], state.indicators)
    ]
    if any(item.latest <= draw.earliest for item in turned):
        return calls.kan_dora_open == "before_draw"
    if any(context.sources.unseen(wall, draw.at_ms) for wall in WALLS):
        return None
    return calls.kan_dora_concealed == "before_draw" and all(item.earliest >= draw.latest for item in turned)
