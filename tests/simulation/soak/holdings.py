"""The holdings of programs at the beginning of each hand, and whether they grow from hand to hand."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from statistics import fmean, median
from typing import Any, Final

COUNTED: Final = ("tasks", "threads", "descriptors")


@dataclass(frozen=True, slots=True)
class Holding:
    """The holdings of a program when a hand begins.

    Attributes:
        hand: how many hands began before.
        place: how many of them in this hanchan.
        counts: from the probe.
    """

    hand: int
    place: int
    counts: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Growth:
    """The growth of something from hand to hand in bytes, with its standard error."""

    a_hand: float
    error: float

    def __str__(self) -> str:
        return f"{self.a_hand / 1000:+.2f} kB a hand (standard error {self.error / 1000:.2f})"


def growth(holdings: Sequence[Holding], of: str) -> Growth:
    """The growth from hand to hand: the median of that between any two hands at the same place of their hanchans.

    So growth within a hanchan that ends with it does not count, because a table keeps its hanchan; nor does anything
    that is there only at one or two moments. The error is estimated by leaving out one hand at a time.
    """
    found = _median_growth(holdings, of)
    without = [
        _median_growth([*holdings[:number], *holdings[number + 1 :]], of) for number in range(len(holdings))
    ]
    mean, count = fmean(without), len(without)
    return Growth(found, sqrt(sum((each - mean) ** 2 for each in without) * (count - 1) / count))


def _median_growth(holdings: Sequence[Holding], of: str) -> float:
    slopes = [
        (later.counts[of] - earlier.counts[of]) / (later.hand - earlier.hand)
        for earlier, later in combinations(holdings, 2)
        if later.place == earlier.place
    ]
    return float(median(slopes))


def left_over(earlier: Sequence[Holding], later: Sequence[Holding]) -> dict[str, tuple[float, int]]:
    """For each thing that becomes more numerous, its usual number earlier and its least number later.

    Things come and go, and may be missing at one moment: a set of tiles is shuffled during most of a hand, but not at
    its end. So neither the least of earlier hands counts nor the most of later ones.
    """
    usual = {name: median(each.counts[name] for each in earlier) for name in COUNTED}
    least = {name: min(each.counts[name] for each in later) for name in COUNTED}
    return {name: (usual[name], least[name]) for name in COUNTED if least[name] > usual[name]}


def most_grown(first: Holding, last: Holding, most: int = 8) -> list[tuple[str, int]]:
    """The coroutines and kinds of objects of which there are more than before, to find what keeps them."""
    more = _more(first, last, "doing").most_common() + _more(first, last, "kinds").most_common(most)
    return [(kind, count) for kind, count in more if count > 0]


def _more(first: Holding, last: Holding, of: str) -> Counter[str]:
    more = Counter[str](last.counts[of])
    more.subtract(first.counts[of])
    return more
