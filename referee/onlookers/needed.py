"""The least win that brings a player to a better place: for each place and each way to win, what the hand must be worth."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from referee.game.events import Four
from referee.game.flow import places_of
from referee.game.position import GameState
from referee.hands.payments import PaidWin, win_changes
from referee.hands.score import MANGAN, YAKUMAN_BASE, base_value, payments
from referee.hands.win import Limit, Score
from referee.onlookers.shown import NeededShown, Worth
from referee.rules.ruleset import Ruleset

HAN: Final = (1, 2, 3, 4)
FU: Final = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)
LEAST_FU: Final = 30
"""The least fu of a hand that is neither a pinfu by tsumo nor seven pairs."""
LIMITS: Final[tuple[tuple[Limit, int, int], ...]] = (
    ("mangan", MANGAN, 0),
    ("haneman", 3000, 0),
    ("baiman", 4000, 0),
    ("sanbaiman", 6000, 0),
    *(("yakuman", YAKUMAN_BASE * number, number) for number in (1, 2, 3, 4)),
)
"""The name, base value and number of yakuman of each limit (WRC 6.1, MJ 4.1.2, SAI 47)."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """The points at stake in a win besides the hand: scores, dealer, counters and bets."""

    scores: Four
    dealer: int
    honba: int
    bets: int
    ruleset: Ruleset


def needed(state: GameState) -> tuple[NeededShown, ...]:
    """Work out what each player needs for each better place, from each payer; leave out wins that no hand can be worth."""
    if state.phase == "ended":
        return ()
    return _needed(Stakes(state.scores, state.dealer, state.honba, state.bets, state.ruleset))


@lru_cache(maxsize=16)
def _needed(stakes: Stakes) -> tuple[NeededShown, ...]:
    places = places_of(stakes.scores, stakes.ruleset)
    return tuple(
        each
        for winner in range(4)
        for source in (winner, *(seat for seat in range(4) if seat != winner))
        for each in _of_win(stakes, winner, source, places[winner])
    )


def _of_win(stakes: Stakes, winner: int, source: int, now: int) -> Iterator[NeededShown]:
    """The least win for each place above ``now``, for one winner and payer, the nearest place first."""
    tsumo, dealer, best = winner == source, winner == stakes.dealer, now
    values = _values(tsumo, stakes.ruleset)
    for base in sorted(values):
        place = _place_after(stakes, winner, source, base)
        if place >= best:
            continue
        limit, yakuman, _ = values[base]
        ron, from_dealer, from_other = payments(base, dealer=dealer, tsumo=tsumo)
        for better in range(best - 1, place - 1, -1):
            yield {
                "seat": winner,
                "from": source,
                "place": better,
                "points": ron or (3 * from_other if dealer else from_dealer + 2 * from_other),
                "limit": limit,
                "yakuman": yakuman,
                "worth": [] if limit else _worth(base, values),
            }
        best = place


def _values(tsumo: bool, ruleset: Ruleset) -> dict[int, tuple[Limit, int, list[Worth]]]:
    """Every base value that a hand can have, with its limit, the number of yakuman, and han and fu below a limit."""
    values: dict[int, tuple[Limit, int, list[Worth]]] = {}
    for han in HAN:
        for fu in FU:
            base, limit = base_value(han, fu, ruleset.scoring)
            if not limit and _possible(han, fu, tsumo, ruleset):
                values.setdefault(base, ("", 0, []))[2].append({"han": han, "fu": fu})
    most = 4 if ruleset.scoring.yakuman_add else 2 if ruleset.scoring.double_yakuman else 1
    return values | {base: (limit, number, []) for limit, base, number in LIMITS if number <= most}


def _possible(han: int, fu: int, tsumo: bool, ruleset: Ruleset) -> bool:
    """Return whether a hand can have these han and fu: 20 is pinfu by tsumo, 25 seven pairs (WRC 6.3, MJ 4.1.3, SAI 46)."""
    if fu >= LEAST_FU:
        return True
    if fu == 25:
        return han >= (3 if tsumo else 2)
    return tsumo and han > 1 and ruleset.scoring.pinfu_tsumo


def _worth(least: int, values: dict[int, tuple[Limit, int, list[Worth]]]) -> list[Worth]:
    """For each number of han the least fu that suffice, up to the first number that suffices with any."""
    found: list[Worth] = []
    for han in HAN:
        enough = [
            each["fu"]
            for base, (_, _, held) in values.items()
            if base >= least
            for each in held
            if each["han"] == han
        ]
        if enough:
            found.append({"han": han, "fu": min(enough)})
            if min(enough) <= LEAST_FU:
                return found
    return found


def _place_after(stakes: Stakes, winner: int, source: int, base: int) -> int:
    """The winner's place once a win with this base value is paid."""
    score = Score(
        yaku=(),
        yakuman=(),
        yakuman_counted=0,
        han=0,
        fu=0,
        fu_items=(),
        limit="",
        base=base,
        ron=0,
        from_dealer=0,
        from_other=0,
    )
    win = PaidWin(winner=winner, source=source, score=score)
    changes = win_changes(
        [win], dealer=stakes.dealer, honba=stakes.honba, bets=stakes.bets, ruleset=stakes.ruleset
    )
    first, second, third, fourth = (
        score + change for score, change in zip(stakes.scores, changes, strict=True)
    )
    return places_of((first, second, third, fourth), stakes.ruleset)[winner]
