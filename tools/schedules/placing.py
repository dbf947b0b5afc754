"""Assigns tables to the groups of a base: nobody stays at one for the next round, and few players come back to one."""

from collections.abc import Collection, Sequence
from itertools import pairwise
from math import exp
from typing import Final

from hall.tournaments.schedules.chance import Chance
from hall.tournaments.schedules.further import Round

PLACINGS: Final = 10
STEPS: Final = 50_000
HEAT: Final = 2.0
STAY: Final = 5
"""The cost of a stay, in returns."""
ORDERED: Final = 5
"""One exchange in this many is of two whole rounds."""

Places = set[tuple[int, int]]
"""Seats, each with its table."""


def placed(unplaced: Sequence[Round], ends: Collection[int], chance: Chance) -> list[Round]:
    """Exchange tables within rounds, and whole rounds, by annealing; return the best of several attempts.

    Args:
        unplaced: rounds in which nobody meets twice, so that their order is free.
        ends: the numbers of rounds after which a tournament may end; the returns up to each of them count.
        chance: the random numbers for the exchanges.

    Raises:
        ValueError: somebody stays at a table in the best attempt.
    """
    _, best = min(_annealed(unplaced, ends, chance) for _ in range(PLACINGS))
    if _stays([_places(each) for each in best]):
        raise ValueError("somebody stays at a table")
    return best


def _annealed(unplaced: Sequence[Round], ends: Collection[int], chance: Chance) -> tuple[int, list[Round]]:
    rounds, places = list(unplaced), [_places(each) for each in unplaced]
    cost = _cost(places, ends)
    for step in range(STEPS):
        before, were = list(rounds), list(places)
        number, other = chance.below(len(rounds)), chance.below(len(rounds))
        if chance.below(ORDERED):
            tables = list(rounds[number])
            here, there = chance.below(len(tables)), chance.below(len(tables))
            tables[here], tables[there] = tables[there], tables[here]
            rounds[number], places[number] = tuple(tables), _places(tables)
        else:
            rounds[number], rounds[other] = rounds[other], rounds[number]
            places[number], places[other] = places[other], places[number]
        now = _cost(places, ends)
        if now > cost and chance.fraction() >= exp((cost - now) / (HEAT * (1 - step / STEPS))):
            rounds, places = before, were
        else:
            cost = now
    return cost, rounds


def _places(round_: Sequence[Sequence[int]]) -> Places:
    return {(seat, table) for table, group in enumerate(round_) for seat in group}


def _stays(places: Sequence[Places]) -> int:
    return sum(len(one & other) for one, other in pairwise(places))


def _cost(places: Sequence[Places], ends: Collection[int]) -> int:
    """Return the cost of stays, less the different tables at which the seats have been by each end."""
    been: Places = set()
    cost = STAY * _stays(places)
    for number, each in enumerate(places, 1):
        been |= each
        if number in ends:
            cost -= len(been)
    return cost
