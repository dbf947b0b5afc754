"""Views of a tournament. Only officials see results and penalties of a session that is not over."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from hall.tournaments.book.arrivals import CheckedIn, ProposedPenalty
from hall.tournaments.book.entries import (
    AnyEntry,
    BigHand,
    FourPlayers,
    Incomplete,
    PlannedRound,
    TableCorrected,
    TableEntered,
    TablePlayed,
    TieBreak,
)
from hall.tournaments.book.exported import exported
from hall.tournaments.book.ranking import TournamentStanding
from hall.tournaments.book.tallying import given_costs, penalties, standings_of
from hall.tournaments.book.teams import TeamStanding, team_standings
from hall.tournaments.books.books import Book
from hall.tournaments.books.text import Written

FourNumbers = tuple[int, int, int, int]
Source = Literal["journal", "by hand", "corrected", "missing", "once", "differs"]


class BookView(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is shown."""


class EntrantShown(BookView, frozen=True):
    """A player. He plays from the session ``since`` on, and no longer from ``withdrawn`` on."""

    id: str
    name: str
    country: str
    club: str
    team: str
    since: int
    withdrawn: int | None


class TableOfSession(BookView, frozen=True):
    """A table of a session, everything by seat.

    Attributes:
        scores, places, totals: null while there is no result, or none that may be shown; totals are with uma and oka.
        source: of the result; or why there is none (nobody entered it, one person did, or two differently); null where
            it is withheld.
        hall_table: its name in the hall; empty where it has no Jantaku.
        extra_minutes: beyond the time that the rules give.
        hand_granted: one more hand may be dealt there after the gong.
        hands: the biggest, from the table's journal.
    """

    table: int
    players: FourPlayers
    scores: FourNumbers | None
    places: FourNumbers | None
    totals: FourNumbers | None
    source: Source | None
    signed: bool
    hall_table: str
    extra_minutes: int
    hand_granted: bool
    hands: tuple[BigHand, ...]


class SessionShown(BookView, frozen=True):
    """A session and its tables; arrivals are withheld as results are.

    Attributes:
        seed: with which the seats were drawn; null where they were set by hand.
        day: the date of its start signal where the hall is, or else of the timetable; empty if it has neither.
        signal_s: when the start signal was given, seconds since 1970; null before, and where it is not known.
        arrivals: who is there, table by table.
        byes: players without a seat in this session.
        proposed: enter them with ``arrive_late``, or ``arrive_late`` with 0 minutes.
    """

    session: int
    seed: int | None
    begun: bool
    closed: bool
    day: str
    signal_s: int | None
    arrivals: tuple[CheckedIn, ...]
    proposed: tuple[ProposedPenalty, ...]
    tables: tuple[TableOfSession, ...]
    byes: tuple[str, ...]


class PenaltyShown(BookView, frozen=True):
    """A penalty that holds; points of the overall score."""

    session: int
    player: str
    points: int
    reason: str
    grade: str
    judge: str


class StandingsShown(BookView, frozen=True):
    """Standings, and the sessions that count in them."""

    sessions: tuple[int, ...]
    places: tuple[TournamentStanding, ...]


class NewestStandings(StandingsShown, frozen=True):
    """Standings with those of the teams, if there are any."""

    teams: tuple[TeamStanding, ...]


class CutShown(BookView, frozen=True):
    """A cut to a final.

    Attributes:
        session: the first of the final.
        players: how many play it.
        carried: per cent of their points so far that they keep.
    """

    session: int
    players: int
    carried: int


class HeldShown(BookView, frozen=True):
    """The timetable is held: by somebody, or because this session could not begin at its time."""

    session: int | None


class VersionShown(StandingsShown, frozen=True):
    """Standings as they were shown from an entry on."""

    version: int
    entry: int


class Whole(BookView, frozen=True):
    """A whole tournament.

    Attributes:
        number: of entries in its book.
        digest: hash of the newest.
        ruleset: all its values.
        incomplete: who makes up for players missing from the last table.
        ties: what breaks ties in the standings, one after the other; ``shared`` leaves them.
        timetable: when each session begins by itself.
        held: why none begins by itself now; null: the timetable runs.
        versions: the standings that were shown, one after the other.
    """

    format: Literal[1]
    id: str
    number: int
    digest: str
    title: str
    ruleset: dict[str, Any]
    incomplete: Incomplete
    ties: tuple[TieBreak, ...]
    cuts: tuple[CutShown, ...]
    players: tuple[EntrantShown, ...]
    sessions: tuple[SessionShown, ...]
    timetable: tuple[PlannedRound, ...]
    held: HeldShown | None
    penalties: tuple[PenaltyShown, ...]
    standings: NewestStandings
    versions: tuple[VersionShown, ...]


class NumberedStandings(NewestStandings, frozen=True):
    """Standings after so many entries."""

    number: int


class Listed(BookView, frozen=True):
    """A tournament in the list of all."""

    id: str
    title: str
    number: int


class GivenPenalty(BookView, frozen=True):
    """A penalty that somebody gave, with its number; even one that was cancelled.

    Attributes:
        points: of the overall score; null for what the rules give for the grade.
        costs: the points that it takes now; 0 if it was cancelled.
    """

    penalty: int
    session: int
    player: str
    grade: str
    reason: str
    points: int | None
    costs: int
    by: str
    cancelled: bool
    why_cancelled: str


class Happened(BookView, frozen=True):
    """An entry of a book; its content is null where it is withheld.

    Attributes:
        wall: UTC, ISO 8601.
        before, digest: hashes of the entry before and of this one.
    """

    number: int
    wall: str
    login: str
    kind: str
    entry: AnyEntry | None
    before: str
    digest: str


def whole(book: Book, *, official: bool) -> Whole:
    """Return everything that the reader may see."""
    found = exported(book.entries)
    shown = msgspec.convert(
        found | {"id": book.tournament, "number": book.number, "digest": book.digest}, Whole
    )
    hidden = () if official else withheld(book)
    return msgspec.structs.replace(
        shown,
        sessions=tuple(_hidden(each) if each.session in hidden else each for each in shown.sessions),
        penalties=tuple(each for each in shown.penalties if each.session not in hidden),
    )


def _hidden(session: SessionShown) -> SessionShown:
    tables = tuple(
        msgspec.structs.replace(
            each, scores=None, places=None, totals=None, source=None, signed=False, hands=()
        )
        for each in session.tables
    )
    return msgspec.structs.replace(session, tables=tables, arrivals=(), proposed=())


def withheld(book: Book) -> frozenset[int]:
    """Return the sessions whose results and penalties only organisers and referees see."""
    position = book.position()
    if position.opened is None or not position.opened.withheld:
        return frozenset()
    named = {each.hanchan for each in penalties(position)} | {
        given.session for given in position.penalties.values()
    }
    return frozenset((named | position.seats.keys()) - position.closed.keys())


def standings(book: Book, *, running: bool) -> NumberedStandings:
    """Return the public standings; with ``running``, also count sessions that are not over, if they have results."""
    position = book.position()
    if running:
        sessions = sorted({at[0] for at in (*position.played, *position.entered, *position.corrected)})
        rows = standings_of(position, sessions)
        teams = team_standings(position, sessions, rows)
        return NumberedStandings(number=book.number, sessions=tuple(sessions), places=rows, teams=teams)
    found = exported(book.entries)["standings"]
    return msgspec.convert(found | {"number": book.number}, NumberedStandings)


def listed(book: Book) -> Listed:
    """Return a line of the list."""
    opened = book.position().opened
    return Listed(id=book.tournament, title=opened.title if opened else "", number=book.number)


def given_penalties(book: Book) -> list[GivenPenalty]:
    """Return the penalties that people gave, by number."""
    position = book.position()
    costs = given_costs(position)
    found = []
    for number, each in sorted(position.penalties.items()):
        cancelled = position.cancelled.get(number)
        found.append(
            GivenPenalty(
                penalty=number,
                session=each.session,
                player=each.player,
                grade=each.grade,
                reason=each.reason,
                points=each.points,
                costs=costs.get(number, 0),
                by=each.by,
                cancelled=cancelled is not None,
                why_cancelled="" if cancelled is None else cancelled.why,
            )
        )
    return found


def happened(book: Book, after: int, *, official: bool) -> tuple[Happened, ...]:
    """Return the entries after a number; the content of withheld ones is null."""
    hidden = frozenset[int]() if official else withheld(book)
    return tuple(_happened(each, hidden) for each in book.written[after:])


def wanted(book: Book, entries: Sequence[AnyEntry], login: str) -> tuple[Happened, ...]:
    """Return entries as they would follow those of a book, without the time and the hashes that they do not have yet."""
    return tuple(
        Happened(
            number=number,
            wall="",
            login=login,
            kind=str(entry.__struct_config__.tag),
            entry=entry,
            before="",
            digest="",
        )
        for number, entry in enumerate(entries, book.number + 1)
    )


def _happened(written: Written, hidden: frozenset[int]) -> Happened:
    entry = written.entry
    hides = isinstance(entry, TableEntered | TableCorrected | TablePlayed) and entry.session in hidden
    return Happened(
        number=written.number,
        wall=written.wall,
        login=written.login,
        kind=str(entry.__struct_config__.tag),
        entry=None if hides else entry,
        before=written.before,
        digest=written.digest,
    )
