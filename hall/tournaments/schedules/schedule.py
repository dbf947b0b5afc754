"""The schedule for a number of tables and rounds, developed from ``config/tournaments/schedules.toml``.

The file has two kinds of plans, both with four seats a table and seats numbered from 0.

A **matrix** has five rows of elements of a group with as many elements as there are tables. Seat ``x + tables * row``
(row 0-3) plays in round k at table ``x - matrix[row][k] + matrix[4][k]``. The difference of any two rows is another
element in each round, so no two seats meet twice, and nobody comes back to a table.

A **base** round is repeated with all seats moved on: in round k, seat ``x + size * class`` takes the place of seat
``x - k + size * class``. The last seats, fewer than there are tables, stay. No difference between two seats of a table
occurs twice in the base round, so no two seats meet twice. Which table a group plays at is not part of the plan.

Once all have met, **more** rounds follow one by one, each with as few repeated meetings as the search found.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import config
from hall.tournaments.schedules.groups import Group

FEWEST_TABLES: Final = 4
MOST_TABLES: Final = 43
MOST_ROUNDS: Final = 15

Foursome = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Schedule:
    """The players who meet, by round.

    Attributes:
        rounds: ``rounds[k][table]`` are the four seats that meet there.
        tables_set: the plan also assigns tables, so that nobody comes back to one; otherwise groups have no tables yet.
    """

    rounds: tuple[tuple[Foursome, ...], ...]
    tables_set: bool


def look_up(tables: int, rounds: int) -> Schedule:
    """Return the known schedule with the fewest repeated meetings.

    Raises:
        ValueError: no schedule was constructed for so many tables or rounds.
    """
    if not FEWEST_TABLES <= tables <= MOST_TABLES:
        raise ValueError(f"schedules are for {FEWEST_TABLES} to {MOST_TABLES} tables, not {tables}")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise ValueError(f"schedules are for 1 to {MOST_ROUNDS} rounds, not {rounds}")
    plans = _plans()[tables]
    for plan in plans:
        if "more" not in plan and plan["rounds"] >= rounds:
            return Schedule(_developed(plan)[:rounds], "matrix" in plan)
    known = tuple(round_ for plan in plans[-2:] for round_ in _developed(plan))
    return Schedule(known[:rounds], tables_set=False)


@cache
def _plans() -> dict[int, list[dict[str, Any]]]:
    """Read the plans by number of tables, the shortest first; ``more`` comes last, and continues the one before it."""
    found: dict[int, list[dict[str, Any]]] = {}
    for plan in config.read_schedules()["plan"]:
        found.setdefault(plan["tables"], []).append(plan)
    return found


def _developed(plan: dict[str, Any]) -> tuple[tuple[Foursome, ...], ...]:
    if "more" in plan:
        return tuple(_groups(line) for line in plan["more"])
    group = Group(plan["group"])
    if "base" in plan:
        return from_base(_groups(plan["base"]), group, plan["rounds"])
    return from_matrix([[int(word) for word in row.split()] for row in plan["matrix"]], group)


def from_matrix(matrix: list[list[int]], group: Group) -> tuple[tuple[Foursome, ...], ...]:
    """The rounds of a matrix with five rows, at their tables."""
    rounds = []
    for column in zip(*matrix, strict=True):
        starts = [group.minus[table][column[4]] for table in range(group.size)]
        first, second, third, fourth = (
            [group.plus[start][column[row]] + group.size * row for start in starts] for row in range(4)
        )
        rounds.append(tuple(zip(first, second, third, fourth, strict=True)))
    return tuple(rounds)


def from_base(base: tuple[Foursome, ...], group: Group, rounds: int) -> tuple[tuple[Foursome, ...], ...]:
    """The base round, moved on once for each element of the group."""
    size = group.size
    moving = 4 * len(base) // size * size
    while 4 * len(base) - moving > len(base):  # at most as many seats stay as there are tables
        moving -= size
    found = []
    for moved in range(rounds):
        place = [
            group.plus[seat % size][moved] + seat // size * size if seat < moving else seat
            for seat in range(4 * len(base))
        ]
        found.append(tuple((place[a], place[b], place[c], place[d]) for a, b, c, d in base))
    return tuple(found)


def _groups(text: str) -> tuple[Foursome, ...]:
    found = []
    for group in text.split(","):
        first, second, third, fourth = (int(word) for word in group.split())
        found.append((first, second, third, fourth))
    return tuple(found)
