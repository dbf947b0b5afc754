"""Seats one round by standings: neighbours meet unless they have met before; nobody stays at his table.

The higher two players stand, the more their distance in the standings matters, because the top decides an event.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import isqrt
from typing import Final

from hall.tournaments.schedules.annealing import annealed
from hall.tournaments.schedules.chance import Chance
from hall.tournaments.seats.meetings import Meetings
from hall.tournaments.seats.tables import at_tables
from hall.tournaments.seats.winds import by_counts, lacking
from hall.tournaments.seats.wishes import Wishes, checked, substitutes

REMATCH: Final = 48
"""The cost of meeting again, in units of ``Meetings``: as much as twelve meetings within clubs."""
PER_UNIT: Final = 375
"""The cost of a unit of ``Meetings``, so that a rematch costs as much as moving a player in the middle by 150
places."""
WORST: Final = 6000
"""The largest rise of the cost that the search accepts in the beginning."""


def swiss_round(
    standing: Sequence[str],
    played: Sequence[Sequence[Sequence[str]]],
    wishes: Wishes,
    *,
    ranked: bool = True,
) -> list[list[str]]:
    """Return the tables of the next round, each in the order of its winds.

    Args:
        standing: all who play, the best first; the first round is drawn by lot, whatever their order.
        played: the rounds before it, at their tables.
        wishes: tables that players need, and players who should not meet.
        ranked: place in the standings counts; otherwise only who has met.

    Raises:
        SeatsError: impossible wishes.
    """
    everybody = [*standing, *substitutes(standing)]
    tables = len(everybody) // 4
    marks = {player: list(labels) for player, labels in checked(standing, wishes, tables).items()}
    for player, wind in lacking(everybody, played).items():
        marks.setdefault(player, []).append(f"lacks wind {wind}")
    for player, needed in _staying(wishes.locked, played):
        marks.setdefault(player, []).append(f"!stays with {needed}")
        marks.setdefault(needed, []).append(f"!stays with {needed}")
    meetings = Meetings(marks, again=REMATCH)
    for round_ in played:
        meetings.add(round_)
    chance = Chance(wishes.seed + len(played))
    ranked &= bool(played)
    if not ranked:
        everybody = chance.shuffled(everybody)
    prices = [
        [
            0 if one is other else _apart(here, there) * ranked + PER_UNIT * meetings.cost(one, other)
            for there, other in enumerate(everybody)
        ]
        for here, one in enumerate(everybody)
    ]
    groups = [[everybody[each] for each in group] for group in annealed(prices, chance, WORST)]
    placed = at_tables([groups], wishes.locked, chance, played=played)[0]
    return by_counts(placed, played)


def _apart(one: int, other: int) -> int:
    """Return the cost of a meeting of the players at two places of the standings."""
    distance, weight = abs(one - other), 10 + 3840 // (64 + 2 * min(one, other) ** 2)
    return isqrt(distance**3 * weight**2)


def _staying(locked: Iterable[str], played: Sequence[Sequence[Sequence[str]]]) -> Iterator[tuple[str, str]]:
    """Yield each pair of a player who has to stay at his table and one who has just played there with him."""
    for table in played[-1] if played else ():
        for needed in set(table).intersection(locked):
            yield from ((player, needed) for player in table if player != needed)
