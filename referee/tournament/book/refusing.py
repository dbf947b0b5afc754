"""Why an entry makes no sense in a book as it stands; None where it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.game.position import BET
from referee.tournament.book import entries as of
from referee.tournament.book.position import plays, seated
from referee.tournament.book.tallying import unsettled
from referee.tournament.seats.wishes import is_substitute

if TYPE_CHECKING:
    from referee.tournament.book.entries import AnyEntry, Four
    from referee.tournament.book.position import BookPosition


def refusal(position: BookPosition, entry: AnyEntry) -> str | None:
    """Why this entry cannot be made now, in words for the organiser."""
    if isinstance(entry, of.TournamentOpened):
        return "the tournament was opened already" if position.opened else None
    if position.opened is None:
        return "the tournament must be opened first"
    match entry:
        case of.PlayerRegistered() | of.PlayerWithdrawn():
            return _of_player(position, entry)
        case of.PenaltyGiven() | of.PenaltyCancelled():
            return _of_penalty(position, entry)
        case of.TablePlayed() | of.TableEntered() | of.TableSigned() | of.TableCorrected():
            return _of_table(position, entry)
        case _:
            return _of_session(position, entry)


def _of_player(position: BookPosition, entry: of.PlayerRegistered | of.PlayerWithdrawn) -> str | None:
    if isinstance(entry, of.PlayerRegistered):
        if is_substitute(entry.player):
            return f"{entry.player}: such names stand for substitutes who fill a table"
        return None
    return None if entry.player in position.players else f"nobody called {entry.player} is registered"


def _of_penalty(position: BookPosition, entry: of.PenaltyGiven | of.PenaltyCancelled) -> str | None:
    if isinstance(entry, of.PenaltyCancelled):
        if entry.penalty not in position.penalties:
            return f"there is no penalty {entry.penalty}"
        return (
            f"penalty {entry.penalty} was cancelled already" if entry.penalty in position.cancelled else None
        )
    if entry.penalty in position.penalties:
        return f"there is a penalty {entry.penalty} already: give it the number {max(position.penalties) + 1}"
    return None if entry.player in position.players else f"nobody called {entry.player} is registered"


def _of_session(
    position: BookPosition,
    entry: of.SessionSeated
    | of.PlayersSwapped
    | of.PlayerSubstituted
    | of.PlayerLate
    | of.SessionBegun
    | of.SessionClosed,
) -> str | None:
    number = entry.session
    if isinstance(entry, of.SessionSeated):
        return _of_seats(position, entry)
    if number not in position.seats:
        return f"session {number} has no seats yet"
    if isinstance(entry, of.SessionClosed):
        lacking = unsettled(position, number)
        words = ", ".join(f"table {table} ({why})" for table, why in lacking.items())
        return f"session {number} has no result of {words}" if lacking else None
    if isinstance(entry, of.SessionBegun):
        return f"session {number} has begun already" if number in position.begun else None
    if isinstance(entry, of.PlayersSwapped):
        return _of_swap(position, entry)
    there = {player for table in seated(position, number) for player in table}
    if isinstance(entry, of.PlayerSubstituted):
        planned = {player for table in position.seats[number] for player in table}
        if entry.player not in planned:
            return f"{entry.player} has no seat in the plan of session {number}"
        if entry.substitute in planned | there:
            return f"{entry.substitute} plays in session {number} already"
        return None
    return None if entry.player in there else f"{entry.player} does not sit at any table of session {number}"


def _of_seats(position: BookPosition, entry: of.SessionSeated) -> str | None:
    number = entry.session
    sitting = [player for table in entry.tables for player in table]
    twice = next((player for player in sitting if sitting.count(player) > 1), None)
    if twice is not None:
        return f"session {number}: {twice} sits twice"
    for each in sitting:
        if not is_substitute(each) and each not in position.players:
            return f"session {number}: nobody called {each} is registered"
        if not is_substitute(each) and not plays(position, each, number):
            return f"{each} does not play in session {number}: he left, or comes later"
    for (session, player), substituted in position.substitutes.items():
        if session == number and substituted.substitute in sitting:
            return f"{substituted.substitute} stands in for {player} in session {number}"
    if any(session == number for session, _ in (*position.played, *position.entered, *position.corrected)):
        return f"session {number} has results: its seats stay"
    return f"session {number} has begun: its seats stay" if number in position.begun else None


def _of_swap(position: BookPosition, entry: of.PlayersSwapped) -> str | None:
    """Planned seats are exchanged; a stand-in has the seat of the player whom he stands in for."""
    if entry.one == entry.other:
        return f"{entry.one} cannot change seats with himself"
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
                return f"{name} has the seat of {absent}: name {absent}"
            return f"{name} does not sit at any table of session {entry.session}"
    return None


def _of_table(
    position: BookPosition, entry: of.TablePlayed | of.TableEntered | of.TableSigned | of.TableCorrected
) -> str | None:
    at = entry.session, entry.table
    where = f"session {entry.session}, table {entry.table}"
    if entry.table > len(position.seats.get(entry.session, ())):
        return f"{where}: no such table"
    if isinstance(entry, of.TableSigned):
        lacking = unsettled(position, entry.session).get(entry.table)
        if lacking:
            return f"{where}: cannot be signed, its result is {lacking}"
        return f"{where}: signed already" if at in position.signed else None
    if isinstance(entry, of.TablePlayed):
        if len(set(entry.players)) < 4:
            return f"{where}: a player is named twice"
        return f"{where}: signed already, only a correction changes it" if at in position.signed else None
    if isinstance(entry, of.TableEntered) and at in position.signed:
        return f"{where}: signed already, only a correction changes it"
    return _wrong_sum(position, where, entry.scores, entry.bets) or _too_late(position, entry)


def _wrong_sum(position: BookPosition, where: str, scores: Four, bets: int) -> str | None:
    whole = 4 * position.rules.flow.start_points
    there = sum(scores) + BET * bets
    if there == whole:
        return None
    return f"{where}: the scores and {bets} sticks left make {there:,}, not {whole:,}: {there - whole:+,}"


def _too_late(position: BookPosition, entry: of.TableEntered | of.TableCorrected) -> str | None:
    """Closed hanchans are ruled on until the end of the next day (SAI 7), otherwise on the same day."""
    closed = position.closed.get(entry.session)
    if closed is None:
        return None
    last = closed + (position.rules.fouls.appeal == "written_next_day")
    if entry.day <= last:
        return None
    return f"session {entry.session} was closed too long ago to be ruled on"
