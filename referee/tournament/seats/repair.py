"""The rest of a plan after somebody left or came: what was played stays as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee.tournament.schedules.chance import Chance
from referee.tournament.seats.meetings import Meetings, improve
from referee.tournament.seats.tables import at_tables
from referee.tournament.seats.winds import by_colouring
from referee.tournament.seats.wishes import Wishes, checked, substitutes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.tournament.seats.draw import Rounds

REPAIR_PASSES: Final = 3


def repaired(
    played: Sequence[Sequence[Sequence[str]]],
    planned: Sequence[Sequence[Sequence[str]]],
    players: Sequence[str],
    wishes: Wishes,
) -> Rounds:
    """The remaining rounds for those who play from now on.

    As long as the number of tables stays, a newcomer or substitute takes over the seats of one who left, so that the
    schedule keeps what it promised. Otherwise tables are dissolved or added, and players exchanged until few meet twice.

    Args:
        played: rounds that were played or have begun, at their tables.
        planned: the rounds after them as they were planned.
        players: all who play from now on, without substitutes.
        wishes: as for the draw.

    Raises:
        SeatsError: wishes that cannot be.
    """
    everybody = [*players, *substitutes(players)]
    tables = len(everybody) // 4
    marks = checked(players, wishes, tables)
    chance = Chance(wishes.seed + len(played))
    if planned and len(planned[0]) == tables:
        groups = _taken_over(planned, everybody)
    else:
        groups = [_regrouped(round_, everybody, tables) for round_ in planned]
    meetings = Meetings(marks)
    for each in (*played, *groups):
        meetings.add(each)
    for _ in range(REPAIR_PASSES):
        for round_ in groups:
            meetings.add(round_, -1)
            improve(round_, meetings, chance)
            meetings.add(round_)
    placed = at_tables(groups, wishes.locked, chance, played=played, mixed=False)
    return by_colouring(placed, chance)


def _taken_over(planned: Sequence[Sequence[Sequence[str]]], everybody: Sequence[str]) -> Rounds:
    """The planned groups; each newcomer has the seats of one who left."""
    before = [player for table in planned[0] for player in table]
    there, known = set(everybody), set(before)
    left = sorted(player for player in before if player not in there)
    heir = dict(zip(left, (player for player in everybody if player not in known), strict=True))
    return [[[heir.get(player, player) for player in table] for table in round_] for round_ in planned]


def _regrouped(planned: Sequence[Sequence[str]], everybody: Sequence[str], tables: int) -> list[list[str]]:
    """Another number of tables: the emptiest are dissolved, or the last newcomers form new ones."""
    there = set(everybody)
    groups = [[player for player in table if player in there] for table in planned]
    kept = sorted(groups, key=len, reverse=True)[:tables]
    groups = [group for group in groups if any(group is each for each in kept)]
    groups += [[] for _ in range(tables - len(groups))]
    sitting = {player for group in groups for player in group}
    waiting = [player for player in everybody if player not in sitting]
    for group in groups:
        while len(group) < 4:
            group.append(waiting.pop())
    return groups
