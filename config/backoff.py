"""Delays between tries, each twice as long as the one before.

This module is in ``config`` because every package may import that one.
"""

from dataclasses import dataclass
from typing import Final

MOST_DOUBLINGS: Final = 60
"""A limit that keeps the delay below the largest float."""


@dataclass(slots=True)
class Backoff:
    """The delays before the next tries, in the unit of ``first``; it reads no clock.

    Attributes:
        first: the delay after the first failure.
        most: the longest delay.
        failures: the number of failures since the last success.
    """

    first: float
    most: float
    failures: int = 0

    def after(self, failures: int) -> float:
        """Return the delay after so many failures in a row, 1 or more."""
        return min(self.most, self.first * 2.0 ** min(failures - 1, MOST_DOUBLINGS))

    def next(self) -> float:
        """Count a failure and return the delay before the next try."""
        self.failures += 1
        return self.after(self.failures)

    def exhaust(self) -> None:
        """Make all delays the longest, until ``reset``."""
        self.failures = MOST_DOUBLINGS

    def reset(self) -> None:
        """Begin again with the first delay: a try has succeeded."""
        self.failures = 0
