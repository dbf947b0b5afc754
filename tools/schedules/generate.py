"""Write ``config/tournaments/schedules.toml`` to the standard output: ``python -m tools.schedules.generate``.

It takes some minutes on one core and always writes the same plans.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from hall.tournaments.schedules.chance import Chance
from hall.tournaments.schedules.groups import Group
from hall.tournaments.schedules.schedule import FEWEST_TABLES, MOST_TABLES, from_base
from tools.schedules.bases import WantedBase, found_base
from tools.schedules.blocks import BLOCKS
from tools.schedules.covers import SEATS, found_cover
from tools.schedules.matrices import found_matrix, known_matrix
from tools.schedules.placing import placed
from tools.schedules.twenty import TABLES, twenty

HEAD: Final = """\
# Who meets whom: made by `python -m tools.schedules.generate`, not by hand.
# hall/tournaments/schedules/schedule.py says how rounds follow from it.
"""
GROUPS: Final = {4: (2, 2), 8: (2, 2, 2), 9: (3, 3), 12: (2, 6), 16: (2, 2, 2, 2)}
"""The groups by number of tables, where another group of that size gives more rounds than counting modulo that number."""
# By number of tables: the most rounds for which a matrix was found, if fewer than the tables and MOST_COLUMNS.
COLUMNS: Final = {2: 0, 3: 0, 4: 0, 6: 5, 10: 8, 14: 11}
MOST_COLUMNS: Final = 15
"""No matrix is written for more rounds."""
BASES: Final = {
    # by number of tables: the group, and the multiplier of the symmetry
    4: ((5,), 0),
    6: ((7,), 2),
    7: ((9,), 4),
    9: ((11,), 1),
    10: ((13,), 3),
    11: ((14,), 11),
    12: ((15,), 1),
    13: ((17,), 1),
    14: ((15,), 0),
}
PLACED: Final = {6: (2, (6, 7))}
"""By number of tables, if a base is placed at them: a seed whose base can be placed well; rounds that may be the last."""


def plans(tables: int) -> Iterator[list[str]]:
    """Yield the plans for a number of tables, each as lines of TOML."""
    group = Group(GROUPS.get(tables, (tables,)))
    columns = min(COLUMNS.get(tables, tables), MOST_COLUMNS)
    if columns:
        matrix = known_matrix(group, columns) or found_matrix(group, columns, seed=tables)
        rows = [f'  "{_numbers(row)}",' for row in matrix]
        yield [*_head(tables, columns), f"group = {list(group.orders)}", "matrix = [", *rows, "]"]
    if tables in BLOCKS:
        orders, rounds = BLOCKS[tables]
        yield _blocks(tables, orders, rounds)
    elif tables == SEATS // 4:
        yield _blocks(tables, (2,), map(_tables, found_cover(seed=tables)))
    elif tables == TABLES:
        yield _blocks(tables, (1,), map(_tables, twenty()))
    if tables in BASES:
        orders, multiplier = BASES[tables]
        wanted = WantedBase(4 * tables, Group(orders), multiplier)
        seed, ends = PLACED.get(tables, (tables, ()))
        base = tuple((a, b, c, d) for a, b, c, d in found_base(wanted, seed))
        if ends:
            played = from_base(base, wanted.group, wanted.group.size)
            at_tables = placed(played, ends, Chance(seed))
            yield _blocks(tables, (1,), map(_tables, at_tables))
            return
        yield [*_head(tables, wanted.group.size), f"group = {list(orders)}", f'base = "{_tables(base)}"']


def _blocks(tables: int, orders: Sequence[int], rounds: Iterable[str]) -> list[str]:
    lines = [f'  "{line}",' for line in rounds]
    return [*_head(tables, len(lines)), f"group = {list(orders)}", "blocks = [", *lines, "]"]


def _head(tables: int, rounds: int) -> list[str]:
    return ["", "[[plan]]", f"tables = {tables}", f"rounds = {rounds}"]


def _tables(groups: Iterable[Sequence[int]]) -> str:
    return ", ".join(map(_numbers, groups))


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def main() -> None:
    """Write all plans."""
    sys.stdout.write(HEAD)
    for tables in range(FEWEST_TABLES, MOST_TABLES + 1):
        for lines in plans(tables):
            sys.stdout.write("\n".join(lines) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
