"""Totals, ratings and records of players over many tournaments, such as a club's evenings."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import fmean
from typing import Final

from hall.tournaments.book.position import BookPosition
from hall.tournaments.book.tallying import counted, results
from hall.tournaments.seats.wishes import is_substitute

BEGINNING: Final = 1500.0
BY_PLACE: Final = (30, 10, -10, -30)
PER_POINT: Final = 40
SETTLED: Final = 400
"""The number of games after which a rating moves least."""
LEAST: Final = 0.2


@dataclass(slots=True)
class PlayerRecord:
    """A player over all games; totals and scores in points of the table.

    Attributes:
        rating: begins with 1,500. A game changes it by 30, 10, -10 or -30 for the place, and by a fortieth of the table's
            mean minus this rating; by less with each game, down to a fifth after 400.
        totals: of each game in order, with uma and oka, without penalties.
    """

    player: str
    name: str
    rating: float = BEGINNING
    totals: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)

    @property
    def mean_place(self) -> float:
        return fmean(self.places)

    @property
    def longest(self) -> int:
        """Return the most games in a row without a fourth place."""
        rows = "".join("." if place == 4 else "x" for place in self.places).split(".")
        return max(map(len, rows))

    def last(self, games: int) -> int:
        return sum(self.totals[-games:])


def records(evenings: Iterable[BookPosition]) -> dict[str, PlayerRecord]:
    """Return the record of each player by id; only sessions whose results may be shown count."""
    found: dict[str, PlayerRecord] = {}
    for position in evenings:
        for game in results(position, counted(position)):
            there = []
            for player in game.players:
                known = position.players.get(player)
                name = player if known is None else known.name
                there.append(found.get(player) or PlayerRecord(player, name))
            mean = fmean(each.rating for each in there)
            for each, total, score, place in zip(there, game.totals, game.scores, game.places, strict=True):
                weight = max(LEAST, 1 - (1 - LEAST) * len(each.totals) / SETTLED)
                change = weight * (BY_PLACE[place - 1] + (mean - each.rating) / PER_POINT)
                each.rating += change
                each.totals.append(total)
                each.scores.append(score)
                each.places.append(place)
                if not is_substitute(each.player):
                    found[each.player] = each
    return found
