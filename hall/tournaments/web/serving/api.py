"""The routes under ``/api/tournaments``: check the caller, read the request, make entries, show answers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from config import read_results_style
from hall.store.store import StoreError
from hall.tournaments.book.refusing import refusal
from hall.tournaments.books.books import Book, BookStore, EntryRefusedError, StaleError, check, signed_by
from hall.tournaments.books.forgetting import forget_player
from hall.tournaments.books.text import DamagedBookError
from hall.tournaments.web import answers, views
from hall.tournaments.web.declaration import (
    API,
    OFFICIALS,
    ORGANISER,
    ROOT,
    BookLook,
    BookOperation,
    BookPlace,
    BookRefusedError,
    FieldError,
    KnownEntries,
    NotThereError,
    TableOrder,
)
from hall.tournaments.web.files import DISCIPLINE
from hall.tournaments.web.incoming import body_in, place_in, players_in, query_in, schema_at
from hall.tournaments.web.journals import TakeFromJournal
from hall.tournaments.web.people import ForgetPlayer, OpenTournament
from hall.tournaments.web.public import PublicView, public_entries, public_page
from hall.tournaments.web.readings import ListTournaments, ShowTournament
from hall.tournaments.web.refusal_texts import BadRequest
from hall.tournaments.web.running.clock import EquipTable
from hall.tournaments.web.running.timetable import TimetableClock
from hall.tournaments.web.running.undoing import UndoEntries, grants_taken_back
from hall.tournaments.web.serving.description import CSV, JSON, MEDIA, OPENAPI_PATH, openapi
from hall.tournaments.web.serving.operations import OPERATIONS, READINGS, AnyOperation, AnyReading
from table_controller.mqtt.gate import MOST_BYTES, GateError
from table_controller.web.visitors import Caller, from_here

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from hall.tournaments.book.entries import AnyEntry
    from hall.tournaments.book.position import BookPosition
    from hall.tournaments.web.running.tables import TableLine
    from table_controller.mqtt.roles import Role
    from table_controller.web.broker_door import BrokerLogin

_Type = TypeVar("_Type")
RESULTS: Final = "/results"
BODY_S: Final = 20.0
"""The real time within which a body must arrive. [s]"""
KEPT_BOOKS: Final = 32
"""The number of newest views of books that are cached, so that many readers do not have each made anew."""

_Do: TypeAlias = "Callable[[Request], Awaitable[Response]]"


class ProblemError(Exception):
    """A request is answered with a problem."""

    def __init__(self, problem: answers.Problem) -> None:
        super().__init__(problem.error)
        self.problem = problem


class _Door:
    """One address: handles a request by its method, and lists the methods it has."""

    def __init__(self, methods: Mapping[str, _Do]) -> None:
        self._methods = methods

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        do = self._methods.get("GET" if request.method == "HEAD" else request.method)
        if do is None:
            there = [*self._methods, *(["HEAD"] if "GET" in self._methods else [])]
            problem = answers.problem("method", BadRequest.no_method(request.method, there))
            answer = _reply(problem, 405, {"Allow": ", ".join(there)})
        else:
            answer = await do(request)
        await answer(scope, receive, send)


class TournamentApi:
    """The API on one store.

    Args:
        books: opens the store, which one thread of the API uses; called again after the store was away.
        who: returns the person who makes a request; None if nobody has logged in.
        cookie: the name of the cookie that identifies a login.
        tables: the way to the tables of the hall; None: they get no commands.
        now: real time.
    """

    def __init__(
        self,
        books: Callable[[], BookStore],
        who: Callable[[HTTPConnection], Caller | None],
        cookie: str,
        tables: TableLine | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._open = books
        self._who = who
        self._cookie = cookie
        self._tables = tables
        self._now = now
        self._books: BookStore | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="books")
        self._wholes: dict[tuple[str, str, bool | str], bytes] = {}
        self._organiser: Request | None = None
        self._clock = TimetableClock(
            lambda do: self._thread.submit(self._with_books, do).result(), tables, self._organises, now
        )
        self._clock.start()

    def routes(self) -> list[Route]:
        """Return the routes for a Starlette application: everything below ``API``."""
        doors: dict[str, dict[str, _Do]] = {}
        for asked in READINGS:
            doors.setdefault(ROOT + asked.path, {})["GET"] = partial(self._answer, partial(self._read, asked))
        for kind in OPERATIONS:
            doors.setdefault(ROOT + kind.path, {})["POST"] = partial(self._answer, partial(self._enter, kind))
        doors[OPENAPI_PATH] = {"GET": partial(_described, msgspec.json.encode(openapi(self._cookie)))}
        return [
            *(Route(path, _Door(methods)) for path, methods in doors.items()),
            Route(f"{RESULTS}/style.css", partial(_style, read_results_style())),
            Route(f"{RESULTS}/{{tournament}}", self._public),
            Route(f"{API}/{{path:path}}", _nothing_there),
        ]

    def close(self) -> None:
        """Close the store once pending entries are made."""
        self._clock.close()
        self._thread.submit(self._put_away).result()
        self._thread.shutdown()

    async def _answer(
        self, do: Callable[[Request, Caller], Awaitable[Response]], request: Request
    ) -> Response:
        try:
            return await do(request, self._caller(request))
        except ProblemError as error:
            return _reply(error.problem, answers.STATUS[error.problem.code])
        except FieldError as error:
            return _reply(_of_field(error), 422)
        except GateError as error:
            return _reply(answers.problem("body", error.why), 400)
        except NotThereError as error:
            return _reply(answers.problem("unknown", error.why), 404)
        except (BookRefusedError, EntryRefusedError) as error:
            return _reply(answers.problem("refused", error.why), 422)
        except StoreError as error:
            return _reply(answers.problem("away", BadRequest.away(str(error))), 503)
        except DamagedBookError as error:
            return _reply(answers.problem("damaged", error.why), 500)

    def _caller(self, request: Request) -> Caller:
        caller = self._who(request)
        if caller is None:
            raise ProblemError(answers.problem("login", BadRequest.no_login()))
        if caller.is_one_of(ORGANISER):
            self._organiser = request
        return caller

    def _organises(self) -> BrokerLogin | None:
        """Return the login of the last organiser who asked for something; None once he has logged out."""
        caller = None if self._organiser is None else self._who(self._organiser)
        return None if caller is None else caller.login

    # What is entered

    async def _enter(self, kind: type[AnyOperation], request: Request, caller: Caller) -> Response:
        _allow(caller, kind.roles)
        if not from_here(request):
            raise ProblemError(answers.problem("origin", BadRequest.other_site()))
        place = place_in(request.path_params)
        query = query_in(request.query_params.multi_items(), KnownEntries)
        known = query.known
        asked = await self._asked(kind, request)
        tournament = asked.id if isinstance(asked, OpenTournament) else place.tournament
        official = caller.is_one_of(OFFICIALS)
        book = await self._in_thread(lambda books: books.book(tournament))
        if not book.written and not isinstance(asked, OpenTournament):
            raise _unknown(tournament)
        if book.number != known:
            raise _stale(book, known, official=official)
        if isinstance(asked, EquipTable) and asked.hall_table:
            await self._refuse_unknown_table(asked.hall_table, caller)
        if isinstance(asked, UndoEntries):
            await self._refuse_undoing_dealt(asked, book.position(), caller)
        if isinstance(asked, ForgetPlayer):
            return await self._forget(asked.player, tournament, preview=query.preview)
        # Any entry made meanwhile makes the number stale.
        wanted = await self._wanted(asked, book, place)
        now = self._now()
        day = now.astimezone().date().toordinal()
        entries = [signed_by(each, caller.name, day, int(now.timestamp())) for each in wanted]
        if query.preview:
            check(book.position(), entries)
            shown = views.wanted(book, entries, caller.name)
            return _reply(
                answers.Entered(number=book.number, digest=book.digest, entries=shown, told=()), 200
            )
        wall = now.astimezone(UTC).isoformat(timespec="milliseconds")
        try:
            book = await self._in_thread(
                lambda books: books.append(tournament, entries, known=known, login=caller.name, wall=wall)
            )
        except StaleError:
            book = await self._in_thread(lambda books: books.book(tournament))
            raise _stale(book, known, official=official) from None
        mine = views.happened(book, known, official=True)[: len(entries)]
        outcomes = await self._tell(asked.orders(book.position(), place, int(now.timestamp())), caller)
        return _reply(
            answers.Entered(number=book.number, digest=book.digest, entries=mine, told=outcomes), 201
        )

    async def _forget(self, player: str, tournament: str, *, preview: bool) -> Response:
        """Forget a player; answer with the entries of this tournament that named him."""
        found = await self._in_thread(lambda books: forget_player(books, player, preview=preview))
        changed = {number for each in found if each.tournament == tournament for number in each.changed}
        book = await self._in_thread(lambda books: books.book(tournament))
        entries = tuple(each for each in views.happened(book, 0, official=True) if each.number in changed)
        entered = answers.Entered(number=book.number, digest=book.digest, entries=entries, told=())
        return _reply(entered, 200 if preview else 201)

    async def _tell(self, orders: Sequence[TableOrder], caller: Caller) -> tuple[answers.TableOutcome, ...]:
        """Send tables the commands that follow from entries on disk."""
        replies = [] if self._tables is None else await self._tables.ask(caller.login, orders)
        return tuple(
            answers.table_told(each.order.table, each.order.hall_table, each.why) for each in replies
        )

    async def _refuse_unknown_table(self, name: str, caller: Caller) -> None:
        """Refuse a table that the hall does not know: it has no journal of it, and has never seen it on.

        Raises:
            BookRefusedError: it is such a table.
        """
        known = await self._in_thread(lambda books: {each.table for each in books.store.branches()})
        if name not in known and self._tables is not None:
            on = await self._tables.known(caller.login)
            if on is not None and name not in on:
                raise BookRefusedError(BadRequest.no_hall_table(name, sorted(known | on)))

    async def _refuse_undoing_dealt(self, asked: UndoEntries, position: BookPosition, caller: Caller) -> None:
        """Refuse to take back a hand that a table has dealt, or about which it cannot be asked.

        Raises:
            BookRefusedError: it is such a hand.
        """
        (undo,) = asked.entries(position, BookPlace())
        if self._tables is None or refusal(position, undo) is not None:
            return  # the book itself gives the reason
        orders = grants_taken_back(position, undo)
        tried = [replace(each, arguments={**each.arguments, "dry_run": True}) for each in orders]
        for reply in await self._tables.ask(caller.login, tried):
            if reply.why is not None:
                raise BookRefusedError(reply.why)

    async def _wanted(
        self, asked: BookOperation | TakeFromJournal, book: Book, place: BookPlace
    ) -> Sequence[AnyEntry]:
        if isinstance(asked, TakeFromJournal):
            return await self._in_thread(lambda books: asked.entries_from(books.store, book, place))
        # Drawing seats takes a while.
        return await asyncio.to_thread(lambda: asked.entries(book.position(), place))

    async def _asked(self, kind: type[AnyOperation], request: Request) -> AnyOperation:
        content_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if content_type != JSON and not (kind.csv and content_type == CSV):
            wanted = [JSON, CSV] if kind.csv else [JSON]
            raise ProblemError(answers.problem("type", BadRequest.content_type(wanted)))
        body = await _body(request)
        if content_type == CSV:
            return players_in(body)
        try:
            return body_in(body, kind)
        except FieldError as error:
            allowed = schema_at(kind, error.field) or None
            raise ProblemError(msgspec.structs.replace(_of_field(error), allowed=allowed)) from None

    # What is shown

    async def _read(self, kind: type[AnyReading], request: Request, caller: Caller) -> Response:
        _allow(caller, kind.roles)
        place = place_in(request.path_params)
        asked = query_in(request.query_params.multi_items(), kind)
        _allow(caller, asked.needed())
        if isinstance(asked, ListTournaments):
            listed = await self._in_thread(lambda books: [views.listed(each) for each in _all_books(books)])
            return _reply(listed, 200)
        book = await self._in_thread(lambda books: books.book(place.tournament))
        if not book.written:
            raise _unknown(place.tournament)
        official = caller.is_one_of(OFFICIALS)
        key = (place.tournament, book.digest, official) if isinstance(asked, ShowTournament) else None
        if key in self._wholes:
            return Response(self._wholes[key], 200, _HEADERS, JSON)
        now = self._now()
        orders = asked.orders(book.position(), place, now)
        replies = [] if self._tables is None else await self._tables.ask(caller.login, orders)
        books = await self._in_thread(_all_books) if place.sheet == DISCIPLINE else ()
        made = await asyncio.to_thread(asked.shown, BookLook(book, place, official, now, replies, books))
        if isinstance(made, bytes):
            return _file(made, place)
        text = msgspec.json.encode(made)
        if key is not None:
            self._keep(key, text)
        return Response(text, 200, _HEADERS, JSON)

    def _keep(self, key: tuple[str, str, bool | str], view: bytes) -> None:
        while len(self._wholes) >= KEPT_BOOKS:
            self._wholes.pop(next(iter(self._wholes)))
        self._wholes[key] = view

    async def _public(self, request: Request) -> Response:
        """Answer anybody who asks for results, if the tournament is public."""
        try:
            place = place_in(request.path_params)
            asked = query_in(request.query_params.multi_items(), PublicView)
            book = await self._in_thread(lambda books: books.book(place.tournament))
            entries = public_entries(book, self._now())
        except FieldError:
            entries = ()
        except (StoreError, DamagedBookError):
            return Response("", 503, _HEADERS)
        if not entries:
            return Response("", 404, _HEADERS)
        key = (place.tournament, entries[-1].digest, f"{asked.lang} {asked.view}")
        if key not in self._wholes:
            self._keep(key, await asyncio.to_thread(public_page, entries, asked))
        return Response(self._wholes[key], 200, _HEADERS, "text/html")

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


def _reply(body: Any, status: int, more: Mapping[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(body), status, {**_HEADERS, **(more or {})}, JSON)


def _file(content: bytes, place: BookPlace) -> Response:
    name = f"{place.tournament}-{place.sheet}"
    kind = MEDIA[place.sheet.rpartition(".")[2]]
    return Response(content, 200, {**_HEADERS, "Content-Disposition": f'attachment; filename="{name}"'}, kind)


async def _style(style: bytes, _request: Request) -> Response:
    return Response(style, 200, media_type="text/css")


async def _described(description: bytes, _request: Request) -> Response:
    return Response(description, 200, _HEADERS, JSON)


async def _nothing_there(_request: Request) -> Response:
    return _reply(answers.problem("unknown", BadRequest.no_address()), 404)


def _all_books(books: BookStore) -> list[Book]:
    return [books.book(tournament) for tournament, _ in books.tournaments()]


def _allow(caller: Caller, roles: Sequence[Role]) -> None:
    if not caller.is_one_of(roles):
        raise ProblemError(answers.problem("role", BadRequest.other_role(caller.name, caller.role, roles)))


def _of_field(error: FieldError) -> answers.Problem:
    problem = answers.problem("field", error.why, str(error))
    return msgspec.structs.replace(problem, field=error.field, line=error.line)


def _unknown(tournament: str) -> ProblemError:
    return ProblemError(answers.problem("unknown", BadRequest.no_tournament(tournament)))


def _stale(book: Book, known: int, *, official: bool) -> ProblemError:
    since = views.happened(book, known, official=official)
    problem = answers.problem("stale", BadRequest.stale(book.number, known, more=bool(since)))
    return ProblemError(msgspec.structs.replace(problem, field="known", number=book.number, since=since))


async def _body(request: Request) -> bytes:
    """Read the body of a request, up to the longest that the gate reads.

    Raises:
        ProblemError: it is too long, or did not come in time.
    """
    body = b""
    try:
        async with asyncio.timeout(BODY_S):
            async for part in request.stream():
                body += part
                if len(body) > MOST_BYTES:
                    raise ProblemError(answers.problem("body", BadRequest.too_long(MOST_BYTES)))
    except (TimeoutError, ClientDisconnect):
        raise ProblemError(answers.problem("body", BadRequest.not_in_time())) from None
    return body
