"""``jantaku logins``: who may log in at the broker of a hall, and as what."""

from __future__ import annotations

import contextlib
import getpass
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from config import ConfigError
from table_controller.commands.service import access_list
from table_controller.mqtt import logins
from table_controller.mqtt.passwords import hashed
from table_controller.mqtt.roles import ROLES

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from table_controller.mqtt.logins import Account

EXIT_DONE: Final = 0
LOGINS: Final = Path("/etc/jantaku/logins.toml")
ROLES_FILE: Final = Path("/etc/jantaku/roles.toml")
PASSWORDS: Final = Path("/etc/mosquitto/jantaku.passwd")
ACCESS: Final = Path("/etc/mosquitto/jantaku.acl")
LONGEST_PASSWORD: Final = 1000


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add ``logins`` to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "logins",
        help="who may log in at the broker, and as what",
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
        ConfigError: something cannot be used.
    """
    {"add": _add, "remove": _remove, "list": _list, "write": _write}[options.what](options)
    return EXIT_DONE


def _add(options: argparse.Namespace) -> None:
    accounts = _accounts(options.logins, new=True)
    login = logins.login_of(options.name, options.role, tuple(options.hall), tuple(options.table))
    password = _password(options.name, options.password_file)
    known = login.name in accounts
    accounts[login.name] = logins.Account(login, hashed(password))
    _keep(options.logins, accounts)
    print(f"{login.name} is {'now ' if known else ''}a {login.role}{_where(accounts[login.name])}")
    _say_write()


def _remove(options: argparse.Namespace) -> None:
    accounts = _accounts(options.logins)
    if options.name not in accounts:
        there = ", ".join(sorted(accounts)) or "none"
        raise ConfigError(f"{options.logins}: there is no login {options.name!r}; there are: {there}")
    del accounts[options.name]
    _keep(options.logins, accounts)
    print(f"{options.name} is no more")
    _say_write()


def _list(options: argparse.Namespace) -> None:
    accounts = _accounts(options.logins)
    for name, account in sorted(accounts.items()):
        missing = "" if account.password else ", without a password"
        print(f"{name}: {account.login.role}{_where(account)}{missing}")
    if not accounts:
        print("no logins")


def _write(options: argparse.Namespace) -> None:
    accounts = _accounts(options.logins)
    for path, text, group in (
        (options.passwords, access_list.password_file(accounts), "mosquitto"),
        (options.access, access_list.access_list(accounts), "mosquitto"),
        (options.roles, logins.written(accounts, passwords=False), "jantaku"),
    ):
        _replace(path, text, 0o640, group)
        print(f"{path} is written")
    print("The broker takes them at its next reload: sudo systemctl reload mosquitto")


def _accounts(path: Path, new: bool = False) -> dict[str, Account]:
    return {} if new and not path.exists() else logins.read(path)


def _keep(path: Path, accounts: Mapping[str, Account]) -> None:
    _replace(path, logins.written(accounts, passwords=True), 0o600)


def _replace(path: Path, text: str, mode: int, group: str | None = None) -> None:
    """Write a file whole or not at all; for root's files a group may read them."""
    if not path.name or (path.exists() and not path.is_file()):
        raise ConfigError(f"{path}: cannot be written: it is no file")
    part = path.with_name(f".{path.name[:100]}.{os.getpid()}")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if group is not None and os.geteuid() == 0:
            with contextlib.suppress(LookupError):  # this computer has no table or no broker
                shutil.chown(part, group=group)
        part.chmod(mode)
        part.replace(path)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        part.unlink(missing_ok=True)


def _password(name: str, file: Path | None) -> str:
    """The password from a file's first line, or typed twice."""
    if file is not None:
        try:
            with file.open(encoding="utf-8") as opened:
                password = opened.read(LONGEST_PASSWORD + 2).rstrip("\r\n")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"--password-file: {file} cannot be read: {error}") from None
    elif not sys.stdin.isatty():
        raise ConfigError(f"no password for {name}: give --password-file")
    else:
        try:
            password = getpass.getpass(f"password of {name}: ")
            again = getpass.getpass(f"once more the password of {name}: ")
        except EOFError:
            raise ConfigError(f"no password for {name}") from None
        if password != again:
            raise ConfigError("these were two different passwords; nothing was changed")
    if not password or len(password) > LONGEST_PASSWORD or not password.isprintable():
        raise ConfigError(
            f"the password of {name} is empty, of several lines or too long; nothing was changed"
        )
    return password


def _where(account: Account) -> str:
    halls, tables = account.login.halls, account.login.tables
    return "".join(
        f", {name} {' '.join(scope)}" for name, scope in (("hall", halls), ("table", tables)) if scope
    )


def _say_write() -> None:
    print("The broker knows of it after: sudo jantaku logins write && sudo systemctl reload mosquitto")
