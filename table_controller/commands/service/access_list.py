"""The broker's access list and password file, made from the logins (``mosquitto.conf(5)``, ``acl_file``).

A login's name is part of the topics of its commands and answers, so that no login can speak or listen for another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_controller.commands.catalogue.catalogue import COMMANDS
from table_controller.commands.declaration import may_give
from table_controller.mqtt.address import TOPIC_PREFIX
from table_controller.mqtt.client import OF_THE_HALL
from table_controller.mqtt.home_assistant import EVERY_DEVICE, device_topic
from table_controller.mqtt.roles import ONLOOKER, may

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from table_controller.mqtt.logins import Account
    from table_controller.mqtt.roles import Login, Role

HEAD: Final = """\
# Who may read and write what, written by `jantaku logins write`: change the logins, not this file.
"""
PLAYERS: Final = "public/+"
STREAM: Final = "delayed/+"
WATCHED: Final = ("status", "state", "event", "alert/+", "telemetry/+", PLAYERS, STREAM)
"""Topics that a table publishes for people."""
COLLECTED: Final = ("entry",)
"""Topics that it publishes for the hall."""
OF_HALL: Final = ("status", "alert/+")
"""Topics that the hall publishes, below its own name among the tables."""
SHOWN: Final[Mapping[Role, tuple[str, ...]]] = {
    "player": (PLAYERS,),
    "stream": (STREAM,),
    **dict.fromkeys(("viewer", "organiser", "technician", "referee", "head-referee"), WATCHED),
    "table": (*WATCHED, *COLLECTED),
    "hall": ("status", "telemetry/journal", *COLLECTED),
}
"""The topics of a table that each role reads; a table writes them."""


def access_list(accounts: Mapping[str, Account]) -> str:
    """The access list of these accounts."""
    return HEAD + "".join(
        f"\nuser {name}\n" + "".join(f"topic {line}\n" for line in _lines(accounts[name].login))
        for name in sorted(accounts)
    )


def password_file(accounts: Mapping[str, Account]) -> str:
    """The password file of these accounts; one without a password cannot log in."""
    kept = {name: account.password for name, account in sorted(accounts.items()) if account.password}
    return "".join(f"{name}:{password}\n" for name, password in kept.items())


def _lines(login: Login) -> Iterator[str]:
    shown = "write" if login.role == "table" else "read"
    for place in (
        f"{TOPIC_PREFIX}/{hall}/{table}" for hall in login.halls or "+" for table in login.tables or "+"
    ):
        yield from (f"{shown} {place}/{rest}" for rest in SHOWN[login.role])
        if login.role == "table":
            yield f"read {place}/command/+/+"
        elif may(login.role, "referee"):
            yield f"write {place}/command/{login.name}/+"
        else:
            commands = sorted(name for name, kind in COMMANDS.items() if may_give(login.role, kind))
            yield from (f"write {place}/command/{login.name}/{name}" for name in commands)
    if set(WATCHED) <= set(SHOWN[login.role]):
        named = [device_topic(hall, table) for hall in login.halls for table in login.tables]
        yield from (f"{shown} {topic}" for topic in sorted(named))
        if not named:
            yield f"{shown} {EVERY_DEVICE}"
    if login.role == "hall":
        yield from (
            f"write {TOPIC_PREFIX}/{hall}/{OF_THE_HALL}/{rest}"
            for hall in login.halls or "+"
            for rest in OF_HALL
        )
    if login.role == "table":
        yield from (f"write {TOPIC_PREFIX}/{hall}/answer/#" for hall in login.halls or "+")
    elif login.role not in ONLOOKER:  # they ask for nothing, so nothing is answered
        yield from (f"readwrite {TOPIC_PREFIX}/{hall}/answer/{login.name}/#" for hall in login.halls or "+")
