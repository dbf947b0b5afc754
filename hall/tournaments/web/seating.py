"""Seats: a plan drawn for all sessions, the next session by standings, a plan repaired, tables given by hand."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from secrets import randbelow
from typing import Annotated, ClassVar, Final, Literal

import msgspec
from msgspec import Meta

from hall.tournaments.book.entries import (
    AnyEntry,
    FinalCut,
    FourPlayers,
    Percent,
    PlayerId,
    Seed,
    SessionNumber,
    SessionSeated,
    TableNumber,
)
from hall.tournaments.book.position import BookPosition, plays, seated
from hall.tournaments.book.refusing import lacks_results
from hall.tournaments.book.tallying import standings_of
from hall.tournaments.seats.byes import round_with_byes
from hall.tournaments.seats.draw import ROUNDS, Rounds, drawn
from hall.tournaments.seats.repair import repaired
from hall.tournaments.seats.repair_with_byes import repaired_with_byes
from hall.tournaments.seats.swiss import swiss_round
from hall.tournaments.seats.wishes import SeatsError, Wishes, is_substitute
from hall.tournaments.web.declaration import BookOperation, BookPlace, BookRefusedError
from referee.texts.book_texts import BadSeating

FEWEST: Final = 4
LAST: Final = 99
DRAWN_SEEDS: Final = 1_000_000
"""Seeds have six digits at most, so that they can be read out."""


class _Wished(BookOperation, frozen=True, kw_only=True):
    """Wishes for the seats.

    Attributes:
        seed: of the draw; the same seed with the same people gives the same seats. Drawn by lot if it is left out.
        apart: who should meet seldom.
        locked: players who need one and the same table in all sessions, with its number.
    """

    seed: Seed | None = None
    apart: Literal["nobody", "country", "club"] = "nobody"
    locked: dict[PlayerId, TableNumber] = msgspec.field(default_factory=dict)

    def _wishes(self, position: BookPosition) -> Wishes:
        apart = {
            player: {"country": each.country, "club": each.club}.get(self.apart, "")
            for player, each in position.players.items()
        }
        locked = {player: table - 1 for player, table in self.locked.items()}
        teams = {player: each.team for player, each in position.players.items()}
        byes = position.opened is not None and position.opened.incomplete == "byes"
        return Wishes(locked, apart, randbelow(DRAWN_SEEDS) if self.seed is None else self.seed, teams, byes)


class DrawSeats(_Wished, frozen=True, kw_only=True):
    """Draw the seats of all sessions: a schedule in which few meet twice. Before the first session only."""

    path: ClassVar[str] = "/{tournament}/seats/draw"
    sessions: Annotated[int, Meta(ge=ROUNDS[0], le=ROUNDS[-1])]

    def entries(self, position: BookPosition, place: BookPlace) -> Sequence[AnyEntry]:
        if next_session(position) != 1:
            raise BookRefusedError(BadSeating.begun())
        players = _playing(position, 1)
        wishes = self._wishes(position)
        try:
            plan = drawn(players, self.sessions, wishes)
        except SeatsError as error:
            raise BookRefusedError(error.why) from None
        later = next(
            (number for number in range(self.sessions) if _playing(position, 1 + number) != players),
            self.sessions,
        )
        plan[later:] = _repaired(position, 1 + later, plan[later:], plan[:later], wishes)
        more = sorted((session for session in position.seats if session > self.sessions), reverse=True)
        return [*(SessionSeated(session=each, tables=()) for each in more), *_entries(plan, 1, wishes.seed)]


class SeatByStandings(_Wished, frozen=True, kw_only=True):
    """Seat the next session by standings, once all tables before it have a result.

    Neighbours in the standings meet, unless they have met before.
    """

    path: ClassVar[str] = "/{tournament}/seats/swiss"

    def entries(self, position: BookPosition, place: BookPlace) -> Sequence[AnyEntry]:
        session = next_session(position)
        before = [number for number in sorted(position.seats) if number < session]
        for number in before:
            if why := lacks_results(position, number):
                raise BookRefusedError(why)
        ranked = [each.player for each in standings_of(position, before)]
        there = _playing(position, session)
        standing = [player for player in ranked if player in there]
        standing += [player for player in there if player not in ranked]
        if len(standing) < FEWEST:
            raise BookRefusedError(BadSeating.fewest(FEWEST, len(standing)))
        wishes = self._wishes(position)
        try:
            seat = round_with_byes if wishes.byes else swiss_round
            tables = seat(standing, _played(position, session), wishes)
        except SeatsError as error:
            raise BookRefusedError(error.why) from None
        return _entries([tables], session, wishes.seed)


class RepairSeats(_Wished, frozen=True, kw_only=True):
    """Seat the sessions that have not begun for those who play in each of them: after somebody left or came."""

    path: ClassVar[str] = "/{tournament}/seats/repair"

    def entries(self, position: BookPosition, place: BookPlace) -> Sequence[AnyEntry]:
        session = next_session(position)
        planned: list[tuple[FourPlayers, ...]] = []
        while session + len(planned) in position.seats:
            planned.append(position.seats[session + len(planned)])
        if not planned:
            raise BookRefusedError(BadSeating.no_plan(session))
        wishes = self._wishes(position)
        plan = _repaired(position, session, planned, _played(position, session), wishes)
        return _entries(plan, session, wishes.seed)


def _repaired(
    position: BookPosition,
    first: int,
    planned: Sequence[Sequence[Sequence[str]]],
    before: Sequence[Sequence[Sequence[str]]],
    wishes: Wishes,
) -> Rounds:
    """Return a plan repaired for those who play in each session; somebody may leave, or come, during it.

    Args:
        position: of the book.
        first: the session with which the plan begins.
        planned: the tables of its sessions.
        before: those of the sessions before it.
        wishes: for the seats.

    Raises:
        BookRefusedError: there is no such plan.
    """
    found: Rounds = []
    repair = repaired_with_byes if wishes.byes else repaired
    alike = [
        (
            _playing(position, session),
            [] if wishes.byes else sorted(player for table in tables for player in table),
        )
        for session, tables in enumerate(planned, first)
    ]
    for (there, _), numbers in groupby(range(len(planned)), key=alike.__getitem__):
        rounds = [planned[number] for number in numbers]
        if len(there) < FEWEST:
            raise BookRefusedError(BadSeating.fewest(FEWEST, len(there)))
        try:
            found += repair([*before, *found], rounds, there, wishes)
        except SeatsError as error:
            raise BookRefusedError(error.why) from None
    return found


class SeatByHand(BookOperation, frozen=True, kw_only=True):
    """The tables of a session, each with its players in the order of their seats, East first."""

    path: ClassVar[str] = "/{tournament}/seats"
    makes: ClassVar[type[AnyEntry]] = SessionSeated
    session: SessionNumber
    tables: Annotated[tuple[FourPlayers, ...], Meta(min_length=1, max_length=250)]


class DropSession(BookOperation, frozen=True, kw_only=True):
    """Drop the last session from the plan, so that six sessions become five. Before it begins only."""

    path: ClassVar[str] = "/{tournament}/sessions/{session}/drop"

    def entries(self, position: BookPosition, place: BookPlace) -> Sequence[AnyEntry]:
        return [SessionSeated(session=place.session, tables=())]


class CutToFinal(BookOperation, frozen=True, kw_only=True):
    """Only the best go on from the next session; then seat it by standings. Can be made again before that begins.

    Attributes:
        best: how many go on.
        carried: per cent of their points so far that they keep; 0 lets all begin anew.
    """

    path: ClassVar[str] = "/{tournament}/cuts"
    best: Annotated[int, Meta(ge=FEWEST, le=1000)]
    carried: Percent = 100

    def entries(self, position: BookPosition, place: BookPlace) -> Sequence[AnyEntry]:
        session = next_session(position)
        before = [number for number in sorted(position.seats) if number < session]
        open_still = [number for number in before if number not in position.closed]
        if open_still:
            raise BookRefusedError(BadSeating.not_closed(open_still[0]))
        ranked = [
            each
            for each in standings_of(position, before)
            if each.place is not None and _survived(position, each.player, session)
        ]
        if self.best > len(ranked):
            raise BookRefusedError(BadSeating.fewest(self.best, len(ranked)))
        tied = [each.player for each in ranked if each.place == ranked[self.best - 1].place]
        if self.best < len(ranked) and ranked[self.best].player in tied:
            raise BookRefusedError(BadSeating.tied(tied))
        final = tuple(each.player for each in ranked[: self.best])
        return [FinalCut(session=session, players=final, carried=self.carried)]


def _playing(position: BookPosition, session: int) -> list[str]:
    return [player for player in position.players if plays(position, player, session)]


def _survived(position: BookPosition, player: str, session: int) -> bool:
    """Return whether a player takes part in a session if its own cut is made again."""
    without = replace(position, cuts={first: cut for first, cut in position.cuts.items() if first != session})
    return plays(without, player, session)


def next_session(position: BookPosition) -> int:
    """Return the first session that has not begun and has no results.

    Raises:
        BookRefusedError: a book cannot have another session.
    """
    results = {session for session, _ in (*position.played, *position.entered, *position.corrected)}
    for session in range(1, LAST + 1):
        if session not in position.begun | results:
            return session
    raise BookRefusedError(BadSeating.most_sessions(LAST))


def _played(position: BookPosition, session: int) -> list[list[list[str]]]:
    """Return the tables of the sessions before this one, with the names under which seats count later."""
    return [
        [[_place_of(position, number, player) for player in table] for table in seated(position, number)]
        for number in sorted(position.seats)
        if number < session
    ]


def _place_of(position: BookPosition, session: int, player: str) -> str:
    """Return the name under which a seat counts later.

    A substitute who is not registered gets a new name for each session, so that he has met nobody and keeps no table.
    """
    known = player in position.players or is_substitute(player)
    return player if known else f"{player} (session {session})"


def _entries(plan: Sequence[Sequence[Sequence[str]]], first: int, seed: int) -> list[AnyEntry]:
    return [
        SessionSeated(session=number, tables=msgspec.convert(tables, tuple[FourPlayers, ...]), seed=seed)
        for number, tables in enumerate(plan, first)
        if number <= LAST
    ]
