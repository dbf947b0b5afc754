"""The journal's recorder for SQLite: write-ahead log and full sync, so that a committed entry survives loss of power."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import (
    SQLiteAggregateRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteProcessRecorder,
)

from referee.journal.sqlite_reader import CLOSED, OPEN
from referee.journal.tables import (
    CREATE,
    DROP_SNAPSHOTS,
    FORGET,
    MOST_REQUESTS,
    SELECT_NEWEST_TEXT,
    SELECT_PEOPLE,
    SELECT_SNAPSHOT,
    SELECT_TEXTS,
    UNIT_BOOTS,
    Snapshot,
)

FULL: Final = "PRAGMA synchronous=FULL"
OFF: Final = "PRAGMA synchronous=OFF"


class _Pool(SQLiteConnectionPool):
    def __init__(self, path: Path, sync: str) -> None:
        self._sync = sync
        super().__init__(db_name=str(path))

    def _create_connection(self) -> SQLiteConnection:
        connection = super()._create_connection()
        # Some distributions build SQLite with a weaker default in WAL mode, which could lose the newest entries.
        connection.cursor().execute(self._sync)
        return connection


class _Datastore(SQLiteDatastore):
    def __init__(self, path: Path, sync: str) -> None:
        super().__init__(str(path), originator_id_type="text")
        self.pool.close()
        self.pool = _Pool(path, sync)


class _NewestSnapshot(SQLiteAggregateRecorder):
    """Snapshots; only the newest is kept."""

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        for snapshot in stored_events:
            c.execute(DROP_SNAPSHOTS, (snapshot.originator_id, snapshot.originator_version))
        return super()._insert_events(c, stored_events, **kwargs)


class SqliteRecorder(SQLiteProcessRecorder):
    """Entries, cursors, inbox and the newest snapshot in one file.

    Args:
        path: of the file.
        synced: a committed entry survives loss of power; if not, only the end of the process.
    """

    def __init__(self, path: Path, *, synced: bool = True) -> None:
        self._sync = FULL if synced else OFF
        datastore = _Datastore(path, self._sync)
        super().__init__(datastore)
        self._snapshots = _NewestSnapshot(datastore, events_table_name="stored_snapshots")
        self._snapshots.create_table()
        self.create_table()
        self._mark(OPEN)

    def _mark(self, version: int) -> None:
        """Mark in the file itself whether somebody writes to it, so that a copy without its log can be recognised."""
        with self.datastore.get_connection(commit=True) as connection:
            cursor = connection.cursor()
            cursor.execute(f"PRAGMA user_version = {version}")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def construct_create_table_statements(self) -> list[str]:
        return [*super().construct_create_table_statements(), *CREATE]

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        _discard(c, kwargs.get("settles", ()))
        c.executemany("INSERT INTO people VALUES (?, ?)", kwargs.get("people", ()))
        if request := kwargs.get("request"):
            _note_request(c, request, "")
        return super()._insert_events(c, stored_events, **kwargs)

    def insert_snapshot(self, snapshot: StoredEvent) -> None:
        """Store a snapshot of the state after entry ``originator_version``, instead of the older one."""
        self._snapshots.insert_events([snapshot])

    def texts(self, after: int, most: int) -> list[tuple[int, bytes]]:
        """Numbers and texts of at most ``most`` entries after a number, the oldest first."""
        return [(number, text) for number, text in self._read(SELECT_TEXTS, after, most)]

    def newest(self) -> tuple[int, bytes] | None:
        """Number and text of the newest entry; None if there is none."""
        return next(((number, text) for number, text in self._read(SELECT_NEWEST_TEXT)), None)

    def newest_snapshot(self) -> Snapshot | None:
        """The newest snapshot, None if there is none."""
        return next((Snapshot(*row) for row in self._read(SELECT_SNAPSHOT)), None)

    def _read(self, statement: str, *values: int) -> list[sqlite3.Row]:
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(statement, values)
            found: list[sqlite3.Row] = cursor.fetchall()
            return found

    def people(self) -> list[tuple[int, str | None]]:
        """Ids and names of everybody in the entries; None for people who were forgotten."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(SELECT_PEOPLE)
            return [(row["id"], row["name"]) for row in cursor.fetchall()]

    def receive(self, nonce: int, number: int, payload: str) -> bool:
        """Put a signal into the inbox; False if it has been there before."""
        with self.datastore.transaction(commit=True) as cursor:
            return _receive(cursor, nonce, number, payload)

    def pass_over(self, nonce: int, number: int) -> None:
        """Remember the number of a signal. This is not synced: a loss of power may forget it."""
        with self.datastore.get_connection(commit=True) as connection:
            cursor = connection.cursor()
            cursor.execute(OFF)
            try:
                with connection.transaction(commit=True) as inside:
                    _receive(inside, nonce, number, None)
            finally:
                cursor.execute(self._sync)

    def inbox(self) -> list[tuple[int, int, int, str]]:
        """Arrival, nonce, number and payload of all signals in the inbox."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT arrival, nonce, number, payload FROM inbox ORDER BY arrival")
            return [
                (row["arrival"], row["nonce"], row["number"], row["payload"]) for row in cursor.fetchall()
            ]

    def discard(self, keys: Sequence[tuple[int, int]]) -> None:
        """Take signals out of the inbox."""
        with self.datastore.transaction(commit=True) as cursor:
            _discard(cursor, keys)

    def last_signal(self) -> tuple[int, int] | None:
        """Nonce and number of the newest signal ever received from a unit."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(
                "SELECT nonce, number FROM units WHERE nonce < ? ORDER BY arrival DESC LIMIT 1", (UNIT_BOOTS,)
            )
            row = cursor.fetchone()
            return None if row is None else (row["nonce"], row["number"])

    def note_request(self, request: str, answer: str) -> None:
        """Remember a request that was done and its answer."""
        with self.datastore.transaction(commit=True) as cursor:
            _note_request(cursor, request, answer)

    def answer(self, request: str) -> str | None:
        """The answer to a request that was done; empty if the program ended before there was one."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT answer FROM requests WHERE request = ?", (request,))
            row = cursor.fetchone()
            return None if row is None else str(row["answer"])

    def keep_vote(self, jury: int, juror: str, vote: str) -> None:
        """Keep a juror's vote, and those of this jury alone."""
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute("DELETE FROM votes WHERE jury <> ?", (jury,))
            cursor.execute("INSERT OR REPLACE INTO votes VALUES (?, ?, ?)", (jury, juror, vote))

    def votes(self, jury: int) -> dict[str, str]:
        """The votes of a jury, by juror."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT juror, vote FROM votes WHERE jury = ?", (jury,))
            return {str(row["juror"]): str(row["vote"]) for row in cursor.fetchall()}

    def close(self) -> None:
        if not self.datastore.pool.closed:
            self._mark(CLOSED)
        self.datastore.close()


def _receive(cursor: SQLiteCursor, nonce: int, number: int, payload: str | None) -> bool:
    """Insert a signal unless this one or a later one of the same boot has been inserted before.

    Without a payload only its number is remembered.
    """
    cursor.execute("SELECT COALESCE(MAX(arrival), 0) + 1 AS arrival FROM units")
    arrival = cursor.fetchone()["arrival"]
    cursor.execute(
        "INSERT INTO units VALUES (?, ?, ?) ON CONFLICT (nonce) DO UPDATE SET number = excluded.number, "
        "arrival = excluded.arrival WHERE units.number < excluded.number RETURNING number",
        (nonce, number, arrival),
    )
    if cursor.fetchone() is None:
        return False
    if payload is not None:
        cursor.execute("INSERT INTO inbox VALUES (?, ?, ?, ?)", (arrival, nonce, number, payload))
    return True


def _discard(cursor: SQLiteCursor, keys: Sequence[tuple[int, int]]) -> None:
    cursor.executemany("DELETE FROM inbox WHERE nonce = ? AND number = ?", keys)


def _note_request(cursor: SQLiteCursor, request: str, answer: str) -> None:
    """Remember a request that was done and its answer; the oldest are forgotten."""
    cursor.execute("SELECT COALESCE(MAX(arrival), 0) + 1 AS arrival FROM requests")
    arrival = cursor.fetchone()["arrival"]
    cursor.execute(
        "INSERT INTO requests VALUES (?, ?, ?) ON CONFLICT (request) DO UPDATE SET answer = excluded.answer",
        (arrival, request, answer),
    )
    cursor.execute("DELETE FROM requests WHERE arrival <= ?", (arrival - MOST_REQUESTS,))


def forget_in(path: Path, number: int) -> None:
    """Remove the name of a person from a file that nobody has open, and from its free pages.

    Raises:
        sqlite3.Error: somebody has it open, or it cannot be written.
    """
    with closing(sqlite3.connect(path, timeout=1, isolation_level=None)) as database:
        # This waits for the lock of any program that has the file open.
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.execute("BEGIN EXCLUSIVE")
        for statement in FORGET:
            database.execute(statement, (number,) if "?" in statement else ())
        database.execute("COMMIT")
        database.execute("VACUUM")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def open_recorder(path: Path, *, synced: bool = True) -> SqliteRecorder:
    """The recorder of a file, which is created if it does not exist; arguments as of ``SqliteRecorder``."""
    return SqliteRecorder(path, synced=synced)
