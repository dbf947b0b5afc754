"""The work done between two moments: how many entries, in what time, at what cost of each process."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bench.speed.measuring.costs import Cost, cost_of, total

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

PATIENCE_S: Final = 600.0
LOOK_S: Final = 0.05


@dataclass
class Span:
    """The work done in a time.

    Attributes:
        entries: how many there were.
        seconds: that they took.
        costs: by the processes' name, over this time, with the memory at its end.
    """

    entries: int
    seconds: float = 0.0
    costs: dict[str, Cost] = field(default_factory=dict)

    @property
    def rate(self) -> float:
        """Entries a second."""
        return self.entries / self.seconds

    def shared(self, name: str, among: int = 1) -> str:
        """Processor time for an entry, which one of so many processes deals with, and the memory of each."""
        cost = self.costs[name]
        return f"{1000 * cost.cpu_s / self.entries:.3f} ms, {cost.resident_mb / among:.0f} MB"

    def each(self, name: str, among: int) -> str:
        """Processor time and memory of each of so many processes, all of which deal with every entry."""
        cost = self.costs[name]
        return f"{1000 * cost.cpu_s / among / self.entries:.3f} ms, {cost.resident_mb / among:.0f} MB"


@contextmanager
def spanning(entries: int, processes: Mapping[str, Sequence[int]]) -> Iterator[Span]:
    """Measure what is done in a block.

    Args:
        entries: that are dealt with in it.
        processes: numbers of processes, by name.
    """
    found, began_s = Span(entries), time.monotonic()
    before = {name: total(map(cost_of, numbers)) for name, numbers in processes.items()}
    yield found
    found.seconds = time.monotonic() - began_s
    for name, numbers in processes.items():
        now = total(map(cost_of, numbers))
        found.costs[name] = Cost(now.cpu_s - before[name].cpu_s, now.resident_mb)


def wait_until(holds: Callable[[], bool], what: str) -> None:
    """Wait for something that other processes do.

    Raises:
        TimeoutError: it does not come.
    """
    end_s = time.monotonic() + PATIENCE_S
    while not holds():
        if time.monotonic() > end_s:
            raise TimeoutError(f"not within {PATIENCE_S:g} s: {what}")
        time.sleep(LOOK_S)
