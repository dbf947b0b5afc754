"""One entry of the journal as a text: canonical JSON that carries the hash of the entry before, so that any change shows."""

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from referee.encoding.codec import canonical, decode_event, decode_observation, encode
from referee.encoding.one_pass import OnePass
from referee.game.events import Event
from referee.game.observations import Observation
from referee.journal.people import People, may_hold_ids
from referee.texts.findings import Plain
from referee.texts.journal_texts import DamagedEntry
from referee.texts.language import WordedError
from referee.texts.message import Message

SCHEMA: Final = 2
"""The schema of new entries. Those of schema 1 hold names instead of ids and lack the consequences of a meld."""
NAMED: Final = 1
Text: TypeAlias = tuple[int, bytes]
"""The number and the text of an entry as they are stored."""
NO_ENTRY: Final = "0" * 64
"""The hash before the first entry."""
_FIELDS: Final = {"number": int, "at_ms": int, "wall": str, "before": str}
"""The fields of an entry's text beside its schema, the observation and the events."""
_UNREAD: Final = (ValueError, KeyError, TypeError, RecursionError)
"""Errors of a text that cannot be read."""


class JournalError(WordedError):
    """The journal cannot be opened, read or written.

    Args:
        why: for people; the error's own text is English.
    """

    def __init__(self, why: Message | str) -> None:
        super().__init__(Plain.words(why) if isinstance(why, str) else why)


class JournalAwayError(JournalError):
    """The journal cannot be written now. Nothing was written, so the caller may try again."""


class JournalCorruptError(JournalError):
    """Entry ``number`` is not what was written, or is missing."""

    def __init__(self, number: int, why: Message) -> None:
        super().__init__(DamagedEntry.at(number, why))
        self.number = number
        self._why = why

    def __reduce__(self) -> tuple[Any, ...]:
        """Allow pickling, since the error may come from another process."""
        return JournalCorruptError, (self.number, self._why)


class Entry(Struct, frozen=True):
    """One observation and what was decided from it.

    Attributes:
        number: 1, 2, 3 … without gaps.
        at_ms: table time of the observation.
        wall: UTC wall time of the entry, ISO 8601.
        before: hash of the previous entry; ``digest``: hash of this one (SHA-256 of its text, hexadecimal).
    """

    number: int
    at_ms: int
    wall: str
    events: tuple[Event, ...]
    before: str
    digest: str
    observation: Observation


class Run(NamedTuple):
    """The events of entries that follow each other; the latest table time, the last wall time, the hash of the last entry."""

    events: list[Event]
    at_ms: int
    wall: str
    digest: str


def text_of(
    number: int,
    wall: str,
    observation: Observation,
    events: tuple[Event, ...],
    *,
    before: str,
    people: People,
) -> bytes:
    """Return an entry's text; ``before`` is the hash of the previous entry. People who first appear in it get an id."""
    return canonical(
        {
            "schema": SCHEMA,
            "number": number,
            "at_ms": observation.at_ms,
            "wall": wall,
            "observation": people.hidden(encode(observation)),
            "events": [people.hidden(encode(event)) for event in events],
            "before": before,
        }
    ).encode()


def digest_of(text: object) -> str:
    """The hash of an entry: SHA-256 of its text, hexadecimal.

    A text is bytes. But if somebody has changed a row by hand, the database gives any other type; it is hashed too, so that
    the change is reported.
    """
    return hashlib.sha256(text if isinstance(text, bytes) else str(text).encode(errors="replace")).hexdigest()


def read_entry(text: bytes, there: int, expected: int, people: People) -> Entry:
    """The entry with the ``expected`` number, from its text, the number ``there`` stored with it, and the journal's people.

    Raises:
        JournalCorruptError: it is another entry, or cannot be read.
    """
    if there != expected:
        raise JournalCorruptError(expected, DamagedEntry.missing(there))
    try:
        read = _one_pass().read(_with_names(text, people) if may_hold_ids(text) else text)
    except _UNREAD:
        return _read_plainly(text, expected, people)
    if read.number != expected:
        raise JournalCorruptError(expected, DamagedEntry.other_number(read.number))
    events = tuple([event() for event in read.events])
    return Entry(read.number, read.at_ms, read.wall, events, read.before, digest_of(text), read.observation())


def read_run(texts: Sequence[Text], first: int, before: str | None, people: People) -> Run | None:
    """The entries from number ``first`` on, all of ``texts``, for a reader that only folds them.

    They are checked as by ``read_entry``, observations too, but no observation is made. Each step is taken for all entries
    before the next one, because a processor repeats a short loop faster.

    Args:
        texts: the entries as they are stored.
        first: the number that the first of them should have.
        before: the hash of the entry before them.
        people: of the journal.

    Returns:
        None if an entry is damaged or in an older form. ``read_entry`` then says what is wrong, or reads it.
    """
    try:
        read = list(map(_one_pass().read, (text for _, text in texts)))
        for place, entry in enumerate(read):
            for event in entry.events:
                if event.has_text and may_hold_ids(texts[place][1]):
                    read[place] = _one_pass().read(_with_names(texts[place][1], people))
                    break
    except _UNREAD:
        return None
    digests = [digest_of(text) for _, text in texts]
    numbers = [*range(first, first + len(texts))]
    if not numbers == [there for there, _ in texts] == [entry.number for entry in read]:
        return None
    if [before, *digests[:-1]] != [entry.before for entry in read]:
        return None
    events = [event() for entry in read for event in entry.events]
    return Run(events, max([entry.at_ms for entry in read]), read[-1].wall, digests[-1])


@cache
def _one_pass() -> OnePass:
    """Return the reader; it is made at the first entry, because making it takes longer than all these imports."""
    return OnePass({"schema": Literal[NAMED, SCHEMA], **_FIELDS})


def _with_names(text: bytes, people: People) -> bytes:
    """The text of an entry with names in place of ids."""
    return msgspec.json.encode(_named(msgspec.json.decode(text), people))


def _named(content: dict[str, Any], people: People) -> dict[str, Any]:
    """The content of an entry with names in place of ids; entries of schema 1 hold names anyway."""
    if content["schema"] == NAMED:
        return content
    named = {name: people.shown(content[name]) for name in ("observation", "events")}
    return content | named


def _read_plainly(text: bytes, expected: int, people: People) -> Entry:
    """The entry with the expected number from any text; an error says what is wrong with it."""
    try:
        content = json.loads(text)
        if content["schema"] not in {NAMED, SCHEMA}:
            known = f"{NAMED}, {SCHEMA}"
            raise JournalCorruptError(expected, DamagedEntry.schema(str(content["schema"]), known))
        for name, kind in (*_FIELDS.items(), ("events", list)):
            if type(content[name]) is not kind:
                why = f"{name}: must be {kind.__name__}, not {content[name]!r}"
                raise JournalCorruptError(expected, DamagedEntry.unreadable(why))
        if may_hold_ids(text):
            content = _named(content, people)
        observation = decode_observation(content["observation"])
        entry = Entry(
            content["number"],
            content["at_ms"],
            content["wall"],
            tuple(decode_event(event) for event in content["events"]),
            content["before"],
            digest_of(text),
            observation,
        )
    except _UNREAD as error:
        raise JournalCorruptError(expected, DamagedEntry.unreadable(str(error))) from error
    if entry.number != expected:
        raise JournalCorruptError(expected, DamagedEntry.other_number(entry.number))
    return entry
