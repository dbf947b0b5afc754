"""The order of the standings: totals after cuts to a final, and declared tie-breaks."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from hall.tournaments.book.entries import FinalCut, TieBreak
from hall.tournaments.book.position import BookPosition
from referee.tournament.tournament import PlayerPenalty


class TournamentStanding(msgspec.Struct, frozen=True):
    """A player's place: null for substitutes and the disqualified.

    Attributes:
        total: of all sessions that count, less penalties and what a cut did not carry over, in points of the table.
        sessions: the total of each session that counts, null where he did not play.
        penalties: points of the overall score that he lost.
    """

    place: int | None
    player: str
    total: int
    sessions: tuple[int | None, ...]
    penalties: int


def ranked(
    position: BookPosition,
    sessions: Sequence[int],
    rows: Sequence[TournamentStanding],
    firsts: Mapping[str, int],
    lost: Iterable[PlayerPenalty],
) -> tuple[TournamentStanding, ...]:
    """Return the rows with their totals and places, the best first, those without a place last.

    A player of a final stands above all who are not in it. Players who are still equal after the tie-breaks share a
    place.

    Args:
        position: of the tournament.
        sessions: those that count.
        rows: each with the sum of all sessions; a place of None stays None.
        firsts: by player, the number of tables won.
        lost: the penalties in these sessions.
    """
    cuts = cuts_before(position, sessions)
    value = position.rules.flow.point_value
    points = {each.player: dict(zip(sessions, each.sessions, strict=True)) for each in rows}
    for each in lost:
        points[each.player][each.hanchan] = (points[each.player][each.hanchan] or 0) - value * each.points
    found = [
        replace(
            row, total=carried_over(points[row.player], [cut for cut in cuts if row.player in cut.players])
        )
        for row in rows
    ]
    keys = {each.player: _key(position, each, cuts, firsts) for each in found}
    order = sorted(keys[each.player] for each in found if each.place is not None)
    placed = (
        replace(each, place=None if each.place is None else 1 + order.index(keys[each.player]))
        for each in found
    )
    return tuple(
        sorted(placed, key=lambda each: (each.place is None, each.place or -each.total, each.player))
    )


def cuts_before(position: BookPosition, sessions: Iterable[int]) -> list[FinalCut]:
    """Return the cuts before the last of these sessions, in their order."""
    last = max(sessions, default=0)
    return [cut for first, cut in sorted(position.cuts.items()) if first <= last]


def carried_over(points: Mapping[int, int | None], cuts: Iterable[FinalCut]) -> int:
    """Return the sum of the sessions of a player or a team after the cuts that it survived."""
    total = 0
    left = {session: score or 0 for session, score in points.items()}
    for cut in cuts:
        total += sum(left.pop(session) for session in list(left) if session < cut.session)
        total = total * cut.carried // 100
    return total + sum(left.values())


def _key(
    position: BookPosition, row: TournamentStanding, cuts: Sequence[FinalCut], firsts: Mapping[str, int]
) -> tuple[int, ...]:
    """Return a key that is smaller for a better place, and equal where a place is shared."""
    opened = position.opened
    assert opened is not None
    of_tie: dict[TieBreak, int] = {
        "shared": 0,
        "firsts": -firsts.get(row.player, 0),
        "best": -max((score for score in row.sessions if score is not None), default=0),
        "last": -((row.sessions[-1] if row.sessions else 0) or 0),
        "penalties": row.penalties,
    }
    reached = sum(row.player in cut.players for cut in cuts)
    return -reached, -row.total, of_tie[opened.ties], of_tie[opened.then_ties]
