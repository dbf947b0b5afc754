"""The end of a journal as kept elsewhere: in a file, or at the table's broker."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import msgspec

from config import read_text_file
from referee.journal.reader import Head
from table_controller.mqtt.gate import is_level
from table_controller.mqtt.tls import client_context
from table_controller.mqtt.topics import JOURNAL_END
from wording.command_line.errors import config_error
from wording.command_line.journal_texts import Unremembered
from wording.terminal.outside import is_host
from wording.terminal.visible import without_password

PORTS: Final = {"mqtt": 1883, "mqtts": 8883}


def remembered_head(where: str, ca: Path | None, password_of: Callable[[str], str | None]) -> Head:
    """Return the number and hash of an entry as kept elsewhere.

    Args:
        where: a file with what ``jantaku journal head`` printed earlier, or the table at its broker
            (``mqtt://[USER@]HOST[:PORT]/HALL/TABLE``, ``mqtts://…``).
        ca: file of the authority that signed the broker's certificate; None for those that the system trusts.
        password_of: asks for the password of a login.

    Raises:
        ConfigError: the file or URL is invalid, or nothing is kept there.
        LoginError: the broker is away or refuses the login.
    """
    if where.partition("://")[0] in PORTS and "://" in where:
        return _of_broker(where, ca, password_of)
    text = read_text_file(Path(where), "heads of journals")
    return _head(text, where)


def _of_broker(url: str, ca: Path | None, password_of: Callable[[str], str | None]) -> Head:
    # The broker's client is slow to import.
    from table_controller.client.connection import BrokerLine, Credentials  # noqa: PLC0415

    shown = without_password(url)
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    except ValueError:
        raise config_error(Unremembered.no_broker_url(shown)) from None
    hall, _, table = map(unquote, parts.path.removeprefix("/").partition("/"))
    if not is_host(host) or not (is_level(hall) and is_level(table)) or parts.query:
        raise config_error(Unremembered.no_broker_url(shown))
    user = None if parts.username is None else unquote(parts.username)
    if user is not None and not is_level(user):
        raise config_error(Unremembered.no_broker_url(shown))
    password = None
    if user is not None:
        password = password_of(user) if parts.password is None else unquote(parts.password)
    tls = client_context(ca) if parts.scheme == "mqtts" else None
    answers: dict[str, Any] = {}
    line = BrokerLine(
        Credentials(host, port, hall, user, password, tls),
        lambda name, _topic, value: answers.update({name: value}),
        watched=(JOURNAL_END,),
    )
    line.open()
    line.close()
    value = answers.get(table)
    if value is None:
        raise config_error(Unremembered.not_told(shown, JOURNAL_END.end))
    return _head(json.dumps(value), shown)


def _head(text: str, name: str) -> Head:
    try:
        return msgspec.json.decode(text, type=Head, strict=True)
    except ValueError:
        raise config_error(Unremembered.no_head(name)) from None
