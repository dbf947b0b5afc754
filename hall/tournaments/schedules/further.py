"""Rounds after those of a known plan, with few repeated meetings, and few of those in rounds one after the other."""

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Final

from hall.tournaments.schedules.annealing import annealed
from hall.tournaments.schedules.chance import Chance

Foursome = tuple[int, int, int, int]
Round = tuple[Foursome, ...]

AGAIN: Final = 8
"""The cost of a second meeting; a third costs three times as much, and so on."""
RUNNING: Final = 1
"""The additional cost of meeting in two rounds one after the other."""
PASSES: Final = 3
COPIES: Final = 200


def with_further(known: Sequence[Round], tables: int, rounds: int) -> tuple[Round, ...]:
    """Return the known rounds and those after them.

    If the known rounds let each two meet once, they are repeated with other numbers: then no meetings are more even.
    Otherwise one round after another is found, and each found again after all others.
    """
    seats, chance, found = 4 * tables, Chance(100 * tables + rounds), list(known)
    if known and 3 * len(known) == seats - 1:
        while len(found) < rounds:
            copies = [_renumbered(known, chance) for _ in range(COPIES)]
            runnings = [_running(found[-1], copy[0]) for copy in copies]
            found += copies[runnings.index(min(runnings))]
        return tuple(_ordered(found[:rounds], chance))
    for number in range(len(known), rounds):
        found.append(_found(found, number, seats, chance))
    for _ in range(PASSES if rounds > len(known) + 1 else 0):
        for number in range(len(known), rounds):
            found[number] = _found(found, number, seats, chance)
    return tuple(_ordered(found, chance))


def _renumbered(known: Sequence[Round], chance: Chance) -> list[Round]:
    place = chance.shuffled(range(4 * len(known[0])))
    return [tuple((place[a], place[b], place[c], place[d]) for a, b, c, d in round_) for round_ in known]


def _running(former: Round, latter: Round) -> int:
    """Count the meetings of a round that the next round repeats."""
    met = {pair for group in former for pair in combinations(sorted(group), 2)}
    return sum(pair in met for group in latter for pair in combinations(sorted(group), 2))


def _ordered(rounds: Sequence[Round], chance: Chance) -> list[Round]:
    """Return the rounds in an order in which few meetings are repeated by the next round."""
    again = [[_running(one, other) for other in rounds] for one in rounds]
    best = list(range(len(rounds)))
    least = _along(best, again)
    for _ in range(COPIES if least else 0):
        order = chance.shuffled(best)
        for one, other in combinations(range(len(order)), 2):
            before = _along(order, again)
            order[one], order[other] = order[other], order[one]
            if _along(order, again) > before:
                order[one], order[other] = order[other], order[one]
        if _along(order, again) < least:
            best, least = order, _along(order, again)
    return [rounds[each] for each in best]


def _along(order: Sequence[int], again: Sequence[Sequence[int]]) -> int:
    return sum(again[one][other] for one, other in pairwise(order))


def _found(rounds: Sequence[Round], number: int, seats: int, chance: Chance) -> Round:
    """Find a round among the others, no worse than the present one if there is one."""
    met = [[0] * seats for _ in range(seats)]
    running = [[0] * seats for _ in range(seats)]
    for place, round_ in enumerate(rounds):
        for one, other in (pair for group in round_ for pair in combinations(group, 2) if place != number):
            met[one][other] = met[other][one] = met[one][other] + 1
            running[one][other] = running[other][one] = abs(place - number) == 1 or running[one][other]
    there = number < len(rounds)
    at = [seat for group in rounds[number] for seat in group] if there else chance.shuffled(range(seats))
    prices = [
        [AGAIN * max(0, 2 * met[one][other] - 1) + RUNNING * running[one][other] for other in at]
        for one in at
    ]
    groups = [sorted(at[each] for each in group) for group in annealed(prices, chance, 2 * AGAIN)]
    return tuple((a, b, c, d) for a, b, c, d in groups)
