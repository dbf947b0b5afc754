"""What programs hold at the beginning of each hand, and whether that grows from hand to hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

COUNTED: Final = ("tasks", "threads", "descriptors")


@dataclass(frozen=True, slots=True)
class Holding:
    """What a program holds when a hand begins.

    Attributes:
        hand: how many hands began before.
        place: how many of them in this hanchan.
        told: by the probe.
    """

    hand: int
    place: int
    told: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Growth:
    """By how many bytes something grows from hand to hand, with the standard error of that."""

    a_hand: float
    error: float

    def __str__(self) -> str:
        return f"{self.a_hand / 1000:+.2f} kB a hand (standard error {self.error / 1000:.2f})"


def growth(holdings: Sequence[Holding], of: str) -> Growth:
    """The growth from hand to hand, by least squares.

    What grows within each hanchan and is gone with it, because a table keeps its hanchan, is taken out.
    """
    terms = np.array([[1.0, each.hand, each.place] for each in holdings])
    values = np.array([float(each.told[of]) for each in holdings])
    found, *_ = np.linalg.lstsq(terms, values, rcond=None)
    left = values - terms @ found
    spread = np.linalg.inv(terms.T @ terms) * (left @ left) / (len(values) - terms.shape[1])
    return Growth(float(found[1]), float(spread[1, 1] ** 0.5))


def left_over(earlier: Sequence[Holding], later: Sequence[Holding]) -> dict[str, tuple[int, int]]:
    """Of what there are more and more: the least that was there earlier, and that was there later.

    What comes and goes is there at one moment and not at another.
    """
    least = [{name: min(each.told[name] for each in part) for name in COUNTED} for part in (earlier, later)]
    return {name: (least[0][name], least[1][name]) for name in COUNTED if least[1][name] > least[0][name]}


def most_grown(first: Holding, last: Holding, most: int = 8) -> list[tuple[str, int]]:
    """The kinds of objects of which there are more than before, to find what keeps them."""
    more = Counter(last.told["kinds"])
    more.subtract(first.told["kinds"])
    return [(kind, count) for kind, count in more.most_common(most) if count > 0]
