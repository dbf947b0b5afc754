"""Assigns tables to groups: nobody stays at one twice running, few return to one, and some players need a certain one.

WRC 8.1: "The seating system must not assign players to a specific table for several hanchans."
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from hall.tournaments.schedules.chance import Chance

STAY: Final = 30
"""The cost of staying at a table for the next round, in returns to a table."""
LOCKED: Final = 100_000
FAR: Final = 1 << 60
TABLE_PASSES: Final = 12

Groups = list[list[str]]


def at_tables(
    rounds: Sequence[Groups],
    locked: Mapping[str, int],
    chance: Chance,
    *,
    played: Sequence[Sequence[Sequence[str]]] = (),
    mixed: bool = True,
) -> list[Groups]:
    """Return the groups of each round in the order of their tables.

    First, each round in turn gets its cheapest assignment. If nobody meets twice, nobody stays at a table: its four
    players go to four different groups, so the allowed pairs of table and group form a regular graph, and that has a
    perfect matching. Then two groups at a time exchange tables as long as that saves returns and stays, in passes
    over all rounds until nothing improves.

    Args:
        rounds: groups of players.
        locked: the table (from 0) of each player who needs a certain one; no group has two who need different ones.
        chance: for the order of tables.
        played: rounds before these, at their tables.
        mixed: assign from scratch; otherwise try first to improve the order in which the groups are given.
    """
    if not mixed:
        found = _improved([_placed(list(each), locked) for each in rounds], locked, chance, played)
        if not _stays(found, locked, played):
            return found
    return _improved(_one_by_one(rounds, locked, chance, played), locked, chance, played)


def _improved(
    rounds: list[Groups], locked: Mapping[str, int], chance: Chance, played: Sequence[Sequence[Sequence[str]]]
) -> list[Groups]:
    search = _Search(rounds, played, locked)
    for _ in range(TABLE_PASSES):
        saved = [search.improve(number, chance) for number in range(len(rounds))]
        if not any(saved):
            break
    return rounds


def _stays(
    rounds: list[Groups], locked: Mapping[str, int], played: Sequence[Sequence[Sequence[str]]]
) -> bool:
    """Return whether anybody stays at a table twice running without needing it."""
    return any(
        set(before) & set(after) - locked.keys()
        for former, latter in pairwise([*played[-1:], *rounds])
        for before, after in zip(former, latter, strict=False)
    )


def returns_and_stays(rounds: Sequence[Groups], locked: Mapping[str, int]) -> int:
    """Return the cost of all returns to a table and of all stays at one, of players who need no certain table."""
    been: set[tuple[str, int]] = set()
    cost = 0
    for number, groups in enumerate(rounds):
        before = rounds[number - 1] if number else ()
        for table, group in enumerate(groups):
            for player in set(group) - locked.keys():
                cost += ((player, table) in been) + STAY * (bool(before) and player in before[table])
                been.add((player, table))
    return cost


def _one_by_one(
    rounds: Sequence[Groups],
    locked: Mapping[str, int],
    chance: Chance,
    played: Sequence[Sequence[Sequence[str]]],
) -> list[Groups]:
    """Assign each round in turn at the least cost after the rounds before it."""
    tables = len(rounds[0])
    visits: dict[str, list[int]] = {}
    before: Sequence[Sequence[str]] = ()
    for each in played:
        before = each
        _count(visits, each, tables)
    found: list[Groups] = []
    for groups in rounds:
        mixed = chance.shuffled(groups)
        at = {player: table for table, group in enumerate(before) for player in group if table < tables}
        costs = []
        for group in mixed:
            free = [player for player in group if player not in locked]
            row = [
                sum(each) for each in zip(*(visits.get(player, [0] * tables) for player in free), strict=True)
            ]
            for player in free:
                if player in at:
                    row[at[player]] += STAY
            for player in group:
                if player in locked:
                    row = [cost if table == locked[player] else LOCKED for table, cost in enumerate(row)]
            costs.append(row)
        order = cheapest(costs)
        placed: Groups = [[] for _ in mixed]
        for group, table in zip(mixed, order, strict=True):
            placed[table] = group
        _count(visits, placed, tables)
        found.append(placed)
        before = placed
    return found


def _count(visits: dict[str, list[int]], placed: Sequence[Sequence[str]], tables: int) -> None:
    for table, group in enumerate(placed[:tables]):
        for player in group:
            visits.setdefault(player, [0] * tables)[table] += 1


def cheapest(costs: Sequence[Sequence[int]]) -> list[int]:
    """Return each row's column in the cheapest assignment, found by augmenting paths (Kuhn 1955, Munkres 1957)."""
    size = len(costs)
    of_row, of_column = [0] * (size + 1), [0] * (size + 1)
    row_at = [0] * (size + 1)  # by column, both from 1
    for row in range(1, size + 1):
        row_at[0] = row
        column = 0
        least = [FAR] * (size + 1)
        came = [0] * (size + 1)
        done = [False] * (size + 1)
        while row_at[column]:
            done[column] = True
            here = row_at[column]
            prices, paid = costs[here - 1], of_row[here]
            step, following = FAR, 0
            for each in range(1, size + 1):
                if not done[each]:
                    price = prices[each - 1] - paid - of_column[each]
                    if price < least[each]:
                        least[each], came[each] = price, column
                    if least[each] < step:
                        step, following = least[each], each
            for each in range(size + 1):
                if done[each]:
                    of_row[row_at[each]] += step
                    of_column[each] -= step
                else:
                    least[each] -= step
            column = following
        while column:
            row_at[column] = row_at[came[column]]
            column = came[column]
    found = [0] * size
    for column in range(1, size + 1):
        found[row_at[column] - 1] = column - 1
    return found


def _placed(groups: Groups, locked: Mapping[str, int]) -> Groups:
    """Return the groups with those of locked players at the tables they need."""
    for player, table in locked.items():
        now = next((number for number, group in enumerate(groups) if player in group), None)
        if now is not None:
            groups[now], groups[table] = groups[table], groups[now]
    return groups


class _Search:
    """Counts of each player's rounds at each table, while groups exchange tables."""

    def __init__(
        self, rounds: list[Groups], played: Sequence[Sequence[Sequence[str]]], locked: Mapping[str, int]
    ) -> None:
        self.rounds = rounds
        self.locked = locked
        self.before = [list(table) for table in played[-1]] if played else []
        tables = max(len(groups) for groups in (*rounds, *played))
        self.visits: dict[str, list[int]] = {}
        for groups in (*played, *rounds):
            for table, group in enumerate(groups):
                for player in group:
                    self.visits.setdefault(player, [0] * tables)[table] += 1

    def improve(self, number: int, chance: Chance) -> bool:
        """Let pairs of groups of a round exchange tables; return whether that saved anything."""
        groups = self.rounds[number]
        costs = [self._costs(number, group) for group in groups]
        held = [any(player in self.locked for player in group) for group in groups]
        free = [table for table, fixed in enumerate(held) if not fixed]
        at = list(range(len(groups)))  # at[table]: the group there, named by its former place
        better = False
        for _ in range(TABLE_PASSES):
            saved = [_save(at, costs, first, free) for first in chance.shuffled(free)]
            better |= any(saved)
            if not any(saved):
                break
        if better:
            for table, group in enumerate(groups):
                for player in group:
                    self.visits[player][table] -= 1
            groups[:] = [groups[each] for each in at]
            for table, group in enumerate(groups):
                for player in group:
                    self.visits[player][table] += 1
        return better

    def _costs(self, number: int, group: list[str]) -> list[int]:
        """Return the cost of each table for the group: returns, and stays from the round before and into the round after."""
        now = self.rounds[number].index(group)
        rows = [self.visits[player] for player in group if player not in self.locked]
        costs = [sum(visits) for visits in zip(*rows, strict=True)]
        costs[now] -= len(rows)
        former = self.rounds[number - 1] if number else self.before
        latter = self.rounds[number + 1] if number + 1 < len(self.rounds) else []
        players = set(group) - self.locked.keys()
        for beside in (former, latter):
            for table, others in enumerate(beside):
                costs[table] += STAY * len(players.intersection(others))
        return costs


def _save(at: list[int], costs: Sequence[Sequence[int]], first: int, free: Sequence[int]) -> bool:
    """Exchange the group at a table with the one that saves most; return whether any saved something."""
    here = costs[at[first]]
    gain, second = 0, first
    for other in free if here[first] else ():
        there = costs[at[other]]
        change = here[other] + there[first] - here[first] - there[other]
        if change < gain:
            gain, second = change, other
    at[first], at[second] = at[second], at[first]
    return gain < 0
