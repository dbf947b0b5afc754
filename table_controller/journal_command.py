"""``jantaku journal verify``: whether a table's journal is whole, from the first entry to the last."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from referee.journal import Journal, JournalError
from table_controller.export import JOURNAL

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
        "--state", type=Path, required=True, metavar="DIR", help="state directory, or the journal itself"
    )
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    """Verify: 0 if the journal is whole, 1 if an entry is broken, 2 if there is no journal."""
    place = args.state / JOURNAL if args.state.is_dir() else args.state
    if not place.is_file():
        print(f"jantaku journal: {place}: no journal there", file=sys.stderr)
        return UNREADABLE
    try:
        journal = Journal(place)
    except JournalError as error:
        print(f"jantaku journal: {error}", file=sys.stderr)
        return UNREADABLE
    try:
        whole = journal.verify()
    except JournalError as error:
        print(f"jantaku journal: {place}: {error}", file=sys.stderr)
        return BROKEN
    finally:
        journal.close()
    state = whole.state
    where = "no hanchan" if state is None else f"{state.hand_name}, honba {state.honba}, {state.phase}"
    print(
        f"{place}: {whole.number} entries are whole, {whole.at_ms // MS_A_MINUTE} minutes of table time; {where}"
    )
    return WHOLE
