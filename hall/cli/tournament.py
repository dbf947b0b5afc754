"""``jantaku hall tournament``: shows tournaments, and takes a whole one from the store of one hall to that of another."""

import argparse
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from config import ConfigError
from config.text_file import read_text_file
from hall.store.option import store_of
from hall.tournaments.book.entries import SessionSeated
from hall.tournaments.book.evenings import records
from hall.tournaments.books.books import Book, BookStore, EntryRefusedError, book_of
from hall.tournaments.books.forgetting import forget_player
from hall.tournaments.books.text import DamagedBookError
from hall.tournaments.web.declaration import BookPlace, BookRefusedError
from hall.tournaments.web.seating import RepairSeats
from wording.terminal.exit_status import ExitStatus

USUAL: Final = 30
"""The number of games whose sum clubs publish."""
FOLLOWED_BY: Final = (
    "tournament is followed by `list`, `records [GAMES]`, `repair ID`, `export ID FILE`, `import FILE` or "
    "`forget PLAYER [now]`"
)
MOST_BYTES: Final = 256 << 20
"""The largest file that is read; a book of 172 players and 20 sessions has less than 3 MB."""


def tournament(options: argparse.Namespace, arguments: Sequence[str]) -> int:
    """Carry out ``list``, ``records [GAMES]``, ``repair ID``, ``export ID FILE``, ``import FILE`` or ``forget PLAYER [now]``.

    Raises:
        ConfigError: the arguments or the file cannot be used.
        StoreError: the store does not exist, cannot be used, or has the tournament already.
    """
    if not arguments:
        raise ConfigError(FOLLOWED_BY)
    if arguments[0] == "import" and len(arguments) == 2:
        return _import(options, arguments[1])
    books = BookStore(store_of(options).existing())
    try:
        match arguments:
            case ["list"]:
                for name, number in books.tournaments():
                    print(f"{name}: {number} entries")
            case ["records"]:
                _print_records(books, USUAL)
            case ["records", games] if games.isascii() and games.isdecimal() and 0 < int(games[:6]) < 100_000:
                _print_records(books, int(games))
            case ["repair", name]:
                _print_repair(books.book(name))
            case ["export", name, file]:
                texts = books.texts(name)
                if not texts:
                    raise ConfigError(f"there is no tournament {name}")
                Path(file).write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
                print(f"{file}: {len(texts)} entries of {name}")
            case ["forget", player, *rest] if rest in ([], ["now"]):
                _forget(books, player, preview=not rest)
            case _:
                raise ConfigError(FOLLOWED_BY)
    except (DamagedBookError, BookRefusedError, EntryRefusedError) as error:
        raise ConfigError(str(error)) from None
    finally:
        books.close()
    return ExitStatus.DONE


def _import(options: argparse.Namespace, file: str) -> ExitStatus:
    """Take a tournament from a file; a store that does not exist is made once the file has been checked."""
    lines = read_text_file(Path(file), "tournaments", MOST_BYTES).replace("\r\n", "\n")
    texts = lines.removesuffix("\n").split("\n")
    try:
        book = book_of(texts)
    except (DamagedBookError, EntryRefusedError) as error:
        raise ConfigError(f"{file}: {error}") from None
    books = BookStore(store_of(options).open())
    try:
        books.take_in(book, texts)
    finally:
        books.close()
    print(f"{book.tournament}: {book.number} entries, the newest has the hash {book.digest}")
    return ExitStatus.DONE


def _forget(books: BookStore, player: str, *, preview: bool) -> None:
    """Forget a player, or say what would change; list what still holds the name."""
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


def _print_records(books: BookStore, games: int) -> None:
    """Print each player's record over all tournaments, the best sum of the last games first."""
    opened = [books.book(name) for name, _ in books.tournaments()]
    found = records(each.position() for each in sorted(opened, key=lambda each: each.written[0].wall))
    print(f"{'player':24}{'games':>6}{f'last {games}':>12}{'rating':>8}{'place':>7}{'best':>9}{'not 4th':>9}")
    for each in sorted(found.values(), key=lambda each: (-each.last(games), each.player)):
        row = f"{len(each.totals):>6}{each.last(games):>12,}{each.rating:>8.0f}{each.mean_place:>7.2f}"
        print(f"{each.name[:23]:24}{row}{max(each.scores):>9,}{each.longest:>9}")


def _print_repair(book: Book) -> None:
    """Print each seat that a repair of the plan would change, with its players before and after; enter nothing."""
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
