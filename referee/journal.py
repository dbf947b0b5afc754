"""The journal: every observation with the events decided from it, append-only, on disk before anything else happens.

An entry is one canonical JSON text in one transaction. It carries the hash of the entry before, so that a change of
any entry shows. Loading folds the events (``evolve``) and never decides again. In the same database lie the *inbox*,
where a signal of the unit rests from before its acknowledgement until the transaction that journals the observation
made of it, and the cursors of those who read the journal elsewhere. Stored by the recorders of the ``eventsourcing``
library: SQLite (write-ahead log, full sync) or, with a ``postgresql://`` URL, PostgreSQL.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from eventsourcing.persistence import (
    IntegrityError,
    PersistenceError,
    StoredEvent,
    Tracking,
)

from referee import journal_sqlite
from referee.codec import canonical
from referee.events import HanchanStarted, HandEnded, HandStarted
from referee.journal_entry import (
    NO_ENTRY,
    SCHEMA,
    Entry,
    JournalCorruptError,
    JournalError,
    digest_of,
    read_entry,
    text_of,
)
from referee.judge_events import Refolded
from referee.snapshot import decode_state, encode_state
from referee.state import evolve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from referee.events import Event
    from referee.observations import Observation
    from referee.position import GameState

TOPIC: Final = f"entry/{SCHEMA}"
SNAPSHOT_TOPIC: Final = f"snapshot/{SCHEMA}"
TABLE: Final = "table"
"""Name of the one sequence of entries in a journal."""
_BROKEN: Final = (PersistenceError, OSError, sqlite3.Error)
"""What databases fail with; the library lets some errors of SQLite through."""
_BATCH: Final = 500
_SNAPSHOT_AFTER: Final = (HanchanStarted, HandStarted, HandEnded, Refolded)


@dataclass(frozen=True, slots=True, order=True)
class InboxSignal:
    """A raw signal that no journal entry has settled yet; ``payload`` is its JSON text."""

    order: int
    nonce: int
    number: int
    payload: str

    @property
    def key(self) -> tuple[int, int]:
        """What names the signal: the unit's boot nonce and the signal's number since that boot."""
        return (self.nonce, self.number)


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a journal folds to: state (None before the first hanchan), number, table time, wall time of the end."""

    state: GameState | None
    number: int
    at_ms: int
    wall: str | None


class Recorder(Protocol):
    """What the journal needs of a database; one class for each kind."""

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None: ...

    def select_events(
        self,
        originator_id: Any,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]: ...

    def insert_tracking(self, tracking: Tracking) -> None: ...

    def max_tracking_id(self, application_name: str) -> int | None: ...

    def insert_snapshot(self, snapshot: StoredEvent) -> None: ...

    def newest_snapshot(self, originator_id: str) -> StoredEvent | None: ...

    def receive(self, nonce: int, number: int, payload: str) -> bool: ...

    def pass_over(self, nonce: int, number: int) -> None: ...

    def inbox(self) -> list[tuple[int, int, int, str]]: ...

    def discard(self, keys: Sequence[tuple[int, int]]) -> None: ...

    def last_signal(self) -> tuple[int, int] | None: ...

    def note_request(self, request: str, answer: str) -> None: ...

    def answer(self, request: str) -> str | None: ...

    def close(self) -> None: ...


def utc_now() -> str:
    """Wall time as it stands in entries."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Journal:
    """A table's journal.

    One thread appends; the inbox and the cursors may be used from other threads at the same time.

    Args:
        place: path of an SQLite file, or a ``postgresql://user:password@host:port/database`` URL.
        wall: gives the wall time of a new entry.

    Raises:
        JournalError: the database cannot be opened.
    """

    def __init__(self, place: str | Path, wall: Callable[[], str] = utc_now) -> None:
        self._wall = wall
        try:
            self._recorder = _open(place)
            newest = self._recorder.select_events(TABLE, desc=True, limit=1)
        except _BROKEN as error:
            raise JournalError(f"cannot open the journal {_without_password(place)}: {error}") from error
        self._request = ""
        self._number = newest[0].originator_version if newest else 0
        self._digest = digest_of(newest[0].state) if newest else NO_ENTRY

    @property
    def number(self) -> int:
        """Number of the newest entry; 0 for an empty journal."""
        return self._number

    def append(
        self,
        observation: Observation,
        events: Iterable[Event],
        *,
        settles: Sequence[tuple[int, int]] = (),
        state: GameState | None = None,
    ) -> Entry:
        """Write an entry; it is on disk when this returns.

        Args:
            observation: what was reported.
            events: what was decided from it.
            settles: keys of the inbox signals it was made of; they leave the inbox in the same transaction.
            state: the state after it, for a snapshot where one is due.

        Raises:
            JournalError: it could not be written, or somebody else has written an entry.
        """
        decided = tuple(events)
        wall = self._wall()
        number = self._number + 1
        text = text_of(number, wall, observation, decided, self._digest)
        stored = StoredEvent(TABLE, number, TOPIC, text)
        try:
            self._recorder.insert_events([stored], settles=tuple(settles), request=self._request)
        except IntegrityError as error:
            raise JournalError(f"entry {number} was written by another process") from error
        except _BROKEN as error:
            raise JournalError(f"entry {number} could not be written: {error}") from error
        entry = Entry(
            number, observation.at_ms, wall, observation, decided, self._digest, digest=digest_of(text)
        )
        self._number, self._digest = number, entry.digest
        if state is not None and any(isinstance(event, _SNAPSHOT_AFTER) for event in decided):
            self._snapshot(entry, state)
        return entry

    def entries(self, first: int = 1, last: int | None = None) -> Iterator[Entry]:
        """The entries from number ``first`` to ``last`` (to the end if None), each checked against the one before.

        Raises:
            JournalCorruptError: an entry was changed, is missing or cannot be read.
        """
        before: str | None = NO_ENTRY if first == 1 else None
        number = first - 1
        if first > 1:
            former = self._recorder.select_events(TABLE, gt=first - 2, limit=1)
            if former and former[0].originator_version == first - 1:
                before = digest_of(former[0].state)
        while last is None or number < last:
            limit = _BATCH if last is None else min(_BATCH, last - number)
            batch = self._select(number, limit)
            if not batch:
                return
            for stored in batch:
                number += 1
                entry = read_entry(stored.state, stored.originator_version, number)
                if entry.before != before:
                    raise JournalCorruptError(
                        number, "the hash of the entry before does not fit: one of the two was changed"
                    )
                before = entry.digest
                yield entry

    def hanchan(self) -> list[Entry]:
        """The entries of the newest hanchan, from the one that begins it; none before the first.

        Raises:
            JournalCorruptError: an entry was changed, is missing or cannot be read.
        """
        found: list[Entry] = []
        last = self._number
        while last > 0:
            batch = list(self.entries(max(0, last - _BATCH) + 1, last))
            for at in reversed(range(len(batch))):
                if any(isinstance(event, HanchanStarted) for event in batch[at].events):
                    return batch[at:] + found
            found = batch + found
            last -= len(batch)
        return []

    def load(self) -> Loaded:
        """Fold the journal from its newest snapshot.

        Raises:
            JournalCorruptError: an entry that is needed for it was changed, is missing or cannot be read.
        """
        state: GameState | None = None
        number, at_ms, wall = 0, 0, None
        snapshot = self._recorder.newest_snapshot(TABLE)
        if snapshot is not None and snapshot.originator_version <= self._number:
            # An unreadable or outdated snapshot costs only time: the entries hold everything.
            with suppress(KeyError, ValueError, TypeError):
                said = json.loads(snapshot.state)
                whole = next(self.entries(snapshot.originator_version, snapshot.originator_version))
                if said["digest"] == whole.digest:
                    state = decode_state(said["state"])
                    number, at_ms, wall = whole.number, whole.at_ms, whole.wall
        return self._fold(state, number, at_ms, wall)

    def verify(self) -> Loaded:
        """Read and fold everything from the first entry on.

        Raises:
            JournalCorruptError: an entry was changed, is missing or cannot be read, the newest ones included.
        """
        loaded = self._fold(None, 0, 0, None)
        acknowledged = self.acknowledged("broker")
        if acknowledged > loaded.number:
            raise JournalCorruptError(
                loaded.number + 1, f"missing, but entries up to {acknowledged} were sent to the broker"
            )
        return loaded

    def _fold(self, state: GameState | None, number: int, at_ms: int, wall: str | None) -> Loaded:
        for entry in self.entries(number + 1):
            for event in entry.events:
                state = evolve(state, event)
            number, at_ms, wall = entry.number, max(at_ms, entry.at_ms), entry.wall
        return Loaded(state, number, at_ms, wall)

    def _select(self, after: int, limit: int) -> Sequence[StoredEvent]:
        try:
            return self._recorder.select_events(TABLE, gt=after, limit=limit)
        except _BROKEN as error:
            raise JournalCorruptError(after + 1, f"the database cannot read it: {error}") from error

    def _snapshot(self, entry: Entry, state: GameState) -> None:
        text = canonical({"digest": entry.digest, "state": encode_state(state)})
        # A snapshot only saves time when loading: without it the game goes on as well.
        with suppress(*_BROKEN):
            self._recorder.insert_snapshot(StoredEvent(TABLE, entry.number, SNAPSHOT_TOPIC, text.encode()))

    # The inbox

    def receive(self, nonce: int, number: int, payload: str) -> bool:
        """Store a signal before it is acknowledged to the unit; False if it has been received before.

        Signals of one boot must come in the order of their numbers.
        """
        try:
            return self._recorder.receive(nonce, number, payload)
        except _BROKEN as error:
            raise JournalError(f"signal {number} could not be stored: {error}") from error

    def pass_over(self, nonce: int, number: int) -> None:
        """A signal of which nothing is kept was received: only that it was."""
        try:
            self._recorder.pass_over(nonce, number)
        except _BROKEN as error:
            raise JournalError(f"signal {number} could not be noted: {error}") from error

    def inbox(self) -> list[InboxSignal]:
        """The signals received and not yet settled, in the order they came."""
        return [InboxSignal(*row) for row in self._recorder.inbox()]

    def settle(self, keys: Sequence[tuple[int, int]]) -> None:
        """Remove signals from the inbox of which nothing needs to be journalled."""
        if keys:
            self._recorder.discard(keys)

    def last_signal(self) -> tuple[int, int] | None:
        """Nonce and number of the signal received last, None before the first."""
        return self._recorder.last_signal()

    # Requests

    @contextmanager
    def on_request(self, request: str) -> Iterator[None]:
        """Entries appended inside are made for this request, which is remembered in their transaction."""
        self._request = request
        try:
            yield
        finally:
            self._request = ""

    def answered(self, request: str) -> str | None:
        """What was answered to a request that was done; empty where nobody knows any more, None if it was not done.

        Raises:
            JournalError: it could not be read.
        """
        try:
            return self._recorder.answer(request)
        except _BROKEN as error:
            raise JournalError(f"whether it was done before could not be read: {error}") from error

    def note_answer(self, request: str, answer: str) -> None:
        """A request was done and answered so.

        Raises:
            JournalError: it could not be written.
        """
        try:
            self._recorder.note_request(request, answer)
        except _BROKEN as error:
            raise JournalError(f"the answer could not be noted: {error}") from error

    # Cursors

    def acknowledged(self, reader: str) -> int:
        """Number of the newest entry that ``reader`` has told it holds."""
        return self._recorder.max_tracking_id(reader) or 0

    def acknowledge(self, reader: str, number: int) -> None:
        """``reader`` holds every entry up to ``number``; less than it held before changes nothing.

        Raises:
            JournalError: it could not be written.
        """
        try:
            with suppress(IntegrityError):
                self._recorder.insert_tracking(Tracking(reader, number))
        except _BROKEN as error:
            raise JournalError(f"what {reader} holds could not be noted: {error}") from error

    def close(self) -> None:
        """Close the database."""
        self._recorder.close()


def _open(place: str | Path) -> Recorder:
    if str(place).startswith(("postgresql://", "postgres://")):
        # Only a hall has the PostgreSQL client library.
        from referee import journal_postgres  # noqa: PLC0415

        return journal_postgres.open_recorder(str(place))
    return journal_sqlite.open_recorder(Path(place))


def _without_password(place: str | Path) -> str:
    text = str(place)
    credentials, at, rest = text.rpartition("@")
    return f"{credentials.rpartition(':')[0]}{at}{rest}" if at else text


__all__ = [
    "NO_ENTRY",
    "Entry",
    "InboxSignal",
    "Journal",
    "JournalCorruptError",
    "JournalError",
    "Loaded",
    "Recorder",
    "utc_now",
]
