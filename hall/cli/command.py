"""``jantaku hall``: keep the journals of all tables of a hall in one store, and serve the page of the hall."""

import argparse
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, Final

from config import ConfigError
from hall.cli.parts import add_reading, add_seating, add_tournament
from hall.forwarding.options import add_forwarding
from hall.page.choice import PORT, add_logins, add_options
from hall.push.options import add_push
from hall.store.option import add_store
from hall.store.store import StoreError
from table_controller.mqtt.gate import GateError
from wording.terminal.exit_status import ExitStatus
from wording.terminal.log import complain, use_journal
from wording.terminal.passwords import add_password_file

STORE: Final = "hall.sqlite"


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add ``hall`` to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "hall",
        description="Collects the journals of all tables of a hall from the broker into one store, each entry once and in "
        "order, until it is stopped, and with --http serves the page of the hall beside it. With WHAT it does something "
        "else.",
        epilog="A password may stand in an address (nats://user:password@host), but then everybody on this computer reads it "
        "in the list of processes: give a file instead, or the variable that its option names.",
    )
    what = parser.add_subparsers(title="instead of collecting", dest="what", metavar="[WHAT]")
    _add_place(parser)
    _add_broker(parser)
    parser.add_argument(
        "--share",
        metavar="NAME",
        help="one of several collectors of the hall, each with a name of its own; all write to one store",
    )
    add_options(parser)
    add_forwarding(parser)
    add_push(parser)
    parser.set_defaults(run=run, carry_out="hall.cli.running:collect", with_parent=False)
    _add_processes(what)
    for part in (*add_reading(what), *add_tournament(what)):
        _add_store(part)
    add_seating(what)
    _inherit(parser, {each.dest for each in parser._actions})  # noqa: SLF001 - argparse has no other way to ask
    return parser


def _add_processes(what: Any) -> None:
    """Add the processes that the collecting starts too, as its options ask."""
    page = what.add_parser("page", help="only serve the page")
    forwarding = what.add_parser("forward", help="only forward to a federation what the store holds")
    push = what.add_parser("push", help="only send messages to judges' telephones")
    page.set_defaults(carry_out="hall.cli.running:page")
    forwarding.set_defaults(carry_out="hall.forwarding.options:forward")
    push.set_defaults(carry_out="hall.cli.running:push")
    for part in (page, forwarding, push):
        _add_place(part)
        part.add_argument("--with-parent", action="store_true", help=argparse.SUPPRESS)
    for part in (page, push):
        _add_broker(part)
        add_push(part)
    add_options(page)
    add_logins(push)
    add_forwarding(forwarding)


def _add_place(parser: argparse.ArgumentParser) -> None:
    _add_store(parser)
    parser.add_argument("--hall", default="home", metavar="NAME", help="name of the hall (default: home)")


def _add_store(parser: argparse.ArgumentParser) -> None:
    add_store(
        parser,
        default=STORE,
        help=f"an SQLite file, or postgresql://user@host/database (default: {STORE})",
    )


def _add_broker(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--broker",
        default=f"127.0.0.1:{PORT}",
        metavar="HOST:PORT",
        help="the broker (default: this machine)",
    )
    parser.add_argument("--user", metavar="NAME", help="login at the broker, of the role hall")
    add_password_file(parser, "", "its password")
    parser.add_argument("--tls", action="store_true", help="encrypted; the broker shows a certificate")
    parser.add_argument(
        "--ca", type=Path, metavar="FILE", help="the authority that signed it, if not known; means --tls"
    )


def _inherit(parser: argparse.ArgumentParser, given: set[str]) -> None:
    """Keep an option given before WHAT, unless it is given again after it: a default would replace its value."""
    for action in parser._actions:  # noqa: SLF001 - as in add_parser
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - as in add_parser
            for part in action.choices.values():
                for each in part._actions:  # noqa: SLF001 - as in add_parser
                    each.default = argparse.SUPPRESS if each.dest in given else each.default
                _inherit(part, given)


def run(options: argparse.Namespace) -> int:
    """Return 0 if it was done, 1 if there is no such notice or branch, 2 if broker, store or options cannot be used."""
    if options.what in (None, "page", "forward", "push"):
        use_journal(JANTAKU_HALL=options.hall)
    try:
        # Named, not imported: clients and servers are slow to import, and what only reads the store does not need them.
        return int(resolve_name(options.carry_out)(options))
    except (StoreError, ConfigError, GateError) as error:
        complain(f"jantaku hall: {error}")
        return ExitStatus.UNUSABLE
