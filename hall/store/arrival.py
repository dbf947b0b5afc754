"""An entry as it reaches the hall: the text that the table hashed, checked before anything else looks at it."""

import json
import re
from dataclasses import dataclass, field
from typing import Final

from referee.journal.entry import NO_ENTRY, digest_of

MOST_TEXT_BYTES: Final = 4 * 2**20
"""The longest text of an entry. A correction holds a whole position, 30 to 60 KB; no other entry comes near that."""
MOST_ENTRY_NUMBER: Final = 2**53
"""The largest number that every JSON reader holds exactly (RFC 8259, 6)."""
DIGEST: Final = re.compile(r"[0-9a-f]{64}")


class UnfitEntryError(ValueError):
    """An arrival is not an entry of a journal."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """An entry that came from a table.

    Attributes:
        table: the table that sent it, as the broker's topic names it.
        number: of the entry, from 1.
        before: hash of the entry before it; ``digest``: its own (SHA-256 of ``text``, hexadecimal).
        text: as the table wrote it, byte for byte.
        wall: its time by the table's clock, ISO 8601; empty if it gives none.
    """

    table: str
    number: int
    before: str
    digest: str
    text: bytes = field(repr=False)
    wall: str = ""

    @property
    def key(self) -> tuple[str, int, str]:
        """Return table, number and hash, which identify the entry."""
        return self.table, self.number, self.digest


def arrival_of(table: str, text: bytes) -> Arrival:
    """Check a text that came from a table.

    It reads only the fields that the chain needs, so an entry of a newer program is kept even if this one cannot fold it.

    Raises:
        UnfitEntryError: it is not an entry.
    """
    if len(text) > MOST_TEXT_BYTES:
        raise UnfitEntryError(f"{len(text):,} bytes, more than an entry has ({MOST_TEXT_BYTES:,})")
    try:
        entry = json.loads(text)
    except (ValueError, RecursionError):
        raise UnfitEntryError("it is no JSON") from None
    if not isinstance(entry, dict):
        raise UnfitEntryError("it is no JSON object")
    number, before = entry.get("number"), entry.get("before")
    if type(number) is not int or not 1 <= number <= MOST_ENTRY_NUMBER:
        raise UnfitEntryError("it has no number from 1 on")
    if not isinstance(before, str) or DIGEST.fullmatch(before) is None:
        raise UnfitEntryError("it has no hash of the entry before")
    if (number == 1) != (before == NO_ENTRY):
        raise UnfitEntryError("only the first entry has nothing before it")
    wall = entry.get("wall")
    return Arrival(table, number, before, digest_of(text), text, wall if isinstance(wall, str) else "")
