"""One entry of a book as a text: canonical JSON with the hash of the entry before, so that any change shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import msgspec

from referee.encoding.codec import canonical
from referee.journal.entry import digest_of
from referee.tournament.book.entries import AnyEntry

ENTRY_SCHEMA: Final = 1


class DamagedBookError(Exception):
    """An entry is not what was written, or is missing."""


@dataclass(frozen=True, slots=True)
class Written:
    """An entry as it is in the store.

    Attributes:
        number: 1, 2, 3 … without gaps.
        wall: UTC wall time at which it was written, ISO 8601.
        login: of whoever entered it.
        before: hash of the entry before; ``digest``: hash of this one (SHA-256 of its text, hexadecimal).
    """

    number: int
    wall: str
    login: str
    entry: AnyEntry
    before: str
    digest: str


def text_of(tournament: str, number: int, wall: str, login: str, entry: AnyEntry, *, before: str) -> str:
    """The text that is stored and hashed."""
    return canonical(
        {
            "schema": ENTRY_SCHEMA,
            "tournament": tournament,
            "number": number,
            "wall": wall,
            "login": login,
            "entry": msgspec.to_builtins(entry),
            "before": before,
        }
    )


def read_text(tournament: str, number: int, text: str, before: str) -> Written:
    """The entry that must have this number and continue this hash.

    Raises:
        DamagedBookError: it does not.
    """
    where = f"tournament {tournament}, entry {number}"
    try:
        said = msgspec.json.decode(text, type=_Text)
    except msgspec.MsgspecError as error:
        raise DamagedBookError(f"{where} cannot be read: {error}") from None
    if said.schema != ENTRY_SCHEMA:
        raise DamagedBookError(f"{where} has schema {said.schema}; this program knows {ENTRY_SCHEMA}")
    if (said.tournament, said.number) != (tournament, number):
        raise DamagedBookError(f"{where} is missing: in its place stands {said.tournament}, {said.number}")
    if said.before != before:
        raise DamagedBookError(f"{where} does not follow from the one before: one of the two was changed")
    return Written(number, said.wall, said.login, said.entry, before, digest_of(text.encode()))


class _Text(msgspec.Struct, forbid_unknown_fields=True):
    schema: int
    tournament: str
    number: int
    wall: str
    login: str
    entry: AnyEntry
    before: str
