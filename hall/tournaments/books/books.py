"""The store of books. It adds an entry only if its author knew the newest one, and only if the book allows it.

It is a table of the hall's store, so it is in SQLite or PostgreSQL as well, and is backed up with it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from hall.store.store import SqlStore, StoreError
from hall.tournaments.book.entries import AnyEntry, TimedEntry
from hall.tournaments.book.position import BookPosition, fold, folded
from hall.tournaments.book.refusing import refusal
from hall.tournaments.books.text import DamagedBookError, Written, read_text, text_of, tournament_of
from referee.journal.entry import NO_ENTRY
from referee.texts.book_texts import BadEntry, DamagedBook
from referee.texts.language import WordedError
from referee.texts.message import Message

SCHEMA: Final = "1"
CREATE: Final = (
    "CREATE TABLE IF NOT EXISTS book_entries (tournament TEXT NOT NULL, number BIGINT NOT NULL, "
    "digest TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (tournament, number))"
)
SELECT_SCHEMA: Final = "SELECT value FROM hall WHERE key = 'books'"
INSERT_SCHEMA: Final = "INSERT INTO hall VALUES ('books', ?)"
SELECT_NEWEST: Final = (
    "SELECT number, digest FROM book_entries WHERE tournament = ? ORDER BY number DESC LIMIT 1"
)
SELECT_AFTER: Final = (
    "SELECT number, digest, text FROM book_entries WHERE tournament = ? AND number > ? ORDER BY number"
)
SELECT_BOOKS: Final = (
    "SELECT tournament, MAX(number) FROM book_entries GROUP BY tournament ORDER BY tournament"
)
INSERT: Final = "INSERT INTO book_entries (tournament, number, digest, text) VALUES (?, ?, ?, ?)"
ALL_BOOKS: Final = "jantaku: the table of books is being created"


class StaleError(Exception):
    """Nothing was entered: the book has entries that the author did not know.

    Args:
        number: of entries in the book.
        since: the entries that he did not know; empty if he claims to know more than exist.
    """

    def __init__(self, number: int, since: Sequence[Written]) -> None:
        super().__init__(f"the book has {number} entries by now")
        self.number = number
        self.since = tuple(since)


class EntryRefusedError(WordedError):
    """Nothing was entered: an entry makes no sense in this book.

    Args:
        why: for the organiser; the error's own text is English.
        place: of the refused entry in the request, from 0.
    """

    def __init__(self, why: Message, place: int) -> None:
        super().__init__(why)
        self.place = place


@dataclass(frozen=True, slots=True)
class Book:
    """A tournament's entries in order; none if there is no such tournament."""

    tournament: str
    written: tuple[Written, ...] = ()

    @property
    def number(self) -> int:
        return len(self.written)

    @property
    def digest(self) -> str:
        """Return the hash of the newest entry. A copy kept with its number shows later whether the book changed."""
        return self.written[-1].digest if self.written else NO_ENTRY

    @property
    def entries(self) -> tuple[AnyEntry, ...]:
        return tuple(each.entry for each in self.written)

    def position(self) -> BookPosition:
        """Return the position to which the entries fold."""
        return folded(self.entries)


def book_of(texts: Sequence[str]) -> Book:
    """Read and check the whole book of another store, hashes included.

    Raises:
        DamagedBookError: an entry was changed or is missing.
        EntryRefusedError: an entry makes no sense in its place.
    """
    tournament = tournament_of(texts[0] if texts else "")
    position, written, before = BookPosition(), list[Written](), NO_ENTRY
    for text in texts:
        written.append(read_text(tournament, len(written) + 1, text, before))
        before = written[-1].digest
        why = refusal(position, written[-1].entry)
        if why is not None:
            raise EntryRefusedError(why, len(written) - 1)
        fold(position, written[-1].entry)
    return Book(tournament, tuple(written))


class BookStore:
    """The books in a hall's store. For one thread, as the store.

    Raises:
        StoreError: the store has books of another schema.
    """

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._known: dict[str, Book] = {}
        with store.transaction((ALL_BOOKS,)) as cursor:
            store.execute(cursor, CREATE)
            found = store.rows(cursor, SELECT_SCHEMA)
            if not found:
                store.execute(cursor, INSERT_SCHEMA, (SCHEMA,))
            elif found[0][0] != SCHEMA:
                raise StoreError(f"its books are of schema {found[0][0]}; this program knows {SCHEMA}")

    @property
    def store(self) -> SqlStore:
        """Return the hall's store, which holds the books."""
        return self._store

    def close(self) -> None:
        self._store.close()

    def tournaments(self) -> list[tuple[str, int]]:
        with self._store.transaction() as cursor:
            return [(str(name), int(number)) for name, number in self._store.rows(cursor, SELECT_BOOKS)]

    def book(self, tournament: str) -> Book:
        """Read a tournament's book.

        Raises:
            StoreAwayError: it cannot be read now.
            DamagedBookError: an entry was changed or is missing.
        """
        with self._store.transaction() as cursor:
            book = self._read(cursor, tournament)
        return self._keep(book)

    def append(
        self, tournament: str, entries: Sequence[AnyEntry], *, known: int, login: str, wall: str
    ) -> Book:
        """Add entries, all or none of them; they are on disk when this returns.

        Args:
            tournament: its id, a new one for its first entries.
            entries: with author and day filled in (``by``, ``day``).
            known: the number of entries that their author knew.
            login: of the author.
            wall: UTC wall time, ISO 8601.

        Raises:
            StaleError: the book has other entries.
            EntryRefusedError: an entry makes no sense now.
            StoreAwayError: the entries were not written, or it is unknown whether they were.
            DamagedBookError: an entry was changed or is missing.
        """
        with self._store.transaction((f"book {tournament}",)) as cursor:
            book = self._read(cursor, tournament)
            if book.number != known:
                raise StaleError(book.number, book.written[known:])
            check(book.position(), entries)
            written, before = list(book.written), book.digest
            for place, entry in enumerate(entries):
                number = len(written) + 1
                text = text_of(tournament, number, wall, login, entry, before=before)
                try:
                    # Reading the entry back refuses one that is too large: it would leave a book that nobody can open.
                    written.append(read_text(tournament, number, text, before))
                except DamagedBookError as error:
                    raise EntryRefusedError(BadEntry.cannot_hold(str(error)), place) from error
                before = written[-1].digest
                self._store.execute(cursor, INSERT, (tournament, number, before, text))
        return self._keep(Book(tournament, tuple(written)))

    def texts(self, tournament: str) -> list[str]:
        """Return the stored texts of a tournament's entries, for ``take_in``; none if there is no such tournament.

        Raises:
            StoreAwayError: they cannot be read now.
            DamagedBookError: an entry was changed or is missing.
        """
        with self._store.transaction() as cursor:
            self._read(cursor, tournament)
            return [str(text) for _, _, text in self._store.rows(cursor, SELECT_AFTER, (tournament, 0))]

    def take_in(self, book: Book, texts: Sequence[str]) -> None:
        """Add the whole book of another store, with the texts from which ``book_of`` read it.

        Raises:
            StoreError: there is a tournament of this name already, or the entries were not written.
        """
        with self._store.transaction((f"book {book.tournament}",)) as cursor:
            if self._read(cursor, book.tournament).written:
                raise StoreError(f"there is a tournament {book.tournament} already")
            for each, text in zip(book.written, texts, strict=True):
                self._store.execute(cursor, INSERT, (book.tournament, each.number, each.digest, text))

    def _keep(self, book: Book) -> Book:
        if book.written:
            self._known[book.tournament] = book
        return book

    def _read(self, cursor: Any, tournament: str) -> Book:
        """Read the present book; unchanged entries that were read before are reused."""
        known = self._known.get(tournament, Book(tournament))
        newest = self._store.rows(cursor, SELECT_NEWEST, (tournament,))
        number, digest = newest[0] if newest else (0, NO_ENTRY)
        if known.number > number or (known.number == number and known.digest != digest):
            known = Book(tournament)
        if known.number == number:
            return known
        written, before = list(known.written), known.digest
        for found, kept, text in self._store.rows(cursor, SELECT_AFTER, (tournament, known.number)):
            if found != len(written) + 1:
                raise DamagedBookError(DamagedBook.missing(tournament, len(written) + 1))
            written.append(read_text(tournament, found, text, before))
            before = written[-1].digest
            if before != kept:
                raise DamagedBookError(DamagedBook.other_hash(tournament, found))
        return Book(tournament, tuple(written))


def check(position: BookPosition, entries: Sequence[AnyEntry]) -> None:
    """Add entries to a position, one after the other.

    Raises:
        EntryRefusedError: one makes no sense in the position that those before it have made.
    """
    for place, entry in enumerate(entries):
        why = refusal(position, entry)
        if why is not None:
            raise EntryRefusedError(why, place)
        fold(position, entry)


def signed_by(entry: AnyEntry, login: str, day: int, at_s: int) -> AnyEntry:
    """Return the entry with its author, unless it names one itself, and its time.

    Args:
        entry: made by somebody who is logged in.
        login: of that person.
        day: ``date.toordinal``, local.
        at_s: seconds since 1970, for entries whose moment counts.
    """
    when = {"at_s": at_s} if isinstance(entry, TimedEntry) else {}
    return msgspec.structs.replace(entry, by=entry.by or login, day=day, **when)
