"""The timetable of rounds: setting and holding it, and the thread that begins each session at its time."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from typing import Annotated, ClassVar, Final, TypeAlias

import msgspec
from msgspec import Meta

from hall.store.store import StoreError
from hall.tournaments.book import entries as of
from hall.tournaments.book.entries import AnyEntry
from hall.tournaments.book.position import BookPosition
from hall.tournaments.book.refusing import refusal
from hall.tournaments.book.timetable import next_round
from hall.tournaments.books.books import Book, BookStore, EntryRefusedError, StaleError
from hall.tournaments.books.text import DamagedBookError
from hall.tournaments.web.declaration import BookOperation, BookPlace, FieldError
from hall.tournaments.web.refusal_texts import BadRequest
from hall.tournaments.web.running.clock import signals_to
from hall.tournaments.web.running.tables import TableLine
from table_controller.web.broker_door import BrokerLogin

TIMETABLE: Final = "timetable"
"""The author of what the timetable enters by itself."""
LOOK_S: Final = 1.0
CHECKED_BEFORE_S: Final = 12
"""The time before its start at which a session that cannot begin is noticed; pages, which look every 5 s, then ring no
start. [s]"""
LATEST_S: Final = 300
"""The longest time after its planned start at which a session still begins by itself, as after a hall's restart. [s]"""
Start: TypeAlias = Annotated[
    str, Meta(title="start", pattern=r"^(\d{4}-\d{2}-\d{2} )?([01]?\d|2[0-3]):[0-5]\d$(?!\n)")
]


class SetTimetable(BookOperation, frozen=True, kw_only=True):
    """Set the times at which the sessions begin by themselves, from the first on. A new timetable runs at once.

    Attributes:
        starts: `2026-12-05 10:00`, where the hall is; without a date it is the day of the one before. None: sessions
            are begun by hand.
    """

    path: ClassVar[str] = "/{tournament}/timetable"
    starts: Annotated[tuple[Start, ...], Meta(max_length=99)] = ()

    def entries(self, position: BookPosition, place: BookPlace) -> Sequence[AnyEntry]:
        day: date | None = None
        rounds = []
        for session, start in enumerate(self.starts, 1):
            written, _, time = start.rpartition(" ")
            try:
                day = date.fromisoformat(written) if written else day
            except ValueError:
                day = None
            if day is None:
                raise FieldError("starts", BadRequest.no_day(start), session)
            hour, minute = map(int, time.split(":"))
            at = datetime(day.year, day.month, day.day, hour, minute).astimezone()
            rounds.append(of.PlannedRound(session, day.isoformat(), int(at.timestamp())))
        return [of.TimetableSet(rounds=tuple(rounds))]


class HoldTimetable(BookOperation, frozen=True, kw_only=True):
    """Hold the timetable: no session begins by itself. What runs goes on."""

    path: ClassVar[str] = "/{tournament}/timetable/hold"
    makes: ClassVar[type[AnyEntry]] = of.TimetableHeld


class ResumeTimetable(BookOperation, frozen=True, kw_only=True):
    """Let the timetable go on. Later sessions of the same day move with the next one.

    Attributes:
        minutes: from now to the next session; null keeps its time, or takes one minute if that has passed.
    """

    path: ClassVar[str] = "/{tournament}/timetable/resume"
    makes: ClassVar[type[AnyEntry]] = of.TimetableResumed
    minutes: Annotated[int, Meta(ge=1, le=600)] | None = None


def due(position: BookPosition, now_s: int) -> of.SessionBegun | of.TimetableHeld | None:
    """Return what the timetable enters now: the start of a session, or a hold if it cannot begin; None if nothing."""
    coming = next_round(position.timetable, position.begun)
    if position.opened is None or position.held is not None or coming is None:
        return None
    late_s = now_s - coming.starts_s
    if late_s < -CHECKED_BEFORE_S:
        return None
    begins = of.SessionBegun(session=coming.session, at_s=coming.starts_s)
    # A start signal that somebody has taken back is not repeated.
    before = any(
        isinstance(each, of.SessionBegun) and (each.session, each.at_s) == (begins.session, begins.at_s)
        for each in position.history
    )
    if before or late_s > LATEST_S or refusal(position, begins) is not None:
        return of.TimetableHeld(session=coming.session)
    return begins if late_s >= 0 else None


class TimetableClock:
    """Begins the sessions of all tournaments at their times, in a thread of its own.

    All its knowledge is in the books, so that it goes on after a restart. Tables with Jantaku get the start signal
    under the login of an organiser whose page is open. If none is open, they get it as soon as an organiser logs in.

    Args:
        books: runs something with the store of books, in the thread of the store.
        tables: the way to the tables of the hall; None: they get no commands.
        organiser: returns the login of an organiser who is there; None if nobody is.
        now: real time.
    """

    def __init__(
        self,
        books: Callable[[Callable[[BookStore], None]], None],
        tables: TableLine | None,
        organiser: Callable[[], BrokerLogin | None],
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._books = books
        self._tables = tables
        self._organiser = organiser
        self._now = now
        self._known: dict[str, tuple[int, BookPosition | None]] = {}
        self._told: set[tuple[str, int, int]] = set()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=TIMETABLE, daemon=True)

    def start(self) -> None:
        """Look at the books from now on, until ``close``."""
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(LOOK_S):
            self.look()

    def look(self) -> None:
        """Enter what is due, and give tables the signals that they have not had."""
        try:
            self._books(self._enter)
        except (StoreError, DamagedBookError):
            return  # it is looked at again
        organiser = self._organiser()
        if self._tables is None or organiser is None:
            return
        for tournament, position in self._running():
            now_s = int(self._now().timestamp())
            for session in signalled(position, now_s):
                orders = [
                    each
                    for each in signals_to(position, session, now_s)
                    if (tournament, session, each.table) not in self._told
                ]
                for reply in asyncio.run(self._tables.ask(organiser, orders)):
                    if reply.answer:
                        self._told.add((tournament, session, reply.order.table))

    def _running(self) -> list[tuple[str, BookPosition]]:
        return [(name, position) for name, (_, position) in self._known.items() if position is not None]

    def _enter(self, books: BookStore) -> None:
        for tournament, number in books.tournaments():
            if self._known.get(tournament, (0, None))[0] != number:
                self._keep(books.book(tournament))
        for tournament, position in self._running():
            now = self._now().astimezone()
            entry = due(position, int(now.timestamp()))
            if entry is None:
                continue
            signed = msgspec.structs.replace(entry, by=TIMETABLE, day=now.date().toordinal())
            wall = now.astimezone(UTC).isoformat(timespec="milliseconds")
            known = self._known[tournament][0]
            try:
                self._keep(books.append(tournament, [signed], known=known, login=TIMETABLE, wall=wall))
            except (StaleError, EntryRefusedError):
                self._keep(books.book(tournament))

    def _keep(self, book: Book) -> None:
        position = book.position()
        self._known[book.tournament] = book.number, position if position.timetable else None


def signalled(position: BookPosition, now_s: int) -> list[int]:
    """Return the sessions that the timetable has begun in the last minutes."""
    return [
        each.session
        for each in position.history
        if isinstance(each, of.SessionBegun)
        and each.by == TIMETABLE
        and each.session in position.begun - position.closed.keys()
        and now_s - each.at_s <= LATEST_S
    ]
