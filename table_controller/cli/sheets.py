"""``jantaku sheets``: the sheets of a tournament, from its export in JSON, into a folder."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from referee.texts.language import language
from referee.texts.sheet_texts import NoSheet
from referee.tournament.sheets.all_sheets import SHEET_KINDS, all_sheets
from referee.tournament.sheets.printed import PAPERS, PrintRun
from referee.tournament.sheets.programme import SheetError, programme_of
from table_controller.terminal.exit_status import ExitStatus

if TYPE_CHECKING:
    import argparse

    from referee.tournament.sheets.programme import Programme

MOST_BYTES: Final = 64 << 20
"""Of an export; one of 172 players and 20 sessions has less than 2 MB."""


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add ``sheets`` to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "sheets",
        help="score sheets, standings, seating plans and name cards of a tournament",
        description="Writes the sheets of a tournament as PDF, and its lists as CSV and XLSX, into a folder.",
    )
    parser.add_argument("file", metavar="FILE", help="the tournament as JSON; - for standard input")
    parser.add_argument(
        "folder", metavar="FOLDER", type=Path, help="where the sheets go; made if it is not there"
    )
    parser.add_argument("--paper", choices=PAPERS, default="a4", help="default: a4")
    parser.add_argument(
        "--session",
        type=int,
        action="append",
        metavar="NUMBER",
        help="score sheets, seating and results of this session only; may be given several times",
    )
    parser.add_argument(
        "--only",
        choices=SHEET_KINDS,
        action="append",
        metavar="KIND",
        help=f"some of {', '.join(SHEET_KINDS)}; may be given several times",
    )
    parser.add_argument(
        "--fonts",
        type=Path,
        action="append",
        default=[],
        metavar="FOLDER",
        help="fonts besides those of the system",
    )
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    """0 if all sheets are written, 2 if some cannot be made; the others are written all the same."""
    press = PrintRun(
        language(getattr(args, "lang", None) or "en"),
        datetime.now().astimezone().replace(hour=0, minute=0, second=0, microsecond=0),
        args.paper,
        tuple(str(folder) for folder in args.fonts),
    )
    programme = _read(args.file)
    sessions = args.session or [each.session for each in programme.sessions]
    for number in sessions:
        programme.session(number)
    args.folder.mkdir(parents=True, exist_ok=True)
    status = ExitStatus.DONE
    for name, make in all_sheets(programme, sessions, press, args.only or SHEET_KINDS):
        try:
            made = make()
        except SheetError as error:
            print(f"jantaku sheets: {name}: {press.spoken.say(error.why)}", file=sys.stderr)
            status = ExitStatus.UNUSABLE
            continue
        _write(args.folder / name, made)
        print(args.folder / name)
    return status


def _read(file: str) -> Programme:
    """The tournament of a file or of standard input.

    Raises:
        OSError: the file cannot be read.
        SheetError: it is no tournament.
    """
    if file == "-":
        text = sys.stdin.buffer.read(MOST_BYTES + 1)
    else:
        with Path(file).open("rb") as held:
            text = held.read(MOST_BYTES + 1)
    if len(text) > MOST_BYTES:
        raise SheetError(NoSheet.too_long(MOST_BYTES))
    try:
        exported = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SheetError(NoSheet.no_json(str(error))) from None
    return programme_of(exported)


def _write(path: Path, made: bytes) -> None:
    """Write a file whole or not at all."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(made)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
