"""Logins for a simulated table, as in a hall: the broker asks for them, and the table checks roles itself.

The person who starts the simulation gets the logins of a judge, a viewer, a player and a stream. The built-in people
and the table have secret logins of their own.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from simulation.processes.ports import LOCALHOST
from table_controller.mqtt.logins import Account, hashed, login_of, written

if TYPE_CHECKING:
    from table_controller.client.connection import Credentials

HALL: Final = "home"
TABLE_LOGIN: Final = "sim"
PEOPLE_LOGIN: Final = "people"
HOUSE_JUDGE: Final = "house-judge"
ROLES: Final[Mapping[str, str]] = {
    "judge": "referee",
    "viewer": "viewer",
    "player": "player",
    "stream": "stream",
    HOUSE_JUDGE: "referee",
    PEOPLE_LOGIN: "viewer",
    TABLE_LOGIN: "table",
}
TOLD: Final = ("judge", "viewer", "player", "stream")
PASSWORD_BYTES: Final = 6


@dataclass(frozen=True, slots=True)
class Logins:
    """The files of a simulation's logins.

    Attributes:
        folder: holds them; only the person who started the simulation can read it.
        passwords: by login.
        roles: by login.
        printed: the logins that are printed for that person.
    """

    folder: Path
    passwords: Mapping[str, str]
    roles: Mapping[str, str]
    printed: tuple[str, ...]

    @property
    def broker_lines(self) -> str:
        """Return the lines of the broker's configuration for these logins."""
        return f"allow_anonymous false\npassword_file {self.folder}/passwords\nacl_file {self.folder}/access"

    @property
    def table_options(self) -> list[str]:
        """Return the table's options for these logins."""
        return ["--config", str(self.folder / "table.toml")]

    def of(self, name: str, mqtt: int) -> Credentials:
        # The client takes long to import.
        from table_controller.client.connection import Credentials  # noqa: PLC0415

        return Credentials(LOCALHOST, mqtt, HALL, name, self.passwords[name])

    def in_words(self) -> list[str]:
        """Return lines for the person who started the simulation."""
        return [
            f"Login: {name} ({self.roles[name]}), password {self.passwords[name]}" for name in self.printed
        ]


def make_logins(
    state: Path,
    roles: Mapping[str, str] = ROLES,
    *,
    tables: tuple[str, ...] = (TABLE_LOGIN,),
    printed: tuple[str, ...] = TOLD,
) -> Logins:
    """Make new passwords, and the files for the broker and for tables in a folder of ``state``.

    Args:
        state: folder of the simulation.
        roles: by login; one is a table's.
        tables: the tables for which they are valid; empty for all.
        printed: the logins of the person who started the simulation.
    """
    # Takes long to import, and most simulations have no logins.
    from table_controller.commands.service.access_list import access_list, password_file  # noqa: PLC0415

    folder = (state / "logins").resolve()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    passwords = {name: secrets.token_urlsafe(PASSWORD_BYTES) for name in roles}
    accounts = {
        name: Account(login_of(name, role, (HALL,), tables), hashed(passwords[name]))
        for name, role in roles.items()
    }
    files = {
        "passwords": password_file(accounts),
        "access": access_list(accounts),
        "roles.toml": written(accounts, passwords=False),
        **{f"{name}.password": f"{password}\n" for name, password in passwords.items()},
        "table.toml": _settings(folder, next(name for name, role in roles.items() if role == "table")),
    }
    for name, text in files.items():
        path = folder / name
        path.touch(mode=0o600)
        path.write_text(text, encoding="utf-8")
    return Logins(folder, passwords, roles, printed)


def _settings(folder: Path, table: str) -> str:
    settings = {
        "user": table,
        "password_file": str(folder / f"{table}.password"),
        "logins": str(folder / "roles.toml"),
    }
    lines = (f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in settings.items())
    return "[mqtt]\n" + "".join(lines)
