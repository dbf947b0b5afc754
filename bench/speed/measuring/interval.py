"""A median with its confidence interval, by order statistics: no shape of the noise is assumed."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from statistics import median
from typing import Final

CONFIDENCE: Final = 0.95
"""The share of intervals that must contain the true median. Fewer than six rounds cannot reach it, so their interval is
the whole range."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A median and the bounds between which the true one lies, in the unit of the values."""

    median: float
    low: float
    high: float


def interval(values: Sequence[float]) -> Interval:
    """The median of independent rounds and the narrowest interval of order statistics that is confident enough.

    Each value lies below the true median with probability one half, so the binomial distribution says how probable it is
    that the smallest and largest values left all lie on one side of it.

    Raises:
        ValueError: there are no values.
    """
    if not values:
        raise ValueError("no rounds were measured")
    ordered = sorted(values)
    number = len(ordered)
    cut = max(
        (cut for cut in range((number + 1) // 2) if _outside(number, cut) <= 1 - CONFIDENCE),
        default=0,
    )
    return Interval(median(ordered), ordered[cut], ordered[-1 - cut])


def _outside(number: int, cut: int) -> float:
    """Return the probability that the true median lies outside the values that remain without the ``cut`` smallest
    and largest ones."""
    return 2 * sum(comb(number, below) for below in range(cut + 1)) / 2.0**number
