"""``jantaku logins``: the logins at the broker of a hall, and their roles."""

import argparse
import contextlib
import getpass
import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from config import LONGEST_PASSWORD, read_password
from config.text_file import write_whole
from referee.texts.message import Message
from table_controller.mqtt import logins
from table_controller.mqtt.logins import Account, hashed
from table_controller.mqtt.roles import ROLES
from wording.command_line.errors import config_error, errno_of
from wording.command_line.login_texts import BadLogin, Registered
from wording.misordered import BadFile
from wording.terminal.exit_status import ExitStatus
from wording.terminal.spoken import in_words

LOGINS: Final = Path("/etc/jantaku/logins.toml")
ROLES_FILE: Final = Path("/etc/jantaku/roles.toml")
PASSWORDS: Final = Path("/etc/mosquitto/jantaku.passwd")
ACCESS: Final = Path("/etc/mosquitto/jantaku.acl")


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add ``logins`` to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "logins",
        description="Keeps the logins of a hall in one file, and writes from it what the broker and the tables need.",
    )
    what = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    add = what.add_parser("add", help="add a login, or change the role, place or password of one")
    add.add_argument("name", metavar="NAME")
    add.add_argument("--role", required=True, choices=ROLES)
    add.add_argument(
        "--hall", action="append", default=[], metavar="NAME", help="only for this hall; may be repeated"
    )
    add.add_argument(
        "--table", action="append", default=[], metavar="NAME", help="only for this table; may be repeated"
    )
    add.add_argument(
        "--password-file",
        type=Path,
        metavar="FILE",
        help="file that holds the password; otherwise it is asked for",
    )
    remove = what.add_parser("remove", help="remove a login")
    remove.add_argument("name", metavar="NAME")
    shown = what.add_parser("list", help="all logins with their roles")
    write = what.add_parser("write", help="write the files of the broker and of the tables from the logins")
    write.add_argument(
        "--passwords", type=Path, default=PASSWORDS, metavar="FILE", help=f"of Mosquitto ({PASSWORDS})"
    )
    write.add_argument("--access", type=Path, default=ACCESS, metavar="FILE", help=f"of Mosquitto ({ACCESS})")
    write.add_argument(
        "--roles",
        type=Path,
        default=ROLES_FILE,
        metavar="FILE",
        help=f"for every table, without passwords ({ROLES_FILE})",
    )
    for each in (add, remove, shown, write):
        each.add_argument(
            "--logins", type=Path, default=LOGINS, metavar="FILE", help=f"the logins ({LOGINS})"
        )
    parser.set_defaults(run=run)
    return parser


def run(options: argparse.Namespace) -> int:
    """Run ``jantaku logins``.

    Raises:
        ConfigError: an option or a file cannot be used.
    """
    {"add": _add, "remove": _remove, "list": _list, "write": _write}[options.what](options)
    return ExitStatus.DONE


def _add(options: argparse.Namespace) -> None:
    accounts = _accounts(options.logins, new=True)
    login = logins.login_of(options.name, options.role, tuple(options.hall), tuple(options.table))
    password = _password(options)
    known = login.name in accounts
    accounts[login.name] = logins.Account(login, hashed(password))
    _keep(options.logins, accounts)
    _say(options, Registered.granted(login.name, login.role, login.halls, login.tables, known=known))
    _say(options, Registered.to_write())


def _remove(options: argparse.Namespace) -> None:
    accounts = _accounts(options.logins)
    if options.name not in accounts:
        raise config_error(BadLogin.not_there(str(options.logins), repr(options.name), sorted(accounts)))
    del accounts[options.name]
    _keep(options.logins, accounts)
    _say(options, Registered.removed(options.name))
    _say(options, Registered.to_write())


def _list(options: argparse.Namespace) -> None:
    accounts = _accounts(options.logins)
    for name, account in sorted(accounts.items()):
        login = account.login
        _say(
            options,
            Registered.listed(name, login.role, login.halls, login.tables, password=bool(account.password)),
        )
    if not accounts:
        _say(options, Registered.nobody())


def _write(options: argparse.Namespace) -> None:
    # It needs the catalogue of commands, which is slow to import.
    from table_controller.commands.service import access_list  # noqa: PLC0415

    accounts = _accounts(options.logins)
    for path, text, group in (
        (options.passwords, access_list.password_file(accounts), "mosquitto"),
        (options.access, access_list.access_list(accounts), "mosquitto"),
        (options.roles, logins.written(accounts, passwords=False), "jantaku"),
    ):
        _replace(path, text, 0o640, group)
        _say(options, Registered.written(str(path)))
    _say(options, Registered.to_reload())


def _accounts(path: Path, new: bool = False) -> dict[str, Account]:
    return {} if new and not path.exists() else logins.read(path)


def _keep(path: Path, accounts: Mapping[str, Account]) -> None:
    _replace(path, logins.written(accounts, passwords=True), 0o600)


def _replace(path: Path, text: str, mode: int, group: str | None = None) -> None:
    """Write a file whole or not at all; a file owned by root can be made readable for a group."""
    if not path.name or (path.exists() and not path.is_file()):
        raise config_error(BadFile.no_file(str(path)))

    def for_group(part: Path) -> None:
        if group is not None and os.geteuid() == 0:
            with contextlib.suppress(LookupError):  # this computer has no table or no broker
                shutil.chown(part, group=group)

    try:
        write_whole(path, text.encode(), mode, for_group)
    except OSError as error:
        raise config_error(BadFile.unwritten(str(path), errno_of(error))) from None


def _password(options: argparse.Namespace) -> str:
    """Return the password from a file, or ask for it twice."""
    name: str = options.name
    if options.password_file is not None:
        return read_password(options.password_file)
    if not sys.stdin.isatty():
        raise config_error(BadLogin.password_file(name))
    try:
        password = getpass.getpass(in_words(options, Registered.ask(name)))
        again = getpass.getpass(in_words(options, Registered.ask_again(name)))
    except EOFError:
        raise config_error(BadLogin.no_password(name)) from None
    if password != again:
        raise config_error(BadLogin.two_passwords())
    if not password or len(password) > LONGEST_PASSWORD or not password.isprintable():
        raise config_error(BadLogin.bad_password(name))
    return password


def _say(options: argparse.Namespace, what: Message) -> None:
    print(in_words(options, what))
