"""One entry of the journal as a text: canonical JSON that carries the hash of the entry before, so that any change shows."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from referee.encoding.codec import CodecError, canonical, decode_event, decode_observation, encode

if TYPE_CHECKING:
    from referee.game.events import Event
    from referee.game.observations import Observation
    from referee.journal.people import People

SCHEMA: Final = 2
"""The schema of new entries. Those of schema 1 hold names instead of ids and lack the consequences of a meld."""
NAMED: Final = 1
NO_ENTRY: Final = "0" * 64
"""The hash before the first entry."""


class JournalError(Exception):
    """The journal cannot be opened, read or written."""


class JournalAwayError(JournalError):
    """The journal cannot be written now. Nothing was written, so the caller may try again."""


class JournalCorruptError(JournalError):
    """Entry ``number`` is not what was written, or is missing."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"journal entry {number}: {reason}")
        self.number = number


@dataclass(frozen=True, slots=True)
class Entry:
    """One observation and what was decided from it.

    Attributes:
        number: 1, 2, 3 … without gaps.
        at_ms: table time of the observation.
        wall: UTC wall time of the entry, ISO 8601.
        before: hash of the entry before; ``digest``: hash of this one (SHA-256 of its text, hexadecimal).
    """

    number: int
    at_ms: int
    wall: str
    observation: Observation
    events: tuple[Event, ...]
    before: str
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
    """An entry's text; ``before`` is the hash of the entry before. People who are new in it get an id."""
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


def digest_of(text: bytes) -> str:
    """The hash of an entry: SHA-256 of its text, hexadecimal."""
    return hashlib.sha256(text).hexdigest()


def read_entry(text: bytes, there: int, expected: int, people: People) -> Entry:
    """The entry with the ``expected`` number, from its text, the number ``there`` stored with it, and the journal's people.

    Raises:
        JournalCorruptError: it is another entry, or cannot be read.
    """
    if there != expected:
        raise JournalCorruptError(expected, f"missing; the next one there is {there}")
    try:
        said = json.loads(text)
        if said["schema"] not in {NAMED, SCHEMA}:
            raise JournalCorruptError(
                expected, f"schema {said['schema']} is not known (this program knows {NAMED} and {SCHEMA})"
            )
        if said["schema"] != NAMED:
            said["observation"], said["events"] = (
                people.shown(said["observation"]),
                people.shown(said["events"]),
            )
        entry = Entry(
            said["number"],
            said["at_ms"],
            said["wall"],
            decode_observation(said["observation"]),
            tuple(decode_event(event) for event in said["events"]),
            said["before"],
            digest_of(text),
        )
    except (ValueError, KeyError, TypeError, CodecError) as error:
        raise JournalCorruptError(expected, f"cannot be read: {error}") from error
    if entry.number != expected:
        raise JournalCorruptError(expected, f"says it is entry {entry.number}")
    return entry
