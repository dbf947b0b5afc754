"""What explains something seen or felt may lie where the camera has not looked since: then it waits longer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from firmware_bridge.messages.signals import WallTouch
from table_controller.sensing.waiting import zones
from table_controller.sensing.waiting.fitting import IN_PLAY, seat_of
from table_controller.sensing.waiting.waiting import lane
from table_controller.sensing.waiting.wall_taken import DrawSeen
from vision.sightings import ZoneReading
from vision.zones import ZoneId

if TYPE_CHECKING:
    from collections.abc import Iterable

    from referee.game.position import GameState
    from table_controller.sensing.waiting.sources import Sources
    from table_controller.sensing.waiting.waiting import Item

MELD_CALLS: Final = frozenset({"chi", "pon", "kan"})


def discard_unseen(item: Item, state: GameState | None, sources: Sources, waiting: Iterable[Item]) -> bool:
    """Whether the discard that makes a draw, now out of turn, one in turn may lie in a pond that was not seen since."""
    if state is None or state.phase not in IN_PLAY or not isinstance(item.said, WallTouch | DrawSeen):
        return False
    if seat_of(state, item.said.chair) == state.turn:
        return False
    pond = ZoneId("pond", state.chairs[state.turn])
    return sources.missed(pond, item.at_ms) or _waits(pond, item, waiting)


def meld_unseen(item: Item, state: GameState | None, sources: Sources, waiting: Iterable[Item]) -> bool:
    """Whether the meld that comes before a caller's discard may lie in a corner that was not seen since.

    He has been heard to call and has not drawn.
    """
    said = item.said
    if state is None or state.phase not in IN_PLAY or state.holding or not isinstance(said, ZoneReading):
        return False
    if said.zone.kind != "pond":
        return False
    number = seat_of(state, said.zone.chair)
    if not any(claim.seat == number and claim.call in MELD_CALLS for claim in state.claims):
        return False
    discards = zones.new_discards(said.tiles, state.seats[number].pond)
    return bool(discards) and hidden(ZoneId("meld", said.zone.chair), item, sources, waiting)


def hidden(zone: ZoneId, item: Item, sources: Sources, waiting: Iterable[Item]) -> bool:
    """Whether a zone was not seen since before an item, or waits with what may have come before it."""
    return sources.unseen(zone, item.at_ms) or _waits(zone, item, waiting)


def _waits(zone: ZoneId, item: Item, waiting: Iterable[Item]) -> bool:
    return any(lane(other) == zone and other.earliest <= item.at_ms for other in waiting)
