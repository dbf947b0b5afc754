"""The single question that finds the entries of a table's journal which the hall lacks, however long both journals are.

The hall names some of its entries by number and hash: the newest of each branch, then others farther back, at twice the
distance each time. The table finds the newest of these in its own journal and answers with the entries after it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Protocol

MOST_KNOWN: Final = 200
"""The most entries named in one question."""


@dataclass(frozen=True, slots=True)
class Known:
    """An entry that somebody has: its number and hash."""

    number: int
    digest: str


class Chain(Protocol):
    """The part of a journal that a comparison needs."""

    def digest_at(self, number: int) -> str | None:
        """Return the hash of an entry; None if there is no such entry."""


def common(chain: Chain, known: Iterable[Known]) -> int:
    """Return the number of the newest named entry that both journals have; 0 if they share none."""
    for each in sorted(known, key=lambda each: -each.number):
        if chain.digest_at(each.number) == each.digest:
            return each.number
    return 0
