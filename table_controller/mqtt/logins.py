"""The logins of a hall in one TOML file: name, role, halls and tables, and the password's hash as the broker stores it.

A table reads a copy without the passwords, which ``jantaku logins write`` makes, and rereads it whenever it changes.
"""

import base64
import hashlib
import hmac
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, get_args

import tomlkit

from config import ConfigError, read_text_file
from config.log_line import TROUBLE, Say
from table_controller.mqtt.gate import GateError, level_in
from table_controller.mqtt.roles import ONLOOKER, Login, Role
from table_controller.mqtt.topics import IN_HALL, TOPICS
from wording.barred import Where
from wording.command_line.errors import config_error, message_of_config
from wording.command_line.login_texts import BadLogin
from wording.command_line.settings_texts import Misset
from wording.misordered import BadFile

LOGIN_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
"""Names that are valid in a topic, an access list and a password file alike."""
RESERVED: Final = frozenset(each.end.partition("/")[0] for each in TOPICS if each.path.startswith(IN_HALL))
"""Names of topic levels: a login with such a name could receive other logins' messages."""
ITERATIONS: Final = 10_000
"""A hundred times as many as ``mosquitto_passwd`` uses; each login costs the broker some milliseconds."""
SALT_BYTES: Final = 12
"""Mosquitto 2.0 takes salts of exactly this length."""
HASH_BYTES: Final = 64
KEYS: Final = frozenset({"role", "halls", "tables", "password"})
HEAD: Final = "# The logins of a hall. `jantaku logins` writes this file: comments are not kept.\n"


@dataclass(frozen=True, slots=True)
class Account:
    """A login and its password's hash, which is empty if the file has none."""

    login: Login
    password: str = ""


def read(path: Path) -> dict[str, Account]:
    """Return the accounts of a file by name.

    Raises:
        ConfigError: the file cannot be read or has an invalid value; the text says where.
    """
    try:
        content = tomllib.loads(read_text_file(path, "logins"))
    except tomllib.TOMLDecodeError as error:
        raise config_error(BadFile.no_toml(str(path), str(error))) from None
    accounts = content.pop("logins", {})
    if content or not isinstance(accounts, dict):
        raise config_error(BadLogin.no_logins(str(path)))
    try:
        return {name: _account(name, each) for name, each in accounts.items()}
    except ConfigError as error:
        raise config_error(Misset.at(str(path), message_of_config(error))) from None


def written(accounts: Mapping[str, Account], *, passwords: bool) -> str:
    """Return the text of a file that holds these accounts."""
    tables = {}
    for name in sorted(accounts):
        login, password = accounts[name].login, accounts[name].password if passwords else ""
        fields = {"role": login.role, "halls": login.halls, "tables": login.tables, "password": password}
        tables[name] = {key: value for key, value in fields.items() if value}
    return f"{HEAD}\n{tomlkit.dumps({'logins': tables})}"


def login_of(name: str, role: str, halls: tuple[str, ...], tables: tuple[str, ...]) -> Login:
    """A login.

    Raises:
        ConfigError: a part of the login is invalid.
    """
    if not LOGIN_NAME.fullmatch(name) or name in RESERVED:
        raise config_error(BadLogin.no_name(repr(name[:70]), sorted(RESERVED)))
    for known in get_args(Role):
        if role == known:
            break
    else:
        raise config_error(BadLogin.no_role(name, repr(role), get_args(Role)))
    try:
        for each in (*halls, *tables):
            level_in(each, Where.at(name))
    except GateError as error:
        raise config_error(error.why) from None
    return Login(name, known, halls, tables)


class LoginsFile:
    """The logins that a table knows, reread when their file changes.

    Args:
        path: the path of the file.
        say: takes a line if a changed file cannot be used; the old logins then stay valid.

    Raises:
        ConfigError: the file cannot be used.
    """

    def __init__(self, path: Path, say: Say) -> None:
        self._path = path
        self._say = say
        self._seen = self._mark()
        self._accounts = read(path)

    def find(self, name: str) -> Login | None:
        """Return the login with a name; None if there is none."""
        account = self._known().get(name)
        return None if account is None else account.login

    def speaking(self, hall: str, table: str) -> frozenset[str]:
        """Return the names of the logins that may give a table any command."""
        logins = (account.login for account in self._known().values())
        return frozenset(
            login.name
            for login in logins
            if login.is_for(hall, table) and login.role != "table" and login.role not in ONLOOKER
        )

    def _known(self) -> Mapping[str, Account]:
        seen = self._mark()
        if seen != self._seen:
            self._seen = seen
            try:
                self._accounts = read(self._path)
            except ConfigError as error:
                self._say(f"logins as before: {error}", TROUBLE)
        return self._accounts

    def _mark(self) -> tuple[int, int, int]:
        try:
            status = self._path.stat()
        except OSError:
            return (0, 0, 0)
        return (status.st_mtime_ns, status.st_ino, status.st_size)


def _account(name: str, fields: Any) -> Account:
    if not isinstance(fields, dict) or not fields.keys() <= KEYS:
        raise config_error(BadLogin.keys(name, sorted(KEYS)))
    role, password = fields.get("role"), fields.get("password", "")
    if not isinstance(role, str) or not isinstance(password, str) or {":", "\n", "\r"} & set(password):
        raise config_error(BadLogin.no_text(name))
    scopes = [fields.get(key, []) for key in ("halls", "tables")]
    for scope in scopes:
        if not isinstance(scope, list) or not all(isinstance(each, str) for each in scope):
            raise config_error(BadLogin.no_lists(name))
    halls, tables = map(tuple, scopes)
    return Account(login_of(name, role, halls, tables), password)


def hashed(password: str, salt: bytes | None = None, iterations: int = ITERATIONS) -> str:
    """Return the hash of a password in Mosquitto's form, with a new salt unless one is given.

    It is PBKDF2 with SHA-512, ``$7$iterations$salt$hash`` (``mosquitto_passwd`` 2.0).
    """
    salt = os.urandom(SALT_BYTES) if salt is None else salt
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, iterations, HASH_BYTES)
    return f"$7${iterations}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"


def is_password(password: str, kept: str) -> bool:
    """Return whether a hash matches a password; a hash of another kind matches none."""
    try:
        _, kind, iterations, salt, _ = kept.split("$")
        mine = hashed(password, base64.b64decode(salt, validate=True), int(iterations))
    except ValueError:
        return False
    return kind == "7" and hmac.compare_digest(mine, kept)
