"""Forgets a player in the books of a hall: id, name, country and club go, while all results and places stay."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

import msgspec

from hall.store.store import SqlStore, StoreError
from hall.tournaments.book.entries import AnyEntry, PlayerRegistered
from hall.tournaments.books.books import SELECT_NEWEST, Book, BookStore, EntryRefusedError
from hall.tournaments.books.text import Written, read_text, text_of
from referee.journal.entry import NO_ENTRY
from referee.texts.book_texts import BadEntry

REMOVED: Final = "Player removed"
NAMING: Final = frozenset({"player", "players", "one", "other", "substitute", "tables", "disqualified"})
"""The fields of entries that hold ids of players."""
UPDATE: Final = "UPDATE book_entries SET digest = ?, text = ? WHERE tournament = ? AND number = ?"


@dataclass(frozen=True, slots=True)
class ForgottenInBook:
    """The changes in the book of one tournament.

    Attributes:
        changed: numbers of the entries that named the player.
        left: numbers of entries that still hold the name, because somebody wrote it in a reason or is logged in by it.
    """

    tournament: str
    changed: tuple[int, ...]
    left: tuple[int, ...]


def forget_player(books: BookStore, player: str, *, preview: bool) -> list[ForgottenInBook]:
    """Forget a player in all books; hashes from the first changed entry of a book on are made anew.

    Args:
        books: of the hall.
        player: the id.
        preview: change nothing, and return what would change.

    Raises:
        EntryRefusedError: no book knows the player.
        StoreAwayError: the books cannot be read or changed now; nothing is changed in the one that failed.
        DamagedBookError: an entry was changed or is missing.
    """
    all_books = [books.book(name) for name, _ in books.tournaments()]
    stands_in = _unused(all_books)
    found = []
    for book in all_books:
        entries = [without(each, player, stands_in) for each in book.entries]
        changed = [
            each.number for each, entry in zip(book.written, entries, strict=True) if each.entry != entry
        ]
        if not changed:
            continue
        names = {
            each.name for each in book.entries if isinstance(each, PlayerRegistered) and each.player == player
        }
        written = list(_written(book, entries))
        left = [each.number for each, text in written if any(_quoted(name) in text for name in names)]
        found.append(ForgottenInBook(book.tournament, tuple(changed), tuple(left)))
        if not preview:
            _store(books.store, book, written)
    if not found:
        raise EntryRefusedError(BadEntry.nobody(player), 0)
    if not preview:
        books.store.scrub()
    return found


def without(entry: AnyEntry, player: str, stands_in: str) -> AnyEntry:
    """Return an entry that names ``stands_in`` instead of a player, without his personal data."""
    changed = _replaced(msgspec.to_builtins(entry), player, stands_in)
    if isinstance(entry, PlayerRegistered) and entry.player == player:
        changed |= {"name": REMOVED, "country": "", "club": ""}
    anew: AnyEntry = msgspec.convert(changed, AnyEntry)
    return anew


def _replaced(value: Any, player: str, stands_in: str, *, naming: bool = False) -> Any:
    if isinstance(value, dict):
        return {key: _replaced(each, player, stands_in, naming=key in NAMING) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_replaced(each, player, stands_in, naming=naming) for each in value]
    return stands_in if naming and value == player else value


def _written(book: Book, entries: Sequence[AnyEntry]) -> Iterator[tuple[Written, str]]:
    """Yield the entries of a book with hashes of their own, each with its text."""
    before = NO_ENTRY
    for each, entry in zip(book.written, entries, strict=True):
        text = text_of(book.tournament, each.number, each.wall, each.login, entry, before=before)
        written = read_text(book.tournament, each.number, text, before)
        before = written.digest
        yield written, text


def _store(store: SqlStore, book: Book, written: Sequence[tuple[Written, str]]) -> None:
    with store.transaction((f"book {book.tournament}",)) as cursor:
        if store.rows(cursor, SELECT_NEWEST, (book.tournament,)) != [(book.number, book.digest)]:
            raise StoreError(f"somebody entered something into {book.tournament}: try again")
        for each, text in written:
            store.execute(cursor, UPDATE, (each.digest, text, book.tournament, each.number))


def _unused(books: Sequence[Book]) -> str:
    """Return an id that no book uses."""
    held = " ".join(str(each) for book in books for each in book.entries)
    return next(each for number in count(1) if (each := f"removed {number}") not in held)


def _quoted(name: str) -> str:
    """Write a name in the form that it has within an entry's text."""
    return json.dumps(name, ensure_ascii=False)[1:-1]
