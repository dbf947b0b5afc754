"""Finds ten rounds for 32 players in which nobody meets twice, as Aguado was the first to do (2004).

A symmetry makes the search short: its eight shifts, from 0 to 7, are added to the seats bit by bit. Each shift maps
four of the rounds to themselves. The other six are three pairs; half of the shifts exchange the two rounds of a pair.
What is left is an exact cover: tables are chosen so that each seat of each round occurs once, and so does each pair of
seats, except those that differ only in their last bit: they never meet.

Then tables are exchanged within the rounds until few players come back to one.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import exp
from typing import Final

from hall.tournaments.schedules.chance import Chance
from hall.tournaments.schedules.further import Foursome, Round

SEATS: Final = 32
SHIFTS: Final = tuple(range(8))
ROUNDS: Final = (
    *[(SHIFTS, (0,))] * 4,
    ((0, 1, 2, 3), (0, 4)),
    ((0, 1, 4, 5), (0, 2)),
    ((0, 1, 6, 7), (0, 2)),
)
"""The shifts that take a round to itself, and those that give the rounds that follow from it."""
MOST_CHOICES: Final = 3000
PLACINGS: Final = 10
PLACING_STEPS: Final = 50_000
PLACING_HEAT: Final = 1.0

Item = tuple[int, ...]
Option = tuple[frozenset[Item], int, list[Foursome]]
"""Tables of a round that follow from each other: the seats and pairs that they use up, the round, and the tables."""


def found_cover(seed: int, attempts: int = 100) -> list[Round]:
    """Find the rounds; they hold one of any two tables whose seats differ only in their last bits.

    Raises:
        ValueError: all attempts failed.
    """
    chance, options = Chance(seed), list(_options())
    wanted = frozenset[Item]().union(*(used for used, _, _ in options))
    for _ in range(attempts):
        chosen = _covered(wanted, options, chance, [MOST_CHOICES])
        if chosen is not None:
            break
    else:
        raise ValueError(f"no rounds were found for {SEATS} seats")
    found: list[list[Foursome]] = [[] for _ in ROUNDS]
    for _, number, tables in chosen:
        found[number] += [table for table in tables if table[0] % 2 == 0]
    rounds = [
        [_moved(table, by) for table in half]
        for half, (_, moves) in zip(found, ROUNDS, strict=True)
        for by in moves
    ]
    placed = [_placed(rounds, chance) for _ in range(PLACINGS)]
    different, best = max(placed)
    if not different:
        raise ValueError("in every order of the rounds somebody stays at a table")
    return best


def _options() -> Iterator[Option]:
    for number, (keeping, moves) in enumerate(ROUNDS):
        for first in combinations(range(SEATS), 4):
            here = sorted({_moved(first, by) for by in keeping})
            there = [_moved(table, by) for by in moves for table in here]
            pairs = [pair for table in there for pair in combinations(table, 2)]
            alone = len({seat for table in here for seat in table}) == 4 * len(here)
            if first == here[0] and alone and len({*pairs}) == len(pairs):
                seats = {(number, min(seat ^ by for by in keeping)) for seat in first}
                kinds = {(one // 8, other // 8, (one ^ other) % 8) for one, other in pairs}
                if all(one < other or apart != 1 for one, other, apart in kinds):
                    yield frozenset(seats | kinds), number, here


def _moved(table: Foursome, by: int) -> Foursome:
    a, b, c, d = sorted(seat ^ by for seat in table)
    return a, b, c, d


def _covered(
    wanted: frozenset[Item], options: Sequence[Option], chance: Chance, left: list[int]
) -> list[Option] | None:
    """Choose options that use up all wanted once; None if that is impossible or takes more choices than are left."""
    if not wanted:
        return []
    left[0] -= 1
    uses = Counter(each for used, _, _ in options for each in used)
    rarest = min(sorted(wanted), key=uses.__getitem__)
    for option in chance.shuffled([each for each in options if rarest in each[0]]) if left[0] >= 0 else ():
        rest = [each for each in options if each[0].isdisjoint(option[0])]
        found = _covered(wanted - option[0], rest, chance, left)
        if found is not None:
            return [option, *found]
    return None


def _places(round_: Sequence[Foursome]) -> set[tuple[int, int]]:
    """Return pairs of seats with the table of the first of the two; the second sits at the table paired with it."""
    return {(seat // 2, 2 * at + seat % 2) for at, table in enumerate(round_) for seat in table}


def _placed(unplaced: Sequence[Sequence[Foursome]], chance: Chance) -> tuple[int, list[Round]]:
    """Exchange tables within rounds by annealing until few seats come back to one.

    Returns:
        The number of different tables at which pairs of seats sit, 0 if somebody stays at one in any order of the rounds;
        and the rounds, in an order in which nobody does.
    """
    rounds = [list(each) for each in unplaced]
    places = [_places(each) for each in rounds]
    different = 0
    for step in range(PLACING_STEPS):
        number, one, other = chance.below(len(rounds)), chance.below(4), chance.below(4)
        changed = list(rounds[number])
        changed[one], changed[other] = changed[other], _moved(changed[one], chance.below(2))
        before, places[number] = places[number], _places(changed)
        now = len(set[tuple[int, int]]().union(*places))
        heat = PLACING_HEAT * (1 - step / PLACING_STEPS)
        if now >= different or chance.fraction() < exp((now - different) / heat):
            rounds[number], different = changed, now
        else:
            places[number] = before
    order = _in_order(places, [])
    return different * bool(order), [tuple(rounds[each]) for each in order]


def _in_order(places: Sequence[set[tuple[int, int]]], begun: list[int]) -> list[int]:
    """Return the numbers of the rounds in an order in which nobody stays at a table; an empty list if there is none."""
    if len(begun) == len(places):
        return begun
    for each in range(len(places)):
        if each not in begun and (not begun or places[begun[-1]].isdisjoint(places[each])):
            found = _in_order(places, [*begun, each])
            if found:
                return found
    return []
