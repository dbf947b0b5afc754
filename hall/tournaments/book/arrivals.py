"""Attendance at a session, and the penalty for being late or absent (WRC 7.2)."""

from collections.abc import Iterator
from typing import Final

import msgspec

from hall.tournaments.book.position import BookPosition, seated
from hall.tournaments.seats.wishes import is_substitute
from referee.tournament.tournament import PlayerPenalty, arrival_penalty

MINUTE_S: Final = 60


class CheckedIn(msgspec.Struct, frozen=True):
    """A player who is there.

    Attributes:
        at_s: when he was checked in, seconds since 1970.
        minutes: whole minutes after the start signal; 0 if he was in time, if there was no signal yet, and for a
            substitute called after the session had begun.
    """

    player: str
    at_s: int
    minutes: int


class ProposedPenalty(msgspec.Struct, frozen=True):
    """The rules' proposal for a late arrival on which nobody has ruled yet; points of the overall score."""

    player: str
    minutes: int
    points: int


def arrivals(position: BookPosition, session: int) -> tuple[CheckedIn, ...]:
    """Return the players of a session who are there, table by table."""
    signal_s = position.signals_s.get(session, 0)
    called = {each.substitute for (at, _), each in position.substitutes.items() if at == session}
    found = []
    for player in (player for table in seated(position, session) for player in table):
        at_s = position.arrived.get((session, player))
        if at_s is not None:
            due = signal_s and player not in called and not is_substitute(player)
            found.append(CheckedIn(player, at_s, max(0, at_s - signal_s) // MINUTE_S if due else 0))
    return tuple(found)


def proposed(position: BookPosition, session: int) -> tuple[ProposedPenalty, ...]:
    """Return the penalties that an official may give for late arrivals; none if the rules give no points for them."""
    found = []
    for each in arrivals(position, session):
        if (session, each.player) in position.late:
            continue
        lost = arrival_penalty(each.player, each.minutes, position.rules.fouls, session)
        if lost is not None:
            found.append(ProposedPenalty(each.player, each.minutes, lost.points))
    return tuple(found)


def arrival_penalties(position: BookPosition) -> Iterator[PlayerPenalty]:
    """Yield the penalties in force for being late or absent; for a missed session, lateness costs nothing more."""
    fouls = position.rules.fouls
    for (session, player), substituted in sorted(position.substitutes.items()):
        missed = None if substituted.excused else arrival_penalty(player, None, fouls, session)
        if missed is not None and (session, player) not in position.excused:
            yield missed
    for (session, player), minutes in sorted(position.late.items()):
        late = arrival_penalty(player, minutes, fouls, session)
        if late is not None and not {(session, player)} & {*position.substitutes, *position.excused}:
            yield late
