"""Queries the daemon on this computer: its page's server gives some data to local programs."""

import ssl
from http.client import HTTPException
from typing import Final
from urllib.request import HTTPSHandler, ProxyHandler, build_opener

import msgspec

from table_controller.settings.in_force import SettingsInForce
from table_controller.web.doors.health_door import HEALTH_PATH, PublishedHealth

EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - only compared, not listened on
"""The address to query on this computer when its page listens at all addresses."""
ANSWER_S: Final = 5.0
MOST_BYTES: Final = 1_000_000


def asked_of_table(listen: str, port: int, path: str, *, encrypted: bool) -> str:
    """Return the text at a path of this table's page server.

    Raises:
        OSError, HTTPException, ValueError: nothing answers there, or the answer is no text.
    """
    # The data is not secret, and the certificate only covers the names by which other computers reach the page.
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    host = EVERYWHERE.get(listen, listen)
    place = f"[{host}]" if ":" in host else host
    opener = build_opener(ProxyHandler({}), HTTPSHandler(context=trusting))
    with opener.open(f"http{'s' * encrypted}://{place}:{port}{path}", timeout=ANSWER_S) as answer:
        return str(answer.read(MOST_BYTES).decode())


def health_of(force: SettingsInForce) -> PublishedHealth | None:
    """Return the health of the table that has these settings; None if it does not answer."""
    value = force.value
    listen, port, encrypted = value("http.listen"), value("http.port"), bool(value("http.certificate"))
    if not port:
        return None
    try:
        text = asked_of_table(listen, port, HEALTH_PATH, encrypted=encrypted)
        health = msgspec.json.decode(text, type=PublishedHealth)
    except (OSError, HTTPException, ValueError, msgspec.MsgspecError):
        return None
    # Another table may now be running at this address.
    return health if (health["hall"], health["table"]) == (value("hall"), value("table")) else None
