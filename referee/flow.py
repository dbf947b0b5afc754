"""The course of a hanchan: who deals next, when it is over, what the places are worth (WRC 5.8-5.9, MJ 3.4-3.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import events
from referee.position import BET

if TYPE_CHECKING:
    from referee.events import Four
    from referee.position import GameState
    from referee.ruleset import Ruleset

ABORTS = frozenset({"nine_terminals", "four_winds", "four_riichi", "four_kans", "triple_ron"})


def next_hand(
    state: GameState, result: str, winners: tuple[int, ...], tenpai: tuple[int, ...]
) -> tuple[int, int]:
    """Round number and counters of the hand after this one (WRC 5.7.7-8, MJ 3.4.2-3, 3.4.9-11)."""
    if result == "chombo":
        return state.round, state.honba
    repeats = dealer_repeats(state, result, winners, tenpai)
    following = state.round if repeats else state.round + 1
    return following, state.honba + 1 if repeats or not winners else 0


def dealer_repeats(state: GameState, result: str, winners: tuple[int, ...], tenpai: tuple[int, ...]) -> bool:
    """Whether the dealer deals again."""
    flow = state.ruleset.flow
    if winners:
        return state.dealer in winners
    if result in ABORTS:
        return flow.dealer_repeats_abort
    return flow.dealer_repeats_tenpai and state.dealer in tenpai


def is_over(state: GameState, ended: events.HandEnded) -> bool:
    """Whether the hanchan ends with this hand; ``state`` is the state before ``ended``."""
    flow = state.ruleset.flow
    if ended.result == "chombo":
        return False
    if flow.ends_below_zero and min(ended.scores) < 0:
        return True
    if ended.result in ABORTS or state.round < flow.rounds * 4 - 1:
        return False
    repeats = ended.round == state.round
    top = max(ended.scores)
    first = ended.scores.index(top)
    if not repeats and state.round >= (flow.rounds + flow.extra_rounds) * 4 - 1:
        return True
    if flow.extra_rounds and top < flow.target_points:
        return False
    if not repeats:
        return True
    won = bool(ended.wins)
    return first == state.dealer and (flow.agari_yame if won else flow.tenpai_yame)


def hanchan_result(state: GameState) -> events.HanchanEnded:
    """Places and totals of the scores as they stand; bets left go where the ruleset says (WRC 5.7.4, 5.9.2, MJ 3.6)."""
    scores = list(state.scores)
    if state.bets and state.ruleset.flow.bets_left == "first":
        scores[scores.index(max(scores))] += BET * state.bets
    final = (scores[0], scores[1], scores[2], scores[3])
    places = _places(final, state.ruleset)
    return events.HanchanEnded(final, places, _totals(final, places, state.ruleset))


def _places(scores: Four, ruleset: Ruleset) -> Four:
    by_score = sorted(range(4), key=lambda seat: (-scores[seat], seat))
    if ruleset.flow.ties == "split":
        first, second, third, fourth = (1 + sum(other > score for other in scores) for score in scores)
    else:
        first, second, third, fourth = (by_score.index(seat) + 1 for seat in range(4))
    return first, second, third, fourth


def _totals(scores: Four, places: Four, ruleset: Ruleset) -> Four:
    flow = ruleset.flow
    shares = list(flow.uma)
    if flow.oka:
        shares[0] += 4 * (flow.return_points - flow.start_points)
    totals = []
    for score, place in zip(scores, places, strict=True):
        tied = places.count(place)
        totals.append(score - flow.return_points + sum(shares[place - 1 : place - 1 + tied]) // tied)
    return totals[0], totals[1], totals[2], totals[3]
