"""The login of a person at a terminal to the tables of a hall: the options, and the password."""

from __future__ import annotations

import argparse
import getpass
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from config import ConfigError, read_password
from referee.texts.language import LanguageName, language
from table_controller.client.errors import LoginError
from table_controller.mqtt.gate import is_level
from table_controller.mqtt.tls import client_context
from wording.frame import FrameTexts
from wording.misordered import Unreached
from wording.terminal.outside import is_host, message_of
from wording.terminal.passwords import variable_of
from wording.terminal.spoken import spoken_by

if TYPE_CHECKING:
    import ssl

    from table_controller.client.connection import Credentials

PORT: Final = 1883
TLS_PORT: Final = 8883
PASSWORD: Final = variable_of("")


def add_login_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the broker, hall and table to connect to, and for the login."""
    parser.add_argument(
        "--broker",
        default=f"127.0.0.1:{PORT}",
        metavar="HOST:PORT",
        help="the broker (default: this machine)",
    )
    parser.add_argument("--user", metavar="NAME", help="login at the broker")
    parser.add_argument("--password-file", type=Path, metavar="FILE", help="file that holds the password")
    parser.add_argument("--tls", action="store_true", help="encrypted; the broker shows a certificate")
    parser.add_argument(
        "--ca", type=Path, metavar="FILE", help="the authority that signed it, if not known; means --tls"
    )
    parser.add_argument(
        "--certificate", type=Path, metavar="FILE", help="ours, for a broker that wants one; means --tls"
    )
    parser.add_argument("--key", type=Path, metavar="FILE", help="of our certificate")
    parser.add_argument("--hall", default="home", metavar="NAME", help="name of the hall (default: home)")
    parser.add_argument("--table", metavar="NAME", help="the table to follow; the only one if there is one")


def login_of(options: argparse.Namespace) -> Credentials:
    """Return the broker's address and the login from the options; ask for a password if needed.

    Raises:
        LoginError: one of them is invalid.
    """
    # The broker's client is slow to import; wrong options of the command itself are reported before.
    from table_controller.client.connection import Credentials  # noqa: PLC0415

    tls: ssl.SSLContext | None = None
    if options.tls or options.ca or options.certificate:
        try:
            tls = client_context(options.ca, options.certificate, options.key)
        except ConfigError as error:
            raise LoginError(Unreached.certificates(message_of(error))) from None
    host, colon, port = options.broker.rpartition(":")
    if not colon:
        host, port = options.broker, str(PORT if tls is None else TLS_PORT)
    if not is_host(host.strip("[]")) or not port.isdecimal() or not 0 < int(port[:6]) < 65536:
        raise LoginError(Unreached.no_address(options.broker))
    for name in ("hall", "table", "user"):
        level = getattr(options, name)
        if level is not None and not is_level(level):
            raise LoginError(Unreached.no_topic(f"--{name}", level))
    return Credentials(
        host.strip("[]"),
        int(port),
        options.hall,
        options.user,
        None
        if options.user is None
        else password_of(options.user, options.password_file, spoken_by(options)),
        tls,
    )


def password_of(user: str, file: Path | None, words: LanguageName) -> str:
    """Return the password of a login: from a file, the environment, or the person at the terminal.

    Raises:
        LoginError: there is no password.
    """
    if file is not None:
        try:
            return read_password(file)
        except ConfigError as error:
            raise LoginError(Unreached.password_unread(message_of(error))) from None
    if PASSWORD in os.environ:
        return os.environ[PASSWORD]
    if not sys.stdin.isatty():
        raise LoginError(Unreached.no_password_given(user, PASSWORD))
    try:
        return getpass.getpass(language(words).say(FrameTexts.password(user)))
    except EOFError:
        raise LoginError(Unreached.no_password(user)) from None
