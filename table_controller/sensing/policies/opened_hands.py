"""Opened hands: readings of the places where hands stand."""

from typing import Final

from referee.game import observations
from referee.game.draws import hand_over
from referee.game.position import IN_HAND, GameState
from referee.texts.findings import Finding
from referee.tiles import KIND
from table_controller.sensing.policies.readings import chair_of, fuller, zone_lane
from table_controller.sensing.waiting import zones
from table_controller.sensing.waiting.fitting import EXPECTED, UNEXPECTED, seat_of
from table_controller.sensing.waiting.memory import Memory
from table_controller.sensing.waiting.policy import FROM_READING, InputContext, PendingInput, Policy
from table_controller.sensing.waiting.policy_result import PolicyResult
from vision.sightings import ZoneReading

WINS: Final = frozenset({"ron", "tsumo"})
NINE: Final = 9
"""The number of different terminals and honours that allows an abortive draw. [kinds; section: MJ 3.4.3]"""


def _fit(pending: PendingInput[ZoneReading], context: InputContext) -> int:
    state = context.state
    number, hand = seat_of(state, chair_of(pending.payload)), zones.hand_in(pending.payload.tiles)
    seat = state.seats[number]
    if hand is None or seat.shown is not None:
        return EXPECTED
    if len(hand.tiles) + (hand.apart is not None) < 13 - 3 * len(seat.melds):
        return UNEXPECTED  # not all are open yet
    claimed = any(claim.seat == number and claim.call in WINS for claim in state.claims)
    fits = claimed or hand_over(state) or _nine_terminals(hand, number, state)
    return EXPECTED if fits else UNEXPECTED


def _nine_terminals(hand: zones.LyingHand, seat: int, state: GameState) -> bool:
    """Return whether a hand opened in the first, unbroken turn declares nine terminals, for which there is no button."""
    tiles = hand.tiles if hand.apart is None else (*hand.tiles, hand.apart)
    return (
        state.ruleset.flow.abort_nine_terminals
        and state.unbroken
        and seat == state.turn
        and not state.seats[seat].pond
        and not state.claims
        and zones.terminal_kinds(tiles) >= NINE
    )


def _mean(payload: ZoneReading, state: GameState | None, _memory: Memory, _at_ms: int) -> PolicyResult:
    if state is None or state.phase not in IN_HAND:
        return PolicyResult()
    seat, hand = seat_of(state, chair_of(payload)), zones.hand_in(payload.tiles)
    if hand is None or _known_to_lie_open(hand, seat, state):
        return PolicyResult()
    tiles = tuple(sorted(hand.tiles, key=lambda tile: (KIND[tile], tile)))
    shown = observations.TilesShown(seat=seat, tiles=tiles, winning=hand.apart)
    if _nine_terminals(hand, seat, state):
        return PolicyResult((observations.CallHeard(seat=seat, call="nine_terminals"), shown))
    return PolicyResult((shown,))


def _known_to_lie_open(hand: zones.LyingHand, seat: int, state: GameState) -> bool:
    """Return whether this hand was known to lie open, and is not opened now for a win or at the end.

    A hand opened in play is one foul, although its readings change as the player goes on with open tiles.
    """
    shown = state.seats[seat].shown is not None
    if any(win.seat == seat for win in state.wins):
        return True
    claims = (*state.claims, *(() if state.before is None else state.before.claims))
    wins = hand.apart is not None or any(each.seat == seat and each.call in WINS for each in claims)
    found = any(
        each.seat == seat and each.said is not None and each.said.code == Finding.opens_during_play.code
        for each in state.findings[state.first_finding :]
    )
    return not wins and (shown or (found and not hand_over(state)))


HAND: Final = Policy[ZoneReading](
    origin=FROM_READING, lane=zone_lane, fit=_fit, means=_mean, replaced_by=fuller
)
