"""Readings of ponds: discards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from referee.game import observations
from referee.game.position import IN_HAND
from table_controller.sensing.policies.open_melds import may_have_called, meld_to_take, owed
from table_controller.sensing.policies.readings import chair_of, with_called_tile, zone_lane
from table_controller.sensing.policies.walls import WALL
from table_controller.sensing.waiting import zones
from table_controller.sensing.waiting.awaiting import Awaited, corners, surely
from table_controller.sensing.waiting.fitting import DUE, EXPECTED, LAST, POSSIBLE, UNEXPECTED, seat_of
from table_controller.sensing.waiting.meaning import Meaning
from table_controller.sensing.waiting.policy import FROM_READING, Policy
from table_controller.sensing.waiting.unseen import hidden
from vision.sightings import ZoneReading
from vision.zones import ZoneId

if TYPE_CHECKING:
    from referee.game.position import GameState
    from table_controller.sensing.waiting.memory import Memory
    from table_controller.sensing.waiting.policy import InputContext, Item


def _rank(item: Item[ZoneReading], view: InputContext) -> int:
    if _meld_unseen(item, view):
        return UNEXPECTED
    said, state = item.said, view.state
    number = seat_of(state, chair_of(said))
    pond = state.seats[number].pond
    if zones.new_discards(said.tiles, pond, owed(state, view.corners)):
        if meld_to_take(number, state, view.corners.get(chair_of(said), ())) is not None:
            return EXPECTED
        if number != state.turn or (state.phase == "dealing" and not state.indicators):
            return UNEXPECTED
        if _indicator_comes(item, view):
            return LAST
        return EXPECTED if state.holding else POSSIBLE
    # Fewer tiles: one is on its way into a meld, or all are going into the well. As many but different: the last may
    # have been called, and the next discarded, before the meld could be read.
    there = sum(entry.called_by is None for entry in pond)
    same = len(said.tiles) < there or zones.same_pond(said.tiles, pond, owed(state, view.corners))
    return EXPECTED if same else UNEXPECTED


def _indicator_comes(item: Item[ZoneReading], view: InputContext) -> bool:
    """Return whether an indicator that is due waits too, and may have been turned before this discard."""
    walls = (other for other in view.waiting if other.policy is WALL and other.earliest <= item.at_ms)
    return any(WALL.rank(wall, view) == DUE for wall in walls)


def _await(_said: ZoneReading, state: GameState) -> Awaited:
    # A kan before it would be followed by a draw; that draw is felt and waits for the kan.
    return Awaited(surely(state), frozenset() if state.holding else corners())


def _meld_unseen(item: Item[ZoneReading], view: InputContext) -> bool:
    """Return whether an unseen corner, or one whose tiles do not fit the open one, may hide a meld before this discard.

    Its player may have called and has not drawn.
    """
    said, state = item.said, view.state
    chair = chair_of(said)
    number = seat_of(state, chair)
    new = zones.new_discards(said.tiles, state.seats[number].pond, owed(state, view.corners))
    if state.holding or not new or not may_have_called(number, state, view.ponds):
        return False
    corner = view.corners.get(chair, ())
    if zones.being_made(corner):
        # Other tiles than these may have gone before, or may still come.
        return meld_to_take(number, state, corner) is None
    return hidden(ZoneId("meld", chair), item, view)


def _mean(said: ZoneReading, state: GameState | None, memory: Memory, at_ms: int) -> Meaning:
    memory.ponds[chair_of(said)] = said.tiles
    if state is None or state.phase not in IN_HAND:
        return Meaning()
    found = _discards(said, state, memory)
    if found.more:
        memory.straight = None
    seat, chair = seat_of(state, chair_of(said)), chair_of(said)
    if found.observations and (meld := meld_to_take(seat, state, memory.corners.get(chair, ()))) is not None:
        shown = replace(meld, within_ms=max(at_ms - memory.corner_since_ms.get(chair, at_ms), 0))
        found = found._replace(observations=(shown, *found.observations))
    return with_called_tile(found, said, state, memory)


def _discards(said: ZoneReading, state: GameState, memory: Memory) -> Meaning:
    tsumogiri = memory.straight == (said.zone, said.frame)
    callers = owed(state, memory.corners)
    seat = seat_of(state, chair_of(said))
    pond = state.seats[seat].pond
    new = zones.new_discards(said.tiles, pond, callers)
    swept = len(said.tiles) < len(pond)
    note = (
        ""
        if swept or zones.same_pond(said.tiles, pond, callers)
        else f"{said.zone} is read otherwise than before"
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
    return Meaning(discards, note=note, more=max(len(new) - 1, 0))


POND: Final = Policy[ZoneReading](
    origin=FROM_READING,
    lane=zone_lane,
    rank=_rank,
    means=_mean,
    awaits=_await,
    unseen=_meld_unseen,
    play=True,
)
