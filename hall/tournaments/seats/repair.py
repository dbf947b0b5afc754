"""Repairs the rest of a plan after somebody left or came; rounds already played stay."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

from hall.tournaments.schedules.chance import Chance
from hall.tournaments.seats.draw import Rounds
from hall.tournaments.seats.meetings import Meetings, exchange, improve
from hall.tournaments.seats.tables import LOCKED, STAY, at_tables
from hall.tournaments.seats.winds import by_colouring, evened
from hall.tournaments.seats.wishes import Wishes, checked, is_substitute, substitutes

SECOND_MEETING: Final = 40
"""The cost of a second meeting: as much as ten within clubs, so that nobody meets twice as long as that is possible."""
REPAIR_PASSES: Final = 3
FEWEST_AT_ONE: Final = 3
REPAIR_SEARCHES: Final = 6


def repaired(
    played: Sequence[Sequence[Sequence[str]]],
    planned: Sequence[Sequence[Sequence[str]]],
    players: Sequence[str],
    wishes: Wishes,
) -> Rounds:
    """Return the remaining rounds for those who play from now on.

    If the number of tables stays, a newcomer or substitute takes over the seats of a player who left; nobody else's seat
    changes unless players have to be exchanged because some must not meet or need a table. Otherwise tables are
    dissolved or added, and players exchanged until few meet twice. A player always at one table stays there.

    Args:
        played: rounds that were played or have begun, at their tables.
        planned: the former plan of the rounds after them.
        players: all who play from now on, without substitutes.
        wishes: as for the draw.

    Raises:
        SeatsError: impossible wishes.
    """
    everybody = [*players, *substitutes(players)]
    tables = len(everybody) // 4
    marks = checked(players, wishes, tables)
    chance = Chance(wishes.seed + len(played))
    meetings = Meetings(marks, again=SECOND_MEETING)
    for each in played:
        meetings.add(each)
    locked = _keeping([*played, *planned], everybody, tables) | dict(wishes.locked)
    if planned and len(planned[0]) == tables:
        seated = _taken_over(planned, everybody, meetings)
        if all(player in round_[table] for round_ in seated for player, table in wishes.locked.items()):
            return evened(parted(seated, meetings, played, locked), played, seated)
        groups = seated
    else:
        groups = [_regrouped(round_, everybody, tables) for round_ in planned]
    groups = _improved(groups, meetings, chance)
    placed = at_tables(groups, locked, chance, played=played, mixed=False)
    return evened(by_colouring(placed, chance), played)


def parted(
    seated: Rounds,
    meetings: Meetings,
    played: Sequence[Sequence[Sequence[str]]],
    locked: Mapping[str, int],
) -> Rounds:
    """Separate players who must not meet by as few exchanges as possible; locked players stay at their tables."""
    parted = [[list(table) for table in round_] for round_ in seated]
    for round_ in parted:
        meetings.add(round_)
    for at, round_ in enumerate(parted):
        beside = [*(parted[at - 1 : at] if at else played[-1:]), *parted[at + 1 : at + 2]]

        def staying(player: str, table: int, beside: Sequence[Sequence[Sequence[str]]] = beside) -> int:
            away = locked.get(player, table) != table
            return LOCKED * away + STAY * sum(player in each[table] for each in beside if table < len(each))

        meetings.add(round_, -1)
        for number in range(len(round_)):
            for place in range(len(round_[number])):
                if meetings.forbidden(round_[number]):
                    exchange(round_, number, place, meetings.cost, staying)
        meetings.add(round_)
    return parted


def _keeping(
    rounds: Sequence[Sequence[Sequence[str]]], everybody: Sequence[str], tables: int
) -> dict[str, int]:
    """Return the players who stayed at one of the first tables in all rounds (three or more), with that table."""
    if len(rounds) < FEWEST_AT_ONE:
        return {}
    at = {player: table for table, group in enumerate(rounds[0][:tables]) for player in group}
    return {
        player: table
        for player, table in at.items()
        if player in everybody and all(table < len(round_) and player in round_[table] for round_ in rounds)
    }


def _improved(planned: Rounds, meetings: Meetings, chance: Chance) -> Rounds:
    """Return the best of several searches in different orders: each ends where no single exchange is better.

    Args:
        planned: groups of the rounds to come.
        meetings: those of the rounds played.
        chance: for the orders.
    """
    best, least = planned, meetings.of_all(planned)
    for _ in range(REPAIR_SEARCHES if least else 0):
        groups = [[list(table) for table in round_] for round_ in planned]
        for each in groups:
            meetings.add(each)
        for _ in range(REPAIR_PASSES):
            for round_ in groups:
                meetings.add(round_, -1)
                improve(round_, meetings, chance)
                meetings.add(round_)
        for each in groups:
            meetings.add(each, -1)
        cost = meetings.of_all(groups)
        if cost < least:
            best, least = groups, cost
    return best


def _taken_over(
    planned: Sequence[Sequence[Sequence[str]]], everybody: Sequence[str], meetings: Meetings
) -> Rounds:
    """Return the planned groups with the seats of those who left given to those who came, at the least cost.

    A substitute may get any free seat, even the one he had: substitutes must not meet, and in a full schedule most
    seats do.

    Args:
        planned: the rounds to come.
        everybody: all who play in them, including substitutes.
        meetings: those of the rounds played.
    """
    before = [player for table in planned[0] for player in table]
    there = set(everybody)
    empty = sorted(player for player in before if player not in there or is_substitute(player))
    known = set(before).difference(empty)
    heirs = dict(zip(empty, (player for player in everybody if player not in known), strict=True))
    cost = _cost(planned, heirs, meetings)
    better = True
    while better:
        better = False
        for one, other in combinations(empty, 2):
            changed = heirs | {one: heirs[other], other: heirs[one]}
            now = _cost(planned, changed, meetings)
            if now < cost:
                heirs, cost, better = changed, now, True
    return _seated(planned, heirs)


def _seated(planned: Sequence[Sequence[Sequence[str]]], heirs: Mapping[str, str]) -> Rounds:
    return [[[heirs.get(player, player) for player in table] for table in round_] for round_ in planned]


def _cost(planned: Sequence[Sequence[Sequence[str]]], heirs: Mapping[str, str], meetings: Meetings) -> int:
    """Return the cost of the meetings of those who took over seats."""
    taken = set(heirs.values())
    return sum(
        meetings.cost(one, other)
        for round_ in _seated(planned, heirs)
        for table in round_
        if not taken.isdisjoint(table)
        for one, other in combinations(table, 2)
    )


def _regrouped(planned: Sequence[Sequence[str]], everybody: Sequence[str], tables: int) -> list[list[str]]:
    """Change the number of tables: dissolve the emptiest, or let the last newcomers form new ones."""
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
