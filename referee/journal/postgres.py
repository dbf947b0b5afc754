"""The journal's recorder for PostgreSQL, for a hall that keeps many tables in one server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote, urlsplit

from eventsourcing.postgres import PostgresAggregateRecorder, PostgresDatastore, PostgresProcessRecorder
from psycopg.sql import SQL, Composed

from referee.journal.tables import CREATE, DROP_SNAPSHOTS, FORGET, InboxTables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eventsourcing.persistence import StoredEvent


OPENING: Final = 0x6A616E74616B75
"""The lock under which the tables are made if they are missing: the server refuses two who do that at once."""


class _NewestSnapshot(PostgresAggregateRecorder):
    """Snapshots, of which only the newest is kept."""

    def _insert_stored_events(self, curs: Any, stored_events: Sequence[StoredEvent], **kwargs: Any) -> None:
        # Each statement is a transaction: the older ones go only once the new one is there.
        super()._insert_stored_events(curs, stored_events, **kwargs)
        for snapshot in stored_events:
            curs.execute(
                DROP_SNAPSHOTS.format(mark="%s"), (snapshot.originator_id, snapshot.originator_version)
            )


class PostgresRecorder(PostgresProcessRecorder):
    """Entries, cursors, inbox and the newest snapshot in one database."""

    def __init__(self, datastore: PostgresDatastore) -> None:
        self._tables = InboxTables("%s")
        super().__init__(datastore)
        self._snapshots = _NewestSnapshot(datastore, events_table_name="stored_snapshots")
        self.sql_create_statements.extend(Composed([SQL(statement)]) for statement in CREATE)
        self._snapshots.create_table()
        self.create_table()

    def _insert_events(self, curs: Any, stored_events: Sequence[StoredEvent], **kwargs: Any) -> None:
        self._tables.discard(curs, kwargs.get("settles", ()))
        self._tables.add_people(curs, kwargs.get("people", ()))
        if request := kwargs.get("request"):
            self._tables.note_request(curs, request, "")
        super()._insert_events(curs, stored_events, **kwargs)

    def insert_snapshot(self, snapshot: StoredEvent) -> None:
        """Store a snapshot of the state after entry ``originator_version``, instead of the older one."""
        self._snapshots.insert_events([snapshot])

    def newest_snapshot(self, originator_id: str) -> StoredEvent | None:
        """The newest snapshot, None if there is none."""
        found = self._snapshots.select_events(originator_id, desc=True, limit=1)
        return found[0] if found else None

    def people(self) -> list[tuple[int, str | None]]:
        """Ids and names of everybody in the entries; None for people who were forgotten."""
        with self.datastore.transaction() as cursor:
            return self._tables.people(cursor)

    def receive(self, nonce: int, number: int, payload: str) -> bool:
        """Put a signal into the inbox; False if it has been there before."""
        with self.datastore.transaction(commit=True) as cursor:
            return self._tables.receive(cursor, nonce, number, payload)

    def pass_over(self, nonce: int, number: int) -> None:
        """Remember the number of a signal. This is not synced: a loss of power may forget it."""
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute("SET LOCAL synchronous_commit TO OFF")
            self._tables.receive(cursor, nonce, number, None)

    def inbox(self) -> list[tuple[int, int, int, str]]:
        """Arrival, nonce, number and payload of all signals in the inbox."""
        with self.datastore.transaction() as cursor:
            return self._tables.inbox(cursor)

    def discard(self, keys: Sequence[tuple[int, int]]) -> None:
        """Take signals out of the inbox."""
        with self.datastore.transaction(commit=True) as cursor:
            self._tables.discard(cursor, keys)

    def last_signal(self) -> tuple[int, int] | None:
        """Nonce and number of the newest signal ever received."""
        with self.datastore.transaction() as cursor:
            return self._tables.last_signal(cursor)

    def note_request(self, request: str, answer: str) -> None:
        """Remember a request that was done and its answer."""
        with self.datastore.transaction(commit=True) as cursor:
            self._tables.note_request(cursor, request, answer)

    def answer(self, request: str) -> str | None:
        """The answer to a request that was done; empty if the program ended before there was one."""
        with self.datastore.transaction() as cursor:
            return self._tables.answer(cursor, request)

    def close(self) -> None:
        """Close all connections."""
        self.datastore.close()


def forget_in(url: str, numbers: Sequence[int]) -> None:
    """Remove the names of people. A running table keeps them in memory until it is restarted."""
    recorder = open_recorder(url)
    try:
        with recorder.datastore.transaction(commit=True) as cursor:
            for number in numbers:
                for statement in FORGET:
                    cursor.execute(statement.format(mark="%s"), (number,) if "{mark}" in statement else ())
    finally:
        recorder.close()


def open_recorder(url: str) -> PostgresRecorder:
    """The recorder of ``postgresql://user:password@host:port/database``."""
    parts = urlsplit(url)
    datastore = PostgresDatastore(
        dbname=parts.path.lstrip("/") or "jantaku",
        host=parts.hostname or "localhost",
        port=parts.port or 5432,
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        # A link thread, the journal's writer and the broker's reader use the journal at the same time.
        pool_size=3,
        originator_id_type="text",
    )
    try:
        with datastore.transaction(commit=True) as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", (OPENING,))
            return PostgresRecorder(datastore)
    except BaseException:
        # Otherwise its pool would keep trying in threads of its own.
        datastore.close()
        raise
