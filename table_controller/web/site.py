"""The page server's answers: the page's files, ``/settings.json``, login and logout, films, and ``/mqtt``.

A film is given only under an address that the table gave to a judge (``table_controller/web/clip_door.py``).
"""

from __future__ import annotations

import asyncio
import json
import mimetypes
import re
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute

from table_controller.mqtt.roles import may
from table_controller.web.clip_door import CLIPS_PATH as CLIPS
from table_controller.web.connections import MOST_CONNECTIONS, REQUEST_S, UPGRADED
from table_controller.web.line import NOT_LOGGED_IN, TOO_MANY, carry
from table_controller.web.looking import Looking
from table_controller.web.sessions import Sessions
from table_controller.web.shares import Owner, Shares

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from starlette.types import ASGIApp, Message, Receive, Scope, Send
    from starlette.websockets import WebSocket

    from table_controller.mqtt.roles import Login, Role
    from table_controller.web.broker_door import BrokerDoor, BrokerLogin
    from table_controller.web.clip_door import ClipDoor
    from table_controller.web.connections import Upgraded
    from table_controller.web.onlooker_door import OnlookerDoor, Sight

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")
mimetypes.add_type("application/manifest+json", ".webmanifest")
FILM: Final = "video/x-msvideo"
NO_CLIP: Final = "no film has this address any more: ask the table for it again\n"
NOT_BUILT: Final = "The dashboard has not been built: run `make dashboard`.\n"
MOST_LOGIN: Final = 4096
"""Bytes of a login."""
MOST_LOOKING: Final = 40
"""How many lines onlookers may have; the rest of the connections stay for judges."""
ANYBODY, WATCHING, WORKING = 0, 1, 2
"""Ranks in which lines are shared out: onlookers, viewers, and who may give orders."""
HOST: Final = re.compile(r"[A-Za-z0-9.:\[\]-]{1,255}")
STATUS: Final = {"wrong": 403, "elsewhere": 403, "away": 503, "busy": 429}


class Site:
    """The page of one table.

    Args:
        folder: the built page.
        hall, table: names of this table, told to the page.
        broker: what the page hears and says goes there.
        viewer: the login for people without one; None if they see nothing.
        login: the login of a name; None if the table knows no roles.
        clips: the films for judges, None where none are given.
        onlookers: what players and streams see, None where nothing is shown to them.
        cookie: the cookie's name, since all ports of a computer share their cookies.
        secure: whether the page is encrypted.
    """

    def __init__(
        self,
        *,
        folder: Path,
        hall: str,
        table: str,
        broker: BrokerDoor,
        viewer: BrokerLogin | None,
        login: Callable[[str], Login | None] | None,
        clips: ClipDoor | None,
        onlookers: OnlookerDoor | None,
        cookie: str,
        secure: bool,
    ) -> None:
        self._folder = folder
        self._hall, self._table = hall, table
        self._broker = broker
        self._viewer = viewer
        self._sessions = Sessions(broker, hall, table, login)
        self._clips = clips
        self._onlookers = onlookers
        # A cookie with this prefix is the page's own: no other host of the same domain can set it.
        self._cookie = f"__Host-{cookie}" if secure else cookie
        self._secure = secure
        self._lines = Shares(MOST_CONNECTIONS)
        self._looking = Shares(MOST_LOOKING)

    def app(self) -> Starlette:
        """The application."""
        squeezed = [Middleware(GZipMiddleware, minimum_size=1024)]
        return Starlette(
            routes=[
                Route("/settings.json", self.settings),
                Route("/login", self.login, methods=["POST"]),
                Route("/logout", self.logout, methods=["POST"]),
                Route(f"{CLIPS}{{name:path}}", self.film),
                Route("/players/events", partial(self.look, "players")),
                Route("/stream/events", partial(self.look, "stream")),
                Route("/links.json", self.links),
                WebSocketRoute("/mqtt", self.mqtt),
                Route("/{path:path}", self.file, middleware=squeezed),
            ],
            middleware=[Middleware(_Guarded)],
        )

    def end(self) -> None:
        """End the lines that would not end by themselves, because the server ends."""
        self._looking.end_all()

    async def settings(self, request: Request) -> Response:
        """What the page must know first: which table it shows, and who is looking."""
        who = self._who(request)
        told: dict[str, Any] = {
            "mqtt": "/mqtt",
            "hall": self._hall,
            "table": self._table,
            "login": None if who is None else {"name": who.name, "role": self._sessions.role(who.name)},
            "viewers": self._viewer is not None,
        }
        return JSONResponse(told, headers={"Cache-Control": "no-store"})

    async def login(self, request: Request) -> Response:
        """Open a session for a name and password that the broker accepts."""
        said = await _said(request)
        if said is None:
            return JSONResponse({"error": "request"}, 400)
        word, refused = await self._sessions.open(said["name"], said["password"], _host(request))
        if refused is not None:
            return JSONResponse({"error": refused}, STATUS[refused])
        self._sessions.close(request.cookies.get(self._cookie))
        answer = JSONResponse({"name": said["name"], "role": self._sessions.role(said["name"])})
        answer.set_cookie(self._cookie, word, httponly=True, samesite="strict", secure=self._secure)
        return answer

    async def logout(self, request: Request) -> Response:
        """End the session."""
        if not _from_here(request):
            return JSONResponse({"error": "request"}, 400)
        self._sessions.close(request.cookies.get(self._cookie))
        answer = JSONResponse({})
        answer.delete_cookie(self._cookie, httponly=True, samesite="strict", secure=self._secure)
        return answer

    async def mqtt(self, page: WebSocket) -> None:
        """The page's line to the broker."""
        upgraded: Upgraded = page.scope["state"][UPGRADED]
        try:
            session = self._who(page)
            who = session or self._viewer
            taken = asyncio.Event()
            if not _from_here(page) or who is None or not self._watches(session):
                await _refuse(page, NOT_LOGGED_IN)
            elif not self._lines.take(upgraded, self._owner(page, session), taken.set):
                await _refuse(page, TOO_MANY)
            else:
                upgraded.has_line()
                word = None if session is None else page.cookies.get(self._cookie)
                await carry(page, self._broker, who, partial(self._until, word, taken))
        finally:
            await upgraded.farewell()
            self._lines.back(upgraded)

    async def look(self, sight: Sight, request: Request) -> Response:
        """An onlooker's line: what is shown now, then every change."""
        door = self._onlookers
        if door is None or not self._may_look(door, sight, request):
            return JSONResponse({"error": "token"}, 403, {"Cache-Control": "no-store"})
        looking = Looking(door, sight, lambda: self._may_look(door, sight, request))
        if not self._looking.take(looking, Owner(ANYBODY, "", _host(request)), looking.end):
            return JSONResponse({"error": "busy"}, 429, {"Cache-Control": "no-store"})
        return looking.response(lambda: self._looking.back(looking))

    async def links(self, request: Request) -> Response:
        """The addresses for players, a wall screen and a stream, for a judge to hand out."""
        session = self._who(request)
        role = None if session is None else self._sessions.role(session.name)
        if self._onlookers is None or session is None or not (role is None or may(role, "referee")):
            return JSONResponse({"error": "login"}, 403, {"Cache-Control": "no-store"})
        links = self._onlookers.links()
        told = {
            "players": None if links.players is None else f"/players.html#{links.players}",
            "wall": None if links.wall is None else f"/players.html#{links.wall}",
            "stream": f"/stream.html#{links.stream}",
        }
        return JSONResponse(told, headers={"Cache-Control": "no-store"})

    async def film(self, request: Request) -> Response:
        """A clip's film or a range of it, or what was read in its pictures."""
        file = None if self._clips is None else self._clips.file(request.scope["path"])
        if file is None or not file.is_file():
            return PlainTextResponse(NO_CLIP, 403, {"Cache-Control": "no-store"})
        kind = "application/json" if file.suffix == ".json" else FILM
        return FileResponse(file, media_type=kind, filename=file.name, headers={"Cache-Control": "no-store"})

    async def file(self, request: Request) -> Response:
        """A file of the page."""
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
        """The requested file of the page; None if there is none, whatever the request says."""
        folder = self._folder.resolve()
        try:
            file = (folder / path.lstrip("/")).resolve()
            if path.endswith("/") or not path:
                file /= "index.html"
            return file if file.is_relative_to(folder) and file.is_file() else None
        except (ValueError, OSError):  # not a possible file name, or too long
            return None

    def _who(self, asks: HTTPConnection) -> BrokerLogin | None:
        return self._sessions.find(asks.cookies.get(self._cookie))

    def _watches(self, session: BrokerLogin | None) -> bool:
        """Whether a login may have a line to the broker: an onlooker has a line of another kind."""
        role = None if session is None else self._sessions.role(session.name)
        return role is None or may(role, "viewer")

    def _owner(self, page: WebSocket, session: BrokerLogin | None) -> Owner:
        """The owner of a line to the broker."""
        role: Role | None = "viewer" if session is None else self._sessions.role(session.name)
        rank = WATCHING if role == "viewer" else WORKING
        return Owner(rank, "" if session is None else session.name, _host(page))

    def _may_look(self, door: OnlookerDoor, sight: Sight, request: Request) -> bool:
        """Whether a request has a token for this sight, or a login with the right to it."""
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if kind == "Bearer":
            return door.admits(sight, token)
        session = self._who(request)
        role = None if session is None else self._sessions.role(session.name)
        return role is not None and may(role, "player" if sight == "players" else "stream")

    async def _until(self, word: str | None, taken: asyncio.Event) -> int:
        """Wait as long as a line may last.

        Returns the close code: its session has ended, or somebody needs the line more.
        """
        ends: set[asyncio.Future[Any]] = {asyncio.ensure_future(taken.wait())}
        if word is not None:
            ends.add(asyncio.ensure_future(self._sessions.end(word)))
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for end in ends:
                end.cancel()
        return TOO_MANY if taken.is_set() else NOT_LOGGED_IN


class _Guarded:
    """Adds to every answer the headers that say what a browser may do with it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = HTTPConnection(scope).headers.get("host", "") if scope["type"] == "http" else ""
        # Safari 15 does not count a WebSocket to the page's own host as 'self'.
        lines = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""
        policy = (
            f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; manifest-src 'self'; connect-src 'self'{lines}; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Referrer-Policy"] = "no-referrer"
                headers["Content-Security-Policy"] = policy
            await send(message)

        await self._app(scope, receive, guarded)


def _host(asks: HTTPConnection) -> str:
    """The address that a request comes from."""
    return "" if asks.client is None else asks.client.host


async def _refuse(page: WebSocket, code: int) -> None:
    """Refuse a line; it is accepted first, since a browser tells its page nothing of a line that was not accepted."""
    await page.accept(subprotocol="mqtt")
    await page.close(code)


def _from_here(asks: HTTPConnection) -> bool:
    """Whether the request comes from a page of this server, as far as browsers tell."""
    origin = asks.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == asks.headers.get("host", "")


async def _said(request: Request) -> dict[str, str] | None:
    """Name and password of a request; None if it has none or comes from another site's page."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if not _from_here(request) or kind != "application/json":
        return None
    body = b""
    try:
        async with asyncio.timeout(REQUEST_S):
            async for part in request.stream():
                body += part
                if len(body) > MOST_LOGIN:
                    return None
        said = json.loads(body)
    except (TimeoutError, ClientDisconnect, ValueError, RecursionError):
        return None
    if not isinstance(said, dict) or not all(isinstance(said.get(key), str) for key in ("name", "password")):
        return None
    return said
