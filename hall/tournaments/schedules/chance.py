"""Reproducible random numbers: anybody who knows the seed of a draw can repeat it."""

from collections.abc import Sequence
from typing import Final, TypeVar

MASK: Final = (1 << 64) - 1
Item = TypeVar("Item")


class Chance:
    """Numbers from a seed by splitmix64 (Steele, Lea, Flood 2014), the same in every version of Python."""

    def __init__(self, seed: int) -> None:
        self._state = seed & MASK

    def below(self, bound: int) -> int:
        """Return a number from 0 to ``bound`` - 1; the bias for small bounds is below 2**-50."""
        self._state = state = (self._state + 0x9E3779B97F4A7C15) & MASK
        state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & MASK
        return ((state ^ (state >> 31)) * bound) >> 64

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """Return the items in random order, each order equally likely."""
        drawn = list(items)
        for last in range(len(drawn) - 1, 0, -1):
            other = self.below(last + 1)
            drawn[last], drawn[other] = drawn[other], drawn[last]
        return drawn
