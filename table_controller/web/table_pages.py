"""Pages that only a table's own server gives: films, the pages of players and streams with their links, health.

A film has only the address that the table gave to a judge (``table_controller/web/doors/clip_door.py``).
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from table_controller.mqtt.roles import may
from table_controller.web.doors.clip_door import CLIPS_PATH as CLIPS
from table_controller.web.doors.clip_door import ClipDoor
from table_controller.web.doors.health_door import HEALTH_PATH, ONLY_HERE, HealthDoor
from table_controller.web.doors.metrics_door import is_from_this_computer
from table_controller.web.looking import Looking
from table_controller.web.shares import Owner, Shares
from table_controller.web.visitors import Visitors, host_of, own_host
from vision.clips.clips import ClipError
from vision.clips.mp4 import mp4

if TYPE_CHECKING:
    from starlette.requests import Request

    from table_controller.web.doors.onlooker_door import OnlookerDoor, Sight

LOG: Final = logging.getLogger(__name__)
FILM: Final = "video/x-msvideo"
MP4: Final = "video/mp4"
NO_CLIP: Final = "no film has this address any more: ask the table for it again\n"
NO_MP4: Final = "the film could not be encoded; it can be had as it is\n"
FROM_ANY_PAGE: Final = Middleware(CORSMiddleware, allow_origins=["*"], allow_headers=["Range"])
"""The hall's page shows films too. A film's address alone admits a person, so this header gives no page more rights."""
MOST_LOOKING: Final = 40
"""The most lines that onlookers may have; the rest of the connections stay for judges."""
LOOKING: Final = 0
"""The rank of onlookers, who are the only ones to share these lines."""


class TablePages:
    """The answers of one table.

    Args:
        visitors: recognises the authors of requests.
        clips: the films for judges; None without films.
        onlookers: the views of players and streams; None without views.
        health: the health, for programs on this computer; None if it is not given.
    """

    def __init__(
        self,
        visitors: Visitors,
        clips: ClipDoor | None,
        onlookers: OnlookerDoor | None,
        health: HealthDoor | None = None,
    ) -> None:
        self._visitors = visitors
        self._clips = clips
        self._onlookers = onlookers
        self._health = health
        self._looking = Shares(MOST_LOOKING)
        self._encoding = asyncio.Lock()
        """Held while a film is encoded: one at a time, so that enough processor time is left for the table."""

    def routes(self) -> list[Route]:
        return [
            Route(
                f"{CLIPS}{{name:path}}",
                self.film,
                methods=["GET", "OPTIONS"],
                middleware=[FROM_ANY_PAGE],
            ),
            Route("/players/events", partial(self.look, "players")),
            Route("/stream/events", partial(self.look, "stream")),
            Route("/links.json", self.links),
            *([] if self._health is None else [Route(HEALTH_PATH, partial(self.health, self._health))]),
        ]

    def end(self) -> None:
        """End the lines that would not end by themselves, because the server ends."""
        self._looking.end_all()

    async def look(self, sight: Sight, request: Request) -> Response:
        """Serve an onlooker's line: the present view, then every change."""
        door = self._onlookers
        if door is None or not self._may_look(door, sight, request):
            return JSONResponse({"error": "token"}, 403, {"Cache-Control": "no-store"})
        looking = Looking(door, sight, lambda: self._may_look(door, sight, request))
        if not self._looking.take(looking, Owner(LOOKING, "", host_of(request)), looking.end):
            return JSONResponse({"error": "busy"}, 429, {"Cache-Control": "no-store"})
        return looking.response(lambda: self._looking.back(looking))

    async def links(self, request: Request) -> Response:
        """Return the addresses for players, a wall screen and a stream, for a judge to hand out."""
        session = self._visitors.who(request)
        role = self._visitors.role(session)
        if self._onlookers is None or session is None or not (role is None or may(role, "referee")):
            return JSONResponse({"error": "login"}, 403, {"Cache-Control": "no-store"})
        links = self._onlookers.links()
        addresses = {
            "players": None if links.players is None else f"/players.html#{links.players}",
            "wall": None if links.wall is None else f"/players.html#{links.wall}",
            "stream": f"/stream.html#{links.stream}",
        }
        return JSONResponse(addresses, headers={"Cache-Control": "no-store"})

    async def health(self, door: HealthDoor, request: Request) -> Response:
        """Return the table's health to a program on its computer."""
        if not is_from_this_computer(host_of(request), request.headers, own_host(request)):
            return PlainTextResponse(ONLY_HERE, 403, {"Cache-Control": "no-store"})
        health = await run_in_threadpool(door.health)
        return JSONResponse(health, headers={"Cache-Control": "no-store"})

    async def film(self, request: Request) -> Response:
        """Return a clip's film or a range of it, the film as MP4, or the readings in its pictures."""
        path: str = request.scope["path"]
        file = None if self._clips is None else self._clips.file(path)
        if file is None or not file.is_file():
            return PlainTextResponse(NO_CLIP, 403, {"Cache-Control": "no-store"})
        if path.endswith(".mp4"):
            return await self._encoded(file)
        kind = "application/json" if file.suffix == ".json" else FILM
        return FileResponse(file, media_type=kind, filename=file.name, headers={"Cache-Control": "no-store"})

    async def _encoded(self, film: Path) -> Response:
        try:
            async with self._encoding:
                made = await run_in_threadpool(mp4, film)
        except ClipError as error:
            LOG.warning("no MP4: %s", error)
            return PlainTextResponse(NO_MP4, 503, {"Cache-Control": "no-store"})
        return Response(made, media_type=MP4, headers={"Cache-Control": "no-store"})

    def _may_look(self, door: OnlookerDoor, sight: Sight, request: Request) -> bool:
        """Return whether a request has a token for this sight, or a login with the right to it."""
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if kind == "Bearer":
            return door.admits(sight, token)
        session = self._visitors.who(request)
        role = self._visitors.role(session)
        return role is not None and may(role, "player" if sight == "players" else "stream")
