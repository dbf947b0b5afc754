"""The network part of the settings: broker, encryption, ports, logins."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from config import ConfigError, read_password
from table_controller.health.calls.addresses import CallAddress, read_addresses
from table_controller.mqtt.address import Address
from table_controller.mqtt.logins import login_of
from table_controller.mqtt.logins import read as read_logins
from table_controller.mqtt.roles import CALLS_A_JUDGE, refusal
from table_controller.settings.file import LAST_PORT
from wording.command_line.errors import config_error, message_of_config
from wording.command_line.settings_texts import Misset
from wording.terminal.outside import is_host

if TYPE_CHECKING:
    import ssl


def address(text: str, place: Mapping[str, str], mqtt: Mapping[str, Any]) -> Address:
    """Return the broker's address with the table's login; ``place`` has the names of hall and table.

    Raises:
        ConfigError: a setting cannot be used; the text names it.
    """
    host, _, port = text.rpartition(":")
    if (
        not is_host(host.strip("[]"))
        or not port.isdecimal()
        or not port.isascii()
        or not 0 < int(port[:6]) <= LAST_PORT
    ):
        raise config_error(Misset.no_address(repr(text), LAST_PORT))
    password = _password("mqtt.password_file", mqtt["password_file"])
    return Address(
        host.strip("[]"),
        int(port),
        place["hall"],
        place["table"],
        mqtt["user"] or None,
        password,
        _client_tls(mqtt),
        mqtt["public_names"],
    )


def logins_file(path: str) -> Path | None:
    """Return the file of the roles that the table checks; None if there is none.

    Raises:
        ConfigError: the file cannot be used.
    """
    if not path:
        return None
    read_logins(Path(path))
    return Path(path)


def server_tls(http: Mapping[str, Any]) -> ssl.SSLContext | None:
    """Return the TLS context of the page's server; None if the page is not encrypted.

    Raises:
        ConfigError: a file cannot be used.
    """
    certificate, key = (_file(f"http.{name}", http[name]) for name in ("certificate", "key"))
    if certificate is None:
        if key is not None:
            raise config_error(Misset.only_with("http.key", "http.certificate"))
        return None
    # Most pages and connections are not encrypted and need no import, here and below.
    from table_controller.mqtt.tls import server_context  # noqa: PLC0415

    return server_context(certificate, key)


def certificates(values: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the files of the certificates that the settings name: the page's, and those of the line to the broker."""
    mqtt = values["mqtt"]
    named = (values["http"]["certificate"], *((mqtt["ca"], mqtt["certificate"]) if mqtt["tls"] else ()))
    return tuple(filter(None, named))


def line_tls(mqtt: Mapping[str, Any]) -> ssl.SSLContext | None:
    """Return the page server's TLS context for the broker, without the table's certificate: the page is not the table."""
    return _client_context(_file("mqtt.ca", mqtt["ca"])) if mqtt["tls"] else None


def viewer(http: Mapping[str, Any], logins: Path | None) -> tuple[str, str] | None:
    """Return the name and password for people without a login; None if they see nothing.

    Raises:
        ConfigError: the password's file cannot be used, or the login has a higher role than viewer.
    """
    password = _password("http.viewer_password_file", http["viewer_password_file"])
    if not http["viewer"]:
        if password is not None:
            raise config_error(Misset.only_with("http.viewer_password_file", "http.viewer"))
        return None
    account = None if logins is None else read_logins(logins).get(http["viewer"])
    if account is not None and account.login.role != "viewer":
        raise config_error(Misset.no_viewer("http.viewer", repr(http["viewer"]), account.login.role))
    return http["viewer"], password or ""


def caller(values: Mapping[str, Any], logins: Path | None) -> str:
    """Return the login with which Home Assistant may call a judge; empty if it may not.

    Raises:
        ConfigError: no login has this name, or it may not call a judge at this table.
    """
    name: str = values["home_assistant"]["caller"]
    if not name:
        return ""
    login_of(name, CALLS_A_JUDGE, (), ())
    if logins is None:  # the broker's access list decides
        return name
    account = read_logins(logins).get(name)
    why = refusal(
        None if account is None else account.login,
        name,
        CALLS_A_JUDGE,
        hall=values["hall"],
        table=values["table"],
    )
    if why is not None:
        raise config_error(why)
    return name


def call_addresses(path: str) -> tuple[CallAddress, ...]:
    """Return the addresses at which people are called; none without a file.

    Raises:
        ConfigError: the file cannot be used.
    """
    return read_addresses(Path(path)) if path else ()


def _password(name: str, path: str) -> str | None:
    """Return the password in a file; None without a file."""
    if not path:
        return None
    try:
        return read_password(Path(path))
    except ConfigError as error:
        raise config_error(Misset.at(name, message_of_config(error))) from None


def _file(name: str, path: str) -> Path | None:
    if not path.isprintable():
        raise config_error(Misset.invisible(name, ascii(path)))
    return Path(path) if path else None


def _client_tls(mqtt: Mapping[str, Any]) -> ssl.SSLContext | None:
    """Return the TLS context for the broker; None if the connection is not encrypted."""
    ca, certificate, key = (_file(f"mqtt.{name}", mqtt[name]) for name in ("ca", "certificate", "key"))
    if not mqtt["tls"]:
        for name, file in (("ca", ca), ("certificate", certificate), ("key", key)):
            if file is not None:
                raise config_error(Misset.only_with(f"mqtt.{name}", "mqtt.tls = true"))
        return None
    if key is not None and certificate is None:
        raise config_error(Misset.only_with("mqtt.key", "mqtt.certificate"))
    return _client_context(ca, certificate, key)


def _client_context(ca: Path | None, *own: Path | None) -> ssl.SSLContext:
    # Most connections stay within one computer and need no encryption.
    from table_controller.mqtt.tls import client_context  # noqa: PLC0415

    return client_context(ca, *own)
