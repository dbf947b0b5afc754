"""The settings of a hall's page, read from the command line."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, get_args

from config import ConfigError
from hall.push.options import PushChoice, push_choice
from table_controller.mqtt.gate import level_in
from table_controller.mqtt.logins import read as read_logins
from table_controller.mqtt.tls import client_context, server_context
from table_controller.web.broker_door import BrokerDoor, BrokerLogin
from table_controller.web.doors.metrics_door import MetricsPlace
from wording.barred import Where
from wording.terminal.outside import is_host
from wording.terminal.passwords import add_password_file, password_for

if TYPE_CHECKING:
    import ssl

    from hall.store.places import StorePlace

PORT: Final = 1883
TLS_PORT: Final = 8883


@dataclass(frozen=True, slots=True)
class PageChoice:
    """A hall's page.

    Attributes:
        hall: its name.
        host, port: where it listens.
        broker: the broker with which pages exchange messages.
        store: the hall's store, which also holds the books of tournaments.
        tls: encrypts the page; None: it is not encrypted.
        viewer: the login for people without one; None: they see nothing.
        metrics: the hosts that may read the hall's figures.
        push: push messages to telephones; None: there are none.
        logins: the file with each login's role; None: only the broker's access list decides.
    """

    hall: str
    host: str
    port: int
    broker: BrokerDoor
    store: StorePlace
    tls: ssl.SSLContext | None = None
    viewer: BrokerLogin | None = field(default=None, repr=False)
    logins: Path | None = None
    metrics: MetricsPlace = "here"
    push: PushChoice | None = None

    @property
    def address(self) -> str:
        """Return its address in a browser, if it is known here."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'http' if self.tls is None else 'https'}://{host}:{self.port}/"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the page."""
    page = parser.add_argument_group("the page of the hall")
    page.add_argument(
        "--http", metavar="HOST:PORT", help="serve it there: 0.0.0.0:8080, or 127.0.0.1:8080 for this machine"
    )
    page.add_argument("--certificate", type=Path, metavar="FILE", help="for https, with its key")
    page.add_argument("--key", type=Path, metavar="FILE", help="of the certificate")
    add_logins(page)
    page.add_argument(
        "--viewer", metavar="NAME", help="login for people who have none; without it they see nothing"
    )
    add_password_file(page, "viewer", "its password")
    page.add_argument(
        "--metrics",
        choices=get_args(MetricsPlace),
        default="here",
        help="from where programs that watch may read /metrics: off, here (this machine only, the default), network",
    )


def add_logins(parser: Any) -> None:
    """Add the option of what asks for roles: the page, and messages to telephones."""
    parser.add_argument(
        "--logins",
        type=Path,
        metavar="FILE",
        help="roles.toml of `jantaku logins write`: who may do what; without it the broker's access list alone decides",
    )


def page_choice(options: argparse.Namespace, store: StorePlace) -> PageChoice | None:
    """Return the settings of the page that the options ask for; None if they ask for no page.

    Raises:
        ConfigError: an option cannot be used.
        GateError: the hall's name is invalid.
    """
    if options.http is None:
        for name in ("certificate", "key", "logins", "viewer", "viewer_password_file"):
            if getattr(options, name):
                raise ConfigError(f"--{name.replace('_', '-')} is for the page: give --http HOST:PORT too")
        return None
    host, port = address_of("--http", options.http)
    level_in(options.hall, Where.at("--hall"))
    encrypted = options.tls or options.ca is not None
    line = client_context(options.ca) if encrypted else None
    broker_host, broker_port = address_of("--broker", options.broker, TLS_PORT if encrypted else PORT)
    if options.key is not None and options.certificate is None:
        raise ConfigError("--key needs --certificate")
    return PageChoice(
        options.hall,
        host,
        port,
        BrokerDoor(broker_host, broker_port, line),
        store,
        None if options.certificate is None else server_context(options.certificate, options.key),
        _viewer(options),
        options.logins,
        options.metrics,
        push_choice(options),
    )


def _viewer(options: argparse.Namespace) -> BrokerLogin | None:
    """Return the login for people who have none.

    Raises:
        ConfigError: it cannot be used, or has a higher role than viewer, or the logins cannot be read.
    """
    accounts = {} if options.logins is None else read_logins(options.logins)
    name = options.viewer
    if name is None:
        if options.viewer_password_file is not None:
            raise ConfigError("--viewer-password-file needs --viewer")
        return None
    if name in accounts and accounts[name].login.role != "viewer":
        raise ConfigError(
            f"--viewer {name!r} has the role {accounts[name].login.role}: everybody would have it"
        )
    return BrokerLogin(name, password_for(options, "viewer") or "")


def address_of(option: str, text: str, default_port: int | None = None) -> tuple[str, int]:
    """Return host and port of ``HOST:PORT``; the port may be missing if there is a default.

    Raises:
        ConfigError: it is not an address.
    """
    host, colon, port = text.rpartition(":")
    if not colon and default_port is not None:
        host, port = text, str(default_port)
    known = port.isascii() and port.isdecimal() and 0 < int(port[:6]) < 65536
    if not known or not is_host(host.strip("[]")):
        raise ConfigError(f"{option} {text[:100]!r} is no address: HOST:PORT")
    return host.strip("[]"), int(port)
