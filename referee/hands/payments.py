"""Changes of the four scores: wins with counters, bets and liability, noten payments, nagashi mangan, chombo."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from referee.hands.score import MANGAN, payments
from referee.hands.win import Score
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import Scoring

Changes: TypeAlias = tuple[int, int, int, int]

BET: Final = 1000
"""Points of a riichi bet."""


class PaidWin(Struct, frozen=True, kw_only=True):
    """A win that is to be paid.

    Attributes:
        winner: seat of the winner; source: seat of the discarder, the winner's own for a tsumo.
        score: what the hand is worth.
        liable: for each yakuman the seat that fed its last set: ``(("daisangen", 2),)``. It takes effect only if the
            yakuman is in ``score``.
        own_bet: one of the bets on the table is the winner's, laid in this hand.
    """

    winner: int
    source: int
    score: Score
    liable: tuple[tuple[str, int], ...] = ()
    own_bet: bool = False


def liable_seat(win: PaidWin, ruleset: Ruleset) -> int | None:
    """The seat that is liable for the win, or for the first part of it; None if nobody is."""
    liable = _liabilities(win, ruleset.scoring)
    return liable[0][0] if liable else None


def win_changes(wins: Sequence[PaidWin], *, dealer: int, honba: int, bets: int, ruleset: Ruleset) -> Changes:
    """The changes of the four scores by the wins of one hand, given in any order.

    Args:
        wins: one, or several on the same discard.
        dealer: seat of the dealer.
        honba: counters on the table.
        bets: riichi bets on the table, in sticks; their owners' scores are already without them.
        ruleset: decides honba, bets and liability.
    """
    changes = [0, 0, 0, 0]
    nearest_first = sorted(wins, key=lambda win: (win.winner - win.source) % 4)
    for place, win in enumerate(nearest_first):
        counters = honba if place == 0 or ruleset.flow.honba_each_winner else 0
        for seat, points in enumerate(_one_win(win, dealer, counters, ruleset)):
            changes[seat] += points
    if nearest_first:
        own = [win for win in nearest_first if win.own_bet] if ruleset.flow.bets_to_owner else []
        for win in own:
            changes[win.winner] += BET
        changes[nearest_first[0].winner] += BET * (bets - len(own))
    return changes[0], changes[1], changes[2], changes[3]


def _one_win(win: PaidWin, dealer: int, counters: int, ruleset: Ruleset) -> list[int]:
    """The changes by one win with its counters, without bets."""
    flow, rules, score = ruleset.flow, ruleset.scoring, win.score
    tsumo = win.source == win.winner
    liable = _liabilities(win, rules)
    held = sum(part for _, part in liable)
    paid = [0, 0, 0, 0]
    if tsumo:
        _, from_dealer, from_other = payments(score.base - held, dealer=win.winner == dealer, tsumo=True)
        for seat in range(4):
            if seat != win.winner:
                paid[seat] += from_dealer if seat == dealer else from_other
        if liable:
            paid[liable[0][0]] += 3 * counters * flow.honba_tsumo
        else:
            paid = [points + counters * flow.honba_tsumo for points in paid]
    else:
        paid[win.source] += payments(score.base - held, dealer=win.winner == dealer, tsumo=False)[0]
        payer = liable[0][0] if liable and rules.pao_ron_counters == "liable" else win.source
        paid[payer] += counters * flow.honba_ron
    for seat, part in liable:
        whole = payments(part, dealer=win.winner == dealer, tsumo=False)[0]
        if tsumo:
            paid[seat] += whole
        else:
            paid[seat] += whole // 2
            paid[win.source] += whole // 2
    changes = [-points for points in paid]
    changes[win.winner] = 0
    changes[win.winner] = -sum(changes)
    return changes


def _liabilities(win: PaidWin, rules: Scoring) -> list[tuple[int, int]]:
    """Each liable seat and the part of the base value it is liable for (WRC 6.2, MJ 3.3.9).

    If yakuman do not add up there is only one to pay, and the player who fed first pays it. If they do, each pays for the
    yakuman he fed; if the ruleset makes the whole hand liable, the player who fed first also pays for those that nobody fed.
    """
    score = win.score
    seats = [(name, seat) for name, seat in win.liable if name in score.yakuman and seat != win.winner]
    if not seats:
        return []
    if not rules.yakuman_add:
        return [(seats[0][1], score.base)]
    single = score.base // score.yakuman_counted
    parts = [(seat, single * score.yakuman.count(name)) for name, seat in seats]
    if rules.pao_whole_hand:
        first, part = parts[0]
        parts[0] = first, part + score.base - sum(each for _, each in parts)
    return parts


def noten_changes(tenpai: Sequence[bool], ruleset: Ruleset) -> Changes:
    """The changes by noten payments; ``tenpai`` by seat (WRC 5.7.2, MJ 3.4.2, SAI 52.8)."""
    number = sum(tenpai)
    if number in {0, 4}:
        return 0, 0, 0, 0
    gain, loss = ruleset.flow.noten_points // number, ruleset.flow.noten_points // (4 - number)
    first, second, third, fourth = (gain if waiting else -loss for waiting in tenpai)
    return first, second, third, fourth


def nagashi_changes(seats: Sequence[int], dealer: int) -> Changes:
    """The changes by nagashi mangan of these seats: each is paid a mangan tsumo, without counters or bets (TAB, REF, TEN)."""
    changes = [0, 0, 0, 0]
    for winner in seats:
        _, from_dealer, from_other = payments(MANGAN, dealer=winner == dealer, tsumo=True)
        for seat in range(4):
            points = from_dealer if seat == dealer else from_other
            if seat != winner:
                changes[seat] -= points
                changes[winner] += points
    return changes[0], changes[1], changes[2], changes[3]


def chombo_changes(offenders: Sequence[int], dealer: int) -> Changes:
    """The changes by a chombo of these seats: each pays a reverse mangan tsumo (MJ 3.4.6).

    An offender pays 4,000 to the dealer and 2,000 to the others, the dealer 4,000 to each.
    """
    first, second, third, fourth = (-points for points in nagashi_changes(offenders, dealer))
    return first, second, third, fourth
