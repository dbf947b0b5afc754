"""Repairs the rest of a plan with byes after somebody left or came; rounds already played stay."""

from collections import Counter
from collections.abc import Sequence
from itertools import product

from hall.tournaments.seats.byes import Rounds, rounds_with_byes
from hall.tournaments.seats.meetings import Meetings
from hall.tournaments.seats.repair import SECOND_MEETING, parted
from hall.tournaments.seats.winds import evened
from hall.tournaments.seats.wishes import Wishes, checked


def repaired_with_byes(
    played: Sequence[Sequence[Sequence[str]]],
    planned: Sequence[Sequence[Sequence[str]]],
    players: Sequence[str],
    wishes: Wishes,
) -> Rounds:
    """Return the remaining rounds for those who play from now on; few others get another seat.

    Free seats go to players who would have sat the round out. Then, as long as somebody plays two rounds more than
    another, they change places in a round.

    Args:
        played: rounds that were played or have begun.
        planned: the former plan of the rounds after them.
        players: all who play from now on.
        wishes: as for the draw.

    Raises:
        SeatsError: impossible wishes.
    """
    tables = len(players) // 4
    marks = checked(players, wishes, tables)
    before, meetings = (Meetings(marks, again=SECOND_MEETING) for _ in range(2))
    for each in played:
        before.add(each)
    for each in (*played, *planned):
        meetings.add(each)
    sat = Counter(player for round_ in (*played, *planned) for table in round_ for player in table)
    found = [_filled(round_, tables, players, sat, meetings) for round_ in planned]
    _balance(found, players, sat, meetings)
    kept = all(
        player in round_[table] or not any(player in each for each in round_)
        for round_ in found
        for player, table in wishes.locked.items()
    )
    if not kept:
        return rounds_with_byes(players, len(planned), wishes, played)
    return evened(parted(found, before, played, wishes.locked), played, found)


def _filled(
    planned: Sequence[Sequence[str]],
    tables: int,
    players: Sequence[str],
    sat: Counter[str],
    meetings: Meetings,
) -> list[list[str]]:
    """Return a planned round with so many tables, its free seats given to those who have played least; update ``sat``."""
    there = [[player if player in players else "" for player in table] for table in planned]
    fullest = sorted(there, key=lambda table: table.count(""))[:tables]
    found = [table for table in there if any(table is each for each in fullest)]
    found += [[""] * 4 for _ in range(tables - len(found))]
    for table in (table for table in there if table not in found):
        sat.subtract(filter(None, table))
        meetings.add([table], -1)
    out = [player for player in players if not any(player in table for table in found)]
    for table in found:
        for wind in (wind for wind, player in enumerate(table) if not player):
            fewest = min(sat[who] for who in out)
            near = [who for who in out if sat[who] <= fewest + 1]
            who = min(near, key=lambda who: (_price(who, table, meetings), sat[who]))
            meetings.add([who, each] for each in table if each)
            table[wind] = who
            out.remove(who)
            sat[who] += 1
    return found


def _balance(rounds: Rounds, players: Sequence[str], sat: Counter[str], meetings: Meetings) -> None:
    """Change places between those who play two rounds more than others and these, as cheaply as possible."""
    while True:
        moves = list[tuple[int, int, list[str], int, str]]()
        for round_ in rounds:
            sitting = {player for table in round_ for player in table}
            out = [player for player in players if player not in sitting]
            for table, wind in product(round_, range(4)):
                rest = [*table[:wind], *table[wind + 1 :]]
                for other in out:
                    if sat[table[wind]] - sat[other] > 1:
                        moves.append((_price(other, rest, meetings), len(moves), table, wind, other))
        if not moves:
            return
        *_, table, wind, other = min(moves)
        meetings.add([table], -1)
        sat[table[wind]] -= 1
        sat[other] += 1
        table[wind] = other
        meetings.add([table])


def _price(player: str, table: Sequence[str], meetings: Meetings) -> int:
    return sum(meetings.cost(player, each) for each in table if each)
