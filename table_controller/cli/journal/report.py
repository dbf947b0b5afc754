"""``jantaku report``: the last hand of a table in one archive for a bug report, without faces and names."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from referee.journal.reader import open_reader
from referee.texts.language import language
from table_controller.cli.journal.reporting.errors import ReportError
from table_controller.journal.place import JOURNAL, journal_at
from table_controller.settings.outside import TABLE_SETTINGS
from wording.command_line.numbers import whole
from wording.command_line.report_texts import Reported, Unreported
from wording.terminal.exit_status import ExitStatus
from wording.terminal.spoken import in_words, spoken_by

if TYPE_CHECKING:
    from table_controller.cli.journal.reporting.make import BugReport
    from table_controller.settings.in_force import SettingsInForce

COLUMN: Final = 22
"""Width of the column with the files' names. [characters]"""


def add_parser(subparsers: Any) -> None:
    """Add ``report`` to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "report",
        description="Packs the last hand of a table for a bug report, while the table plays on: its journal entries, the "
        "settings, calibration, measures and machine state that explain it. People are called p1, p2 …; reasons that judges "
        "wrote, passwords, addresses and the hall's name are left out. It prints what is in it; nothing is sent.",
    )
    parser.add_argument(
        "--state",
        type=Path,
        metavar="DIR",
        help="state folder, or the journal itself (default: that of the settings)",
    )
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help=f"settings of the table ({TABLE_SETTINGS})"
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--hand", type=whole(), metavar="N", help="hand N of the newest hanchan, from 1")
    which.add_argument(
        "--last", type=whole(), default=1, metavar="N", help="the last N hands of the newest hanchan (1)"
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE|FOLDER",
        help="where it is written (jantaku-report-TABLE-DATE.tar.gz in this folder)",
    )
    parser.add_argument(
        "--pictures",
        action="store_true",
        help="also films of the hand, cut to the felt: they show hands over the table, so it asks first",
    )
    parser.add_argument("--yes", action="store_true", help="with --pictures: do not ask")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the report; return 0, or 1 if films were not wanted after all. With an error (2) nothing is written."""
    # The camera's library is slow to import: a wrong option is reported before.
    from table_controller.cli.journal.reporting.hands import hands_played  # noqa: PLC0415
    from table_controller.cli.journal.reporting.make import ReportSources, gather, place_of, write  # noqa: PLC0415

    made = datetime.now(UTC)
    force = _settings(options.config)
    place, state = _journal(options.state, force)
    archive = place_of(options.out, force.value("table"), Path.cwd(), made)
    if options.pictures and not options.yes and not _wanted(options):
        print(in_words(options, Reported.not_written()))
        return ExitStatus.NOT_DONE
    with closing(open_reader(place)) as journal:
        hands = hands_played(journal, hand=options.hand, last=options.last)
    runs_here = state.resolve() == Path(force.value("state")).resolve()
    report = gather(ReportSources(hands, force, state, options.pictures, runs_here), made)
    write(report, archive)
    size_kb = f"{archive.stat().st_size / 1000:.0f}"
    numbers = [str(number) for number in hands.numbers]
    print(
        in_words(options, Reported.written(str(archive), len(hands.entries), numbers, size_kb)),
    )
    _print_content(options, report)
    for message in (Reported.folded(), Reported.look(str(archive)), Reported.send()):
        print(in_words(options, message))
    return ExitStatus.DONE


def _print_content(options: argparse.Namespace, report: BugReport) -> None:
    for file, what in report.files:
        print(f"  {file.name:<{COLUMN}} {len(file.text):>9,} B  {in_words(options, what)}")
    for what in report.left_out:
        print(f"  {in_words(options, what)}")


def _settings(given: Path | None) -> SettingsInForce:
    """Return the settings in force without the mistaken ones, which may be the reason for the report."""
    from table_controller.settings.in_force import settings_in_force  # noqa: PLC0415 - as in run

    force = settings_in_force(given or (TABLE_SETTINGS if TABLE_SETTINGS.exists() else None))
    if given is not None and not force.files:
        force.sound()
    return force


def _journal(given: Path | None, force: SettingsInForce) -> tuple[Path, Path]:
    """The journal and the state folder.

    Raises:
        ReportError: there is no such folder.
        JournalError: there is no journal in it.
    """
    state = given or Path(force.value("state"))
    if not state.exists():
        raise ReportError(Unreported.no_state(str(state)))
    elsewhere = force.value("journal")
    if given is None and elsewhere:
        return journal_at(Path(elsewhere)), state
    place = journal_at(state)
    return place, state if place == state / JOURNAL else place.parent


def _wanted(options: argparse.Namespace) -> bool:
    from table_controller.cli.setup.person import Respondent  # noqa: PLC0415 - needed only to ask about films

    if not sys.stdin.isatty():
        raise ReportError(Unreported.nobody_asked())
    try:
        return Respondent(language(spoken_by(options))).agrees(Reported.hands_seen(), "n")
    except EOFError:
        raise ReportError(Unreported.nobody_asked()) from None
