"""The schedule for a number of tables and rounds, developed from ``config/tournaments/schedules.toml``.

The file has three kinds of plans, all with four seats a table and seats numbered from 0.

A **matrix** has five rows of elements of a group with as many elements as there are tables. Seat ``x + tables * row``
(row 0-3) plays in round k at table ``x - matrix[row][k] + matrix[4][k]``. The difference of any two rows is another
element in each round, so no two seats meet twice, and nobody comes back to a table.

A **base** round is repeated with all seats moved on: in round k, seat ``x + size * class`` takes the place of seat
``x - k + size * class``. The last seats, fewer than there are tables, stay. No difference between two seats of a table
occurs twice in the base round, so no two seats meet twice. Which table a group plays at is not part of the plan.

**Blocks** are some tables of each round. Each is repeated at the tables after it with its seats moved on, once for each
element of the group.

``further`` finds the rounds after those of a plan.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import config
from hall.tournaments.schedules.further import Round, with_further
from hall.tournaments.schedules.groups import Group

FEWEST_TABLES: Final = 2
MOST_TABLES: Final = 50
MOST_ROUNDS: Final = 16


@dataclass(frozen=True, slots=True)
class Schedule:
    """The players who meet, by round.

    Attributes:
        rounds: ``rounds[k][table]`` are the four seats that meet there.
        tables_set: the plan also assigns tables, so that nobody comes back to one; otherwise groups have no tables yet.
    """

    rounds: tuple[Round, ...]
    tables_set: bool


@cache
def look_up(tables: int, rounds: int) -> Schedule:
    """Return the known schedule with the fewest repeated meetings.

    Raises:
        ValueError: no schedule was constructed for so many tables or rounds.
    """
    if not FEWEST_TABLES <= tables <= MOST_TABLES:
        raise ValueError(f"schedules are for {FEWEST_TABLES} to {MOST_TABLES} tables, not {tables}")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise ValueError(f"schedules are for 1 to {MOST_ROUNDS} rounds, not {rounds}")
    known: tuple[Round, ...] = ()
    for plan in _plans().get(tables, ()):
        known = _developed(plan)
        if plan["rounds"] >= rounds:
            return _scheduled(known[:rounds])
    return _scheduled(with_further(known, tables, rounds))


def _scheduled(rounds: tuple[Round, ...]) -> Schedule:
    places = {(seat, table) for round_ in rounds for table, group in enumerate(round_) for seat in group}
    return Schedule(rounds, len(places) == len(rounds) * 4 * len(rounds[0]))


@cache
def _plans() -> dict[int, list[dict[str, Any]]]:
    """Read the plans by number of tables, the shortest first."""
    found: dict[int, list[dict[str, Any]]] = {}
    for plan in config.read_schedules()["plan"]:
        found.setdefault(plan["tables"], []).append(plan)
    return found


def _developed(plan: dict[str, Any]) -> tuple[Round, ...]:
    group = Group(plan["group"])
    if "base" in plan:
        return from_base(_groups(plan["base"]), group, plan["rounds"])
    if "blocks" in plan:
        return from_blocks([_groups(line) for line in plan["blocks"]], group)
    return from_matrix([[int(word) for word in row.split()] for row in plan["matrix"]], group)


def from_matrix(matrix: list[list[int]], group: Group) -> tuple[Round, ...]:
    """The rounds of a matrix with five rows, at their tables."""
    rounds = []
    for column in zip(*matrix, strict=True):
        starts = [group.minus[table][column[4]] for table in range(group.size)]
        first, second, third, fourth = (
            [group.plus[start][column[row]] + group.size * row for start in starts] for row in range(4)
        )
        rounds.append(tuple(zip(first, second, third, fourth, strict=True)))
    return tuple(rounds)


def from_base(base: Round, group: Group, rounds: int) -> tuple[Round, ...]:
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


def from_blocks(blocks: Sequence[Round], group: Group) -> tuple[Round, ...]:
    """The rounds of blocks: each block has some tables of a round, and the group's shifts give the others."""
    size, found = group.size, []
    for round_ in blocks:
        seats = range(4 * size * len(round_))
        places = [[group.plus[seat % size][by] + seat // size * size for seat in seats] for by in range(size)]
        found.append(tuple((at[a], at[b], at[c], at[d]) for a, b, c, d in round_ for at in places))
    return tuple(found)


def _groups(text: str) -> Round:
    found = []
    for group in text.split(","):
        first, second, third, fourth = (int(word) for word in group.split())
        found.append((first, second, third, fourth))
    return tuple(found)
