"""The way to push services on the Internet: which addresses we call at all, one request, and its delivery.

A browser names the address of its push service, and anybody who logs in can name another. So it passes this gate, a name
that leads into the club's own network is not called, and no redirection is followed.
"""

from __future__ import annotations

import http.client
import ipaddress
import re
import socket
import threading
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias
from urllib.parse import urlsplit

if TYPE_CHECKING:
    import ssl

LONGEST_ENDPOINT: Final = 1000
"""The most characters of an address; those of today's services have 300 at most."""
ADDRESS: Final = re.compile(r"https://[!-~]+")
HOST: Final = re.compile(r"(?=.{4,253}\Z)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]")
PORT: Final = 443
STEP_S: Final = 10.0
"""The time for connecting, and for each part of an answer. [s]"""
WHOLE_S: Final = 20.0
"""The time after which a request is given up, however slowly its answer comes. [s]"""
MOST_ANSWER: Final = 4096
LONGEST_ASKED_S: Final = 3600.0
GONE: Final = frozenset({404, 410})
"""The subscription does not exist any more (RFC 8030, 7.3)."""
TOO_MANY: Final = 429
Result: TypeAlias = Literal["taken", "gone", "later", "refused", "unknown"]
"""The outcome of sending a message. ``later``: the service has certainly not taken it, so it may be sent again;
``unknown``: it may have taken it."""


class EndpointError(ValueError):
    """An address of a push service is not one that we call; the text says why."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A browser's subscription at its push service.

    Attributes:
        path: with the query; secret, since anybody who knows it can send.
    """

    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        """The push service, for its proof of our name."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"https://{host}" if self.port == PORT else f"https://{host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Delivery:
    """The delivery of a message.

    Attributes:
        why: for the log.
        pause_s: the time that the service asks us to wait.
    """

    result: Result
    why: str = ""
    pause_s: float = 0.0


def endpoint_in(text: str, *, private: bool) -> Endpoint:
    """Check the address of a subscription; only ``private`` ones may have a port other than 443, or be a number.

    Raises:
        EndpointError: we call no such address.
    """
    if len(text) > LONGEST_ENDPOINT or not ADDRESS.fullmatch(text):
        raise EndpointError("no https address")
    try:
        parts = urlsplit(text)
        host, port = (parts.hostname or "").lower(), parts.port or PORT
    except ValueError:
        raise EndpointError("no address") from None
    if "@" in parts.netloc or parts.fragment:
        raise EndpointError("an address with a login or a fragment")
    named = HOST.fullmatch(host) is not None and not host.endswith((".local", ".localhost", ".internal"))
    if not private and (not named or port != PORT):
        raise EndpointError("no push service on the Internet")
    path = parts.path or "/"
    return Endpoint(host, port, f"{path}?{parts.query}" if parts.query else path)


class Sender:
    """Sends messages; may be used by several threads.

    Args:
        tls: verifies push services.
        private: whether one of the club's own network may be called.
    """

    def __init__(self, tls: ssl.SSLContext, *, private: bool) -> None:
        self._tls = tls
        self._private = private

    def send(self, to: Endpoint, body: bytes, headers: Mapping[str, str]) -> Delivery:
        """Send a message; return its delivery within half a minute, not counting a slow name server."""
        try:
            line = self._connected(to)
        except EndpointError as error:
            return Delivery("refused", str(error))
        except (OSError, UnicodeError) as error:
            return Delivery("later", str(error))
        # A service that answers one byte at a time would never meet the time limit of a step.
        over = threading.Timer(WHOLE_S, _shut, (line,))
        over.start()
        try:
            return _asked(to, line, body, headers)
        finally:
            over.cancel()
            line.close()

    def _connected(self, to: Endpoint) -> socket.socket:
        """Return an encrypted connection, to an address that has been checked.

        Raises:
            EndpointError: the name leads to an address that is not on the Internet.
            OSError: nobody answers, or it is not the right server.
        """
        found = socket.getaddrinfo(to.host, to.port, type=socket.SOCK_STREAM)
        addresses = [str(place[4][0]) for place in found]
        if not self._private and not all(map(_is_outside, addresses)):
            raise EndpointError(f"{to.host} is an address of a private network")
        return self._tls.wrap_socket(_first_of(addresses, to.port), server_hostname=to.host)


def _is_outside(text: str) -> bool:
    """Return whether an address is one of the Internet."""
    address = ipaddress.ip_address(text.partition("%")[0])
    return address.is_global and not address.is_multicast


def _first_of(addresses: Sequence[str], port: int) -> socket.socket:
    error: OSError = OSError("no address")
    for address in addresses:
        try:
            return socket.create_connection((address, port), STEP_S)
        except OSError as failed:
            error = failed
    raise error


def _shut(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)


def _asked(to: Endpoint, line: socket.socket, body: bytes, headers: Mapping[str, str]) -> Delivery:
    connection = http.client.HTTPConnection(to.host, to.port)
    connection.sock = line
    try:
        connection.request("POST", to.path, body, dict(headers))
        with closing(connection.getresponse()) as answer:
            answer.read(MOST_ANSWER)
            return _outcome(answer.status, answer.getheader("Retry-After") or "")
    except (OSError, http.client.HTTPException) as error:
        return Delivery("unknown", f"no answer: {error or type(error).__name__}")


def _outcome(status: int, pause: str) -> Delivery:
    if 200 <= status < 300:
        return Delivery("taken")
    if status in GONE:
        return Delivery("gone")
    if status == TOO_MANY or status >= 500:
        known = pause.isascii() and pause.isdecimal() and len(pause) < 7
        return Delivery("later", f"status {status}", min(float(pause), LONGEST_ASKED_S) if known else 0.0)
    return Delivery("refused", f"status {status}")
