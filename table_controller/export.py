"""``jantaku export``: games of a table's journal as mjai, tenhou6 or mjlog, for the viewers players already use."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from referee.journal_entry import JournalError
from referee.journal_reader import open_reader
from referee.records import mjai, mjlog, tenhou6
from referee.records.errors import NotWritableError
from referee.records.journaled import records_of

if TYPE_CHECKING:
    import argparse

    from referee.records.record import GameRecord

JOURNAL = "journal.sqlite"
"""The journal's file in a state directory."""
WRITERS: Final = {"mjai": mjai.write, "tenhou6": tenhou6.write, "mjlog": mjlog.write}
WRITTEN, REFUSED, UNREADABLE = 0, 1, 2


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add ``export`` to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "export",
        help="write games of a journal as mjai, tenhou6 or mjlog",
        description="Writes a game of a table's journal. mjai is always possible; the others need every hand known.",
    )
    parser.add_argument("--format", choices=tuple(WRITERS), required=True)
    parser.add_argument(
        "--state", type=Path, required=True, metavar="DIR", help="state directory, or the journal itself"
    )
    parser.add_argument(
        "--game", type=int, metavar="N", help="which hanchan of the journal, from 1; the last if not given"
    )
    parser.add_argument(
        "--output", type=Path, metavar="FILE", help="write here instead of to standard output"
    )
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    """Export: 0 if written, 1 if the format cannot tell the game, 2 if there is no such journal or game."""
    place = args.state / JOURNAL if args.state.is_dir() else args.state
    if not place.is_file():
        return _refuse(f"{place}: no journal there", UNREADABLE)
    try:
        journal = open_reader(place)
    except JournalError as error:
        return _refuse(str(error), UNREADABLE)
    try:
        games = list(
            records_of(((entry.observation, entry.events) for entry in journal.entries()), str(place))
        )
    except JournalError as error:
        return _refuse(str(error), UNREADABLE)
    finally:
        journal.close()
    number = len(games) if args.game is None else args.game
    if not 1 <= number <= len(games):
        return _refuse(f"{place}: no game {number}, there are {len(games)}", UNREADABLE)
    try:
        text = written(games[number - 1], args.format)
    except NotWritableError as error:
        return _refuse(f"{place}: game {number}: {error}", REFUSED)
    if args.output is None:
        sys.stdout.write(text)
    else:
        args.output.write_text(text, encoding="utf-8")
    return WRITTEN


def written(record: GameRecord, form: str) -> str:
    """The text of a game in one of the formats.

    Raises:
        NotWritableError: the format has no way to say it.
    """
    return WRITERS[form](record)


def _refuse(text: str, status: int) -> int:
    sys.stderr.write(f"jantaku export: {text}\n")
    return status
