"""Further rounds, once all have met: each with as few repeated meetings as local search finds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp
from typing import Final

from hall.tournaments.schedules.chance import Chance

MORE_HOTTEST: Final = 1.5
MORE_COLDEST: Final = 0.15
MORE_STEPS: Final = 40_000


def one_more(
    seats: int, played: Iterable[Sequence[Sequence[int]]], seed: int, attempts: int = 3
) -> list[list[int]]:
    """Make one more round; a third meeting costs three times as much as a second, and so on."""
    met = [[0] * seats for _ in range(seats)]
    for group in (group for round_ in played for group in round_):
        for one in group:
            for other in group:
                met[one][other] += one != other
    cost = [[2 * times - 1 if times else 0 for times in row] for row in met]
    chance = Chance(seed)
    _, best = min(_annealed(cost, chance) for _ in range(attempts))
    return [sorted(best[start : start + 4]) for start in range(0, seats, 4)]


def _annealed(cost: list[list[int]], chance: Chance) -> tuple[int, list[int]]:
    seats = len(cost)
    at = chance.shuffled(range(seats))
    total = sum(_alone(cost, at, place) for place in range(seats)) // 2
    best = total, list(at)
    for step in range(MORE_STEPS):
        heat = MORE_HOTTEST * (MORE_COLDEST / MORE_HOTTEST) ** (step / MORE_STEPS)
        one, other = chance.below(seats), chance.below(seats)
        if one // 4 == other // 4:
            continue
        before = _alone(cost, at, one) + _alone(cost, at, other)
        at[one], at[other] = at[other], at[one]
        change = _alone(cost, at, one) + _alone(cost, at, other) - before
        if change > 0 and chance.fraction() >= exp(-change / heat):
            at[one], at[other] = at[other], at[one]
            continue
        total += change
        if total < best[0]:
            best = total, list(at)
    return best


def _alone(cost: list[list[int]], at: list[int], place: int) -> int:
    start = place // 4 * 4
    row = cost[at[place]]
    return row[at[start]] + row[at[start + 1]] + row[at[start + 2]] + row[at[start + 3]]
