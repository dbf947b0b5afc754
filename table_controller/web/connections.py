"""The connections of the page's server: limited in number, and in the time for request and answer.

Uvicorn speaks HTTP and WebSocket but has no such limits, and would count a connection only after its handshake.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    import ssl

    import h11

MOST_CONNECTIONS: Final = 64
"""The most open connections at a time. To admit another, close the longest idle one of the address with the most."""
REQUEST_S: Final = 10.0
"""Real time within which a request must arrive, after the connection was made or the last request was answered."""
ANSWER_S: Final = 20.0
"""Real time within which the client must take the rest of an answer."""
FAREWELL_S: Final = 1.0
"""Real time within which the other side must confirm that its line closes."""
UPGRADED: Final = "upgraded"
"""The key of the scope's state under which the application finds the ``Upgraded``."""


class Guests:
    """The open connections, and since when each has been idle. A page's connection to the broker does not count."""

    def __init__(self) -> None:
        self._open: dict[socket.socket, tuple[str, float]] = {}

    def __len__(self) -> int:
        return len(self._open)

    def comes(self, connection: socket.socket, address: str) -> None:
        """Note a new connection; if that is one too many, close another."""
        if len(self._open) >= MOST_CONNECTIONS:
            greediest = Counter(theirs for theirs, _ in self._open.values()).most_common(1)[0][0]
            theirs = [each for each, (whose, _) in self._open.items() if whose == greediest]
            longest = min(theirs, key=lambda each: self._open[each][1])
            del self._open[longest]
            with suppress(OSError):
                longest.shutdown(socket.SHUT_RDWR)  # its protocol wakes and closes it
        self._open[connection] = (address, time.monotonic())

    def asks(self, connection: socket.socket) -> None:
        """Note that a connection sends a request."""
        if connection in self._open:
            self._open[connection] = (self._open[connection][0], time.monotonic())

    def goes(self, connection: socket.socket) -> None:
        """Note that a connection has ended, or has become a line to the broker."""
        self._open.pop(connection, None)


class Connection(H11Protocol):
    """One connection with its time limits."""

    def __init__(self, guests: Guests, connection: socket.socket, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._guests = guests
        self._connection = connection
        self._deadline: asyncio.TimerHandle | None = None
        self.ws_protocol_class = partial(Upgraded, guests, connection)  # type: ignore[assignment]  # called as a class

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await()

    def connection_lost(self, exc: Exception | None) -> None:
        self._within(None)
        self._guests.goes(self._connection)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        before = self.cycle
        super().handle_events()
        if self.cycle is not before:
            self._guests.asks(self._connection)
            self._await()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._within(None)
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        # Bytes after the request are not another request.
        if self.conn.their_state.__name__ != "DONE":
            self.transport.close()
        super().on_response_complete()
        self._await()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._await()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._await()

    def _await(self) -> None:
        """Start the time limit for the other side's next act.

        That is to take an answer or send a request; while the answer is made, no limit runs.
        """
        if self.flow.write_paused:
            self._within(ANSWER_S)
        elif self.cycle is None or self.cycle.response_complete:
            self._within(REQUEST_S)
        else:
            self._within(None)

    def _within(self, seconds: float | None) -> None:
        """Limit the time to wait for the other side."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        self.transport.abort()


class Upgraded(WebSocketsSansIOProtocol):
    """A connection that requests a line to the broker; it counts as an open connection until it has the line."""

    def __init__(self, guests: Guests, connection: socket.socket, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.app_state = {**self.app_state, UPGRADED: self}
        self._guests = guests
        self._connection = connection
        self._lost = asyncio.Event()
        self._deadline = self.loop.call_later(REQUEST_S, self._too_late)

    def connection_lost(self, exc: Exception | None) -> None:
        self._deadline.cancel()
        self._guests.goes(self._connection)
        self._lost.set()
        super().connection_lost(exc)

    def has_line(self) -> None:
        """Give the connection its line; no time limit applies any more."""
        self._deadline.cancel()
        self._guests.goes(self._connection)

    async def farewell(self) -> None:
        """Return when the connection has ended; one that does not end by itself after its last message is cut off."""
        try:
            await asyncio.wait_for(self._lost.wait(), FAREWELL_S)
        except TimeoutError:
            self.transport.abort()

    def _too_late(self) -> None:
        self.transport.abort()


class Server(uvicorn.Server):
    """Uvicorn with connections that count from the moment they are made.

    Args:
        config: the configuration of uvicorn.
        listener: the bound and listening socket.
        tls: encrypts the connections; None if they are not encrypted.
        ends: called when the server ends, before it waits for answers that are still being sent.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        listener: socket.socket,
        tls: ssl.SSLContext | None,
        ends: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self.guests = Guests()
        self._listener = listener
        self._tls = tls
        self._ends = ends
        self._making: set[asyncio.Task[None]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        del sockets
        await self.lifespan.startup()
        self.servers = []
        self._listener.setblocking(False)
        self._accepting = asyncio.create_task(self._accept())
        self.started = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._ends()
        self._accepting.cancel()
        self._listener.close()
        for task in self._making:
            task.cancel()
        await super().shutdown(sockets)

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, address = await loop.sock_accept(self._listener)
            except OSError:  # it left before it was accepted
                await asyncio.sleep(0.05)
                continue
            self.guests.comes(connection, str(address[0]))
            task = asyncio.create_task(self._make(connection))
            self._making.add(task)
            task.add_done_callback(self._making.discard)

    async def _make(self, connection: socket.socket) -> None:
        loop = asyncio.get_running_loop()

        def protocol() -> Connection:
            return Connection(
                self.guests,
                connection,
                config=self.config,
                server_state=self.server_state,
                app_state=self.lifespan.state,
            )

        try:
            await loop.connect_accepted_socket(
                protocol,
                connection,
                ssl=self._tls,
                ssl_handshake_timeout=REQUEST_S if self._tls is not None else None,
            )
        except (OSError, TimeoutError):  # keep clients' mistakes out of the log
            self.guests.goes(connection)
            connection.close()
