"""The course of a hanchan: who deals next, when it ends, what the places are worth (WRC 5.8-5.9, MJ 3.4-3.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.game import events
from referee.game.events import Four, Result
from referee.game.position import GameState
from referee.hands.payments import BET
from referee.rules.flow import Uma
from referee.rules.ruleset import Ruleset

ABORTS: Final = frozenset({"nine_terminals", "four_winds", "four_riichi", "four_kans", "triple_ron"})


def next_hand(
    state: GameState, result: Result, winners: tuple[int, ...], tenpai: tuple[int, ...]
) -> tuple[int, int]:
    """Round number and counters of the hand after this one (WRC 5.7.7-8, 7.1; MJ 3.4.2-3, 3.4.9-11; SAI 27, 50, 53.6)."""
    flow = state.ruleset.flow
    if result == "chombo":
        return state.round, state.honba
    if winners:
        repeats, honba = state.dealer in winners, state.honba + 1 if state.dealer in winners else 0
    elif result in ABORTS:
        repeats, honba = flow.dealer_repeats_abort, state.honba + flow.counter_on_abort
    else:
        repeats = flow.dealer_repeats_tenpai and state.dealer in tenpai
        honba = state.honba + flow.counter_on_draw
    return state.round if repeats else state.round + 1, honba


def is_over(state: GameState, ended: events.HandEnded) -> bool:
    """Return whether the hanchan ends with this hand; ``state`` is the state before ``ended``.

    A void hand is played again, unless the gong has sounded (WRC 8.2) and no more hand was granted, or its payment took
    a player below zero and the ruleset ends the game then (MJ 3.4.6 with 4.1).
    """
    flow = state.ruleset.flow
    last = state.time_called and not state.desk.hand_granted
    if last or (flow.ends_below_zero and min(ended.scores) < 0):
        return True
    repeats = ended.round == state.round
    if ended.result == "chombo" or state.round < flow.rounds * 4 - 1:
        return False
    if not repeats and state.round >= (flow.rounds + flow.extra_rounds) * 4 - 1:
        return True
    top = max(ended.scores)
    if ended.result in ABORTS and repeats:
        return False
    if flow.extra_rounds and top < flow.target_points:
        return False
    if not repeats:
        return True
    leads = ended.scores.index(top) == state.dealer
    return leads and (flow.agari_yame if ended.wins else flow.tenpai_yame)


def hanchan_result(state: GameState) -> events.HanchanEnded:
    """Places and totals from the present scores; remaining bets go where the ruleset says (WRC 5.7.4, 5.9.2, MJ 3.6)."""
    final = with_bets_left(state.scores, state.bets, state.ruleset)
    places = places_of(final, state.ruleset)
    return events.HanchanEnded(final, places, totals_of(final, places, state.ruleset))


def with_bets_left(scores: Four, bets: int, ruleset: Ruleset) -> Four:
    """The final points once the bets that are left have gone where the ruleset says (WRC 5.7.4, MJ 3.4.4)."""
    rule = ruleset.flow.bets_left
    if rule == "nobody":
        return scores
    leaders = [seat for seat in range(4) if scores[seat] == max(scores)]
    if rule == "first":
        del leaders[1:]
    share = BET * bets // len(leaders) // 100 * 100
    first, second, third, fourth = (score + share * (seat in leaders) for seat, score in enumerate(scores))
    return first, second, third, fourth


def places_of(scores: Four, ruleset: Ruleset) -> Four:
    """The place of each seat, 1 to 4, with these scores; tied seats share one where the ruleset splits ties."""
    by_score = sorted(range(4), key=lambda seat: (-scores[seat], seat))
    if ruleset.flow.ties == "split":
        first, second, third, fourth = (1 + sum(other > score for other in scores) for score in scores)
    else:
        first, second, third, fourth = (by_score.index(seat) + 1 for seat in range(4))
    return first, second, third, fourth


def uma_of(scores: Four, ruleset: Ruleset) -> Uma:
    """The uma of a hanchan with these final points, by place."""
    flow = ruleset.flow
    if not flow.uma_by_floating:
        return flow.uma
    return flow.uma_by_floating[sum(score >= flow.return_points for score in scores)]


def totals_of(scores: Four, places: Four, ruleset: Ruleset) -> Four:
    """Hanchan scores in points of the table, not rounded (WRC 5.9.2, MJ 3.6.1).

    Tied players share what their places earn; an indivisible point goes to the earlier dealer.
    """
    flow = ruleset.flow
    worth = list(uma_of(scores, ruleset))
    if flow.oka:
        worth[0] += 4 * (flow.return_points - flow.start_points)
    shares = shares_of(worth, places)
    first, second, third, fourth = (
        score - flow.return_points + share for score, share in zip(scores, shares, strict=True)
    )
    return first, second, third, fourth


def shares_of(worth: Sequence[int], places: Four) -> Four:
    """The share of each seat in what the places are worth; tied seats share theirs."""
    shares = [0, 0, 0, 0]
    for place in set(places):
        tied = [seat for seat in range(4) if places[seat] == place]
        share, left = divmod(sum(worth[place - 1 : place - 1 + len(tied)]), len(tied))
        for number, seat in enumerate(tied):
            shares[seat] = share + (number < left)
    return shares[0], shares[1], shares[2], shares[3]
