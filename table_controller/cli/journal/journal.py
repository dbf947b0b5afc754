"""``jantaku journal``: checks that a table's journal is whole, from the first entry to the last, and prints its end."""

import argparse
import json
import sys
from dataclasses import asdict
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

from referee.game.position import GameState
from referee.journal.entry import JournalError
from referee.journal.reader import Head, open_reader
from referee.journal.sqlite_reader import log_of
from referee.texts.message import Message
from table_controller.cli.journal.remembered import remembered_head
from table_controller.client.errors import JudgeError
from table_controller.client.login import password_of
from table_controller.journal.place import add_state, journal_at
from table_controller.journal.verified import verified
from wording.command_line.journal_texts import Verified
from wording.terminal.exit_status import ExitStatus
from wording.terminal.jobs import JobKilledError, number_of_jobs, processors
from wording.terminal.outside import sentence
from wording.terminal.progress import progress
from wording.terminal.spoken import in_words, spoken_by

MS_A_MINUTE: Final = 60_000


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add ``journal`` to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "journal",
        description="Reads every entry of a table's journal, checks that none was changed or is missing, and folds it.",
    )
    what = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    verify = what.add_parser("verify", help="read and check every entry")
    verify.add_argument(
        "--against",
        metavar="FILE|URL",
        help="what `jantaku journal head` said earlier, kept elsewhere; or what the broker remembers "
        "of the table, mqtt://USER@HOST/HALL/TABLE",
    )
    verify.add_argument(
        "--password-file",
        type=Path,
        metavar="FILE",
        help="with mqtt://: file that holds the login's password",
    )
    verify.add_argument(
        "--ca",
        type=Path,
        metavar="FILE",
        help="with mqtts://: who signed the broker's certificate, if not known",
    )
    verify.add_argument(
        "--jobs",
        type=number_of_jobs,
        metavar="N",
        help="how many processes verify a long journal (0: one for each processor, which is the default unless a table "
        "plays with it)",
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
    """Return 0 if the journal is whole (or its head was printed), 1 if an entry is broken, 2 if there is no journal."""
    try:
        place = journal_at(args.state)
        remembered = _remembered(args) if args.what == "verify" and args.against else None
        journal = open_reader(place)
    except (JournalError, JudgeError, OSError, ValueError) as error:
        print(f"jantaku journal: {sentence(error, spoken_by(args))}", file=sys.stderr)
        return ExitStatus.UNUSABLE
    try:
        if args.what == "head":
            print(json.dumps(asdict(journal.head)))
            return ExitStatus.DONE
        whole = verified(
            journal,
            place,
            remembered,
            jobs=_jobs(args, place),
            passing=lambda entries: progress("entries", entries, journal.number, done=attrgetter("number")),
        )
    except JobKilledError:
        killed = "a process that verified was killed, perhaps for want of memory; fewer --jobs need less"
        print(f"jantaku journal: {killed}", file=sys.stderr)
        return ExitStatus.UNUSABLE
    except JournalError as error:
        print(f"jantaku journal: {place}: {sentence(error, spoken_by(args))}", file=sys.stderr)
        return ExitStatus.NOT_DONE
    finally:
        journal.close()
    minutes = whole.at_ms // MS_A_MINUTE
    print(in_words(args, Verified.whole(str(place), whole.number, minutes, where_it_stands(whole.state))))
    print(in_words(args, Verified.remembered() if remembered else Verified.not_remembered()))
    return ExitStatus.DONE


def where_it_stands(state: GameState | None) -> Message:
    """The hand that a position is in."""
    if state is None:
        return Verified.no_hanchan()
    return Verified.in_hand(state.round // 4, state.round % 4 + 1, state.honba, state.phase)


def _jobs(args: argparse.Namespace, place: Path) -> int:
    """Return the number of processes for verifying: one if a table plays here, which needs the other processors."""
    if args.jobs is not None:
        return int(args.jobs)
    return 1 if log_of(place).exists() else processors()


def _remembered(args: argparse.Namespace) -> Head:
    return remembered_head(
        args.against, args.ca, lambda user: password_of(user, args.password_file, spoken_by(args))
    )
