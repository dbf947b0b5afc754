"""A journal's SQLite file opened for reading: nothing is written into it, and a file that is not a journal is refused."""

import sqlite3
from pathlib import Path
from typing import Final
from urllib.parse import quote

from referee.journal.entry import JournalError
from referee.journal.tables import SELECT_NEWEST_TEXT, SELECT_PEOPLE, SELECT_SNAPSHOT, SELECT_TEXTS, Snapshot
from referee.texts.journal_texts import BadJournal

TABLES: Final = frozenset({"stored_events", "stored_snapshots", "tracking"})
OPEN: Final = 1
"""``user_version`` of a journal that somebody writes to."""
CLOSED: Final = 0
"""``user_version`` of a journal that was closed."""


def log_of(path: Path) -> Path:
    """The write-ahead log of a journal's file."""
    return path.with_name(f"{path.name}-wal")


class SqliteRows:
    """The rows of a journal's file.

    Args:
        path: of the file.

    Raises:
        JournalError: it cannot be read, or is not a journal.
    """

    def __init__(self, path: Path) -> None:
        # If there is no log nobody is writing to the file; SQLite would try to create one.
        self.alone = not log_of(path).exists()
        """True if nobody was writing to it when it was opened."""
        uri = f"file:{quote(str(path.absolute()))}?mode=ro{'&immutable=1' if self.alone else ''}"
        try:
            self._database = sqlite3.connect(uri, uri=True, check_same_thread=False)
        except sqlite3.Error as error:
            raise JournalError(BadJournal.no_database(str(path), str(error))) from error
        try:
            tables = {name for (name,) in self._database.execute("SELECT name FROM sqlite_master")}
            (version,) = self._database.execute("PRAGMA user_version").fetchone()
        except sqlite3.Error as error:
            self._database.close()
            raise JournalError(BadJournal.no_database(str(path), str(error))) from error
        if not tables >= TABLES:
            self._database.close()
            raise JournalError(BadJournal.no_journal(str(path)))
        self.log_missing = self.alone and version == OPEN
        """True if it was copied during a write without its write-ahead log, which holds the newest entries."""

    def texts(self, after: int, most: int) -> list[tuple[int, bytes]]:
        """Numbers and texts of at most ``most`` entries after a number, the oldest first."""
        return self._database.execute(SELECT_TEXTS, (after, most)).fetchall()

    def newest(self) -> tuple[int, bytes] | None:
        """Number and text of the newest entry; None if there is none."""
        found: tuple[int, bytes] | None = self._database.execute(SELECT_NEWEST_TEXT).fetchone()
        return found

    def newest_snapshot(self) -> Snapshot | None:
        """The newest snapshot, None if there is none."""
        found = self._database.execute(SELECT_SNAPSHOT).fetchone()
        return None if found is None else Snapshot(*found)

    def people(self) -> list[tuple[int, str | None]]:
        """Ids and names of everybody in the entries; the name is None if forgotten. A journal of schema 1 has none."""
        if self._database.execute("SELECT 1 FROM sqlite_master WHERE name = 'people'").fetchone() is None:
            return []
        return list(self._database.execute(SELECT_PEOPLE))

    def max_tracking_id(self, application_name: str) -> int | None:
        """Number of the newest entry that a reader holds."""
        row = self._database.execute(
            "SELECT MAX(notification_id) FROM tracking WHERE application_name = ?", (application_name,)
        ).fetchone()
        return None if row is None else row[0]

    def copy_to(self, copy: sqlite3.Connection) -> None:
        """Copy everything, as it is at one moment, into an empty database.

        Raises:
            sqlite3.Error: it cannot be read or written.
        """
        self._database.backup(copy)

    def close(self) -> None:
        self._database.close()
