"""Seats one round by standings: neighbours in the standings meet unless they have met before; nobody keeps his table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hall.tournaments.schedules.chance import Chance
from hall.tournaments.seats.meetings import Meetings, improve
from hall.tournaments.seats.tables import at_tables
from hall.tournaments.seats.winds import by_counts, lacking
from hall.tournaments.seats.wishes import Wishes, checked, substitutes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


REMATCH: Final = 40
"""The cost of meeting again: as much as moving two players twenty tables in all, up or down."""


def swiss_round(
    standing: Sequence[str], played: Sequence[Sequence[Sequence[str]]], wishes: Wishes
) -> list[list[str]]:
    """Return the tables of the next round, each in the order of its winds.

    Args:
        standing: all who play, the best first; for the first round in any order.
        played: the rounds before it, at their tables.
        wishes: tables that players need, and players who should not meet.

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
    groups = [list(everybody[4 * number : 4 * number + 4]) for number in range(tables)]
    home = {player: number for number, group in enumerate(groups) for player in group}
    improve(groups, meetings, chance, lambda player, group: abs(home[player] - group))
    placed = at_tables([groups], wishes.locked, chance, played=played)[0]
    return by_counts(placed, played)


def _staying(locked: Iterable[str], played: Sequence[Sequence[Sequence[str]]]) -> Iterator[tuple[str, str]]:
    """Yield each pair of a player who has to stay at his table and one who has just played there with him."""
    for table in played[-1] if played else ():
        for needed in set(table).intersection(locked):
            yield from ((player, needed) for player in table if player != needed)
