"""Measures of any seating plan, ours or another program's: who meets, who returns to a table, which winds they begin with."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

Plan = Sequence[Sequence[Sequence[str]]]
"""``plan[round][table]``: the players, East first."""


@dataclass(frozen=True, slots=True)
class PlanMeasures:
    """Measures of a plan; the smaller, the better.

    Attributes:
        again: meetings beyond the first of each pair.
        most: how often the same two meet at most.
        returns: how often somebody comes back to a table.
        stays: how often somebody plays at one table twice running.
        winds: the most by which a player begins more often with one wind than with another.
        byes: how many more rounds one player plays than another, at most.
    """

    again: int
    most: int
    returns: int
    stays: int
    winds: int
    byes: int


def measured(plan: Plan) -> PlanMeasures:
    """Return the measures of a plan of at least one round."""
    met = Counter(
        frozenset(pair) for tables in plan for table in tables for pair in combinations(sorted(table), 2)
    )
    sat = Counter(player for tables in plan for table in tables for player in table)
    visits = Counter(
        (player, number) for tables in plan for number, table in enumerate(tables) for player in table
    )
    begun = Counter(
        (player, wind) for tables in plan for table in tables for wind, player in enumerate(table)
    )
    winds = [[begun[player, wind] for wind in range(4)] for player in sat]
    return PlanMeasures(
        again=sum(times - 1 for times in met.values()),
        most=max(met.values(), default=0),
        returns=sum(times - 1 for times in visits.values()),
        stays=sum(
            len({*before} & {*after})
            for former, latter in pairwise(plan)
            for before, after in zip(former, latter, strict=False)
        ),
        winds=max((max(times) - min(times) for times in winds), default=0),
        byes=max(sat.values(), default=0) - min(sat.values(), default=0),
    )


def faults(plan: Plan) -> list[tuple[int, int, str]]:
    """Return what makes a plan impossible: round and table, from 1, and the player who sits twice; none if there are not four."""
    found = []
    for number, tables in enumerate(plan, 1):
        seen: set[str] = set()
        for table, players in enumerate(tables, 1):
            if len(players) != 4:
                found.append((number, table, ""))
            found += [(number, table, player) for player in players if player in seen]
            seen |= {*players}
    return found
