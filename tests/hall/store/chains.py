"""Journals as texts with hashes, as short as possible, and the entries that a store must hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hall.store.arrival import Arrival, arrival_of
from referee.encoding.codec import canonical
from referee.journal.entry import NO_ENTRY, digest_of


@dataclass(frozen=True)
class Journal:
    """Texts of entries, each with the hash of the one before."""

    texts: tuple[bytes, ...] = ()

    def and_then(self, count: int, what: str) -> Journal:
        """The same journal with further entries; ``what`` makes them differ from those of other journals."""
        texts = list(self.texts)
        for _ in range(count):
            before = digest_of(texts[-1]) if texts else NO_ENTRY
            entry = {"schema": 2, "number": len(texts) + 1, "before": before, "wall": what, "events": []}
            texts.append(canonical(entry).encode())
        return Journal(tuple(texts))

    def until(self, number: int) -> Journal:
        return Journal(self.texts[:number])

    def of(self, table: str) -> list[Arrival]:
        return [arrival_of(table, text) for text in self.texts]

    def digest_at(self, number: int) -> str | None:
        return digest_of(self.texts[number - 1]) if 0 < number <= len(self.texts) else None


def journal(count: int, what: str = "a") -> Journal:
    return Journal().and_then(count, what)


def reachable(arrivals: Sequence[Arrival]) -> set[tuple[str, int, str]]:
    """The entries that follow from a first entry without a gap: what a store must hold, worked out without a store."""
    there = {each.key: each for each in arrivals}
    found: set[tuple[str, int, str]] = set()
    grown = True
    while grown:
        grown = False
        for key, each in there.items():
            follows = each.number == 1 or (each.table, each.number - 1, each.before) in found
            if follows and key not in found:
                found.add(key)
                grown = True
    return found
