"""Finds groups of four for one round by threshold accepting (Dueck, Scheuer 1990), in whole numbers.

Whole numbers give the same groups on every machine, so that anybody who knows the seed can repeat a draw.
"""

from collections.abc import Sequence
from typing import Final

from hall.tournaments.schedules.chance import Chance

SIZE: Final = 4
STEPS_PER_PLAYER: Final = 1000


def annealed(prices: Sequence[Sequence[int]], chance: Chance, worst: int) -> list[list[int]]:
    """Return groups of four whose meetings cost little.

    Two players of different groups exchange places if that raises the cost by no more than a threshold, which falls
    from ``worst`` to 0; the cheapest groups on the way are returned.

    Args:
        prices: the cost of a meeting of two players, by their numbers; symmetric, with 0 on the diagonal. Neighbouring
            numbers begin in one group.
        chance: for the exchanges tried.
        worst: the threshold in the beginning.
    """
    players = len(prices)
    groups = [list(range(first, first + SIZE)) for first in range(0, players, SIZE)]
    at = [player // SIZE for player in range(players)]
    steps = STEPS_PER_PLAYER * players
    cost = least = 0
    best = [list(group) for group in groups]
    for left in range(steps, 0, -1):
        one, other = chance.below(players), chance.below(players)
        here, there = groups[at[one]], groups[at[other]]
        if here is there:
            continue
        paid, asked = prices[one], prices[other]
        change = -2 * paid[other]  # both sums count their own meeting, which never takes place
        for player in here:
            change += asked[player] - paid[player]
        for player in there:
            change += paid[player] - asked[player]
        if change * steps * steps > worst * left * left:
            continue
        here[here.index(one)], there[there.index(other)] = other, one
        at[one], at[other] = at[other], at[one]
        cost += change
        if cost < least:
            least, best = cost, [list(group) for group in groups]
    return best
