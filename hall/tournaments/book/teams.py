"""Teams: the total played for each, and the players who belong to one."""

from collections.abc import Iterable, Sequence

import msgspec

from hall.tournaments.book.position import BookPosition
from hall.tournaments.book.ranking import TournamentStanding, carried_over, cuts_before
from hall.tournaments.book.tallying import penalties, results


class TeamStanding(msgspec.Struct, frozen=True):
    """A team's place, which teams with the same total share, and the sums of what was played for it."""

    place: int
    team: str
    total: int
    sessions: tuple[int, ...]
    penalties: int


def team_standings(
    position: BookPosition, sessions: Sequence[int], rows: Iterable[TournamentStanding]
) -> tuple[TeamStanding, ...]:
    """Return the sums of the teams, the best first; none if nobody is in a team.

    A substitute who is in no team plays for the team of the player whom he replaces. A cut counts for a team with a
    player in the final as it does for the player: the team keeps the carried-over share of its earlier total, and ranks
    above the teams without a finalist.

    Args:
        position: of the tournament.
        sessions: those that count.
        rows: the standings of the players in these sessions.
    """
    plays_for = {
        (session, each.substitute): player for (session, player), each in position.substitutes.items()
    }
    sums: dict[str, dict[int, int]] = {}
    lost: dict[str, int] = {}
    for each in results(position, sessions):
        for player, total in zip(each.players, each.totals, strict=True):
            team = team_of(position, player) or team_of(position, plays_for.get((each.session, player), ""))
            if team:
                sums.setdefault(team, dict.fromkeys(sessions, 0))[each.session] += total
    for row in rows:
        if team := team_of(position, row.player):
            lost[team] = lost.get(team, 0) + row.penalties
            sums.setdefault(team, dict.fromkeys(sessions, 0))
    points = {team: dict(scores) for team, scores in sums.items()}
    known = {row.player for row in rows}
    for lost_by in penalties(position, sessions):
        if lost_by.player in known and (team := team_of(position, lost_by.player)):
            points[team][lost_by.hanchan] -= position.rules.flow.point_value * lost_by.points
    cuts = {
        team: [
            cut
            for cut in cuts_before(position, sessions)
            if any(team_of(position, each) == team for each in cut.players)
        ]
        for team in sums
    }
    totals = {team: carried_over(scores, cuts[team]) for team, scores in points.items()}
    keys = {team: (-len(cuts[team]), -total) for team, total in totals.items()}
    order = sorted(keys.values())
    return tuple(
        TeamStanding(
            1 + order.index(keys[team]), team, totals[team], tuple(sums[team].values()), lost.get(team, 0)
        )
        for team in sorted(sums, key=lambda each: (keys[each], each))
    )


def team_of(position: BookPosition, player: str) -> str:
    """Return a player's team; empty if he has none or is not registered."""
    known = position.players.get(player)
    return "" if known is None else known.team


def shared_team(position: BookPosition, players: Iterable[str]) -> str:
    """Return a team that has two of these players; empty if there is none."""
    teams = [team for team in (team_of(position, player) for player in players) if team]
    return next((team for team in teams if teams.count(team) > 1), "")
