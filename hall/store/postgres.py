"""The hall's store in PostgreSQL: entries go in by COPY, and each table is locked while its entries are filed."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import psycopg

from hall.store.store import SqlStore, StoreAwayError, StoreError
from wording.terminal.visible import without_password

LOGIN_S: Final = 10
"""The time that the server may take to let us in."""
LOCK: Final = "SELECT pg_advisory_xact_lock(hashtextextended(each, 0)) FROM unnest(%s::text[]) AS each"
CREATING: Final = "jantaku: the hall's tables are being created"


class PostgresStore(SqlStore):
    """A store in a database ``postgresql://user:password@host:port/database``.

    After a broken connection, the next transaction connects again.

    Raises:
        StoreError: it cannot be opened, or is not a hall's store.
    """

    mark = "%s"
    among = "= ANY(?)"

    def __init__(self, url: str, password: str | None = None) -> None:
        self._url = url
        self._password = password
        self._connection: psycopg.Connection[Any] | None = None
        try:
            with self.transaction((CREATING,)) as cursor:
                cursor.execute("SET LOCAL client_min_messages TO warning")
                self.create(
                    cursor,
                    {"bytes": "BYTEA", "counted": "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"},
                )
                cursor.execute("CREATE SEQUENCE IF NOT EXISTS branch_names")
        except StoreError as error:
            self.close()
            raise StoreError(f"{without_password(url)}: {error}") from error

    @contextmanager
    def transaction(self, held: Sequence[str] = ()) -> Iterator[Any]:
        """Lock each table of the batch, in the same order for all collectors, so that they cannot deadlock."""
        try:
            if self._connection is None or self._connection.closed:
                self._connection = psycopg.connect(
                    self._url,
                    autocommit=True,
                    connect_timeout=LOGIN_S,
                    application_name="jantaku hall",
                    password=self._password,
                )
            with self._connection.transaction(), self._connection.cursor() as cursor:
                if held:
                    cursor.execute(LOCK, (sorted(held),))
                yield cursor
        except psycopg.Error as error:
            raise StoreAwayError(f"the store cannot be used now: {_brief(error)}") from error

    def listed(self, names: Sequence[str]) -> list[str]:
        return list(names)

    def next_branch(self, cursor: Any) -> int:
        """Return the next number of a sequence, which also counts branches of uncommitted transactions."""
        cursor.execute("SELECT nextval('branch_names')")
        return int(cursor.fetchone()[0])

    def insert_entries(self, cursor: Any, rows: Iterable[tuple[int, int, bytes, bytes]]) -> None:
        """Insert branch, number, hash and text of entries, by COPY."""
        with cursor.copy("COPY entries (branch, number, digest, text) FROM STDIN (FORMAT BINARY)") as copy:
            copy.set_types(("int8", "int8", "bytea", "bytea"))
            for row in rows:
                copy.write_row(row)

    def scrub(self) -> None:
        """Write the table anew without its former rows; the server may keep them in its log for a while."""
        assert self._connection is not None
        try:
            self._connection.execute("VACUUM FULL book_entries")
        except psycopg.Error as error:
            raise StoreAwayError(f"the store cannot be used now: {_brief(error)}") from error

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()


def _brief(error: psycopg.Error) -> str:
    """Return the first line of an error; further lines only repeat addresses and statements."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]
