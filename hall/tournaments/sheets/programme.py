"""A tournament as its sheets need it: the exported values, checked, with each player's name and penalties."""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final, Literal

import msgspec

from hall.tournaments.book.entries import (
    BigHand,
    Four,
    FourPlayers,
    Percent,
    PlannedRound,
    PlayerId,
    SessionNumber,
    TableNumber,
    Text,
    TieBreak,
)
from referee.rules.ruleset import Ruleset, RulesetError
from referee.texts.language import WordedError
from referee.texts.sheet_texts import NoSheet

MOST_PLAYERS: Final = 4000
"""More than any tournament has; a limit for values from outside."""


class SheetError(WordedError, ValueError):
    """Sheets cannot be made from these values."""


class SheetPlayer(msgspec.Struct, frozen=True):
    """A player; he is absent from session ``withdrawn`` on."""

    id: PlayerId
    name: Text
    country: Text = ""
    club: Text = ""
    team: Text = ""
    since: SessionNumber = 1
    withdrawn: SessionNumber | None = None

    @property
    def shown(self) -> str:
        """The name in one line, the id where there is none."""
        return plain(self.name) or plain(self.id)

    @property
    def origin(self) -> str:
        """Country, club and team, if known."""
        return " · ".join(each for each in map(plain, (self.country, self.club, self.team)) if each)


class SheetTable(msgspec.Struct, frozen=True):
    """A table of a session by seat; without a result, ``scores``, ``places`` and ``totals`` are None.

    Attributes:
        totals: with uma and oka, without penalties, in points of the table.
        source: where the result comes from, or why there is none.
    """

    table: TableNumber
    players: FourPlayers
    scores: Four | None = None
    places: tuple[int, int, int, int] | None = None
    totals: Four | None = None
    source: Text | None = None
    signed: bool = False
    extra_minutes: int = 0
    hand_granted: bool = False
    hands: list[BigHand] = []


class SheetSession(msgspec.Struct, frozen=True):
    """A session with its tables."""

    session: SessionNumber
    tables: list[SheetTable]
    byes: list[PlayerId] = []
    day: Text = ""


class SheetPenalty(msgspec.Struct, frozen=True):
    """A penalty, in points of the overall score."""

    session: int
    player: PlayerId
    points: int
    reason: Text = ""
    grade: Text = ""
    judge: Text = ""


class SheetPlace(msgspec.Struct, frozen=True):
    """A line of the standings; totals in points of the table, ``penalties`` in points of the overall score."""

    player: PlayerId
    total: int
    sessions: list[int | None]
    place: int | None = None
    penalties: int = 0


class SheetTeam(msgspec.Struct, frozen=True):
    """A line of the teams' standings, in the same points."""

    place: int
    team: Text
    total: int
    sessions: list[int]
    penalties: int = 0


class SheetStandings(msgspec.Struct, frozen=True):
    """The standings: which sessions count, everybody's place, and that of the teams."""

    sessions: list[SessionNumber]
    places: list[SheetPlace]
    teams: list[SheetTeam] = []


class SheetCut(msgspec.Struct, frozen=True):
    """A cut to a final (``FinalCut``)."""

    session: SessionNumber
    players: int
    carried: Percent


class SheetVersion(SheetStandings, frozen=True, kw_only=True):
    """Standings as once published."""

    version: int


class Programme(msgspec.Struct, frozen=True):
    """The parts of a tournament that sheets need."""

    format: Literal[1]
    title: Text
    ruleset: dict[str, Any]
    players: list[SheetPlayer]
    sessions: list[SheetSession]
    penalties: list[SheetPenalty]
    standings: SheetStandings
    versions: list[SheetVersion] = []
    ties: list[TieBreak] = []
    cuts: list[SheetCut] = []
    timetable: list[PlannedRound] = []

    @property
    def rules(self) -> Ruleset:
        return Ruleset.from_mapping(self.ruleset)

    @property
    def people(self) -> dict[str, SheetPlayer]:
        """Return everybody by id, in the order of names. A substitute, who only occurs at tables, has his id as name."""
        known = {each.id: each for each in self.players if not _never_plays(each)}
        for session in self.sessions:
            for table in session.tables:
                for player in table.players:
                    known.setdefault(player, SheetPlayer(id=player, name=player))
        for place in self.standings.places:
            known.setdefault(place.player, SheetPlayer(id=place.player, name=place.player))
        return dict(sorted(known.items(), key=lambda each: (alphabetical(each[1].shown), each[0])))

    @property
    def told_apart(self) -> dict[str, SheetPlayer]:
        """Return everybody as ``people`` does, with club or id after a name that several have."""
        found = self.people
        names = Counter(each.shown for each in found.values())
        clubs = Counter((each.shown, plain(each.club)) for each in found.values())
        for player, each in found.items():
            club = plain(each.club)
            if names[each.shown] > 1:
                mark = club if club and clubs[each.shown, club] == 1 else plain(player)
                found[player] = msgspec.structs.replace(each, name=f"{each.shown} ({mark})")
        return found

    @property
    def lost(self) -> dict[tuple[int, str], int]:
        """Return the penalty points by session and player."""
        found: dict[tuple[int, str], int] = {}
        for each in self.penalties:
            at = each.session, each.player
            found[at] = found.get(at, 0) + each.points
        return found

    @property
    def version(self) -> int | None:
        """Return the version number of the standings; None if they were never published."""
        newest = self.versions[-1] if self.versions else None
        shown = self.standings
        same = newest and (newest.sessions, newest.places) == (shown.sessions, shown.places)
        return newest.version if newest and same else None

    def session(self, number: int) -> SheetSession:
        """A session by its number.

        Raises:
            SheetError: there is none.
        """
        for each in self.sessions:
            if each.session == number:
                return each
        raise SheetError(NoSheet.no_session(number, [each.session for each in self.sessions]))


def programme_of(exported: Any) -> Programme:
    """Read a tournament from exported values.

    Raises:
        SheetError: they are not a tournament; the message names the place.
    """
    try:
        found = msgspec.convert(exported, Programme)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `")
        raise SheetError(NoSheet.wrong_value(where.removesuffix("`") or "$", what)) from None
    try:
        value = found.rules.flow.point_value
    except RulesetError as error:
        raise SheetError(NoSheet.wrong_value("$.ruleset", str(error))) from None
    assert value > 0
    _refuse_contradictions(found)
    return found


def _refuse_contradictions(programme: Programme) -> None:
    if len(programme.players) > MOST_PLAYERS:
        raise SheetError(NoSheet.wrong_value("$.players", f"more than {MOST_PLAYERS}"))
    _refuse_repeated("$.players", (each.id for each in programme.players))
    _refuse_repeated("$.sessions", (str(each.session) for each in programme.sessions))
    for number, session in enumerate(programme.sessions):
        where = f"$.sessions[{number}].tables"
        _refuse_repeated(where, (str(each.table) for each in session.tables))
        _refuse_repeated(where, (player for each in session.tables for player in each.players))
        for place, table in enumerate(session.tables):
            if len({each is None for each in (table.scores, table.places, table.totals)}) > 1:
                wrong = "scores, places and totals come together or not at all"
                raise SheetError(NoSheet.wrong_value(f"{where}[{place}]", wrong))
    standings = programme.standings
    _refuse_repeated("$.standings.places", (each.player for each in standings.places))
    for number, each in enumerate(standings.places):
        if len(each.sessions) != len(standings.sessions):
            wrong = f"{len(each.sessions)} sessions, while the standings count {len(standings.sessions)}"
            raise SheetError(NoSheet.wrong_value(f"$.standings.places[{number}].sessions", wrong))


def _refuse_repeated(where: str, names: Iterable[str]) -> None:
    known = set[str]()
    for name in names:
        if name in known:
            raise SheetError(NoSheet.wrong_value(where, f"{name!r} stands there twice"))
        known.add(name)


def _never_plays(player: SheetPlayer) -> bool:
    return player.withdrawn is not None and player.withdrawn <= player.since


def plain(text: str) -> str:
    """Put a text into one line, with single spaces and without control characters."""
    kept = "".join(" " if unicodedata.category(each) in {"Cc", "Zl", "Zp"} else each for each in text)
    return " ".join(kept.split())


def alphabetical(name: str) -> tuple[str, str]:
    """Return a key that sorts names as people look them up: accents and capitals count last."""
    bare = "".join(each for each in unicodedata.normalize("NFKD", name) if not unicodedata.combining(each))
    return bare.casefold(), name
