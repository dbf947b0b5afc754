"""The changes that vision may expect next in this state of the game, by chair and zone."""

from typing import Final

from referee.game.position import IN_HAND, GameState
from referee.tiles import FACES
from vision.tracking.expectation import NOTHING_EXPECTED, Expectation
from vision.zones import EACH_CHAIR, ZoneId

WALLS: Final = tuple(ZoneId(kind, chair) for kind in ("wall", "ura") for chair in EACH_CHAIR)


def expected(state: GameState | None) -> Expectation:
    """Return the changes that vision may expect next."""
    if state is None or state.phase not in IN_HAND:
        return NOTHING_EXPECTED
    return Expectation(
        tiles=_known_hands(state),
        sideways=_claimed(state),
        zones=None if state.phase == "dealing" else _likely(state),
        red_fives=state.ruleset.scoring.red_fives,
    )


def _known_hands(state: GameState) -> dict[ZoneId, tuple[int, ...]]:
    """The concealed tiles that are known, for each place where a hand may be opened."""
    return {
        ZoneId("hand", state.chairs[number]): tuple(sorted({tile for tile in seat.known if tile < FACES}))
        for number, seat in enumerate(state.seats)
        if seat.known and seat.shown is None
    }


def _claimed(state: GameState) -> dict[ZoneId, tuple[int, ...]]:
    """The discard that may be called, for each corner in which it would then lie sideways."""
    tile = state.open
    if tile is None or tile.kind != "discard" or tile.tile >= FACES:
        return {}
    callers = {claim.seat for claim in state.claims if claim.call in {"chi", "pon", "kan"}}
    seats = callers or {seat for seat in range(len(state.seats)) if seat != tile.seat}
    return {ZoneId("meld", state.chairs[seat]): (tile.tile,) for seat in sorted(seats)}


def _likely(state: GameState) -> tuple[ZoneId, ...]:
    """The zones that a legal move may change next."""
    turn = state.chairs[state.turn]
    zones = [ZoneId("pond", turn)]
    if state.open is not None:
        zones.append(ZoneId("pond", state.chairs[state.open.seat]))
    zones += [ZoneId("meld", chair) for chair in EACH_CHAIR]
    if state.phase == "closing" or state.claims:
        zones += [ZoneId("hand", chair) for chair in EACH_CHAIR]
    if state.dora_due or state.kans or state.wins:
        zones += WALLS
    return tuple(sorted(set(zones)))
