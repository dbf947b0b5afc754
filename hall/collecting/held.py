"""Notes outside a store how much it held, so that the hall says what a store restored from a backup lacks."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from config.text_file import write_whole
from hall.store.filing import Notice
from hall.store.places import StorePlace
from hall.store.store import SqlStore, StoreAwayError, StoreError
from hall.tournaments.books.books import BookStore

END: Final = ".held"


class StoreContents(msgspec.Struct, frozen=True):
    """The number of the newest entry of each table and of each tournament."""

    tables: dict[str, int] = {}
    tournaments: dict[str, int] = {}


class HeldNote:
    """The note of a store. A backup of the store lacks it, so it survives the restoring.

    Args:
        place: of the store. The note lies beside an SQLite file.
        folder: where the note of a PostgreSQL server's store lies; nothing is noted if it is empty.
    """

    def __init__(self, place: StorePlace, folder: str) -> None:
        beside = f"{folder}/postgresql" if place.is_server and folder else place.place
        self._file = None if place.is_server and not folder else Path(f"{beside}{END}")
        self._kept = StoreContents()

    def lost(self, store: SqlStore) -> list[Notice]:
        """Return notices of what the store once held and now lacks.

        Raises:
            StoreAwayError: the store cannot be read.
        """
        return list(_lost(self._noted(), store))

    def keep(self, store: SqlStore) -> None:
        """Note what the store holds.

        Raises:
            StoreAwayError: the store cannot be read.
        """
        held = contents_of(store)
        if self._file is None or held == self._kept:
            return
        try:
            write_whole(self._file, msgspec.json.encode(held))
        except OSError:
            return  # on a full disk no entries are kept either, and an alert says so
        self._kept = held

    def _noted(self) -> StoreContents:
        try:
            return (
                StoreContents()
                if self._file is None
                else msgspec.json.decode(self._file.read_bytes(), type=StoreContents)
            )
        except (OSError, msgspec.MsgspecError):
            return StoreContents()


def contents_of(store: SqlStore) -> StoreContents:
    """Return what a store holds; no tournaments if its books are of another schema.

    Raises:
        StoreAwayError: the store cannot be read.
    """
    tables: dict[str, int] = {}
    for branch in store.branches():
        tables[branch.table] = max(branch.number, tables.get(branch.table, 0))
    try:
        books = BookStore(store).tournaments()
    except StoreAwayError:
        raise
    except StoreError:
        books = []
    return StoreContents(tables, dict(books))


def _lost(before: StoreContents, store: SqlStore) -> Iterator[Notice]:
    now = contents_of(store)
    fewer = {
        table: number - now.tables.get(table, 0)
        for table, number in sorted(before.tables.items())
        if number > now.tables.get(table, 0)
    }
    if fewer:
        newest = max((wall for _, wall in store.branches_with_walls()), default="")
        yield Notice("set_back", ", ".join(fewer), 0, sum(fewer.values()), newest)
    for name, number in sorted(before.tournaments.items()):
        there = now.tournaments.get(name, 0)
        if number > there:
            written = BookStore(store).book(name).written
            newest = written[-1].wall if written else ""
            yield Notice("book_lost", name, there + 1, number, newest)
