"""The broker's access list and password file, made from the logins (``mosquitto.conf(5)``, ``acl_file``).

A login's name is part of the topics of its commands and answers, so that no login can speak or listen for another.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from table_controller.commands.catalogue.catalogue import COMMANDS
from table_controller.mqtt.home_assistant import device_topic
from table_controller.mqtt.logins import Account
from table_controller.mqtt.roles import ONLOOKER, Login, may
from table_controller.mqtt.topics import (
    ANSWER,
    COMMAND,
    HOME_DEVICE,
    OF_TABLE,
    OF_THE_HALL,
    PUBLISHED,
    DeclaredTopic,
)

HEAD: Final = """\
# Who may read and write what, written by `jantaku logins write`: change the logins, not this file.
"""


def access_list(accounts: Mapping[str, Account]) -> str:
    """Return the access list of these accounts."""
    return HEAD + "".join(
        f"\nuser {name}\n" + "".join(f"topic {line}\n" for line in _lines(accounts[name].login))
        for name in sorted(accounts)
    )


def password_file(accounts: Mapping[str, Account]) -> str:
    """Return the password file of these accounts; an account without a password cannot log in."""
    kept = {name: account.password for name, account in sorted(accounts.items()) if account.password}
    return "".join(f"{name}:{password}\n" for name, password in kept.items())


def _lines(login: Login) -> Iterator[str]:
    halls, tables, role = login.halls or ("+",), login.tables or ("+",), login.role
    shown = "write" if role == "table" else "read"
    topics = [each for each in PUBLISHED if (role in each.writers if role == "table" else each.is_for(role))]
    for place in [(hall, table) for hall in halls for table in tables]:
        yield from (f"{shown} {each}" for each in _granted(topics, *place))
        if role == "table":
            yield f"read {COMMAND.filter(*place)}"
        elif may(role, "referee"):
            yield f"write {COMMAND.filter(*place, login.name)}"
        else:
            commands = sorted(name for name, kind in COMMANDS.items() if kind.is_for(role))
            yield from (f"write {COMMAND.filter(*place, login.name, name)}" for name in commands)
    if HOME_DEVICE in topics:
        named = sorted(device_topic(hall, table) for hall in login.halls for table in login.tables)
        yield from (f"{shown} {each}" for each in named or (HOME_DEVICE.filter(),))
    if role == "hall":
        spoken = [each for each in PUBLISHED if role in each.writers]
        yield from (f"write {each}" for hall in halls for each in _granted(spoken, hall, OF_THE_HALL))
    if role == "table":
        yield from (f"write {ANSWER.below(hall)}#" for hall in halls)
    elif role not in ONLOOKER:  # they send no requests, so they receive no answers
        yield from (f"readwrite {ANSWER.below(hall, login.name)}#" for hall in halls)


def _granted(topics: Collection[DeclaredTopic], hall: str, table: str) -> Iterable[str]:
    """Return the filters of a table's topics, those for people first.

    If every topic of a folder is granted, grant the whole folder: a newer table may add topics to it.
    """
    filters: dict[str, None] = {}
    for each in sorted(OF_TABLE, key=lambda each: not each.is_for("viewer")):
        if each in topics:
            only = each.filter(hall, table)
            whole = each.folder and all(one in topics for one in OF_TABLE if one.folder == each.folder)
            filters[f"{only.rpartition('/')[0]}/+" if whole else only] = None
    return filters
