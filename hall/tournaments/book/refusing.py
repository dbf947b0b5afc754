"""Finds the reason why an entry makes no sense in the present book; None if it does."""

from itertools import pairwise
from typing import Final

from hall.tournaments.book import entries as of
from hall.tournaments.book.arrivals import arrival_penalties
from hall.tournaments.book.entries import AnyEntry, Four
from hall.tournaments.book.position import BookPosition, fold, plays, seated, standing
from hall.tournaments.book.tallying import unsettled
from hall.tournaments.book.teams import shared_team, team_of
from hall.tournaments.book.timetable import next_round
from hall.tournaments.seats.wishes import is_substitute
from referee.hands.payments import BET
from referee.texts.book_texts import BadEntry
from referee.texts.message import Message

HUNDRED: Final = 100
"""All payments are multiples of it."""


def refusal(position: BookPosition, entry: AnyEntry) -> Message | None:
    """Return the reason why this entry cannot be made now; None if it can."""
    if isinstance(entry, of.TournamentOpened):
        return BadEntry.opened_already() if position.opened else None
    if position.opened is None:
        return BadEntry.not_opened()
    match entry:
        case of.PlayerRegistered() | of.PlayerWithdrawn():
            return _of_player(position, entry)
        case of.PenaltyGiven() | of.PenaltyCancelled():
            return _of_penalty(position, entry)
        case of.StepUndone():
            return _of_undo(position, entry)
        case of.TableEquipped():
            other = next(
                (table for table, name in position.equipped.items() if name == entry.hall_table), None
            )
            named = other is not None and other != entry.table
            return BadEntry.named_already(entry.hall_table, other or 0) if named else None
        case of.TimetableSet() | of.TimetableHeld() | of.TimetableResumed():
            return _of_timetable(position, entry)
        case of.TimeExtended() | of.ExtraHandGiven():
            return _of_time(position, entry)
        case of.TableSetUp():
            there = entry.table <= len(position.seats.get(entry.session, ()))
            return None if there else BadEntry.result(entry.session, entry.table, BadEntry.no_table())
        case of.TablePlayed() | of.TableEntered() | of.TableSigned() | of.TableCorrected():
            return _of_table(position, entry)
        case _:
            return _of_session(position, entry)


def _of_player(position: BookPosition, entry: of.PlayerRegistered | of.PlayerWithdrawn) -> Message | None:
    if isinstance(entry, of.PlayerRegistered):
        if is_substitute(entry.player):
            return BadEntry.name_of_substitutes(entry.player)
        return None
    return None if entry.player in position.players else BadEntry.nobody(entry.player)


def _of_penalty(position: BookPosition, entry: of.PenaltyGiven | of.PenaltyCancelled) -> Message | None:
    if isinstance(entry, of.PenaltyCancelled):
        if entry.penalty not in position.penalties:
            return BadEntry.no_penalty(entry.penalty)
        return BadEntry.cancelled_already(entry.penalty) if entry.penalty in position.cancelled else None
    if entry.penalty in position.penalties:
        return BadEntry.penalty_there(entry.penalty, max(position.penalties) + 1)
    if entry.player not in position.players:
        return BadEntry.nobody(entry.player)
    if entry.session not in position.seats:
        # It would count in no standings.
        return BadEntry.no_seats(entry.session)
    return BadEntry.no_points() if entry.grade == "points" and not entry.points else None


def _of_session(
    position: BookPosition,
    entry: of.FinalCut
    | of.SessionSeated
    | of.PlayersSwapped
    | of.PlayerSubstituted
    | of.PlayerArrived
    | of.PlayerLate
    | of.PlayerExcused
    | of.SessionBegun
    | of.SessionClosed,
) -> Message | None:
    number = entry.session
    if isinstance(entry, of.FinalCut):
        return _of_cut(position, entry)
    if isinstance(entry, of.SessionSeated):
        return _of_seats(position, entry)
    if number not in position.seats:
        return BadEntry.no_seats(number)
    if isinstance(entry, of.SessionClosed):
        return lacks_results(position, number)
    if isinstance(entry, of.SessionBegun):
        return _of_beginning(position, number)
    if isinstance(entry, of.PlayersSwapped):
        return _of_swap(position, entry)
    return _of_arrival(position, entry)


def lacks_results(position: BookPosition, session: int) -> Message | None:
    """Return which tables of a session have no result yet; None if all have one."""
    lacking = [BadEntry.no_result(table, why) for table, why in unsettled(position, session).items()]
    return BadEntry.no_results(session, lacking) if lacking else None


def _of_beginning(position: BookPosition, number: int) -> Message | None:
    """Check a start signal. A session runs until each of its tables has a result, if only from one person."""
    if number in position.closed:
        return BadEntry.is_closed(number)
    if number in position.begun:
        return BadEntry.begun_already(number)
    for other in sorted(position.begun - position.closed.keys()):
        if "missing" in unsettled(position, other).values():
            return BadEntry.still_runs(other)
    return None


def _of_timetable(
    position: BookPosition, entry: of.TimetableSet | of.TimetableHeld | of.TimetableResumed
) -> Message | None:
    if isinstance(entry, of.TimetableSet):
        for one, later in pairwise(entry.rounds):
            if later.starts_s <= one.starts_s or later.session <= one.session:
                return BadEntry.starts_earlier(later.session)
        return None
    if next_round(position.timetable, position.begun) is None:
        return BadEntry.no_timetable()
    if isinstance(entry, of.TimetableHeld):
        return None if position.held is None else BadEntry.held_already()
    return BadEntry.not_held() if position.held is None else None


def _of_undo(position: BookPosition, entry: of.StepUndone) -> Message | None:
    """Check an undo: nobody has played in the steps it takes back, and every other entry makes sense without them."""
    if not entry.first <= entry.last <= len(position.history):
        return BadEntry.no_entry(max(entry.first, entry.last))
    now, after = standing(position.history), standing([*position.history, entry])
    changed = {number: position.history[number - 1] for number in sorted(now.keys() ^ after.keys())}
    if not changed:
        return BadEntry.undone_already(entry.first)
    for each in changed.values():
        why = _stays(position, each)
        if why is not None:
            return why
    with_it, without = BookPosition(), BookPosition()
    for number in sorted(now.keys() | after.keys()):
        # A rule newer than the book refuses an entry even with the step.
        each = position.history[number - 1]
        if number in now and number in after and refusal(with_it, each) is None:
            why = refusal(without, each)
            if why is not None:
                return BadEntry.builds_on(number, why)
        for known, folded_to in ((now, with_it), (after, without)):
            if number in known:
                fold(folded_to, each)
    return None


def _stays(position: BookPosition, entry: AnyEntry) -> Message | None:
    """Return the reason that an entry cannot be taken back, whatever else the book says; None if it can."""
    played = _with_results(position)
    match entry:
        case of.TournamentOpened():
            return BadEntry.opened_already()
        case of.SessionSeated() | of.SessionBegun():
            return BadEntry.was_played(entry.session) if entry.session in played else None
        case of.FinalCut():
            final = next((each for each in sorted(played) if each >= entry.session), None)
            return None if final is None else BadEntry.was_played(final)
        case of.SessionClosed():
            later = next((each for each in sorted(played) if each > entry.session), None)
            return None if later is None else BadEntry.was_played(later)
        case of.TableSigned() | of.TableCorrected():
            return BadEntry.result(entry.session, entry.table, BadEntry.only_corrected())
        case _:
            return None


def _of_arrival(
    position: BookPosition, entry: of.PlayerSubstituted | of.PlayerArrived | of.PlayerLate | of.PlayerExcused
) -> Message | None:
    number = entry.session
    if isinstance(entry, of.PlayerExcused):
        lost = {(each.hanchan, each.player) for each in arrival_penalties(position)}
        return None if (number, entry.player) in lost else BadEntry.loses_nothing(entry.player, number)
    there = {player for table in seated(position, number) for player in table}
    if isinstance(entry, of.PlayerSubstituted):
        planned = {player for table in position.seats[number] for player in table}
        if entry.player not in planned:
            return BadEntry.not_in_plan(entry.player, number)
        if entry.substitute in planned | there:
            return BadEntry.plays_already(entry.substitute, number)
        team, other = (team_of(position, each) for each in (entry.player, entry.substitute))
        if team and other and team != other:
            return BadEntry.of_other_team(entry.substitute, other)
        return None
    if entry.player not in there:
        return BadEntry.sits_nowhere(entry.player, number)
    if isinstance(entry, of.PlayerArrived) and entry.here is ((number, entry.player) in position.arrived):
        why = BadEntry.here_already if entry.here else BadEntry.not_here
        return why(entry.player, number)
    return None


def _of_seats(position: BookPosition, entry: of.SessionSeated) -> Message | None:
    number = entry.session
    last = max(position.seats, default=0)
    if not entry.tables and last != number:
        return BadEntry.not_last(number)
    if number > last + 1:
        return BadEntry.no_seats(last + 1)
    sitting = [player for table in entry.tables for player in table]
    twice = next((player for player in sitting if sitting.count(player) > 1), None)
    if twice is not None:
        return BadEntry.seats(number, BadEntry.sits_twice(twice))
    for each in sitting:
        if not is_substitute(each) and each not in position.players:
            return BadEntry.seats(number, BadEntry.nobody(each))
        if not is_substitute(each) and not plays(position, each, number):
            return BadEntry.plays_not(each, number)
    for table in entry.tables:
        team = shared_team(position, table)
        # A team with more players than there are tables cannot be kept apart.
        if team and sum(team_of(position, each) == team for each in sitting) <= len(entry.tables):
            return BadEntry.seats(number, BadEntry.of_one_team(team))
    for (session, player), substituted in position.substitutes.items():
        if session == number and substituted.substitute in sitting:
            return BadEntry.stands_in(substituted.substitute, player, number)
    return _begun(position, number)


def _of_cut(position: BookPosition, entry: of.FinalCut) -> Message | None:
    """Check a cut: it can be repeated as long as nothing of the final has been played."""
    for player in entry.players:
        if player not in position.players:
            return BadEntry.nobody(player)
    later = [each for each in {*position.begun, *_with_results(position)} if each >= entry.session]
    return _begun(position, min(later)) if later else None


def _with_results(position: BookPosition) -> set[int]:
    return {session for session, _ in (*position.played, *position.entered, *position.corrected)}


def _begun(position: BookPosition, number: int) -> Message | None:
    """Return why the seats of a session cannot change any more."""
    if number in _with_results(position):
        return BadEntry.has_results(number)
    return BadEntry.has_begun(number) if number in position.begun else None


def _of_swap(position: BookPosition, entry: of.PlayersSwapped) -> Message | None:
    """Check a swap. It exchanges planned seats; a substitute has the seat of the player he replaces."""
    if entry.one == entry.other:
        return BadEntry.swaps_alone(entry.one)
    planned = {player for table in position.seats[entry.session] for player in table}
    for name in (entry.one, entry.other):
        if name not in planned:
            absent = next(
                (
                    player
                    for (session, player), each in position.substitutes.items()
                    if (session, each.substitute) == (entry.session, name)
                ),
                None,
            )
            if absent is not None:
                return BadEntry.has_seat_of(name, absent)
            return BadEntry.sits_nowhere(name, entry.session)
    return None


def _of_time(position: BookPosition, entry: of.TimeExtended | of.ExtraHandGiven) -> Message | None:
    limit, at = position.rules.flow.time_limit_minutes, (entry.session, entry.table)
    if entry.table > len(position.seats.get(entry.session, ())):
        return BadEntry.result(entry.session, entry.table, BadEntry.no_table())
    if not limit:
        return BadEntry.no_time_limit()
    if isinstance(entry, of.ExtraHandGiven):
        if at in position.granted:
            return BadEntry.granted_already(entry.table)
    elif limit + position.extra_minutes.get(at, 0) + entry.minutes <= 0:
        return BadEntry.no_time_left(limit + position.extra_minutes.get(at, 0))
    return BadEntry.is_closed(entry.session) if entry.session in position.closed else None


def _of_table(
    position: BookPosition, entry: of.TablePlayed | of.TableEntered | of.TableSigned | of.TableCorrected
) -> Message | None:
    why = _of_result(position, entry)
    if why is not None:
        return BadEntry.result(entry.session, entry.table, why)
    return _too_late(position, entry) if isinstance(entry, of.TableEntered | of.TableCorrected) else None


def _of_result(
    position: BookPosition, entry: of.TablePlayed | of.TableEntered | of.TableSigned | of.TableCorrected
) -> Message | None:
    at = entry.session, entry.table
    if entry.table > len(position.seats.get(entry.session, ())):
        return BadEntry.no_table()
    if isinstance(entry, of.TableSigned):
        lacking = unsettled(position, entry.session).get(entry.table)
        if lacking:
            return BadEntry.not_settled(lacking)
        return BadEntry.signed() if at in position.signed else None
    if isinstance(entry, of.TablePlayed) and len(set(entry.players)) < 4:
        return BadEntry.player_twice()
    if isinstance(entry, of.TablePlayed | of.TableEntered) and at in position.signed:
        return BadEntry.only_corrected()
    return None if isinstance(entry, of.TablePlayed) else _wrong_sum(position, entry.scores, entry.bets)


def _wrong_sum(position: BookPosition, scores: Four, bets: int) -> Message | None:
    odd = next((score for score in scores if score % HUNDRED), None)
    if odd is not None:
        return BadEntry.no_hundreds(odd)
    whole = 4 * position.rules.flow.start_points
    there = sum(scores) + BET * bets
    if there == whole:
        return None
    return BadEntry.wrong_sum(bets, there, whole, there - whole)


def _too_late(position: BookPosition, entry: of.TableEntered | of.TableCorrected) -> Message | None:
    """Check the deadline: a closed session can be changed only on the same day, by SAI 7 also on the next."""
    closed = position.closed.get(entry.session)
    if closed is None:
        return None
    last = closed + (position.rules.fouls.appeal == "written_next_day")
    if entry.day <= last:
        return None
    return BadEntry.closed_too_long(entry.session)
