"""``jantaku judge``: a judge's terminal at the tables of a hall."""

from __future__ import annotations

import argparse
import contextlib
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from referee.texts.language import language
from table_controller.client.errors import JudgeError
from table_controller.client.login import PASSWORD, add_login_options, login_of
from wording.command_line.numbers import above_zero
from wording.frame import FrameTexts
from wording.terminal.exit_status import ExitStatus
from wording.terminal.spoken import spoken_by
from wording.terminal.visible import visible

if TYPE_CHECKING:
    from hall.judge.session import Session
    from table_controller.client.connection import Credentials

ANSWERED_WITHIN_S: Final = 5.0
LONGEST_WAIT_S: Final = 3600
"""The longest wait for a table's answer that can be asked for; nobody waits longer at a table. [s]"""


def add_parser(subparsers: Any) -> None:
    """Add ``judge`` to the command line."""
    parser = subparsers.add_parser(
        "judge",
        description="Shows the tables of a hall and gives them the judge's orders, over MQTT. Without an order it asks "
        "for one after the other; help lists them.",
        epilog=f"The password is asked for, or read from --password-file or the variable {PASSWORD}. "
        "Status 0: done; 1: refused, or not answered; 2: no broker, wrong login or wrong use.",
    )
    add_login_options(parser)
    parser.add_argument("--by", metavar="NAME", help="the judge's name for the journal (default: the login)")
    parser.add_argument(
        "--wait",
        type=above_zero(LONGEST_WAIT_S),
        default=ANSWERED_WITHIN_S,
        metavar="S",
        help="for a table's answer",
    )
    parser.add_argument(
        "--yes", action="store_true", help="do not ask again before what ends a hand or a hanchan"
    )
    parser.add_argument("order", nargs=argparse.REMAINDER, metavar="ORDER", help="one order, or watch")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the terminal; the exit status says whether the orders were done."""
    try:
        return _judge(options)
    except JudgeError as error:
        sys.stderr.write(
            f"jantaku judge: {visible(language(spoken_by(options)).say(error.why), lines=True)}\n"
        )
        return ExitStatus.UNUSABLE
    except KeyboardInterrupt:
        sys.stdout.write("\n")
        return ExitStatus.DONE


def _judge(options: argparse.Namespace) -> int:
    # The broker's client is slow to import, and wrong options are reported before.
    from hall.judge.orders.orders import order_of  # noqa: PLC0415
    from hall.judge.prompt import Screen  # noqa: PLC0415
    from hall.judge.session import LOOKS, Session, help_lines  # noqa: PLC0415
    from hall.judge.tables.hall import Hall  # noqa: PLC0415
    from hall.judge.tables.hearing import CallListener  # noqa: PLC0415
    from table_controller.client.connection import BrokerLine  # noqa: PLC0415

    if options.order[:1] == ["help"]:
        sys.stdout.write("\n".join((*help_lines(options.order[1:], spoken_by(options)), "")))
        return ExitStatus.DONE
    if options.order and options.order[0] not in LOOKS:
        order_of(options.order[0], LOOKS)
    login = login_of(options)
    screen = Screen(spoken_by(options))
    hall = Hall(login.hall, words=getattr(options, "lang", None))

    def heard(table: str, topic: str, value: Any) -> None:
        session.heard(table, topic, value)
        hearing.heard(table, topic, value)

    line = BrokerLine(
        login, heard, lambda message: screen.say(hall.say(message)), kept_s=0 if options.order else 300
    )
    session = Session(
        hall,
        line,
        say=screen.say,
        confirm=(lambda _question: True) if options.yes else screen.confirm,
        by=options.by or login.role,
        wait_s=options.wait,
    )
    session.followed = options.table
    hearing = CallListener(hall, line)
    line.open()
    try:
        # A script gives its orders and shows no news.
        if options.order[:1] == ["watch"] or (not options.order and sys.stdin.isatty()):
            hearing.start()
        done = _once(session, options.order, screen.say) if options.order else _prompt(session, screen, login)
    finally:
        hearing.stop()
        line.close()
    return ExitStatus.DONE if done else ExitStatus.NOT_DONE


def _once(session: Session, words: list[str], say: Callable[[str], None]) -> bool:
    done = session.do(words)
    if done and words[0] == "watch":
        session.followed = session.table().name
        say(session.hall.say(FrameTexts.watching(session.followed)))
        threading.Event().wait()
    return done


def _prompt(session: Session, screen: Any, login: Credentials) -> bool:
    # Imported here because only an interactive session needs it.
    from hall.judge.prompt import converse  # noqa: PLC0415

    screen.say(session.hall.say(FrameTexts.welcome(login.role, login.hall, str(login))))
    with contextlib.suppress(JudgeError):
        session.followed = session.table().name
    session.do(["tables" if session.followed is None else "show"])
    session.watch = "all"
    return converse(session, screen)
