"""Matrices of five rows in which the difference of any two rows is another element of the group in each column.

If a field has as many elements as there are tables, its products give one. For twelve and fifteen tables one is in the literature.
All others are found by simulated annealing.
"""

from collections.abc import Iterator
from math import exp
from typing import Final

from hall.tournaments.schedules.chance import Chance
from hall.tournaments.schedules.groups import Group

Matrix = list[list[int]]

ROWS: Final = 5
POLYNOMIALS: Final = {8: 0b1011, 16: 0b10011}
"""The polynomials that reduce a product in the fields of 8 and 16 elements."""
KNOWN: Final[dict[tuple[int, ...], Matrix]] = {
    # Johnson, Dulmage, Mendelsohn: Orthomorphisms of groups and orthogonal Latin squares (1961) found five; these three
    # are the first by number.
    (2, 6): [
        [0] * 12,
        list(range(12)),
        [0, 2, 1, 6, 8, 7, 10, 9, 11, 4, 3, 5],
        [0, 3, 8, 10, 1, 9, 2, 6, 5, 7, 11, 4],
        [0, 4, 10, 9, 7, 1, 11, 5, 3, 2, 8, 6],
    ],
    # Schellenberg, van Rees, Vanstone: Four pairwise orthogonal Latin squares of order 15 (1978).
    (15,): [
        [0] * 15,
        list(range(15)),
        [0, 2, 5, 7, 9, 12, 4, 1, 14, 11, 3, 6, 8, 10, 13],
        [0, 6, 3, 14, 10, 7, 13, 4, 11, 2, 8, 5, 1, 12, 9],
        [0, 10, 6, 1, 11, 2, 7, 12, 3, 8, 13, 4, 14, 9, 5],
    ],
}
MATRIX_HOTTEST: Final = 0.7
MATRIX_COLDEST: Final = 0.12
MATRIX_STEPS: Final = 400_000


def known_matrix(group: Group, columns: int) -> Matrix | None:
    """Return the matrix that a field or the literature gives for a group; None if neither does."""
    size = group.size
    if group.orders in KNOWN:
        return [row[:columns] for row in KNOWN[group.orders]]
    if group.orders == (3, 3):
        return [[_of_nine(row, column) for column in range(columns)] for row in range(ROWS)]
    if set(group.orders) == {2} and size in POLYNOMIALS:
        reduced = POLYNOMIALS[size]
        return [[_product(row, column, reduced, size) for column in range(columns)] for row in range(ROWS)]
    if len(group.orders) == 1 and size >= ROWS and all(size % each for each in range(2, size)):
        return [[row * column % size for column in range(columns)] for row in range(ROWS)]
    return None


def _product(first: int, second: int, reduced: int, size: int) -> int:
    """Multiply two polynomials over the field of two elements, given as bits."""
    found = 0
    while second:
        if second & 1:
            found ^= first
        second >>= 1
        first <<= 1
        if first & size:
            first ^= reduced
    return found


def _of_nine(first: int, second: int) -> int:
    """Multiply in the field of nine elements a + bi with i * i = -1, written 3b + a."""
    (b, a), (d, c) = divmod(first, 3), divmod(second, 3)
    return 3 * ((a * d + b * c) % 3) + (a * c - b * d) % 3


def found_matrix(
    group: Group, columns: int, seed: int, attempts: int = 200, steps: int = MATRIX_STEPS
) -> Matrix:
    """Find a matrix by simulated annealing: change one element at a time, and count repeated differences.

    Raises:
        ValueError: all attempts failed.
    """
    chance = Chance(seed)
    for _ in range(attempts):
        found = _annealed(group, columns, chance, steps)
        if found is not None:
            return found
    raise ValueError(f"no matrix of {columns} columns was found for {group.orders}")


def _annealed(group: Group, columns: int, chance: Chance, steps: int) -> Matrix | None:
    size, minus = group.size, group.minus
    matrix = [[chance.below(size) if row else 0 for _ in range(columns)] for row in range(ROWS)]
    others = [[other for other in range(ROWS) if other != row] for row in range(ROWS)]
    # counts[row][other][difference], in both orders of the rows, so that neither is a special case
    counts = [[[0] * size for _ in range(ROWS)] for _ in range(ROWS)]
    for row, other, column in _places(columns):
        counts[row][other][minus[matrix[row][column]][matrix[other][column]]] += 1
    repeated = sum(count - 1 for rows in counts for row in rows for count in row if count > 1) // 2
    heat = MATRIX_HOTTEST
    for step in range(steps):
        if step % 1000 == 0:
            heat = MATRIX_HOTTEST * (MATRIX_COLDEST / MATRIX_HOTTEST) ** (step / steps)
        row, column, new = 1 + chance.below(ROWS - 1), chance.below(columns), chance.below(size)
        old = matrix[row][column]
        change = 0
        if new == old:
            continue
        for other in others[row]:
            beside = matrix[other][column]
            here = counts[row][other]
            change += (here[minus[new][beside]] > 0) - (here[minus[old][beside]] > 1)
        if change > 0 and chance.fraction() >= exp(-change / heat):
            continue
        for other in others[row]:
            beside = matrix[other][column]
            here, back = counts[row][other], counts[other][row]
            here[minus[old][beside]] -= 1
            back[minus[beside][old]] -= 1
            here[minus[new][beside]] += 1
            back[minus[beside][new]] += 1
        matrix[row][column] = new
        repeated += change
        if repeated == 0:
            return matrix
    return None


def _places(columns: int) -> Iterator[tuple[int, int, int]]:
    for row in range(ROWS):
        for other in range(ROWS):
            for column in range(columns):
                if other != row:
                    yield row, other, column
