"""A checker that finds what is wrong with a seating plan. It knows only lists of names and shares no code with the
maker of plans."""

from collections import Counter
from collections.abc import Collection, Hashable, Sequence
from itertools import combinations, pairwise


def not_seated_once(
    rounds: Sequence[Sequence[Sequence[Hashable]]], everybody: Sequence[Collection[Hashable]]
) -> list[str]:
    """The rounds in which somebody sits nowhere or twice, or a table does not have four players; ``everybody``: the
    players of each round."""
    wrong = []
    for number, (tables, there) in enumerate(zip(rounds, everybody, strict=True), 1):
        sat = Counter(each for table in tables for each in table)
        wrong += [f"round {number}: {who} sits {times} times" for who, times in sat.items() if times > 1]
        wrong += [f"round {number}: {who} sits nowhere" for who in set(there) - sat.keys()]
        wrong += [f"round {number}: {who} is not here" for who in sat.keys() - set(there)]
        wrong += [f"round {number}: a table of {len(table)}" for table in tables if len(table) != 4]
    return wrong


def meetings(rounds: Sequence[Sequence[Sequence[Hashable]]]) -> Counter[frozenset[Hashable]]:
    """Count how often each two met."""
    return Counter(
        frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2)
    )


def repeats(rounds: Sequence[Sequence[Sequence[Hashable]]]) -> int:
    """Meetings beyond the first of each two."""
    return sum(times - 1 for times in meetings(rounds).values())


def returns(rounds: Sequence[Sequence[Sequence[Hashable]]]) -> int:
    """Count how often somebody came to a table where he had played."""
    visits = Counter(
        (who, number) for tables in rounds for number, table in enumerate(tables) for who in table
    )
    return sum(times - 1 for times in visits.values())


def stays(rounds: Sequence[Sequence[Sequence[Hashable]]]) -> list[tuple[int, Hashable]]:
    """Yield players who play at one table twice running: the number (from 1) of the second round, and the player."""
    return [
        (number, who)
        for number, (former, latter) in enumerate(pairwise(rounds), 2)
        for before, after in zip(former, latter, strict=False)
        for who in set(before) & set(after)
    ]


def wind_spread(rounds: Sequence[Sequence[Sequence[Hashable]]]) -> dict[Hashable, int]:
    """By player, the difference between the winds with which he begins most and least often."""
    begun: dict[Hashable, list[int]] = {}
    for tables in rounds:
        for table in tables:
            for wind, who in enumerate(table):
                begun.setdefault(who, [0, 0, 0, 0])[wind] += 1
    return {who: max(times) - min(times) for who, times in begun.items()}
