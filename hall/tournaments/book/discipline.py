"""A register of discipline: every ruling on a player, over all tournaments, guidance included (SAI 53.8)."""

from collections.abc import Iterable
from dataclasses import dataclass

from hall.tournaments.book.position import BookPosition
from hall.tournaments.book.tallying import penalties


@dataclass(frozen=True, slots=True)
class Offence:
    """A ruling that holds.

    Attributes:
        name: of the player, as registered in the tournament; empty for a substitute.
        tournament: its title.
        grade: empty for penalties that follow from minutes late.
        points: of the overall score; guidance and first warnings cost none.
    """

    name: str
    tournament: str
    session: int
    reason: str
    grade: str
    points: int
    judge: str


def register(tournaments: Iterable[BookPosition]) -> dict[str, tuple[Offence, ...]]:
    """Return each player's offences, in the order of the tournaments, without cancelled penalties."""
    found: dict[str, list[Offence]] = {}
    for position in tournaments:
        title = position.opened.title if position.opened else ""
        for each in penalties(position):
            known = position.players.get(each.player)
            name = known.name if known else ""
            found.setdefault(each.player, []).append(
                Offence(name, title, each.hanchan, each.reason, each.ruling, each.points, each.judge)
            )
    return {player: tuple(offences) for player, offences in sorted(found.items())}
