"""Reading a journal: its entries, each checked against the one before, and the state they fold to."""

import json
import sqlite3
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from eventsourcing.persistence import PersistenceError

from referee.encoding.snapshot import decode_state
from referee.folding.state import evolve
from referee.game.events import HanchanStarted
from referee.game.judge_events import Refolded
from referee.game.position import GameState
from referee.journal.entry import (
    NAMED,
    NO_ENTRY,
    Entry,
    JournalCorruptError,
    JournalError,
    Text,
    digest_of,
    read_entry,
    read_run,
)
from referee.journal.people import People
from referee.journal.sqlite_reader import SqliteRows
from referee.journal.tables import Snapshot
from referee.texts.journal_texts import BadJournal, DamagedEntry

BROKEN: Final = (PersistenceError, OSError, sqlite3.Error)
"""The errors databases raise; the library lets some errors of SQLite through."""
_BATCH: Final = 500


@dataclass(frozen=True, slots=True)
class Loaded:
    """The result of folding a journal: state (None before the first hanchan), and number, table time and wall time of its end."""

    state: GameState | None
    number: int
    at_ms: int
    wall: str | None


UNFOLDED: Final = Loaded(None, 0, 0, None)
"""The fold of no entry."""


@dataclass(frozen=True, slots=True)
class Head:
    """The end of a journal: the number of an entry and its hash, for somebody to keep."""

    number: int
    digest: str


class Rows(Protocol):
    """A database that the journal can be read from."""

    def texts(self, after: int, most: int) -> list[Text]: ...

    def newest(self) -> Text | None: ...

    def newest_snapshot(self) -> Snapshot | None: ...

    def max_tracking_id(self, application_name: str) -> int | None: ...

    def people(self) -> list[tuple[int, str | None]]: ...

    def close(self) -> None: ...


class JournalReader:
    """A table's journal, opened for reading.

    Args:
        rows: of its database.
        log_missing: True for a copy that lacks the newest entries.
    """

    def __init__(self, rows: Rows, *, log_missing: bool = False) -> None:
        self._rows = rows
        self.log_missing = log_missing
        newest = rows.newest()
        self._number = 0 if newest is None else newest[0]
        self._digest = NO_ENTRY if newest is None else digest_of(newest[1])
        self._people = People(rows.people(), rows.people)

    @property
    def number(self) -> int:
        """Number of the newest entry; 0 for an empty journal."""
        return self._number

    @property
    def head(self) -> Head:
        """The newest entry's number and hash. With them one can check later whether anything up to there was changed."""
        return Head(self._number, self._digest)

    @property
    def people(self) -> dict[str, int]:
        """Names that are known, with the number of each person."""
        return self._people.known

    def masked(self, value: Any) -> Any:
        """A value from this journal, with the ids of people instead of their names."""
        return self._people.masked(value)

    def stored(self, after: int, most: int) -> list[Text]:
        """Numbers and texts of at most ``most`` entries after number ``after``.

        Raises:
            JournalError: they could not be read.
        """
        try:
            return self._select(after, most)
        except BROKEN as error:
            raise JournalError(BadJournal.entries_unread(str(error))) from error

    def text(self, number: int) -> bytes | None:
        """The text of an entry as it is stored; None if there is none.

        Raises:
            JournalError: it could not be read.
        """
        stored = self.stored(number - 1, 1) if number > 0 else ()
        return stored[0][1] if stored and stored[0][0] == number else None

    def digest_at(self, number: int) -> str | None:
        """The hash of an entry; None if there is none.

        Raises:
            JournalError: it could not be read.
        """
        text = self.text(number)
        return None if text is None else digest_of(text)

    def texts(self, after: int = 0) -> Iterator[Text]:
        """Numbers and texts of all entries after a number, as they are stored."""
        while batch := self._select(after, _BATCH):
            yield from batch
            after = batch[-1][0]

    def entries(self, first: int = 1, last: int | None = None) -> Iterator[Entry]:
        """The entries from number ``first`` to ``last`` (to the end if None), each checked against the one before.

        Raises:
            JournalCorruptError: an entry was changed, is missing or cannot be read.
        """
        before, number = self._digest_before(first), first - 1
        for batch in self._batches(number, last):
            for there, text in batch:
                number += 1
                entry = read_entry(text, there, number, self._people)
                if entry.before != before:
                    raise JournalCorruptError(number, DamagedEntry.other_hash())
                before = entry.digest
                yield entry

    def _digest_before(self, first: int) -> str | None:
        """The hash of the entry before a number; None if that entry is missing."""
        if first == 1:
            return NO_ENTRY
        former = self._select(first - 2, 1)
        return digest_of(former[0][1]) if former and former[0][0] == first - 1 else None

    def _batches(self, after: int, last: int | None = None) -> Iterator[list[Text]]:
        """The entries after a number as they are stored, up to the last one; none should be missing."""
        while last is None or after < last:
            batch = self._select(after, _BATCH if last is None else min(_BATCH, last - after))
            if not batch:
                return
            yield batch
            after += len(batch)

    def folds(self, folded: Loaded = UNFOLDED, last: int | None = None) -> Iterator[Loaded]:
        """Fold the entries that follow those already folded, up to number ``last``, each checked as by ``entries``.

        Yields:
            the fold so far, every few hundred entries, and the whole fold at last.

        Raises:
            JournalCorruptError: as ``entries``.
        """
        state, number, at_ms, wall = folded.state, folded.number, folded.at_ms, folded.wall
        before = self._digest_before(number + 1)
        for batch in self._batches(number, last):
            yield Loaded(state, number, at_ms, wall)
            run = read_run(batch, number + 1, before, self._people)
            if run is not None:
                for event in run.events:
                    state = evolve(state, event)
                number, at_ms = number + len(batch), max(at_ms, run.at_ms)
                wall, before = run.wall, run.digest
            else:
                for entry in self.entries(number + 1, number + len(batch)):
                    for event in entry.events:
                        state = evolve(state, event)
                    number, at_ms = entry.number, max(at_ms, entry.at_ms)
                    wall, before = entry.wall, entry.digest
        yield Loaded(state, number, at_ms, wall)

    def hanchan(self, until: int | None = None) -> list[Entry]:
        """The entries of the newest hanchan, from the one that begins it; none before the first hanchan.

        A hanchan whose beginning was undone is part of the hanchan that goes on instead.

        Args:
            until: number of the last entry to consider, by default the newest.

        Raises:
            JournalCorruptError: an entry was changed, is missing or cannot be read.
        """
        found: list[Entry] = []
        last = self._number if until is None else until
        begins: int | None = None
        while last > 0 and (begins is None or last >= begins):
            batch = list(self.entries(max(0, last - _BATCH) + 1, last))
            if begins is None:
                begins = next((begun for entry in reversed(batch) if (begun := _begins(entry))), None)
            found = batch + found
            last -= len(batch)
        return [] if begins is None else [entry for entry in found if entry.number >= begins]

    def load(self) -> Loaded:
        """Fold the journal from its newest snapshot.

        Raises:
            JournalCorruptError: an entry needed for this was changed, is missing or cannot be read.
        """
        folded = UNFOLDED
        snapshot = self.snapshot()
        if snapshot is not None and snapshot.number <= self._number:
            # An unreadable or outdated snapshot costs only time: the entries hold everything.
            with suppress(KeyError, ValueError, TypeError):
                content = json.loads(snapshot.text)
                whole = next(self.entries(snapshot.number, snapshot.number))
                if content["digest"] == whole.digest:
                    state = decode_state(self.position(snapshot, content))
                    folded = Loaded(state, whole.number, whole.at_ms, whole.wall)
        (folded,) = deque(self.folds(folded), maxlen=1)
        return folded

    def snapshot(self) -> Snapshot | None:
        return self._rows.newest_snapshot()

    def position(self, snapshot: Snapshot, content: dict[str, Any]) -> dict[str, Any]:
        """The mapping of the position in a snapshot; ``content`` is the snapshot's content."""
        named = snapshot.topic == f"snapshot/{NAMED}"
        position: dict[str, Any] = content["state"] if named else self._people.shown(content["state"])
        return position

    def check_chain(self) -> None:
        """Check every entry's number and hash without decoding it, which is far quicker than ``verify``.

        Raises:
            JournalCorruptError: an entry was changed, is missing or cannot be read.
        """
        before, number = NO_ENTRY, 0
        for batch in self._batches(number):
            for there, text in batch:
                number += 1
                try:
                    content = json.loads(text)
                    fits = content["number"] == there == number and content["before"] == before
                except (ValueError, KeyError, TypeError):
                    raise JournalCorruptError(number, DamagedEntry.no_entry()) from None
                if not fits:
                    raise JournalCorruptError(number, DamagedEntry.changed())
                before = digest_of(text)

    def _select(self, after: int, limit: int) -> list[Text]:
        try:
            return self._rows.texts(after, limit)
        except BROKEN as error:
            raise JournalCorruptError(after + 1, DamagedEntry.database(str(error))) from error

    def acknowledged(self, reader: str) -> int:
        """Number of the newest entry that ``reader`` has acknowledged."""
        return self._rows.max_tracking_id(reader) or 0

    def close(self) -> None:
        self._rows.close()


def _begins(entry: Entry) -> int | None:
    """Return the number of the entry that begins this entry's hanchan, if this entry begins or returns to one; else None."""
    for event in reversed(entry.events):
        if isinstance(event, HanchanStarted):
            return entry.number
        if isinstance(event, Refolded) and event.hanchan is not None:
            return event.hanchan
    return None


def open_reader(place: str | Path) -> JournalReader:
    """Open a journal for reading, even while a table writes to it; nothing is written into it.

    Args:
        place: path of the SQLite file.

    Raises:
        JournalError: it cannot be read, or is not a journal.
    """
    try:
        rows = SqliteRows(Path(place))
        return JournalReader(rows, log_missing=rows.log_missing)
    except BROKEN as error:
        raise JournalError(BadJournal.unreadable(str(place), str(error))) from error
