"""Times contenders against each other: alternating rounds of one run, in processor seconds of this process.

Only the ratio of contenders that ran in the same minutes on the same machine is meaningful. So every round runs all of
them in turn, and a figure is the median of its rounds.
"""

from __future__ import annotations

import gc
import time
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Contender:
    """Work to be timed.

    Attributes:
        name: as it is printed.
        work: does ``units`` of the counted work.
        before: runs before each round, untimed, such as clearing caches.
    """

    name: str
    units: int
    work: Callable[[], object]
    before: Callable[[], object] = gc.collect


def rounds_of(contenders: list[Contender], rounds: int) -> list[list[float]]:
    """Units per CPU-second of each contender in each round."""
    found: list[list[float]] = [[] for _ in contenders]
    for _ in range(rounds):
        for contender, each in zip(contenders, found, strict=True):
            contender.before()
            started = time.process_time()
            contender.work()
            each.append(contender.units / (time.process_time() - started))
    return found


def rates(contenders: list[Contender], rounds: int) -> list[float]:
    """Units per CPU-second of each contender, the median of the rounds."""
    return [median(each) for each in rounds_of(contenders, rounds)]
