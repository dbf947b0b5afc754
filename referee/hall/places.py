"""Opens a hall's store: a path of an SQLite file, or a ``postgresql://`` URL."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from referee.hall.sqlite import SqliteStore
from referee.journal.reader import POSTGRES

if TYPE_CHECKING:
    from referee.hall.store import SqlStore


def open_store(place: str | Path) -> SqlStore:
    """Open a store, which is created if there is none.

    Raises:
        StoreError: it cannot be opened, or is something else.
    """
    if str(place).startswith(POSTGRES):
        # Only a hall that uses it has the PostgreSQL client library.
        from referee.hall.postgres import PostgresStore  # noqa: PLC0415

        return PostgresStore(str(place))
    return SqliteStore(Path(place))
