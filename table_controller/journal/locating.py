"""The question by which a table finds out what the hall has of its journal: one question, however long both are.

The hall names entries of its own by number and hash: the newest of each branch, then ever farther back, twice as far
each time. The table looks for the newest of them that is in its journal and answers with what follows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_KNOWN: Final = 200
"""Entries named in one question."""


@dataclass(frozen=True, slots=True)
class Known:
    """An entry that somebody has: its number and hash."""

    number: int
    digest: str


class Chain(Protocol):
    """The parts of a journal that a comparison needs."""

    def digest_at(self, number: int) -> str | None:
        """The hash of an entry; None if there is none."""


def common(chain: Chain, known: Iterable[Known]) -> int:
    """The number of the newest entry that both have, of those named; 0 if they share none."""
    for each in sorted(known, key=lambda each: -each.number):
        if chain.digest_at(each.number) == each.digest:
            return each.number
    return 0
