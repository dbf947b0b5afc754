"""The page server's answers, at a table and in a hall alike: the page's files, ``/settings.json``, login, logout, ``/mqtt``."""

from __future__ import annotations

import asyncio
import mimetypes
import re
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from table_controller.mqtt.gate import MOST_BYTES
from table_controller.mqtt.roles import Role, may
from table_controller.web.broker_door import BrokerDoor, BrokerLogin
from table_controller.web.connections import MOST_CONNECTIONS, REQUEST_S, UPGRADED, Upgraded
from table_controller.web.doors.metrics_door import FORMAT, METRICS_PATH, NOT_FROM_THERE, MetricsDoor
from table_controller.web.line import NOT_LOGGED_IN, TOO_MANY, carry
from table_controller.web.shares import Owner, Shares
from table_controller.web.visitors import Caller, Visitors, body_from_here, from_here, host_of, own_host

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send
    from starlette.websockets import WebSocket

    from table_controller.web.table_pages import TablePages

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")
mimetypes.add_type("application/manifest+json", ".webmanifest")
NOT_BUILT: Final = "The dashboard has not been built: run `make dashboard`.\n"
WATCHING, WORKING = 0, 1
"""The ranks for sharing out lines: viewers, and people who may give orders."""
HOST: Final = re.compile(r"[A-Za-z0-9.:\[\]-]{1,255}")
BODIED: Final = frozenset({"content-length", "transfer-encoding"})
"""A request with one of these headers has a body."""
HALLS_SOURCES: Final = " http: https:"
"""The hall's page gets a film from its table's server, whose address the table gives."""
STATUS: Final = {"wrong": 403, "elsewhere": 403, "away": 503, "busy": 429}


class Site:
    """The page of one table, or of a hall with all its tables.

    Args:
        folder: the folder of the built page.
        hall: the hall's name, for the page.
        table: the name of the table; None for a hall's server.
        broker: the broker for the page's messages.
        viewer: the login for people without one; None if they see nothing.
        visitors: recognises the authors of requests.
        pages: the pages of a table's own server; None for a hall.
        metrics: the figures of the table or the hall, None if none are given.
    """

    def __init__(
        self,
        *,
        folder: Path,
        hall: str,
        table: str | None,
        broker: BrokerDoor,
        viewer: BrokerLogin | None,
        visitors: Visitors,
        pages: TablePages | None,
        metrics: MetricsDoor | None,
    ) -> None:
        self._folder = folder
        self._hall, self._table = hall, table
        self._broker = broker
        self._viewer = viewer
        self._visitors = visitors
        self._pages = pages
        self._metrics = metrics
        self._lines = Shares(MOST_CONNECTIONS)

    def app(self, more: Sequence[BaseRoute] = ()) -> Starlette:
        """Return the application, with further routes besides the page's own."""
        squeezed = [Middleware(GZipMiddleware, minimum_size=1024)]
        return Starlette(
            routes=[
                *more,
                Route("/settings.json", self.settings),
                Route("/login", self.login, methods=["POST"]),
                Route("/logout", self.logout, methods=["POST"]),
                WebSocketRoute("/mqtt", self.mqtt),
                *([] if self._pages is None else self._pages.routes()),
                *(
                    []
                    if self._metrics is None
                    else [Route(METRICS_PATH, partial(self.metrics, self._metrics))]
                ),
                Route("/{path:path}", self.file, middleware=squeezed),
            ],
            middleware=[
                Middleware(_Guarded, asks=HALLS_SOURCES if self._table is None else ""),
                Middleware(_WholeRequest),
            ],
        )

    def caller(self, asks: HTTPConnection) -> Caller | None:
        """Return the author of a request with his role; None if nobody has logged in."""
        who = self._visitors.who(asks)
        return None if who is None else Caller(who.name, self._visitors.role(who), who)

    def end(self) -> None:
        """End the lines that would not end by themselves, when the server stops."""
        if self._pages is not None:
            self._pages.end()

    async def settings(self, request: Request) -> Response:
        """Return the facts that the page needs first: its table, if it shows only one, and the person's login."""
        who = self._visitors.who(request)
        settings: dict[str, Any] = {
            "mqtt": "/mqtt",
            "hall": self._hall,
            "login": None if who is None else {"name": who.name, "role": self._visitors.role(who)},
            "viewers": self._viewer is not None,
        }
        if self._table is not None:
            settings["table"] = self._table
        return JSONResponse(settings, headers={"Cache-Control": "no-store"})

    async def login(self, request: Request) -> Response:
        """Open a session for a name and password that the broker accepts."""
        try:
            who = await body_from_here(request, BrokerLogin)
        except ValueError:
            return JSONResponse({"error": "request"}, 400)
        word, refused = await self._visitors.let_in(request, who)
        if refused is not None:
            return JSONResponse({"error": refused}, STATUS[refused])
        answer = JSONResponse({"name": who.name, "role": self._visitors.role(who)})
        self._visitors.remember(answer, word)
        return answer

    async def logout(self, request: Request) -> Response:
        if not from_here(request):
            return JSONResponse({"error": "request"}, 400)
        answer = JSONResponse({})
        self._visitors.forget(request, answer)
        return answer

    async def mqtt(self, page: WebSocket) -> None:
        """Serve the page's line to the broker."""
        upgraded: Upgraded = page.scope["state"][UPGRADED]
        try:
            session = self._visitors.who(page)
            who = session or self._viewer
            taken = asyncio.Event()
            if not from_here(page) or who is None or not self._watches(session):
                await _refuse(page, NOT_LOGGED_IN)
            elif not self._lines.take(upgraded, self._owner(page, session), taken.set):
                await _refuse(page, TOO_MANY)
            else:
                upgraded.has_line()
                word = None if session is None else self._visitors.word(page)
                await carry(page, self._broker, who, partial(self._until, word, taken))
        finally:
            await upgraded.farewell()
            self._lines.back(upgraded)

    async def metrics(self, door: MetricsDoor, request: Request) -> Response:
        """Return the figures to a program that may read them."""
        if not door.opens_to(host_of(request), request.headers, own_host(request)):
            return PlainTextResponse(NOT_FROM_THERE, 403, {"Cache-Control": "no-store"})
        written = await run_in_threadpool(door.written)
        return Response(written, headers={"Content-Type": FORMAT, "Cache-Control": "no-store"})

    async def file(self, request: Request) -> Response:
        path = request.path_params["path"]
        file = self._file(path)
        if file is None and not path:
            return PlainTextResponse(NOT_BUILT, 503)
        if file is None:
            return PlainTextResponse("no such page\n", 404)
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        whole = FileResponse(
            file, media_type=kind, stat_result=file.stat(), headers={"Cache-Control": "no-cache"}
        )
        if whole.headers["etag"] in request.headers.get("if-none-match", ""):
            return Response(
                status_code=304, headers={"ETag": whole.headers["etag"], "Cache-Control": "no-cache"}
            )
        return whole

    def _file(self, path: str) -> Path | None:
        """Return the requested file of the page; None if there is none, however odd the request."""
        folder = self._folder.resolve()
        try:
            file = (folder / path.lstrip("/")).resolve()
            if path.endswith("/") or not path:
                file /= "index.html"
            return file if file.is_relative_to(folder) and file.is_file() else None
        except (ValueError, OSError):  # not a possible file name, or too long
            return None

    def _watches(self, session: BrokerLogin | None) -> bool:
        """Return whether a login may have a line to the broker; onlookers have another kind of line."""
        role = self._visitors.role(session)
        return role is None or may(role, "viewer")

    def _owner(self, page: WebSocket, session: BrokerLogin | None) -> Owner:
        role: Role | None = "viewer" if session is None else self._visitors.role(session)
        rank = WATCHING if role == "viewer" else WORKING
        return Owner(rank, "" if session is None else session.name, host_of(page))

    async def _until(self, word: str | None, taken: asyncio.Event) -> int:
        """Wait until a line must end.

        Return the close code: its session has ended, or somebody of a higher rank needs the line.
        """
        ends: set[asyncio.Future[Any]] = {asyncio.ensure_future(taken.wait())}
        if word is not None:
            ends.add(asyncio.ensure_future(self._visitors.end(word)))
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for end in ends:
                end.cancel()
        return TOO_MANY if taken.is_set() else NOT_LOGGED_IN


class _Guarded:
    """Adds security headers to every answer.

    Args:
        asks: further servers that the page may query, as a content policy names them.
    """

    def __init__(self, app: ASGIApp, asks: str) -> None:
        self._app = app
        self._asks = asks

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = HTTPConnection(scope).headers.get("host", "") if scope["type"] == "http" else ""
        # Safari 15 does not count a WebSocket to the page's own host as 'self'.
        lines = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""
        # Safari 15.4 does not know worker-src; it uses child-src, which also allows frames.
        policy = (
            f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; manifest-src 'self'; connect-src 'self'{lines}{self._asks}; "
            "worker-src 'self'; child-src 'self'; frame-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Referrer-Policy"] = "no-referrer"
                headers["Content-Security-Policy"] = policy
            await send(message)

        await self._app(scope, receive, guarded)


class _WholeRequest:
    """Reads a request to its end before answering.

    If a request is answered before its body has arrived, the connection closes, and later bytes reset it, so that the
    other side sees no answer.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or BODIED.isdisjoint(HTTPConnection(scope).headers.keys()):
            await self._app(scope, receive, send)
            return
        left, comes = MOST_BYTES, True

        async def heard() -> Message:
            nonlocal left, comes
            message = await receive()
            left -= len(message.get("body", b""))
            comes = bool(message.get("more_body"))
            return message

        async def answered(message: Message) -> None:
            if message["type"] == "http.response.start":
                with suppress(TimeoutError):
                    async with asyncio.timeout(REQUEST_S):
                        while comes and left > 0:
                            await heard()
            await send(message)

        await self._app(scope, heard, answered)


async def _refuse(page: WebSocket, code: int) -> None:
    """Refuse a line, but accept it first: a browser does not tell its page why a line was not accepted."""
    await page.accept(subprotocol="mqtt")
    await page.close(code)
