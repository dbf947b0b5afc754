"""``jantaku journal``: whether a table's journal is whole, from the first entry to the last, and where it ends."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from config import read_text_file
from referee.journal.entry import JournalError
from referee.journal.reader import POSTGRES, Head, open_reader, without_password
from table_controller.journal.place import add_state, journal_at

if TYPE_CHECKING:
    import argparse

WHOLE, BROKEN, UNREADABLE = 0, 1, 2
MS_A_MINUTE: Final = 60_000


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add ``journal`` to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "journal",
        help="whether a journal is whole",
        description="Reads every entry of a table's journal, checks that none was changed or is missing, and folds it.",
    )
    what = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    verify = what.add_parser("verify", help="read and check every entry")
    verify.add_argument(
        "--against",
        metavar="FILE|URL",
        help="what `jantaku journal head` said earlier, kept elsewhere; or the journal's copy, postgresql://...",
    )
    head = what.add_parser(
        "head",
        help="number and hash of the newest entry: keep them elsewhere, and no entry up to it can be changed",
    )
    for each in (verify, head):
        add_state(each)
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    """0 if the journal is whole (or its head was printed), 1 if an entry is broken, 2 if there is no journal."""
    try:
        place = journal_at(args.state)
        remembered = _remembered(args.against) if args.what == "verify" and args.against else None
        journal = open_reader(place)
    except (JournalError, OSError, ValueError) as error:
        print(f"jantaku journal: {error}", file=sys.stderr)
        return UNREADABLE
    try:
        if args.what == "head":
            print(json.dumps(asdict(journal.head)))
            return WHOLE
        whole = journal.verify(remembered)
    except JournalError as error:
        print(f"jantaku journal: {place}: {error}", file=sys.stderr)
        return BROKEN
    finally:
        journal.close()
    state = whole.state
    where = "no hanchan" if state is None else f"{state.hand_name}, honba {state.honba}, {state.phase}"
    known = (
        "up to the entry that was remembered" if remembered else "but the newest, which nobody else remembers"
    )
    print(
        f"{place}: {whole.number} entries are whole, {whole.at_ms // MS_A_MINUTE} minutes of table time; {where}"
    )
    print(f"No entry was changed since it was written, {known}.")
    return WHOLE


def _remembered(where: str) -> Head:
    """The end of a journal as somebody else knows it: a file with what ``head`` printed earlier, or the hall's copy.

    Raises:
        JournalError: the copy cannot be read, or is empty.
        ValueError: it is not such a file, or cannot be read.
    """
    if where.startswith(POSTGRES):
        with closing(open_reader(where)) as copy:
            copied = copy.head
        if copied.number == 0:
            raise JournalError(f"{without_password(where)} holds no entries to compare with")
        return copied
    file = Path(where)
    text = read_text_file(file, "heads of journals")
    try:
        said = json.loads(text)
        head = Head(said["number"], said["digest"])
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{file}: not what `jantaku journal head` says") from None
    if type(head.number) is not int or not isinstance(head.digest, str):
        raise ValueError(f"{file}: not what `jantaku journal head` says")
    return head
