"""``jantaku forget``: remove a person's name from a table's journal."""

import argparse
import sys
from pathlib import Path
from typing import Any, Final

from referee.journal.entry import JournalError
from referee.journal.forgetting import forget, people_of
from referee.texts.journal_texts import BadJournal
from referee.texts.message import Message
from table_controller.journal.place import add_state, journal_at
from wording.command_line.journal_texts import ForgottenTexts
from wording.terminal.exit_status import ExitStatus
from wording.terminal.outside import message_of
from wording.terminal.spoken import in_words

MOST_TOLD: Final = 10
"""The most entry numbers that are listed one by one."""


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add ``forget`` to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "forget",
        description="Removes a name from a journal that no table has open. Its entries and points stay as they are.",
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="as it was entered; all names if left out")
    add_state(parser)
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    """Remove the name; return 0 if that is done, 2 if the journal cannot be used or nobody in it has the name."""
    place = args.state
    try:
        place = journal_at(args.state)
        if args.name is None:
            print("\n".join(people_of(place)) or in_words(args, ForgottenTexts.nobody()))
            return ExitStatus.DONE
        done = forget(place, args.name)
    except JournalError as error:
        print(f"jantaku forget: {in_words(args, _with_help(place, error))}", file=sys.stderr)
        return ExitStatus.UNUSABLE
    print(in_words(args, ForgottenTexts.done(args.name, repr(done.shown_as))))
    if done.left:
        first = [str(number) for number in done.left[:MOST_TOLD]]
        print(in_words(args, ForgottenTexts.left(len(done.left), first, more=len(done.left) > MOST_TOLD)))
    return ExitStatus.DONE


def _with_help(place: Path, error: Exception) -> Message:
    why = message_of(error)
    if "locked" in str(error):
        return ForgottenTexts.stop_first(why)
    if why.code == BadJournal.nobody.code:
        return ForgottenTexts.lists_all(str(place), why)
    return why
