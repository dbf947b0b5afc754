"""Rounds by standings: the top of the standings stays together, and few meet again, compared with the usual way.

The usual way is greedy: the best player who has no table sits down with the best who have met nobody there; at a dead
end it takes back its last choice, and after a thousand tries it allows one more meeting.
"""

from collections import Counter
from collections.abc import Callable, Hashable
from itertools import combinations
from random import Random

import pytest

from hall.tournaments.seats.swiss import swiss_round
from hall.tournaments.seats.wishes import Wishes
from tests.hall.schedules.seat_checker import meetings, repeats, stays

Round = list[list[str]]
TOP = 4
TRIES = 1_000


def greedy(standing: list[str], played: list[Round]) -> Round:
    met = meetings(played)
    for allowed in range(100):
        found = _seated(standing, [[]], met, allowed, [TRIES])
        if found is not None:
            return found
    raise AssertionError("nobody can be seated")


def _seated(
    free: list[str], tables: Round, met: Counter[frozenset[Hashable]], allowed: int, tries: list[int]
) -> Round | None:
    """Return the tables once everybody who is free has a seat; ``allowed`` is the number of repeated meetings."""
    tries[0] -= 1
    if not free or tries[0] < 0:
        return None if free else tables
    table = tables[-1] if len(tables[-1]) < 4 else []
    before = tables[:-1] if table is tables[-1] else tables
    again = {player: sum(met.get(frozenset((player, other)), 0) for other in table) for player in free}
    least = min(again.values())
    if least > allowed:
        return None
    for player in free if table else free[:1]:
        if again[player] == least:
            rest = [each for each in free if each != player]
            found = _seated(rest, [*before, [*table, player]], met, allowed - least, tries)
            if found is not None:
                return found
    return None


def event(
    seat: Callable[[list[str], list[Round]], Round], players: int, rounds: int, seed: int
) -> tuple[list[float], int]:
    """Play an event; return the mean spread in rank at tables that hold one of the top, by round, and the rematches."""
    chance = Random(seed)
    everybody = [f"p{number}" for number in range(players)]
    skill = {player: chance.gauss(0, 10) for player in everybody}
    total = dict.fromkeys(everybody, 0.0)
    played: list[Round] = []
    spreads = []
    for _ in range(rounds):
        standing = sorted(everybody, key=lambda player: -total[player])
        rank = {player: number for number, player in enumerate(standing)}
        tables = seat(standing, played)
        ranks = [sorted(rank[player] for player in table) for table in tables]
        top = [each[-1] - each[0] for each in ranks if each[0] < TOP]
        spreads.append(sum(top) / len(top))
        played.append(tables)
        for table in tables:
            order = sorted(table, key=lambda player: -skill[player] - chance.gauss(0, 25))
            for player, points in zip(order, (40, 10, -10, -40), strict=True):
                total[player] += points + chance.random()
    return spreads, repeats(played)


@pytest.mark.parametrize(
    ("players", "rounds"), [(40, 8), pytest.param(64, 6, marks=pytest.mark.prove(short=False))]
)
def test_the_top_stays_together_and_few_meet_again(players: int, rounds: int) -> None:
    ours = [
        event(lambda standing, played: swiss_round(standing, played, Wishes()), players, rounds, seed)
        for seed in range(8)
    ]
    usual = [event(greedy, players, rounds, seed) for seed in range(8)]
    assert sum(again for _, again in ours) <= sum(again for _, again in usual) / 4
    assert sum(sum(spread[2:6]) for spread, _ in ours) <= sum(sum(spread[2:6]) for spread, _ in usual)


def test_the_first_round_is_drawn_by_lot() -> None:
    """Clubs register together, so tables in the order of registration would seat clubmates side by side."""
    registered = [f"p{number}" for number in range(40)]
    first = swiss_round(registered, [], Wishes(seed=1))
    together = sum(
        abs(int(one[1:]) - int(other[1:])) < 4 for table in first for one, other in combinations(table, 2)
    )
    assert together <= 15  # of 60; by chance 9
    assert first == swiss_round(registered, [], Wishes(seed=1))
    assert first != swiss_round(registered, [], Wishes(seed=2))


def test_nobody_stays_at_his_table() -> None:
    standing = [f"p{number}" for number in range(40)]
    rounds = [swiss_round(standing, [], Wishes())]
    rounds.append(swiss_round(standing, rounds, Wishes()))
    assert stays(rounds) == []
