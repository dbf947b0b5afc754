"""``jantaku export``: games of a table's journal as mjai, tenhou6 or mjlog, for common viewers."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from config import ConfigError
from referee.journal.entry import JournalError
from referee.journal.reader import open_reader
from referee.records.completed import complete_game
from referee.records.journaled import records_of
from referee.records.mjai import mjai
from referee.records.mjlog import mjlog
from referee.records.neutral.errors import NotWritableError
from referee.records.neutral.record import GameRecord, HandRecord
from referee.records.tenhou6 import tenhou6
from referee.texts.language import LanguageName
from table_controller.journal.place import journal_at
from wording.terminal.exit_status import ExitStatus
from wording.terminal.outside import sentence
from wording.terminal.spoken import spoken_by

PARQUET: Final = "parquet"
WRITERS: Final = {"mjai": mjai.write, "tenhou6": tenhou6.write, "mjlog": mjlog.write}
SEATS: Final = ("East", "South", "West", "North")
KNOWLEDGE: Final = {
    "order_chosen": "all tiles known; the order of some draws is chosen",
    "order_unknown": "all tiles known, but not in which order some were drawn; --complete chooses one",
    "unknown": "not opened, so some tiles stay unknown",
}
"""The note for each degree to which a hand is unknown; none if everything is known."""


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add ``export`` to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "export",
        description="Writes a game of a table's journal. mjai is always possible; tenhou6 and mjlog need every hand known, "
        "or to follow from what was discarded, called and opened. parquet writes all games as flat tables, for analysis.",
    )
    parser.add_argument("--format", choices=(*WRITERS, PARQUET), required=True)
    parser.add_argument(
        "--state", type=Path, required=True, metavar="DIR", help="state directory, or the journal itself"
    )
    parser.add_argument(
        "--game", type=int, metavar="N", help="which hanchan of the journal, from 1; the last if not given"
    )
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help="write here instead of to standard output; with parquet a folder",
    )
    parser.add_argument(
        "--complete",
        action="store_true",
        help="fill in concealed tiles that discards, melds and opened hands prove, choose an order of draws where several "
        "fit, leave out hands that tenhou6 and mjlog cannot express, and say what is not known",
    )
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    """Run ``jantaku export``."""
    if args.format == PARQUET:
        return _export_tables(args)
    return export_game(
        args.state, args.format, args.output, number=args.game, complete=args.complete, words=spoken_by(args)
    )


def _export_tables(args: argparse.Namespace) -> int:
    """Write all games of a journal as flat tables; return 0, or 2 if the journal is missing or the write fails."""
    if args.output is None or args.game is not None or args.complete:
        why = "parquet needs --output DIR, and writes all games as they are known"
        return _refuse(why, ExitStatus.UNUSABLE)
    # No other format needs this import.
    from table_controller.journal.analysis.parquet import write_parquet  # noqa: PLC0415
    from table_controller.journal.analysis.rows import rows_of  # noqa: PLC0415

    try:
        with closing(open_reader(journal_at(args.state))) as journal:
            write_parquet(rows_of(args.state.absolute().name, journal.entries()), args.output)
    except (JournalError, ConfigError) as error:
        return _refuse(sentence(error, spoken_by(args)), ExitStatus.UNUSABLE)
    except OSError as error:
        return _refuse(f"{args.output}: {error.strerror or error}", ExitStatus.UNUSABLE)
    return ExitStatus.DONE


def export_game(
    state: Path,
    form: str,
    output: Path | None,
    *,
    number: int | None = None,
    complete: bool = False,
    words: LanguageName = "en",
) -> int:
    """Write a game of a journal; return 0, 1 if the format cannot express the game, 2 if journal or game is missing.

    Args:
        state: the state directory, or the journal itself.
        form: one of ``WRITERS``.
        output: the file; None for standard output.
        number: the number of the game, from 1; the last one if None.
        complete: fill in the proven concealed tiles, and report those that stay unknown.
        words: the language of errors.
    """
    try:
        place = journal_at(state)
        journal = open_reader(place)
    except JournalError as error:
        return _refuse(sentence(error, words), ExitStatus.UNUSABLE)
    try:
        games = list(
            records_of(((entry.observation, entry.events) for entry in journal.entries()), str(place))
        )
    except JournalError as error:
        return _refuse(sentence(error, words), ExitStatus.UNUSABLE)
    finally:
        journal.close()
    number = len(games) if number is None else number
    if not 1 <= number <= len(games):
        return _refuse(f"{place}: no game {number}, there are {len(games)}", ExitStatus.UNUSABLE)
    game = games[number - 1]
    try:
        if complete:
            game, notes = completed(game, form)
            sys.stderr.writelines(f"jantaku export: {note}\n" for note in notes)
        text = written(game, form)
    except NotWritableError as error:
        return _refuse(f"{place}: game {number}: {error}", ExitStatus.NOT_DONE)
    if output is None:
        sys.stdout.write(text)
    else:
        output.write_text(text, encoding="utf-8")
    return ExitStatus.DONE


def written(record: GameRecord, form: str) -> str:
    """Return a game as text in one of the formats; tenhou6 and mjlog get the concealed tiles that follow from the others.

    Raises:
        NotWritableError: the format cannot express the game; the error lists the unknown parts of the hands.
    """
    if form == "mjai":
        return WRITERS[form](record)
    record = (
        complete_game(record, choose=False) if not any(hand.completed for hand in record.hands) else record
    )
    try:
        return WRITERS[form](record)
    except NotWritableError as error:
        unknown = [note for hand in _numbered(record) for note in hand]
        raise NotWritableError("; ".join([str(error), *unknown])) from None


def completed(record: GameRecord, form: str) -> tuple[GameRecord, list[str]]:
    """Return the game with all tiles that can be filled in, and a list of those that stay unknown.

    Raises:
        NotWritableError: the format can express none of its hands.
    """
    filled = complete_game(record, choose=True)
    notes = [note for hand in _numbered(filled) for note in hand]
    if form == "mjai":
        return filled, notes
    kept = tuple(hand for hand in filled.hands if "unknown" not in hand.completed)
    if not kept:
        raise NotWritableError("; ".join([f"{form} cannot express any of its hands", *notes]))
    if len(kept) < len(filled.hands):
        notes.append(f"left out, as {form} must name every tile: {len(filled.hands) - len(kept)} hands")
    return replace(filled, hands=kept), notes


def _numbered(record: GameRecord) -> Iterator[list[str]]:
    """Yield the unknown parts of each hand."""
    for number, hand in enumerate(record.hands, 1):
        yield [f"hand {number}, {SEATS[seat]}: {text}" for seat, text in _not_known(hand)]


def _not_known(hand: HandRecord) -> Iterator[tuple[int, str]]:
    for seat, knowledge in enumerate(hand.completed):
        if knowledge in KNOWLEDGE:
            yield (seat - hand.round) % 4, KNOWLEDGE[knowledge]


def _refuse(text: str, status: int) -> int:
    sys.stderr.write(f"jantaku export: {text}\n")
    return status
