"""Copies a journal's SQLite file while a table writes to it, with SQLite's own backup; a plain copy would lack its log."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from referee.journal.entry import JournalError
from referee.journal.reader import BROKEN, Head, open_reader
from referee.journal.sqlite_reader import CLOSED, SqliteRows, log_of
from referee.texts.journal_texts import BadJournal

TRIES: Final = 3


def copy_journal(place: Path, to: Path) -> Head:
    """Copy a journal into a new file that is complete without a log, and return number and hash of its newest entry.

    Nothing is written into the journal, and its writer does not have to wait.

    Raises:
        JournalError: it cannot be read, is not a journal, or one of its entries was changed or is missing.
        OSError: the copy cannot be written.
    """
    for _ in range(TRIES):
        rows = SqliteRows(place)
        try:
            if rows.log_missing:
                raise JournalError(BadJournal.no_log(str(place)))
            to.unlink(missing_ok=True)
            with closing(sqlite3.connect(to)) as copy:
                rows.copy_to(copy)
                copy.execute("PRAGMA journal_mode=DELETE")
                copy.execute(f"PRAGMA user_version={CLOSED}")
        except sqlite3.Error as error:
            raise JournalError(BadJournal.uncopied(str(place), str(to), str(error))) from error
        finally:
            rows.close()
        if not (rows.alone and log_of(place).exists()):
            return _checked(to)
    raise JournalError(BadJournal.busy(str(place)))


def _checked(copy: Path) -> Head:
    """The head of a copy, after checking that all its entries are there and chained."""
    reader = open_reader(copy)
    try:
        reader.check_chain()
        return reader.head
    except BROKEN as error:
        raise JournalError(BadJournal.copy_unread(str(copy), str(error))) from error
    finally:
        reader.close()
