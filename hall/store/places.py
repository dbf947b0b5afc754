"""Opens a hall's store: a path of an SQLite file, or a ``postgresql://`` URL."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from hall.store.sqlite import SqliteStore
from hall.store.store import SqlStore, StoreError
from wording.terminal.visible import without_password

POSTGRES: Final = ("postgresql://", "postgres://")


def open_store(place: str | Path, password: str | None = None) -> SqlStore:
    """Open a store; create it if it does not exist.

    Args:
        place: path or URL.
        password: of the URL's user; None if the URL has it, or none is needed.

    Raises:
        StoreError: it cannot be opened, or is not a hall's store.
    """
    if str(place).startswith(POSTGRES):
        # The PostgreSQL client library is installed only where a hall uses it.
        from hall.store.postgres import PostgresStore  # noqa: PLC0415

        return PostgresStore(str(place), password)
    return SqliteStore(Path(place))


@dataclass(frozen=True, slots=True)
class StorePlace:
    """The place of a store, to be opened now and again.

    Attributes:
        place: an SQLite file or a ``postgresql://`` URL.
        password: of the URL's user; None if the URL has it, or none is needed.
    """

    place: str = field(repr=False)
    password: str | None = field(default=None, repr=False)

    @property
    def is_server(self) -> bool:
        """Return whether it is at a PostgreSQL server."""
        return self.place.startswith(POSTGRES)

    def open(self) -> SqlStore:
        """Open it.

        Raises:
            StoreError: it cannot be opened, or is not a hall's store.
        """
        try:
            return open_store(self.place, self.password)
        except (OSError, ValueError) as error:
            raise StoreError(f"{without_password(self.place)}: {error}") from error

    def existing(self) -> SqlStore:
        """Open it to look something up, and never create it.

        Raises:
            StoreError: there is none, or as for ``open``.
        """
        if not self.is_server and not Path(self.place).exists():
            raise StoreError(f"{self.place}: there is no such store")
        return self.open()
