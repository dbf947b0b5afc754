"""``jantaku hall tournament``: shows tournaments, and takes a whole one from the store of one hall to that of another."""

import argparse
import shlex
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Final

from config import ConfigError
from config.text_file import read_text_file
from hall.store.option import store_of
from hall.tournaments.book.entries import SessionSeated
from hall.tournaments.book.evenings import records
from hall.tournaments.books.books import BookStore, EntryRefusedError, book_of
from hall.tournaments.books.forgetting import forget_player
from hall.tournaments.books.text import DamagedBookError
from hall.tournaments.web.declaration import BookPlace, BookRefusedError
from hall.tournaments.web.seating import RepairSeats
from wording.terminal.exit_status import ExitStatus

MOST_BYTES: Final = 256 << 20
"""The largest file that is read; a book of 172 players and 20 sessions has less than 3 MB."""


def _with_books(
    carry_out: Callable[[BookStore, argparse.Namespace], None],
) -> Callable[[argparse.Namespace], int]:
    """Let a function have the books of the store, which must exist; a refusal becomes a ``ConfigError``."""

    @wraps(carry_out)
    def with_books(options: argparse.Namespace) -> int:
        books = BookStore(store_of(options).existing())
        try:
            carry_out(books, options)
        except (DamagedBookError, BookRefusedError, EntryRefusedError) as error:
            raise ConfigError(str(error)) from None
        finally:
            books.close()
        return ExitStatus.DONE

    return with_books


@_with_books
def show_list(books: BookStore, _: argparse.Namespace) -> None:
    """Print each tournament with the number of its entries."""
    for name, number in books.tournaments():
        print(f"{name}: {number} entries")


@_with_books
def export(books: BookStore, options: argparse.Namespace) -> None:
    """Write a whole tournament into a file."""
    texts = books.texts(options.tournament)
    if not texts:
        raise ConfigError(f"there is no tournament {options.tournament}")
    options.file.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    print(f"{options.file}: {len(texts)} entries of {options.tournament}")


def take_in(options: argparse.Namespace) -> int:
    """Take a tournament from a file; a store that does not exist is made once the file has been checked."""
    lines = read_text_file(options.file, "tournaments", MOST_BYTES).replace("\r\n", "\n")
    texts = lines.removesuffix("\n").split("\n")
    try:
        book = book_of(texts)
    except (DamagedBookError, EntryRefusedError) as error:
        raise ConfigError(f"{options.file}: {error}") from None
    books = BookStore(store_of(options).open())
    try:
        books.take_in(book, texts)
    finally:
        books.close()
    print(f"{book.tournament}: {book.number} entries, the newest has the hash {book.digest}")
    return ExitStatus.DONE


@_with_books
def forget(books: BookStore, options: argparse.Namespace) -> None:
    """Forget a player, or say what would change; list what still holds the name."""
    player, preview = options.player, options.now is None
    for each in forget_player(books, player, preview=preview):
        print(f"{each.tournament}: {len(each.changed)} entries {'would change' if preview else 'changed'}")
        if each.left:
            print(f"  the name stays in what somebody wrote: entries {', '.join(map(str, each.left))}")
    if preview:
        print(f"Nothing is changed yet: jantaku hall tournament forget {shlex.quote(player)} now")
    print(
        "Backups, exported tournaments and printed sheets that exist still hold the name: after a restore, forget it "
        "again. Names in the journals of tables: `jantaku forget NAME` at each table."
    )


@_with_books
def show_records(books: BookStore, options: argparse.Namespace) -> None:
    """Print each player's record over all tournaments, the best sum of the last games first."""
    games = options.games
    opened = [books.book(name) for name, _ in books.tournaments()]
    found = records(each.position() for each in sorted(opened, key=lambda each: each.written[0].wall))
    print(f"{'player':24}{'games':>6}{f'last {games}':>12}{'rating':>8}{'place':>7}{'best':>9}{'not 4th':>9}")
    for each in sorted(found.values(), key=lambda each: (-each.last(games), each.player)):
        row = f"{len(each.totals):>6}{each.last(games):>12,}{each.rating:>8.0f}{each.mean_place:>7.2f}"
        print(f"{each.name[:23]:24}{row}{max(each.scores):>9,}{each.longest:>9}")


@_with_books
def show_repair(books: BookStore, options: argparse.Namespace) -> None:
    """Print each seat that a repair of the plan would change, with its players before and after; enter nothing."""
    book = books.book(options.tournament)
    if not book.written:
        raise ConfigError(f"there is no tournament {book.tournament}")
    position = book.position()
    plan = [each for each in RepairSeats().entries(position, BookPlace()) if isinstance(each, SessionSeated)]
    changed = set[str]()
    for each in plan:
        before, after = (_seats(tables) for tables in (position.seats[each.session], each.tables))
        for player in sorted(
            player for player in {*before, *after} if before.get(player) != after.get(player)
        ):
            known = position.players.get(player)
            print(
                f"session {each.session}: {known.name if known else player} ({player}), "
                f"{before.get(player, 'no seat')} -> {after.get(player, 'no seat')}"
            )
            changed.add(player)
    print(
        f"{len(changed)} players get other seats in {len(plan)} sessions; with the seed {plan[0].seed} the page enters this"
    )


def _seats(tables: Sequence[Sequence[str]]) -> dict[str, str]:
    return {
        player: f"table {number} {wind}"
        for number, table in enumerate(tables, 1)
        for wind, player in zip(("East", "South", "West", "North"), table, strict=True)
    }
