"""Asks the daemon that runs on this computer for what its page's server gives to programs here."""

import ssl
from http.client import HTTPException
from typing import Final
from urllib.request import HTTPSHandler, ProxyHandler, build_opener

import msgspec

from table_controller.settings.in_force import SettingsInForce
from table_controller.web.doors.health_door import HEALTH_PATH, PublishedHealth

EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - asked of this computer, not listened on
"""The address at which this computer is asked when its page listens at all of its addresses."""
ANSWER_S: Final = 5.0
MOST_BYTES: Final = 1_000_000


def asked_of_table(listen: str, port: int, path: str, *, encrypted: bool) -> str:
    """Return what the page's server of this computer's table has at a path.

    Raises:
        OSError, HTTPException, ValueError: nothing answers there, or not with a text.
    """
    # Nothing secret is asked for, and the certificate is for the names under which others reach the page.
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
    # At the same address another table may have taken the place of this one.
    return health if (health["hall"], health["table"]) == (value("hall"), value("table")) else None
