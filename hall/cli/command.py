"""``jantaku hall``: keep the journals of all tables of a hall in one store, and serve the page of the hall."""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from config import ConfigError
from hall.collecting.troubles import trouble_of
from hall.forwarding.options import (
    add_forwarding,
    forward,
)
from hall.page.choice import PORT, add_options
from hall.push.options import add_push
from hall.store.option import add_store, store_of
from hall.store.store import StoreError
from referee.journal.entry import JournalCorruptError
from referee.journal.journal import utc_now
from referee.texts.language import Language, language
from table_controller.mqtt.gate import GateError
from wording.terminal.exit_status import ExitStatus
from wording.terminal.log import complain, use_journal
from wording.terminal.passwords import add_password_file

STORE: Final = Path("hall.sqlite")


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add ``hall`` to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "hall",
        description="Collects the journals of all tables of a hall from the broker into one store, each entry once and in "
        "order. Without WHAT it does so until it is stopped, and with --http serves the page of the hall beside it.",
        epilog="A password may stand in an address (nats://user:password@host), but then everybody on this computer reads it "
        "in the list of processes: give a file instead, or the variable that its option names.",
    )
    _add_what(parser)
    add_store(
        parser,
        default=str(STORE),
        help=f"an SQLite file, or postgresql://user@host/database (default: {STORE})",
    )
    parser.add_argument("--table", metavar="NAME", help="with head: which table")
    parser.add_argument(
        "--branch", type=_number, metavar="N", help="with head: which of its branches (default: the newest)"
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="with export: where the files go")
    parser.add_argument("--notice", type=_number, metavar="N", help="with resolve: its number")
    parser.add_argument("--json", action="store_true", help="with status: for programs")
    parser.add_argument(
        "--broker",
        default=f"127.0.0.1:{PORT}",
        metavar="HOST:PORT",
        help="the broker (default: this machine)",
    )
    parser.add_argument("--user", metavar="NAME", help="login at the broker, of the role hall")
    add_password_file(parser, "", "its password")
    parser.add_argument("--tls", action="store_true", help="encrypted; the broker shows a certificate")
    parser.add_argument("--ca", type=Path, metavar="FILE", help="who signed it, if not known; means --tls")
    parser.add_argument("--hall", default="home", metavar="NAME", help="name of the hall (default: home)")
    parser.add_argument(
        "--share",
        metavar="NAME",
        help="one of several collectors of the hall, each with a name of its own; all write to one store",
    )
    add_options(parser)
    add_forwarding(parser)
    add_push(parser)
    parser.add_argument("--with-parent", action="store_true", help=argparse.SUPPRESS)
    parser.set_defaults(run=run)
    return parser


def _add_what(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        nargs="?",
        choices=(
            "collect",
            "page",
            "forward",
            "push",
            "status",
            "head",
            "export",
            "resolve",
            "seating",
            "tournament",
        ),
        default="collect",
        metavar="WHAT",
        help="collect (default); page: only serve the page; forward: only forward what the store holds; push: only tell judges' telephones what stands; status: what the store holds; head: where a table's journal ends, for "
        "`jantaku journal verify --against`; export: the games as Parquet files, for analysis; resolve: note that a notice "
        "was seen to; seating: `seating check FILE` judges any seating plan (CSV) beside one of ours, `seating try NUMBER` "
        "tries the generator with random tournaments; tournament: `tournament list` lists all, `tournament records GAMES` prints each player's "
        "last games, rating and records over all of them, `tournament repair ID` prints the seats that a repair of the plan would "
        "change, `tournament export ID FILE` and "
        "`tournament import FILE` take a whole tournament from one hall to another, `tournament forget PLAYER` says what "
        "forgetting a player changes in all of them",
    )
    parser.add_argument(
        "arguments", nargs="*", metavar="ARGUMENT", help="with seating and tournament: see there"
    )


def run(options: argparse.Namespace) -> int:
    """Return 0 if it was done, 1 if there is no such notice or branch, 2 if broker, store or options cannot be used."""
    words = language(getattr(options, "lang", None) or "en")
    if options.what in ("collect", "page", "forward", "push"):
        use_journal(JANTAKU_HALL=options.hall)
    try:
        if options.arguments or options.what in ("seating", "tournament"):
            return _of_tournaments(options)
        if options.what == "status":
            return _status(options, words)
        if options.what == "head":
            return _head(options)
        if options.what == "export":
            return _export(options, words)
        if options.what == "resolve":
            return _resolve(options)
        if options.what == "forward":
            return forward(options)
        # Clients and servers are slow to import, and ``status`` does not need them.
        from hall.cli.running import collect, page, push  # noqa: PLC0415

        if options.what == "page":
            return page(options)
        if options.what == "push":
            return push(options)
        return collect(options, words)
    except (StoreError, ConfigError, GateError) as error:
        complain(f"jantaku hall: {error}")
        return ExitStatus.UNUSABLE


def _of_tournaments(options: argparse.Namespace) -> int:
    """Carry out a command that has arguments."""
    if options.what == "seating":
        from hall.cli.seating import seating  # noqa: PLC0415

        return seating(options.arguments)
    if options.what == "tournament":
        from hall.cli.tournament import tournament  # noqa: PLC0415

        return tournament(options, options.arguments)
    raise ConfigError(f"{options.what} takes no {options.arguments[0]}")


def _status(options: argparse.Namespace, words: Language) -> int:
    from hall.collecting.collector import described  # noqa: PLC0415

    store = store_of(options).existing()
    try:
        branches, notices, stalls = described(store), store.notices(), store.stalls()
        unforwarded = store.unforwarded() if stalls else 0
    finally:
        store.close()
    if options.json:
        status = {
            "branches": branches,
            "open_notices": sum(not each.resolved for each in notices),
            "stalls": list(map(asdict, stalls)),
        }
        print(json.dumps(status))
        return ExitStatus.DONE
    for each in branches:
        own = (
            f"entries {each['first']} to {each['number']}"
            if each["first"] > 1
            else f"{each['number']} entries"
        )
        waits = f", {each['waiting']} wait for an earlier one" if each["waiting"] else ""
        far = "" if each["forwarded"] is None else f", forwarded up to {each['forwarded']}"
        print(
            f"table {each['table']}, branch {each['branch']}: {own}, the newest at {each['newest']}{waits}{far}"
        )
    for notice in notices:
        if not notice.resolved:
            print(f"notice {notice.name}, {notice.wall}: {words.say(trouble_of(notice.notice).text)}")
    for stall in stalls:
        print(
            f"not forwarded to {stall.place} since {stall.since}, last tried at {stall.tried}: {stall.why}; "
            f"{unforwarded} entries wait"
        )
    return ExitStatus.DONE


def _head(options: argparse.Namespace) -> int:
    """Print the last entry of a branch in the format of ``jantaku journal head``."""
    if options.table is None:
        raise ConfigError("head needs --table NAME; status lists them")
    store = store_of(options).existing()
    try:
        found = [
            (wall, branch)
            for branch, wall in store.branches_with_walls()
            if branch.table == options.table and options.branch in {None, branch.name}
        ]
    finally:
        store.close()
    if not found:
        print(f"jantaku hall: no such branch of table {options.table!r}", file=sys.stderr)
        return ExitStatus.NOT_DONE
    _, newest = max(found, key=lambda each: (each[0], each[1].name))
    print(json.dumps({"number": newest.number, "digest": newest.digest}))
    return ExitStatus.DONE


def _export(options: argparse.Namespace, words: Language) -> int:
    """Write the games of each table from the newest branch of its journal."""
    # The referee is slow to import, and nothing else here needs it.
    from hall.collecting.collected import rows_of_store  # noqa: PLC0415
    from table_controller.journal.analysis.parquet import write_parquet  # noqa: PLC0415

    if options.out is None:
        raise ConfigError("export needs --out DIR")
    store = store_of(options).existing()
    try:
        counts = write_parquet(rows_of_store(store), options.out)
    except JournalCorruptError as error:
        raise StoreError(words.say(error.why)) from error
    except OSError as error:
        raise ConfigError(f"{options.out}: {error.strerror or error}") from error
    finally:
        store.close()
    print(f"{options.out}: " + ", ".join(f"{number} {name}" for name, number in counts.items()))
    return ExitStatus.DONE


def _resolve(options: argparse.Namespace) -> int:
    if options.notice is None:
        raise ConfigError("resolve needs --notice N; status lists them")
    store = store_of(options).existing()
    try:
        done = store.resolve(options.notice, utc_now())
    finally:
        store.close()
    print(f"notice {options.notice} is seen to" if done else f"there is no open notice {options.notice}")
    return ExitStatus.DONE if done else ExitStatus.NOT_DONE


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > 15:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number of a notice")
    return int(text)
