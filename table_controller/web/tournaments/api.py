"""The routes under ``/api/tournaments``: who asks, what is asked, what is entered, what is shown."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.routing import Route

from referee.hall.books.books import EntryRefusedError, StaleError, signed_by
from referee.hall.books.text import DamagedBookError
from referee.hall.store import StoreError
from table_controller.mqtt.gate import MOST_BYTES, GateError
from table_controller.web.tournaments import views
from table_controller.web.tournaments.declaration import (
    OFFICIALS,
    ORGANISER,
    ROOT,
    BookPlace,
    BookRefusedError,
    EntryNumber,
    FieldError,
)
from table_controller.web.tournaments.incoming import body_in, number_in, place_in, players_in, schema_at
from table_controller.web.tournaments.journals import TakeFromJournal
from table_controller.web.tournaments.operations import OPERATIONS
from table_controller.web.tournaments.people import OpenTournament

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from starlette.requests import HTTPConnection, Request

    from referee.hall.books.books import Book, BookStore
    from referee.tournament.book.entries import AnyEntry
    from table_controller.mqtt.roles import Role
    from table_controller.web.tournaments.declaration import Operation
    from table_controller.web.visitors import Caller

_Type = TypeVar("_Type")
BODY_S: Final = 20.0
"""Real time within which a body must have come."""
JSON: Final = "application/json"
CSV: Final = "text/csv"
KEPT_BOOKS: Final = 32
"""Views of books that are kept until something is entered."""
STATUS: Final = {
    "body": 400,
    "type": 415,
    "login": 401,
    "role": 403,
    "origin": 403,
    "unknown": 404,
    "field": 422,
    "refused": 422,
    "stale": 409,
    "away": 503,
    "damaged": 500,
}


class ProblemError(Exception):
    """A request is answered with a problem."""

    def __init__(self, problem: views.Problem) -> None:
        super().__init__(problem.error)
        self.problem = problem


class TournamentApi:
    """The API on one store.

    Args:
        books: opens the store; it is used in one thread of the API's own, and opened again after it was away.
        who: says who makes a request; None if nobody has logged in.
        now: real time.
    """

    def __init__(
        self,
        books: Callable[[], BookStore],
        who: Callable[[HTTPConnection], Caller | None],
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._open = books
        self._who = who
        self._now = now
        self._books: BookStore | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="books")
        self._wholes: dict[tuple[str, str, bool], bytes] = {}

    def routes(self) -> list[Route]:
        """For a Starlette application."""
        reads: dict[str, Callable[[Request, Caller], Awaitable[Response]]] = {
            "": self._list,
            "/{tournament}": self._whole,
            "/{tournament}/standings": self._standings,
            "/{tournament}/versions": self._versions,
            "/{tournament}/penalties": self._penalties,
            "/{tournament}/entries": self._entries,
        }
        return [
            *(Route(ROOT + path, partial(self._answer, do), methods=["GET"]) for path, do in reads.items()),
            *(
                Route(ROOT + kind.path, partial(self._answer, partial(self._enter, kind)), methods=["POST"])
                for kind in OPERATIONS
            ),
        ]

    def close(self) -> None:
        """Close the store when what is being entered is entered."""
        self._thread.submit(self._put_away).result()
        self._thread.shutdown()

    async def _answer(
        self, do: Callable[[Request, Caller], Awaitable[Response]], request: Request
    ) -> Response:
        try:
            return await do(request, self._caller(request))
        except ProblemError as error:
            return _said(error.problem, STATUS[error.problem.code])
        except FieldError as error:
            return _said(
                views.Problem(code="field", error=str(error), field=error.field, line=error.line), 422
            )
        except GateError as error:
            return _said(views.Problem(code="body", error=str(error)), 400)
        except BookRefusedError as error:
            return _said(views.Problem(code="refused", error=str(error)), 422)
        except EntryRefusedError as error:
            return _said(views.Problem(code="refused", error=str(error)), 422)
        except StoreError as error:
            return _said(views.Problem(code="away", error=f"{error}; try again"), 503)
        except DamagedBookError as error:
            return _said(views.Problem(code="damaged", error=str(error)), 500)

    def _caller(self, request: Request) -> Caller:
        caller = self._who(request)
        if caller is None:
            raise ProblemError(views.Problem(code="login", error="log in first (POST /login)"))
        return caller

    # What is entered

    async def _enter(self, kind: type[Operation], request: Request, caller: Caller) -> Response:
        _allow(caller, kind.roles)
        if not _from_here(request):
            raise ProblemError(views.Problem(code="origin", error="another site's page may enter nothing"))
        place = place_in(request.path_params)
        known = number_in("known", request.query_params.get("known"), EntryNumber)
        asked = await self._asked(kind, request)
        tournament = asked.id if isinstance(asked, OpenTournament) else place.tournament
        organiser = caller.is_one_of(ORGANISER)
        book = await self._in_thread(lambda books: books.book(tournament))
        if not book.written and not isinstance(asked, OpenTournament):
            raise _unknown(tournament)
        if book.number != known:
            raise _stale(book, known, organiser=organiser)
        # Whatever is entered meanwhile makes the number stale.
        wanted = await self._wanted(asked, book, place)
        now = self._now()
        day = now.astimezone().date().toordinal()
        entries = [signed_by(each, caller.name, day) for each in wanted]
        wall = now.astimezone(UTC).isoformat(timespec="milliseconds")
        try:
            book = await self._in_thread(
                lambda books: books.append(tournament, entries, known=known, login=caller.name, wall=wall)
            )
        except StaleError:
            book = await self._in_thread(lambda books: books.book(tournament))
            raise _stale(book, known, organiser=organiser) from None
        mine = views.happened(book, known, organiser=True)[: len(entries)]
        return _said(views.Entered(number=book.number, digest=book.digest, entries=mine), 201)

    async def _wanted(self, asked: Operation, book: Book, place: BookPlace) -> Sequence[AnyEntry]:
        if isinstance(asked, TakeFromJournal):
            return await self._in_thread(lambda books: asked.entries_from(books.store, book, place))
        # Drawing seats takes a while.
        return await asyncio.to_thread(lambda: asked.entries(book.position(), place))

    async def _asked(self, kind: type[Operation], request: Request) -> Operation:
        said = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if said != JSON and not (kind.csv and said == CSV):
            wanted = f"{JSON} or {CSV}" if kind.csv else JSON
            raise ProblemError(views.Problem(code="type", error=f"the content type must be {wanted}"))
        body = await _body(request)
        if said == CSV:
            return players_in(body)
        try:
            return body_in(body, kind)
        except FieldError as error:
            allowed = schema_at(kind, error.field)
            raise ProblemError(
                views.Problem(code="field", error=str(error), field=error.field, allowed=allowed or None)
            ) from None

    # What is shown

    async def _list(self, _request: Request, caller: Caller) -> Response:
        _allow(caller, ("viewer",))
        return _said(await self._in_thread(_all_books), 200)

    async def _whole(self, request: Request, caller: Caller) -> Response:
        return await self._shown(request, caller, ("viewer",), _whole)

    async def _standings(self, request: Request, caller: Caller) -> Response:
        running = request.query_params.get("running", "false")
        if running not in {"true", "false"}:
            raise FieldError("running", "must be true or false")
        if running == "true":
            _allow(caller, ORGANISER)
        return await self._shown(request, caller, ("viewer",), _running if running == "true" else _standings)

    async def _versions(self, request: Request, caller: Caller) -> Response:
        return await self._shown(request, caller, ("viewer",), _versions)

    async def _penalties(self, request: Request, caller: Caller) -> Response:
        return await self._shown(request, caller, OFFICIALS, _penalties)

    async def _entries(self, request: Request, caller: Caller) -> Response:
        after = number_in("after", request.query_params.get("after", "0"), EntryNumber)
        return await self._shown(request, caller, ORGANISER, partial(_entries, after))

    async def _shown(
        self,
        request: Request,
        caller: Caller,
        roles: Sequence[Role],
        view: Callable[[Book, bool], Any],
    ) -> Response:
        _allow(caller, roles)
        tournament = place_in(request.path_params).tournament
        book = await self._in_thread(lambda books: books.book(tournament))
        if not book.written:
            raise _unknown(tournament)
        organiser = caller.is_one_of(ORGANISER)
        if view is not _whole:
            return _said(await asyncio.to_thread(view, book, organiser), 200)
        key = tournament, book.digest, organiser
        if key not in self._wholes:
            made = msgspec.json.encode(await asyncio.to_thread(view, book, organiser))
            while len(self._wholes) >= KEPT_BOOKS:
                self._wholes.pop(next(iter(self._wholes)))
            self._wholes[key] = made
        return Response(self._wholes[key], 200, _HEADERS, JSON)

    # The store, in its own thread

    async def _in_thread(self, do: Callable[[BookStore], _Type]) -> _Type:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._with_books, do)

    def _with_books(self, do: Callable[[BookStore], _Type]) -> _Type:
        if self._books is None:
            self._books = self._open()
        try:
            return do(self._books)
        except StoreError:
            self._put_away()
            raise

    def _put_away(self) -> None:
        if self._books is not None:
            self._books.close()
            self._books = None


_HEADERS: Final = {"Cache-Control": "no-store"}


def _said(told: Any, status: int) -> Response:
    return Response(msgspec.json.encode(told), status, _HEADERS, JSON)


def _all_books(books: BookStore) -> list[views.Listed]:
    return [views.listed(books.book(tournament)) for tournament, _ in books.tournaments()]


def _whole(book: Book, organiser: bool) -> views.Whole:
    return views.whole(book, organiser=organiser)


def _standings(book: Book, _organiser: bool) -> views.NumberedStandings:
    return views.standings(book, running=False)


def _running(book: Book, _organiser: bool) -> views.NumberedStandings:
    return views.standings(book, running=True)


def _versions(book: Book, organiser: bool) -> Sequence[views.VersionShown]:
    return views.whole(book, organiser=organiser).versions


def _penalties(book: Book, _organiser: bool) -> Sequence[views.GivenPenalty]:
    return views.given_penalties(book)


def _entries(after: int, book: Book, organiser: bool) -> Sequence[views.Happened]:
    return views.happened(book, after, organiser=organiser)


def _allow(caller: Caller, roles: Sequence[Role]) -> None:
    if not caller.is_one_of(roles):
        role = caller.role or "login without a role"
        raise ProblemError(
            views.Problem(code="role", error=f"{caller.name} is a {role}; this needs: {' or '.join(roles)}")
        )


def _unknown(tournament: str) -> ProblemError:
    return ProblemError(views.Problem(code="unknown", error=f"there is no tournament {tournament}"))


def _stale(book: Book, known: int, *, organiser: bool) -> ProblemError:
    since = views.happened(book, known, organiser=organiser)
    happened = "look at what happened since" if since else "it has fewer entries than you know"
    return ProblemError(
        views.Problem(
            code="stale",
            error=f"the book has {book.number} entries, not {known}: {happened}",
            field="known",
            number=book.number,
            since=since,
        )
    )


def _from_here(request: Request) -> bool:
    """Whether the request comes from a page of this server, as far as browsers tell."""
    origin = request.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == request.headers.get("host", "")


async def _body(request: Request) -> bytes:
    """The body of a request, up to the longest that the gate reads.

    Raises:
        ProblemError: it is too long, or did not come in time.
    """
    body = b""
    try:
        async with asyncio.timeout(BODY_S):
            async for part in request.stream():
                body += part
                if len(body) > MOST_BYTES:
                    raise ProblemError(
                        views.Problem(code="body", error=f"a body has {MOST_BYTES:,} bytes at most")
                    )
    except (TimeoutError, ClientDisconnect):
        raise ProblemError(views.Problem(code="body", error="the body did not come in time")) from None
    return body
