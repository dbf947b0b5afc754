"""Readings of meld corners: called tiles and kans."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee.game import observations
from referee.game.position import IN_HAND
from referee.tiles import KIND
from table_controller.sensing.policies.kans import added_first
from table_controller.sensing.policies.readings import chair_of, with_called_tile, zone_lane
from table_controller.sensing.waiting import zones
from table_controller.sensing.waiting.awaiting import Awaited, due_pond, surely
from table_controller.sensing.waiting.fitting import EXPECTED, UNEXPECTED, seat_of
from table_controller.sensing.waiting.meaning import Meaning
from table_controller.sensing.waiting.memory import GivenMelds
from table_controller.sensing.waiting.policy import FROM_READING, Policy
from vision.sightings import ZoneReading

if TYPE_CHECKING:
    from referee.game.position import GameState
    from referee.tiles import Tile
    from table_controller.sensing.waiting.memory import Memory
    from table_controller.sensing.waiting.policy import InputContext, Item


def _new_melds(said: ZoneReading, state: GameState, memory: Memory | None = None) -> list[zones.LyingMeld]:
    """The melds of a corner that the referee does not know, and that were not given out; the first made is the first.

    They lie in the order in which they were made, but a tile may have been added to a known pon at any time.
    """
    seat = seat_of(state, chair_of(said))
    known = state.seats[seat].melds
    given = None if memory is None else memory.melds_given(said)
    laid: list[zones.LyingMeld] = []
    added: list[zones.LyingMeld] = []
    for meld in zones.new_melds(zones.melds_in(said.tiles, red_fives=state.ruleset.scoring.red_fives), known):
        grown = meld.kind == "kakan" and any(zones.grows(old, meld) for old in known)
        if given is None or meld not in given.melds:
            (added if grown else laid).append(meld)
    first = added + laid[:1] if memory is not None and memory.added_first else laid[:1] + added
    return sorted(first, key=lambda meld: not _fits(meld, seat, state)) + laid[1:]


def _rank(item: Item[ZoneReading], view: InputContext) -> int:
    seat = seat_of(view.state, chair_of(item.said))
    fits = all(_fits(meld, seat, view.state) for meld in _new_melds(item.said, view.state)[:1])
    return EXPECTED if fits else UNEXPECTED


def _order_unseen(item: Item[ZoneReading], view: InputContext) -> bool:
    """Return whether a hidden wall may show which of two kans was made first."""
    seat = seat_of(view.state, chair_of(item.said))
    kinds = {meld.kind for meld in _new_melds(item.said, view.state) if _fits(meld, seat, view.state)}
    return kinds >= {"ankan", "kakan"} and added_first(view) is None


def _fits(meld: zones.LyingMeld, seat: int, state: GameState) -> bool:
    if meld.kind in {"ankan", "kakan"}:
        return seat == state.turn and state.holding
    tile = state.open
    return (
        tile is not None
        and tile.kind == "discard"
        and not state.holding
        and tile.seat != seat
        and meld.claimed in {None, tile.tile}
    )


def _await(said: ZoneReading, state: GameState) -> Awaited:
    return Awaited(surely(state) - {said.zone}, due_pond(state))


def _discard_called(said: ZoneReading, state: GameState) -> Tile | None:
    seat = seat_of(state, chair_of(said))
    for meld in _new_melds(said, state)[:1]:
        # The tile that was claimed for a pon that has become a kan was discarded long ago.
        fresh = meld.kind != "kakan" and meld.steps is not None and seat != state.turn
        if fresh and meld.steps is not None and (seat + meld.steps) % 4 == state.turn:
            return meld.claimed
    return None


def _mean(said: ZoneReading, state: GameState | None, memory: Memory, _at_ms: int) -> Meaning:
    chair = chair_of(said)
    before = memory.corners.get(chair, ())
    memory.corners[chair] = said.tiles
    memory.corner_since_ms[chair] = said.at_ms - said.within_ms
    if state is None or state.phase not in IN_HAND:
        return Meaning()
    seat = seat_of(state, chair)
    # A corner that was hidden for long may show several melds: each is given when the game has come to it.
    given = memory.melds_given(said) or GivenMelds(said.frame, zones.lie_as_before(said.tiles, before))
    new = _new_melds(said, state, memory)
    memory.given[chair] = given.with_melds(new[:1])
    shown = tuple(
        observations.MeldShown(
            seat=seat,
            kind=meld.kind,
            tiles=tuple(sorted(meld.tiles, key=lambda tile: (KIND[tile], tile))),
            claimed=meld.claimed,
            source_seat=None if meld.steps is None else (seat + meld.steps) % 4,
            added=meld.added,
            reread=given.reread,
        )
        for meld in new[:1]
    )
    return with_called_tile(Meaning(shown, more=max(len(new) - 1, 0)), said, state, memory)


CORNER: Final = Policy[ZoneReading](
    origin=FROM_READING,
    lane=zone_lane,
    rank=_rank,
    means=_mean,
    awaits=_await,
    unseen=_order_unseen,
    discard_called=_discard_called,
    play=True,
)
