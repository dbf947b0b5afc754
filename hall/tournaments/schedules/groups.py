"""Commutative groups as sums of cyclic ones: ``(10,)`` counts modulo 10, ``(2, 2, 2, 2)`` adds four bits.

An element is a number from 0 to size - 1, written in mixed base, the last order first.
"""

from collections.abc import Sequence
from math import prod


class Group:
    """Addition and subtraction as tables: ``plus[a][b]``, ``minus[a][b]``.

    Args:
        orders: the orders of its cyclic groups.
    """

    def __init__(self, orders: Sequence[int]) -> None:
        self.orders = tuple(orders)
        self.size = prod(self.orders)
        every = range(self.size)
        self.plus = [[self._combined(a, b, 1) for b in every] for a in every]
        self.minus = [[self._combined(a, b, -1) for b in every] for a in every]

    def _combined(self, first: int, second: int, sign: int) -> int:
        found, weight = 0, 1
        for order in reversed(self.orders):
            found += weight * ((first % order + sign * (second % order)) % order)
            first, second, weight = first // order, second // order, weight * order
        return found
