"""What four scores change by: wins with counters, bets and liability, noten payments, nagashi mangan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.hands.win import Score
    from referee.ruleset import Ruleset

Changes: TypeAlias = tuple[int, int, int, int]

BET: int = 1000
"""Points of a riichi bet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidWin:
    """A win that is to be paid.

    Attributes:
        winner: seat of the winner; source: seat of the discarder, the winner's own for a tsumo.
        score: what the hand is worth.
        liable: who fed the set that fixed a yakuman, by its name: ``(("daisangen", 2),)``. It takes effect only if
            the yakuman is in ``score``.
        own_bet: one of the bets on the table is the winner's, laid in this hand.
    """

    winner: int
    source: int
    score: Score
    liable: tuple[tuple[str, int], ...] = ()
    own_bet: bool = False


def liable_seat(win: PaidWin) -> int | None:
    """The seat that answers for the win, None if nobody does."""
    for yakuman, seat in win.liable:
        if yakuman in win.score.yakuman and seat != win.winner:
            return seat
    return None


def win_changes(wins: Sequence[PaidWin], *, dealer: int, honba: int, bets: int, ruleset: Ruleset) -> Changes:
    """The changes of the four scores by the wins of one hand, nearest winner first or in any order.

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


def _one_win(win: PaidWin, dealer: int, counters: int, ruleset: Ruleset) -> Changes:
    raise NotImplementedError


def noten_changes(tenpai: Sequence[bool], ruleset: Ruleset) -> Changes:
    """The changes by noten payments; ``tenpai`` by seat (WRC 5.7.2)."""
    raise NotImplementedError


def nagashi_changes(seats: Sequence[int], dealer: int, ruleset: Ruleset) -> Changes:
    """The changes by nagashi mangan of these seats: a mangan tsumo each, without counters."""
    raise NotImplementedError
