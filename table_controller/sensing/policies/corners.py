"""Readings of meld corners: called tiles and kans."""

from typing import Final

from referee.game import observations
from referee.game.position import IN_HAND, GameState
from referee.tiles import KIND, Tile
from table_controller.sensing.policies.kans import added_first
from table_controller.sensing.policies.readings import chair_of, with_called_tile, zone_lane
from table_controller.sensing.waiting import zones
from table_controller.sensing.waiting.awaiting import Awaited, always, due_pond
from table_controller.sensing.waiting.fitting import EXPECTED, UNEXPECTED, seat_of
from table_controller.sensing.waiting.memory import GivenMelds, Memory
from table_controller.sensing.waiting.policy import FROM_READING, InputContext, PendingInput, Policy
from table_controller.sensing.waiting.policy_result import PolicyResult
from vision.sightings import ZoneReading


def _new_melds(payload: ZoneReading, state: GameState, memory: Memory | None = None) -> list[zones.LyingMeld]:
    """The melds of a corner that are neither known to the referee nor given out, the first made first.

    They lie in the order in which they were made; only a tile added to a known pon may have come at any time.
    """
    seat = seat_of(state, chair_of(payload))
    known = state.seats[seat].melds
    given = None if memory is None else memory.melds_given(payload)
    laid: list[zones.LyingMeld] = []
    added: list[zones.LyingMeld] = []
    for meld in zones.new_melds(
        zones.melds_in(payload.tiles, red_fives=state.ruleset.scoring.red_fives), known
    ):
        grown = meld.kind == "kakan" and any(zones.grows(old, meld) for old in known)
        if given is None or meld not in given.melds:
            (added if grown else laid).append(meld)
    first = added + laid[:1] if memory is not None and memory.added_first else laid[:1] + added
    return sorted(first, key=lambda meld: not _fits(meld, seat, state)) + laid[1:]


def _fit(pending: PendingInput[ZoneReading], context: InputContext) -> int:
    seat = seat_of(context.state, chair_of(pending.payload))
    fits = all(_fits(meld, seat, context.state) for meld in _new_melds(pending.payload, context.state)[:1])
    return EXPECTED if fits else UNEXPECTED


def _order_unseen(pending: PendingInput[ZoneReading], context: InputContext) -> bool:
    """Return whether a hidden wall may show which of two kans came first."""
    seat = seat_of(context.state, chair_of(pending.payload))
    kinds = {
        meld.kind for meld in _new_melds(pending.payload, context.state) if _fits(meld, seat, context.state)
    }
    return kinds >= {"ankan", "kakan"} and added_first(context) is None


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


def _await(payload: ZoneReading, state: GameState) -> Awaited:
    return Awaited(always(state) - {payload.zone}, due_pond(state))


def _discard_called(payload: ZoneReading, state: GameState) -> Tile | None:
    seat = seat_of(state, chair_of(payload))
    for meld in _new_melds(payload, state)[:1]:
        # Not an added kan: its claimed tile was discarded long ago.
        fresh = meld.kind != "kakan" and meld.steps is not None and seat != state.turn
        if fresh and meld.steps is not None and (seat + meld.steps) % 4 == state.turn:
            return meld.claimed
    return None


def _mean(payload: ZoneReading, state: GameState | None, memory: Memory, _at_ms: int) -> PolicyResult:
    chair = chair_of(payload)
    before = memory.corners.get(chair, ())
    memory.corners[chair] = payload.tiles
    memory.corner_since_ms[chair] = payload.at_ms - payload.within_ms
    if state is None or state.phase not in IN_HAND:
        return PolicyResult()
    seat = seat_of(state, chair)
    # A corner hidden for long may show several melds. Each is given out when its turn in the game comes.
    given = memory.melds_given(payload) or GivenMelds(
        payload.frame, zones.lie_as_before(payload.tiles, before)
    )
    new = _new_melds(payload, state, memory)
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
    return with_called_tile(PolicyResult(shown, more=max(len(new) - 1, 0)), payload, state, memory)


CORNER: Final = Policy[ZoneReading](
    origin=FROM_READING,
    lane=zone_lane,
    fit=_fit,
    means=_mean,
    awaits=_await,
    unseen=_order_unseen,
    discard_called=_discard_called,
    play=True,
)
