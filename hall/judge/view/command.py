"""``jantaku view``: a table in the terminal."""

import argparse
import sys
from importlib.util import find_spec
from typing import Any, Final

from table_controller.client.errors import JudgeError
from table_controller.client.login import PASSWORD, add_login_options, login_of
from table_controller.mqtt.topics import ALERT, EVENT, LINK, MACHINE, STATE, STATUS
from wording.frame import ViewTexts
from wording.terminal.exit_status import ExitStatus
from wording.terminal.outside import how_to_bring
from wording.terminal.spoken import in_words
from wording.terminal.visible import visible

WATCHED: Final = (STATUS, STATE, EVENT, ALERT, LINK, MACHINE)
KEPT_S: Final = 300
"""The time for which the broker keeps events while the connection is broken. [s]"""


def add_parser(subparsers: Any) -> None:
    """Add ``view`` to the command line."""
    parser = subparsers.add_parser(
        "view",
        description="Fills the terminal with a table of a hall: players, ponds and melds, the journal as it is written, "
        "what needs a person, the machine, the line to the unit, and how long the table takes to answer. It only looks; "
        "n shows the next table, q ends it.",
        epilog=f"The password is asked for, or read from --password-file or the variable {PASSWORD}.",
    )
    add_login_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Show the view until the user leaves it."""
    if find_spec("textual") is None:
        return _unusable(in_words(options, ViewTexts.no_library("textual", how_to_bring("textual"))))
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return _unusable(in_words(options, ViewTexts.no_terminal()))
    # Report errors before these slow imports.
    from hall.judge.tables.hall import Hall  # noqa: PLC0415
    from hall.judge.view.app import ViewApp  # noqa: PLC0415
    from hall.judge.view.measured import MeasuredTables  # noqa: PLC0415
    from table_controller.client.connection import BrokerLine  # noqa: PLC0415

    try:
        login = login_of(options)
        heard = MeasuredTables(Hall(login.hall, words=getattr(options, "lang", None)))
        line = BrokerLine(login, heard.note, kept_s=KEPT_S, watched=WATCHED)
        line.open()
    except JudgeError as error:
        return _unusable(in_words(options, error.why))
    try:
        ViewApp(heard, line, options.table).run()
    finally:
        line.close()
    return ExitStatus.DONE


def _unusable(why: str) -> int:
    sys.stderr.write(f"jantaku view: {visible(why, lines=True)}\n")
    return ExitStatus.UNUSABLE
