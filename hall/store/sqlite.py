"""The hall's store in one SQLite file, with write-ahead log and full sync, so that filed entries survive a power cut."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from hall.store.store import SqlStore, StoreAwayError, StoreError

LOCKED_S: Final = 30.0
"""The time to wait for another collector's transaction."""


class SqliteStore(SqlStore):
    """A store in a file, which is created if it does not exist.

    Raises:
        StoreError: it cannot be opened, or is not a hall's store.
    """

    among = "IN (SELECT value FROM json_each(?))"

    def __init__(self, path: Path) -> None:
        self._given = 0
        try:
            self._database = sqlite3.connect(
                path, timeout=LOCKED_S, isolation_level=None, check_same_thread=False
            )
        except sqlite3.Error as error:
            raise StoreError(f"{path}: cannot be opened as a hall's store: {error}") from error
        try:
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=FULL")
        except sqlite3.Error as error:
            self._database.close()
            raise StoreError(f"{path}: cannot be opened as a hall's store: {error}") from error
        try:
            with self.transaction(("",)) as cursor:
                self.create(cursor, {"bytes": "BLOB", "counted": "INTEGER PRIMARY KEY"})
        except StoreError as error:
            self._database.close()
            raise StoreError(f"{path}: {error}") from error

    @contextmanager
    def transaction(self, held: Sequence[str] = ()) -> Iterator[Any]:
        """Let one writer in at a time, whatever the tables: SQLite locks the whole file."""
        try:
            self._database.execute("BEGIN IMMEDIATE" if held else "BEGIN")
            try:
                yield self._database.cursor()
            except BaseException:
                self._database.execute("ROLLBACK")
                raise
            self._database.execute("COMMIT")
        except sqlite3.Error as error:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            raise StoreAwayError(f"the store cannot be used now: {error}") from error

    def listed(self, names: Sequence[str]) -> str:
        return json.dumps(names)

    def next_branch(self, cursor: Any) -> int:
        """Return one more than the newest branch, counting those that this transaction has not written yet."""
        (newest,) = cursor.execute("SELECT COALESCE(MAX(name), 0) FROM branches").fetchone()
        self._given = max(newest, self._given) + 1
        return self._given

    def scrub(self) -> None:
        """Write the file anew without its free pages, and empty the write-ahead log."""
        try:
            self._database.execute("VACUUM")
            self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error as error:
            raise StoreAwayError(f"the store cannot be used now: {error}") from error

    def close(self) -> None:
        self._database.close()
