"""Prints the sheets that a command line asks for. Importing it needs the printing libraries."""

import argparse
import sys
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec

from config.text_file import write_whole
from hall.tournaments.sheets.all_sheets import all_sheets
from hall.tournaments.sheets.kinds import SHEET_KINDS
from hall.tournaments.sheets.printed import PrintRun
from hall.tournaments.sheets.programme import Programme, SheetError, programme_of
from referee.texts.language import language
from referee.texts.sheet_texts import NoSheet
from wording.terminal.exit_status import ExitStatus

MOST_BYTES: Final = 64 << 20
"""The largest export that is read; one of 200 players and 20 sessions has less than 2 MB."""


def print_sheets(args: argparse.Namespace) -> int:
    """Write the sheets that can be made; return 0 if that is all of them, otherwise 2."""
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
        write_whole(args.folder / name, made)
        print(args.folder / name)
    return status


def _read(file: str) -> Programme:
    """Read a tournament from a file or from standard input.

    Raises:
        OSError: the file cannot be read.
        SheetError: it does not hold a tournament.
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
