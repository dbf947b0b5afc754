"""The single question that finds the entries of a table's journal which the hall lacks, however long both journals are.

The hall names some of its entries by number and hash: the newest of each branch, then others farther back, at twice the
distance each time. The table finds the newest of these in its own journal and answers with the entries after it.
"""

from collections.abc import Callable, Iterable
from typing import Annotated, Final

from msgspec import Meta, Struct

MOST_KNOWN: Final = 200
"""The most entries named in one question."""


class KnownEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry that the hall has."""

    number: Annotated[int, Meta(ge=1, le=2**53)]
    digest: Annotated[str, Meta(max_length=64, description="its hash, hexadecimal")]


def common(digest_at: Callable[[int], str | None], known: Iterable[KnownEntry]) -> int:
    """Return the number of the newest named entry that both journals have; 0 if they share none.

    Args:
        digest_at: returns the hash of an entry of the table's journal; None if there is no such entry.
        known: the entries that the hall names.
    """
    for each in sorted(known, key=lambda each: -each.number):
        if digest_at(each.number) == each.digest:
            return each.number
    return 0
