"""One entry of a book as a text: canonical JSON with the hash of the entry before, so that any change shows."""

from dataclasses import dataclass
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from hall.tournaments.book.entries import AnyEntry
from referee.encoding.codec import canonical
from referee.journal.entry import digest_of
from referee.texts.book_texts import DamagedBook
from referee.texts.language import WordedError

ENTRY_SCHEMA: Final = 1


class DamagedBookError(WordedError):
    """An entry was changed or is missing."""


@dataclass(frozen=True, slots=True)
class Written:
    """An entry as it is in the store.

    Attributes:
        number: 1, 2, 3 … without gaps.
        wall: UTC wall time at which it was written, ISO 8601.
        login: the login that entered it.
        before: hash of the entry before; ``digest``: hash of this one (SHA-256 of its text, hexadecimal).
    """

    number: int
    wall: str
    login: str
    entry: AnyEntry
    before: str
    digest: str


def text_of(tournament: str, number: int, wall: str, login: str, entry: AnyEntry, *, before: str) -> str:
    """Return the text that is stored and hashed."""
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
    """Read an entry, which must have this number and continue this hash.

    Raises:
        DamagedBookError: it does not.
    """
    try:
        entry = msgspec.json.decode(text, type=_Text)
    except msgspec.MsgspecError as error:
        raise DamagedBookError(DamagedBook.unreadable(tournament, number, str(error))) from None
    if entry.schema != ENTRY_SCHEMA:
        raise DamagedBookError(DamagedBook.schema(tournament, number, entry.schema, ENTRY_SCHEMA))
    if (entry.tournament, entry.number) != (tournament, number):
        raise DamagedBookError(DamagedBook.other_entry(tournament, number, entry.tournament, entry.number))
    if entry.before != before:
        raise DamagedBookError(DamagedBook.changed(tournament, number))
    return Written(number, entry.wall, entry.login, entry.entry, before, digest_of(text.encode()))


def tournament_of(text: str) -> str:
    """Return the tournament whose book a text is an entry of.

    Raises:
        DamagedBookError: it is no entry.
    """
    try:
        return msgspec.json.decode(text, type=_Text).tournament
    except msgspec.MsgspecError as error:
        raise DamagedBookError(DamagedBook.unreadable("?", 1, str(error))) from None


class _Text(msgspec.Struct, forbid_unknown_fields=True):
    schema: int
    tournament: Annotated[str, Meta(min_length=1, max_length=40)]
    number: int
    wall: str
    login: str
    entry: AnyEntry
    before: str
