"""How well something that waits fits the game, with what else waits and what has not been seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_bridge.messages.signals import Button, StickSlot, WallTouch
from table_controller.sensing.waiting import closing
from table_controller.sensing.waiting.fitting import (
    EXPECTED,
    IN_PLAY,
    POSSIBLE,
    UNEXPECTED,
    rank_reading,
    rank_signal,
    seat_of,
)
from table_controller.sensing.waiting.unseen import meld_unseen
from table_controller.sensing.waiting.waiting import lane
from table_controller.sensing.waiting.wall_taken import DrawSeen
from vision.sightings import ZoneReading
from vision.zones import ZoneId

if TYPE_CHECKING:
    from collections.abc import Iterable

    from referee.game.position import GameState
    from table_controller.sensing.waiting.sources import Sources
    from table_controller.sensing.waiting.waiting import Item


def rank(item: Item, state: GameState | None, sources: Sources, waiting: Iterable[Item]) -> int:
    """How well an item fits: what fits better goes first."""
    said = item.said
    if state is None or state.phase not in IN_PLAY:
        return EXPECTED
    if isinstance(said, ZoneReading):
        return UNEXPECTED if meld_unseen(item, state, sources, waiting) else rank_reading(said, state)
    if isinstance(said, WallTouch | DrawSeen):
        if state.phase == "dealing" and not state.indicators:
            # Part of the deal, unless the indicator may have been turned before it.
            turned = any(_is_wall(lane(other)) and other.earliest <= item.at_ms for other in waiting)
            return UNEXPECTED if turned else POSSIBLE
        return EXPECTED if seat_of(state, said.chair) == state.turn and not state.holding else UNEXPECTED
    if closing.due(item, state, sources, waiting) is not None:
        return UNEXPECTED
    return rank_signal(said, state) if isinstance(said, Button | StickSlot) else POSSIBLE


def _is_wall(name: ZoneId | str) -> bool:
    return isinstance(name, ZoneId) and name.kind == "wall"
