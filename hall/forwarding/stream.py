"""The NATS JetStream stream that carries the journal entries of halls to a federation.

Each table has a subject, ``jantaku.<hall>.<table>``. The payload is an entry's text as the table wrote it, compressed if
it is longer than a message may be. A message's id names table, number and hash of the entry. By it the stream recognises
a repeat, while two entries with one number (from a table that was replaced, or restored from a backup) are two messages.
Each message names the message that its writer believes to be the newest of the subject, and the stream refuses it if
there is a newer one. So the stream has neither gaps nor repeats, even if a writer was killed.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, unquote, urlsplit

import nats
from nats.errors import Error as NatsError
from nats.errors import NoServersError
from nats.js.api import StorageType, StreamConfig, StreamInfo
from nats.js.errors import NotFoundError

from config import ConfigError
from table_controller.mqtt.gate import TopicLevel, level_in
from wording.barred import Where

if TYPE_CHECKING:
    import asyncio

    from nats.js import JetStreamContext

STREAM_NAME: Final = "JANTAKU"
PREFIX: Final = "jantaku"
SCHEMES: Final = ("nats", "tls")
CONNECT_S: Final = 5
"""The time that the server may take to let us in. [s]"""
AGAIN_S: Final = 0.2
"""The pause between the two attempts to reach each server of a cluster. [s]"""
ANSWER_S: Final = 5.0
"""The time that the server may take to confirm that a message is stored. [s]"""
REPEATS_S: Final = 120.0
"""The time for which the stream remembers message ids; it refuses older repeats because newer messages follow. [s]"""
ID: Final = re.compile(r"([1-9]\d*):([0-9a-f]{64})")

StreamTroubles: Final = (NatsError, OSError, TimeoutError)
"""Errors that the library raises while a server is away."""


@dataclass(frozen=True, slots=True)
class StreamServer:
    """A server, or a cluster of them.

    Attributes:
        url: as ``check_url`` takes it.
        password: of the user in the address, or a token if the address names no user; None if the address has the
            password, or none is needed.
    """

    url: str = field(repr=False)
    password: str | None = field(default=None, repr=False)

    @property
    def place(self) -> str:
        """Return the address without its login, fit for a log."""
        return without_login(self.url)

    @property
    def login(self) -> dict[str, str]:
        """Return the library's options for the login."""
        if self.password is None:
            return {}
        user = urlsplit(self.url.split(",")[0]).username
        return {"token": self.password} if user is None else {"user": user, "password": self.password}


def server_of(option: str, url: str, password: str | None) -> StreamServer:
    """Return the server that an option names, with a password that was given separately.

    Raises:
        ConfigError: the address is invalid or holds a password too, or its servers have different users.
    """
    check_url(url)
    if password is not None:
        logins = [urlsplit(each) for each in url.split(",")]
        if any(each.password is not None for each in logins):
            raise ConfigError(
                f"{option} {without_login(url)}: a password stands in the address and in a file"
            )
        if len({each.username for each in logins}) > 1:
            raise ConfigError(f"{option} {without_login(url)}: one password, and several users")
    return StreamServer(url, password)


def check_url(url: str) -> str:
    """Check the address of a NATS server, or the addresses of a cluster with commas between them.

    Each is ``nats://`` or ``tls://``, with user and password where the server asks for them.

    Raises:
        ConfigError: it is not such an address.
    """
    for each in url.split(","):
        try:
            parts = urlsplit(each)
            port = parts.port
        except ValueError as error:
            raise ConfigError(f"{without_login(each)}: {error}") from error
        if parts.scheme not in SCHEMES or not parts.hostname or port == 0 or parts.path not in ("", "/"):
            raise ConfigError(
                f"{without_login(each)}: a server is given as nats://HOST:PORT or tls://HOST:PORT"
            )
    return url


def without_login(url: str) -> str:
    """Remove the logins from addresses, for a log."""

    def plain(each: str) -> str:
        scheme, slashes, rest = each.partition("://")
        return f"{scheme}{slashes}{rest.rpartition('@')[2]}"

    return ", ".join(map(plain, url.split(",")))


def subject_of(hall: TopicLevel, table: TopicLevel) -> str:
    """Return the subject of a table; characters that a subject cannot hold are escaped as in a URL."""
    return ".".join((PREFIX, _token(hall), _token(table)))


def hall_and_table(subject: str) -> tuple[TopicLevel, TopicLevel]:
    """Return the hall and the table of a subject. The store cannot hold an invalid name, and would refuse a whole batch.

    Raises:
        ValueError: it is not the subject of a table.
    """
    prefix, *names = subject.split(".")
    if prefix != PREFIX:
        raise ValueError(f"{subject!r} is not below {PREFIX}")
    hall, table = (level_in(unquote(each, errors="strict"), Where.at(subject)) for each in names)
    return hall, table


def _token(name: TopicLevel) -> str:
    return quote(name, safe="").replace(".", "%2E")


def id_of(number: int, digest: str) -> str:
    """Return the part of a message's id that names the entry."""
    return f"{number}:{digest}"


def entry_of(message_id: str) -> tuple[int, str] | None:
    """Return number and hash of the entry that a message id names; None if it is not one of ours."""
    found = ID.fullmatch(message_id.rpartition("/")[2])
    return None if found is None else (int(found[1]), found[2])


@contextlib.asynccontextmanager
async def context_at(
    server: StreamServer, name: str, gone: asyncio.Event | None = None
) -> AsyncIterator[JetStreamContext]:
    """Connect to a server for one session; after a break the caller begins again.

    Args:
        server: the server.
        name: the connection's name at the server.
        gone: set when the connection has ended, for callers that are not always waiting for an answer.

    Raises:
        StreamTroubles: the server is away or refuses the login; also raised later, by calls on the connection.
    """
    errors: list[Exception] = []

    async def heard(error: Exception) -> None:
        """Note why a server was not reached. Later errors also reach the calls that wait for an answer."""
        errors.append(error)

    async def closed() -> None:
        if gone is not None:
            gone.set()

    try:
        client = await nats.connect(
            server.url.split(","),
            **server.login,
            name=name,
            connect_timeout=CONNECT_S,
            allow_reconnect=False,
            max_reconnect_attempts=1,
            reconnect_time_wait=AGAIN_S,
            error_cb=heard,
            closed_cb=closed,
        )
    except NoServersError as error:
        raise errors[-1] if errors else error from None
    try:
        yield client.jetstream(timeout=ANSWER_S)
    finally:
        # Closing fails if the server is away.
        with contextlib.suppress(*StreamTroubles):
            await client.close()


async def stream_of(context: JetStreamContext, replicas: int) -> StreamInfo:
    """Return the stream; create it if it does not exist.

    Args:
        context: of a connection.
        replicas: the number of servers that keep a new stream; an existing one stays as it is.

    Raises:
        StreamTroubles: the server is away, or cannot create it.
    """
    try:
        return await context.stream_info(STREAM_NAME)
    except NotFoundError:
        return await context.add_stream(
            StreamConfig(
                name=STREAM_NAME,
                description="journal entries of the tables of halls",
                subjects=[f"{PREFIX}.>"],
                storage=StorageType.FILE,
                num_replicas=replicas,
                duplicate_window=REPEATS_S,
            )
        )
