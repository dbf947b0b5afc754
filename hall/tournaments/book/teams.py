"""Teams: the sum of what was played for each, and who is of one team."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hall.tournaments.book.position import BookPosition
from hall.tournaments.book.ranking import TournamentStanding


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A team's place, from 1; teams with the same total share it. All else as in ``TournamentStanding``."""

    place: int
    team: str
    total: int
    sessions: tuple[int, ...]
    penalties: int


def team_standings(
    position: BookPosition, sessions: Sequence[int], rows: Iterable[TournamentStanding]
) -> tuple[TeamStanding, ...]:
    """Return the sums of the teams, the best first; none if nobody is in a team.

    A substitute who is in no team plays for the team of the player whom he replaces. Cuts do not change the sums: each
    session counts in full.

    Args:
        position: of the tournament.
        sessions: those that count.
        rows: the standings of the players in these sessions.
    """
    plays_for = {
        (session, each.substitute): player for (session, player), each in position.substitutes.items()
    }
    sums: dict[str, list[int]] = {}
    lost: dict[str, int] = {}
    for row in rows:
        own = team_of(position, row.player)
        for number, (session, score) in enumerate(zip(sessions, row.sessions, strict=True)):
            team = own or team_of(position, plays_for.get((session, row.player), ""))
            if team and score is not None:
                sums.setdefault(team, [0] * len(sessions))[number] += score
        if own:
            lost[own] = lost.get(own, 0) + row.penalties
            sums.setdefault(own, [0] * len(sessions))
    value = position.rules.flow.point_value
    totals = {team: sum(scores) - value * lost.get(team, 0) for team, scores in sums.items()}
    order = sorted(totals.values(), reverse=True)
    return tuple(
        TeamStanding(1 + order.index(total), team, total, tuple(sums[team]), lost.get(team, 0))
        for team, total in sorted(totals.items(), key=lambda each: (-each[1], each[0]))
    )


def team_of(position: BookPosition, player: str) -> str:
    """Return a player's team; empty if he has none or is not registered."""
    known = position.players.get(player)
    return "" if known is None else known.team


def shared_team(position: BookPosition, players: Iterable[str]) -> str:
    """Return a team that has two of these players; empty if there is none."""
    teams = [team for team in (team_of(position, player) for player in players) if team]
    return next((team for team in teams if teams.count(team) > 1), "")
