"""First seats: every player begins with each wind equally often, as nearly as possible."""

from collections.abc import Sequence
from itertools import permutations
from typing import Final

from hall.tournaments.schedules.chance import Chance

WINDS: Final = 4
MOST_OFF: Final = 2
VAIN_PASSES: Final = 20
ORDERS: Final = tuple(permutations(range(WINDS)))


def by_colouring(rounds: Sequence[Sequence[Sequence[str]]], chance: Chance) -> list[list[list[str]]]:
    """Return the tables of all rounds, each in the order of its winds; the counts of a player's winds differ by one at most.

    In each block of four rounds, everybody has four different winds. That is always possible: players and tables are
    the two sides of a graph with at most four edges at each vertex, and the edges of such a graph can be coloured with
    four colours (König 1916).
    """
    seated = []
    for start in range(0, len(rounds), WINDS):
        block = rounds[start : start + WINDS]
        tables = [table for round_ in block for table in round_]
        coloured = _coloured(tables)
        winds = chance.shuffled(range(WINDS))
        ordered = iter(
            [[table[each[wind]] for wind in winds] for table, each in zip(tables, coloured, strict=True)]
        )
        seated += [[next(ordered) for _ in round_] for round_ in block]
    return seated


def _coloured(tables: Sequence[Sequence[str]]) -> list[list[int]]:
    """Return, by table and colour, which of its four players has the colour; no player has a colour twice."""
    of_player: dict[str, list[int]] = {player: [-1] * WINDS for table in tables for player in table}
    of_table: list[list[str]] = [[""] * WINDS for _ in tables]
    for number, table in enumerate(tables):
        here = of_table[number]
        for player in table:
            his = of_player[player]
            free_here, his_free = here.index(""), his.index(-1)
            both = next((each for each in range(WINDS) if not here[each] and his[each] < 0), None)
            if both is None:
                _flip(player, free_here, his_free, of_player, of_table)
                both = free_here
            here[both] = player
            his[both] = number
    return [[table.index(player) for player in here] for table, here in zip(tables, of_table, strict=True)]


def _flip(
    player: str, wanted: int, free: int, of_player: dict[str, list[int]], of_table: list[list[str]]
) -> None:
    """Exchange two colours along the path from a player, so that the wanted one becomes free for him."""
    path = []
    colour, at = wanted, player
    while (table := of_player[at][colour]) >= 0:
        path.append((at, table, colour))
        colour = wanted + free - colour
        at = of_table[table][colour]
        if not at:
            break
        path.append((at, table, colour))
        colour = wanted + free - colour
    for at, table, colour in path:
        of_player[at][colour] = -1
        of_table[table][colour] = ""
    for at, table, colour in path:
        other = wanted + free - colour
        of_player[at][other] = table
        of_table[table][other] = at


def by_counts(tables: Sequence[Sequence[str]], played: Sequence[Sequence[Sequence[str]]]) -> list[list[str]]:
    """Return the tables of one more round, each in the order that best evens out its players' winds."""
    begun = _begun([player for table in tables for player in table], played)
    for counts in begun.values():
        fewest = min(counts)
        # Powers let one player's larger excess of a wind outweigh the smaller excesses of all others.
        counts[:] = [16 ** min(8, count - fewest) for count in counts]
    found = []
    for table in tables:
        costs = [begun[player] for player in table]
        order = min(ORDERS, key=lambda order: sum(costs[who][wind] for wind, who in enumerate(order)))
        found.append([table[who] for who in order])
    return found


def evened(
    rounds: Sequence[Sequence[Sequence[str]]],
    played: Sequence[Sequence[Sequence[str]]],
    printed: Sequence[Sequence[Sequence[str]]] = (),
) -> list[list[list[str]]]:
    """Return the tables in orders that even out each player's winds over all rounds, those played included.

    One table after another gets its best order, until none saves anything. Tables that are ``printed`` as they are keep
    their order unless somebody there has a wind three times more often than another. If there are none, tables also
    change to equally good orders, which allows better ones elsewhere.
    """
    seated = [[list(table) for table in round_] for round_ in rounds]
    begun = _begun([player for round_ in seated for table in round_ for player in table], [*played, *seated])
    fixed = {(number, tuple(table)) for number, round_ in enumerate(printed) for table in round_}
    vain, turn = 0, 0
    while vain < (1 if printed else VAIN_PASSES):
        vain += 1
        for number, round_ in enumerate(seated):
            for table in round_:
                free = (number, tuple(table)) not in fixed or any(
                    max(begun[player]) - min(begun[player]) > MOST_OFF for player in table
                )
                turn += not printed
                if free and _ordered(table, begun, turn % len(ORDERS)):
                    vain = 0
    return seated


def _ordered(table: list[str], begun: dict[str, list[int]], first: int) -> bool:
    """Give a table the order that best evens out its players' winds; return whether that saved anything.

    Args:
        table: changed in place.
        begun: counts of the winds of each player.
        first: which of several equally good orders is taken; 0 keeps the present one.
    """
    fair = [sum(begun[player]) // WINDS - MOST_OFF for player in table]
    for wind, player in enumerate(table):
        begun[player][wind] -= 1
    # Powers let a wind that somebody has far too often outweigh several of others.
    costs = [
        [1 << 2 * max(0, count - least) for count in begun[player]]
        for player, least in zip(table, fair, strict=True)
    ]
    order = min(
        ORDERS[first:] + ORDERS[:first],
        key=lambda order: sum(costs[who][wind] for wind, who in enumerate(order)),
    )
    saved = sum(costs[who][wind] for wind, who in enumerate(order)) < sum(
        costs[who][who] for who in range(WINDS)
    )
    if saved or first:
        table[:] = [table[who] for who in order]
    for wind, player in enumerate(table):
        begun[player][wind] += 1
    return saved


def lacking(players: Sequence[str], played: Sequence[Sequence[Sequence[str]]]) -> dict[str, int]:
    """Return the players with a single rarest wind, two or more behind another, and that wind: a table has only one of it."""
    return {
        player: counts.index(min(counts))
        for player, counts in _begun(players, played).items()
        if max(counts) - min(counts) > 1 and counts.count(min(counts)) == 1
    }


def _begun(players: Sequence[str], played: Sequence[Sequence[Sequence[str]]]) -> dict[str, list[int]]:
    """Return, by player, how often he began with each wind."""
    begun: dict[str, list[int]] = {player: [0] * WINDS for player in players}
    for each in played:
        for table in each:
            for wind, player in enumerate(table):
                if player in begun:
                    begun[player][wind] += 1
    return begun
