"""Standings, seating and results as lists of rows, for spreadsheets and for print."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import TypeAlias

from hall.tournaments.book.discipline import Offence
from hall.tournaments.sheets.programme import Programme, SheetPlayer, SheetTable, plain
from referee.rules.fouls import CATALOGUE
from referee.rules.ruleset import Ruleset
from referee.texts.kinds import WINDS
from referee.texts.language import Language
from referee.texts.message import Message
from referee.texts.sheet_texts import OnSheet
from referee.tournament.tournament import written

Cell: TypeAlias = str | int | Decimal | None
"""Exact decimals hold points of the overall score; None is an empty cell."""


@dataclass(frozen=True, slots=True)
class SheetList:
    """A list with its title and the heads of its columns.

    Attributes:
        films: of a list of hands, for each row the table's name in the hall and the entry by which its film is found.
    """

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    films: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of a player at a table; without a result, all but ``start`` and ``penalties`` are None.

    Attributes:
        uma: including oka; the total minus the points above the return points.
        total: after penalties.
    """

    start: int
    final: int | None
    uma: Decimal | None
    penalties: int
    total: Decimal | None
    place: int | None


def points(total: int, ruleset: Ruleset) -> Decimal:
    """Convert points of the table to points of the overall score."""
    return Decimal(written(total, ruleset))


def seat_results(programme: Programme, session: int, table: SheetTable) -> tuple[SeatResult, ...]:
    """Return the lines of a table's score sheet, by seat."""
    rules, lost = programme.rules, programme.lost
    flow = rules.flow
    found = []
    for seat, player in enumerate(table.players):
        penalties = lost.get((session, player), 0)
        if table.scores is None or table.totals is None or table.places is None:
            found.append(SeatResult(flow.start_points, None, None, penalties, None, None))
            continue
        final, total = table.scores[seat], table.totals[seat]
        found.append(
            SeatResult(
                start=flow.start_points,
                final=final,
                uma=points(total - (final - flow.return_points), rules),
                penalties=penalties,
                total=points(total - flow.point_value * penalties, rules),
                place=table.places[seat],
            )
        )
    return tuple(found)


def standings_list(programme: Programme, spoken: Language) -> SheetList:
    """List everybody's place, points of each session, penalties and total."""
    say, people, rules = _heads(spoken), programme.people, programme.rules
    counted = programme.standings.sessions
    heads = say(OnSheet.place(), OnSheet.player(), OnSheet.country(), OnSheet.club(), OnSheet.number())
    heads += say(*(OnSheet.the_session(each) for each in counted), OnSheet.penalties(), OnSheet.total())
    rows = []
    for each in programme.standings.places:
        player = people[each.player]
        known = (player.shown, plain(player.country), plain(player.club), player.id)
        scores = [None if score is None else points(score, rules) for score in each.sessions]
        rows.append((each.place, *known, *scores, each.penalties, points(each.total, rules)))
    return SheetList(spoken.say(OnSheet.standings()), heads, tuple(rows))


def teams_list(programme: Programme, spoken: Language) -> SheetList:
    """List the teams: place, sum of each session, penalties and total."""
    say, rules = _heads(spoken), programme.rules
    heads = say(OnSheet.place(), OnSheet.team())
    heads += say(*(OnSheet.the_session(each) for each in programme.standings.sessions))
    heads += say(OnSheet.penalties(), OnSheet.total())
    rows: list[tuple[Cell, ...]] = [
        (
            each.place,
            plain(each.team),
            *(points(score, rules) for score in each.sessions),
            each.penalties,
            points(each.total, rules),
        )
        for each in programme.standings.teams
    ]
    return SheetList(spoken.say(OnSheet.teams()), heads, tuple(rows))


def federation_list(programme: Programme, spoken: Language) -> SheetList:
    """List what federations ask for: place, number, name, country, club, team, points, penalties, and points of the place.

    The points of the place are EMA's: 1,000 for the first, 0 for the last, in equal steps.
    """
    say, people, rules = _heads(spoken), programme.people, programme.rules
    heads = say(OnSheet.place(), OnSheet.number(), OnSheet.player(), OnSheet.country(), OnSheet.club())
    heads += say(OnSheet.team(), OnSheet.total(), OnSheet.penalties(), OnSheet.place_points())
    ranked = sum(each.place is not None for each in programme.standings.places)
    rows: list[tuple[Cell, ...]] = []
    for each in programme.standings.places:
        player = people[each.player]
        worth = None if each.place is None else round(1000 * (ranked - each.place) / max(1, ranked - 1))
        who = (player.id, player.shown, plain(player.country), plain(player.club), plain(player.team))
        rows.append((each.place, *who, points(each.total, rules), each.penalties, worth))
    return SheetList(spoken.say(OnSheet.federation()), heads, tuple(rows))


def penalties_list(programme: Programme, spoken: Language) -> SheetList:
    """List the penalties in force by session, including those that cost nothing."""
    say, people = _heads(spoken), programme.people
    heads = say(OnSheet.session(), OnSheet.number(), OnSheet.player(), OnSheet.country(), OnSheet.grade())
    heads += say(OnSheet.reason(), OnSheet.penalties(), OnSheet.judge())
    rows: list[tuple[Cell, ...]] = []
    for each in sorted(programme.penalties, key=lambda each: each.session):
        player = people.get(each.player) or SheetPlayer(id=each.player, name=each.player)
        cells = (_grade(each.grade, spoken), _reason(each.reason, spoken), each.points, plain(each.judge))
        rows.append((each.session, player.id, player.shown, plain(player.country), *cells))
    return SheetList(spoken.say(OnSheet.all_penalties()), heads, tuple(rows))


def discipline_list(offences: Mapping[str, Sequence[Offence]], spoken: Language) -> SheetList:
    """List a register of discipline, by player (SAI 53.8)."""
    heads = _heads(spoken)(OnSheet.number(), OnSheet.player(), OnSheet.tournament(), OnSheet.session())
    heads += _heads(spoken)(OnSheet.grade(), OnSheet.reason(), OnSheet.penalties(), OnSheet.judge())
    rows: list[tuple[Cell, ...]] = []
    for player, found in offences.items():
        for each in found:
            of_ruling = (
                _grade(each.grade, spoken),
                _reason(each.reason, spoken),
                each.points,
                plain(each.judge),
            )
            who = (player, SheetPlayer(id=player, name=each.name).shown)
            rows.append((*who, plain(each.tournament), each.session, *of_ruling))
    return SheetList(spoken.say(OnSheet.all_penalties()), heads, tuple(rows))


def games_list(programme: Programme, spoken: Language, sessions: Sequence[int]) -> SheetList:
    """List each game in a row, for sites that rate players: day, session, table, and by seat number, name, score, place."""
    say, people = _heads(spoken), programme.people
    heads = say(OnSheet.day(), OnSheet.session(), OnSheet.table())
    for wind in WINDS:
        of_seat = say(OnSheet.number(), OnSheet.player(), OnSheet.final(), OnSheet.place())
        heads += tuple(f"{spoken.word('wind', wind)}: {each}" for each in of_seat)
    rows: list[tuple[Cell, ...]] = []
    for number in sessions:
        session = programme.session(number)
        for table in session.tables:
            if table.scores is not None and table.places is not None:
                row: tuple[Cell, ...] = (session.day, number, table.table)
                for player, score, place in zip(table.players, table.scores, table.places, strict=True):
                    row += (player, people[player].shown, score, place)
                rows.append(row)
    return SheetList(spoken.say(OnSheet.games()), heads, tuple(rows))


def timetable_list(programme: Programme, spoken: Language) -> SheetList:
    """List the days, and when each session of them begins."""
    heads = _heads(spoken)(OnSheet.day(), OnSheet.session(), OnSheet.begins())
    rows = tuple(
        (each.day, each.session, datetime.fromtimestamp(each.starts_s).astimezone().strftime("%H:%M"))
        for each in programme.timetable
    )
    return SheetList(spoken.say(OnSheet.timetable()), heads, rows)


def seating_list(programme: Programme, spoken: Language, sessions: Sequence[int]) -> SheetList:
    """List the seats, a row for each."""
    say, people = _heads(spoken), programme.people
    heads = say(OnSheet.session(), OnSheet.table(), OnSheet.wind(), OnSheet.player(), OnSheet.number())
    rows: list[tuple[Cell, ...]] = [
        (number, table.table, spoken.word("wind", wind), people[player].shown, player)
        for number in sessions
        for table in programme.session(number).tables
        for wind, player in zip(WINDS, table.players, strict=True)
    ]
    return SheetList(spoken.say(OnSheet.seating()), heads, tuple(rows))


def results_list(programme: Programme, spoken: Language, sessions: Sequence[int]) -> SheetList:
    """List the results of each table: a row for each seat."""
    say, people = _heads(spoken), programme.people
    uma = uma_head(programme)
    heads = say(OnSheet.session(), OnSheet.table(), OnSheet.wind(), OnSheet.player(), OnSheet.number())
    heads += say(OnSheet.start(), OnSheet.final(), uma, OnSheet.penalties(), OnSheet.total())
    heads += say(OnSheet.place(), OnSheet.source(), OnSheet.signed())
    rows: list[tuple[Cell, ...]] = []
    for number in sessions:
        for table in programme.session(number).tables:
            signed = spoken.say(OnSheet.yes() if table.signed else OnSheet.no())
            source = plain(spoken.word("table_source", table.source or "missing"))
            seats = seat_results(programme, number, table)
            for wind, player, each in zip(WINDS, table.players, seats, strict=True):
                who = (spoken.word("wind", wind), people[player].shown, player)
                found = (each.start, each.final, each.uma, each.penalties, each.total, each.place)
                rows.append((number, table.table, *who, *found, source, signed))
    return SheetList(spoken.say(OnSheet.results()), heads, tuple(rows))


def uma_head(programme: Programme) -> Message:
    """Return the head of the uma column, which names oka too if the ruleset has one."""
    return OnSheet.uma_and_oka() if programme.rules.flow.oka else OnSheet.uma()


def _grade(grade: str, spoken: Language) -> str:
    return "" if grade in {"", "points"} else plain(spoken.word("grade", grade))


def _reason(reason: str, spoken: Language) -> str:
    """Return why a penalty was given: what a person wrote, or a foul at a table with Jantaku in words."""
    return plain(spoken.word("rule", reason) if reason in CATALOGUE else reason)


def _heads(spoken: Language) -> Callable[..., tuple[str, ...]]:
    return lambda *titles: tuple(spoken.say(each) for each in titles)
