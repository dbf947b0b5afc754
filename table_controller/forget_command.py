"""``jantaku forget``: remove a person's name from a table's journal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from referee.forgetting import forget, people_of
from referee.journal_entry import JournalError
from table_controller.export import JOURNAL

if TYPE_CHECKING:
    import argparse

EXIT_DONE: Final = 0
EXIT_UNUSABLE: Final = 2
MOST_TOLD: Final = 10
"""Numbers of entries that are told one by one."""


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add ``forget`` to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "forget",
        help="remove a person's name from a journal",
        description="Removes a name from a journal that no table has open. Its entries and points stay as they are.",
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="as it was entered; all names if left out")
    parser.add_argument(
        "--state", type=Path, required=True, metavar="DIR", help="state directory, or the journal itself"
    )
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    """0 if it is done, 2 if the journal cannot be used or knows nobody of the name."""
    place = args.state / JOURNAL if args.state.is_dir() else args.state
    if not place.is_file():
        print(f"jantaku forget: {place}: no journal there", file=sys.stderr)
        return EXIT_UNUSABLE
    try:
        if args.name is None:
            print("\n".join(people_of(place)) or "nobody has a name in this journal")
            return EXIT_DONE
        done = forget(place, args.name)
    except JournalError as error:
        print(f"jantaku forget: {_with_help(place, str(error))}", file=sys.stderr)
        return EXIT_UNUSABLE
    print(f"{args.name} is {done.shown_as!r} from now on. What was copied elsewhere still has the name.")
    if done.left:
        told = ", ".join(map(str, done.left[:MOST_TOLD])) + (" …" if len(done.left) > MOST_TOLD else "")
        print(f"It stays in the text of {len(done.left)} entries, which cannot be changed: {told}")
    return EXIT_DONE


def _with_help(place: Path, error: str) -> str:
    if "locked" in error:
        return f"{error}: a table has it open; stop it first (sudo systemctl stop jantaku)"
    if "nobody" in error:
        return f"{error}; jantaku forget --state {place} lists all names"
    return error
