"""The page's server, in a thread of its own so that the table never waits for it."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

import uvicorn
from starlette.requests import HTTPConnection

from table_controller.web.connections import MOST_CONNECTIONS, Server
from table_controller.web.doors.doors import Doors
from table_controller.web.sessions import Sessions
from table_controller.web.site import Site
from table_controller.web.table_pages import TablePages
from table_controller.web.visitors import Caller, Visitors
from wording.terminal.jobs import allow_open_files

if TYPE_CHECKING:
    import ssl

    from starlette.routing import BaseRoute

    from table_controller.mqtt.roles import Login
    from table_controller.web.broker_door import BrokerDoor, BrokerLogin

MOST_HEADER: Final = 16 * 1024
"""The longest head of a request. [bytes]"""
MOST_MESSAGE: Final = 128 * 1024
"""Longest message from a page to the broker, in bytes."""
SHUTDOWN_S: Final = 1
NO_DOORS: Final = Doors()


class Beside(Protocol):
    """Additions to the page: routes, and the resources that they need until the server ends."""

    def routes(self) -> Sequence[BaseRoute]:
        """The routes for a Starlette application."""

    def close(self) -> None:
        """Release the routes' resources; no more requests come."""


GivenBeside: TypeAlias = Callable[[Callable[[HTTPConnection], Caller | None], str], Beside]
"""Makes them from a function that names a request's caller (None if not logged in), and the session cookie's name."""


def dashboard_folder() -> Path:
    """The folder of the built dashboard."""
    return Path(str(resources.files("referee"))) / "dashboard" / "dist"


@dataclass(frozen=True, slots=True)
class ServedPage:
    """The page of a table or a hall.

    Attributes:
        broker: the broker for the page's messages.
        hall: the hall's name, for the page.
        table: the name of the table; None for a hall's page, which has neither clips nor onlookers.
        folder: the folder of the built dashboard.
        viewer: the login for people without one; None if they see nothing.
        login: returns the login with a name; None if no roles are known.
    """

    broker: BrokerDoor
    hall: str
    table: str | None
    folder: Path = field(default_factory=dashboard_folder)
    viewer: BrokerLogin | None = None
    login: Callable[[str], Login | None] | None = None


class DashboardServer:
    """Serves the dashboard from its own thread until ``close``.

    Args:
        port: the port to listen on; 0 takes a free one.
        page: the page to serve.
        host: the address to listen on.
        tls: encrypts the page; None if it is not encrypted.
        doors: a table's clips, its views for onlookers and its health.
        beside: additions to the page; None if there are none.

    Raises:
        OSError: the port is taken.
    """

    def __init__(
        self,
        port: int,
        page: ServedPage,
        *,
        host: str = "127.0.0.1",
        tls: ssl.SSLContext | None = None,
        doors: Doors = NO_DOORS,
        beside: GivenBeside | None = None,
    ) -> None:
        allow_open_files()  # a page's line to the broker takes two files, and lines have no limit
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.create_server((host, port), family=family, backlog=MOST_CONNECTIONS)
        self.port = int(listener.getsockname()[1])
        """The port that the server listens on."""
        visitors = Visitors(
            Sessions(page.broker, page.hall, page.table, page.login),
            cookie=f"jantaku-{self.port}",
            secure=tls is not None,
        )
        site = Site(
            folder=page.folder,
            hall=page.hall,
            table=page.table,
            broker=page.broker,
            viewer=page.viewer,
            visitors=visitors,
            pages=None
            if page.table is None
            else TablePages(visitors, doors.clips, doors.onlookers, doors.health),
            metrics=doors.metrics,
        )
        self._beside = None if beside is None else beside(site.caller, visitors.cookie)
        # Log the server's errors, but not clients' mistakes.
        logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
        config = uvicorn.Config(
            site.app(() if self._beside is None else self._beside.routes()),
            loop="asyncio",
            http="h11",
            ws="websockets-sansio",
            ws_max_size=MOST_MESSAGE,
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            h11_max_incomplete_event_size=MOST_HEADER,
            timeout_keep_alive=3600,  # connections have their own time limits
            timeout_graceful_shutdown=SHUTDOWN_S,
        )
        self._server = Server(config, listener, tls, site.end)
        self._thread = threading.Thread(target=self._server.run, name="dashboard", daemon=True)
        self._thread.start()

    @property
    def connections(self) -> int:
        """The number of open connections, not counting those to the broker."""
        return len(self._server.guests)

    @property
    def serves(self) -> bool:
        """True unless the server has ended by itself."""
        return self._thread.is_alive()

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join()
        if self._beside is not None:
            self._beside.close()
