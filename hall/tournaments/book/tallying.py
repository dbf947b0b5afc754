"""Results and standings of a tournament, computed from its position each time."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from hall.tournaments.book.arrivals import arrival_penalties
from hall.tournaments.book.entries import (
    AnyEntry,
    Four,
    FourPlayers,
    PenaltyCancelled,
    PenaltyGiven,
    PlayerRegistered,
    PlayerWithdrawn,
    StepUndone,
    TableCorrected,
    TableEntered,
    TableEquipped,
    TimetableHeld,
    TimetableResumed,
    TimetableSet,
    TournamentOpened,
)
from hall.tournaments.book.position import At, BookPosition, fold, seated
from hall.tournaments.book.ranking import TournamentStanding, ranked
from hall.tournaments.seats.wishes import is_substitute
from referee.game.flow import places_of, totals_of, with_bets_left
from referee.tournament.tournament import FinishedHanchan, PlayerPenalty, standings

JOURNAL: Final = "journal"
BY_HAND: Final = "by hand"
CORRECTED: Final = "corrected"


@dataclass(frozen=True, slots=True)
class TableResult:
    """The result of a table in a session.

    Attributes:
        players: in the order of seats.
        scores: including the riichi bets left over, assigned by the ruleset.
        totals: with uma and oka, in points of the table.
        source: ``journal``, ``by hand`` or ``corrected``.
    """

    session: int
    table: int
    players: FourPlayers
    scores: Four
    places: Four
    totals: Four
    source: str
    signed: bool


@dataclass(frozen=True, slots=True)
class StandingsVersion:
    """Standings as they were published from an entry on.

    Attributes:
        version: from 1.
        entry: the number of the entry that changed them.
        sessions: which sessions count.
    """

    version: int
    entry: int
    sessions: tuple[int, ...]
    standings: tuple[TournamentStanding, ...]


def unsettled(position: BookPosition, session: int) -> dict[int, str]:
    """Return, by table without a result, the reason: ``missing``, ``once`` (entered by one person) or ``differs``."""
    found = {}
    for table in range(1, 1 + len(position.seats.get(session, ()))):
        at = session, table
        entered = list(position.entered.get(at, {}).values())
        if at in position.corrected or at in position.played or _agreed(position, at) is not None:
            continue
        if not entered:
            found[table] = "missing"
        else:
            found[table] = "once" if len(entered) == 1 else "differs"
    return found


def results(position: BookPosition, sessions: Collection[int] | None = None) -> tuple[TableResult, ...]:
    """Return the results of all tables that have one, in all sessions or in these."""
    at_all = {*position.played, *position.entered, *position.corrected}
    found = []
    for at in sorted(at_all):
        if sessions is None or at[0] in sessions:
            result = _result(position, at)
            if result is not None:
                found.append(result)
    return tuple(found)


def _agreed(position: BookPosition, at: At) -> TableEntered | None:
    """Return the scores on which all entries agree: two entries, or one if the tournament needs only one."""
    entered = list(position.entered.get(at, {}).values())
    counts = Counter((each.scores, each.bets) for each in entered)
    assert position.opened is not None
    wanted = 2 if position.opened.entered_twice else 1
    agreed = [each for each in entered if counts[each.scores, each.bets] >= wanted]
    return agreed[0] if agreed and len(counts) == 1 else None


def _result(position: BookPosition, at: At) -> TableResult | None:
    session, table = at
    played = position.played.get(at)
    by_hand: TableEntered | TableCorrected | None = position.corrected.get(at) or (
        None if played else _agreed(position, at)
    )
    if by_hand is None and played is None:
        return None
    tables = seated(position, session)
    players = played.players if played else tables[table - 1]
    ruleset = position.rules
    if by_hand is None:
        assert played is not None
        scores, totals, source = played.scores, played.totals, JOURNAL
        places = places_of(scores, ruleset)
    else:
        scores = with_bets_left(by_hand.scores, by_hand.bets, ruleset)
        places = places_of(scores, ruleset)
        totals = totals_of(scores, places, ruleset)
        source = CORRECTED if at in position.corrected else BY_HAND
    return TableResult(session, table, players, scores, places, totals, source, at in position.signed)


def penalties(position: BookPosition, sessions: Collection[int] | None = None) -> tuple[PlayerPenalty, ...]:
    """Return all penalties in force: by people, from journals, for being late or absent; ``hanchan`` is the session."""
    found = [
        PlayerPenalty(each.player, each.points, each.reason, session, each.grade, each.judge)
        for (session, _), played in sorted(position.played.items())
        for each in played.penalties
    ]
    for number, points in given_costs(position).items():
        given = position.penalties[number]
        found.append(PlayerPenalty(given.player, points, given.reason, given.session, given.grade, given.by))
    found += arrival_penalties(position)
    return tuple(each for each in found if sessions is None or each.hanchan in sessions)


def given_costs(position: BookPosition) -> dict[int, int]:
    """Return, by number, the points of the overall score that each penalty in force takes which somebody gave."""
    found = {}
    warned = Counter[tuple[int, str]]()
    for number, given in sorted(position.penalties.items()):
        if number not in position.cancelled:
            who = given.session, given.player
            warned[who] += given.grade == "warning"
            found[number] = _cost(position, given, warned[who])
    return found


def _cost(position: BookPosition, given: PenaltyGiven, warning: int) -> int:
    """Return the points of a penalty; ``warning`` counts the player's warnings in the session, this one included."""
    if given.points is not None:
        return given.points
    fouls, flow = position.rules.fouls, position.rules.flow
    return {
        "chombo": 0 if flow.chombo_payment == "reverse_mangan" else fouls.points_chombo,
        "end": fouls.points_end,
        "dead_hand": fouls.points_dead_hand,
        "continue": fouls.points_continue,
        "warning": fouls.points_warning if warning > fouls.warning_free else 0,
    }.get(given.grade, 0)


def counted(position: BookPosition) -> tuple[int, ...]:
    """Return the sessions that count in the public standings: the closed ones, or all if nothing is withheld."""
    if position.opened is not None and position.opened.withheld:
        return tuple(sorted(position.closed))
    return tuple(
        sorted({session for session, _ in (*position.played, *position.entered, *position.corrected)})
    )


def standings_of(position: BookPosition, sessions: Sequence[int]) -> tuple[TournamentStanding, ...]:
    """Rank everybody who played in these sessions or was substituted; those without a place come last."""
    tables = results(position, sessions)
    stand_ins = {
        (session, each.substitute): player for (session, player), each in position.substitutes.items()
    }
    hanchans = [
        FinishedHanchan(
            each.players,
            each.totals,
            tuple(
                (who, stand_ins[each.session, who])
                for who in each.players
                if (each.session, who) in stand_ins
            ),
        )
        for each in tables
    ]
    known = {who for each in hanchans for who in (*each.players, *(absent for _, absent in each.stand_ins))}
    lost = [each for each in penalties(position, sessions) if each.player in known]
    gone = {
        *(each.player for each in lost if each.ruling == "disqualified"),
        *(who for at, each in position.played.items() if at[0] in sessions for who in each.disqualified),
    }
    unranked = {who for who in known if is_substitute(who)} | (gone & known)
    found = standings(hanchans, lost, ruleset=position.rules, disqualified=unranked)
    rows = []
    for each in found:
        scored = {
            table.session: score
            for table, score in zip(tables, each.hanchans, strict=True)
            if score is not None
        }
        of_session = tuple(scored.get(session) for session in sessions)
        rows.append(TournamentStanding(each.place, each.player, each.total, of_session, each.penalties))
    firsts = Counter(
        who
        for each in tables
        for who, place in zip(each.players, each.places, strict=True)
        if place == 1 and (each.session, who) not in stand_ins
    )
    return ranked(position, sessions, rows, firsts, lost)


def versions(entries: Iterable[AnyEntry]) -> tuple[StandingsVersion, ...]:
    """Return the successive versions of the public standings; a late ruling makes a new version."""
    position = BookPosition()
    found: list[StandingsVersion] = []
    for number, entry in enumerate(entries, 1):
        fold(position, entry)
        sessions = counted(position)
        if found and sessions == found[-1].sessions and not _tells(position, entry, sessions):
            continue
        shown = standings_of(position, sessions) if sessions else ()
        if not shown:
            continue
        if not found or (found[-1].sessions, found[-1].standings) != (sessions, shown):
            found.append(StandingsVersion(len(found) + 1, number, sessions, shown))
    return tuple(found)


def _tells(position: BookPosition, entry: AnyEntry, sessions: Collection[int]) -> bool:
    """Return whether an entry may change the standings of these sessions: one about another session cannot."""
    if isinstance(entry, PenaltyCancelled):
        return position.penalties[entry.penalty].session in sessions
    unrelated = PlayerRegistered | PlayerWithdrawn | TableEquipped
    timetable = TimetableSet | TimetableHeld | TimetableResumed
    return not isinstance(entry, unrelated | timetable) and (
        isinstance(entry, TournamentOpened | StepUndone) or entry.session in sessions
    )
