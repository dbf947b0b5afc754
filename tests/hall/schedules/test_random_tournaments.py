"""Random tournaments with all wishes, drop-outs and late arrivals pass a checker that knows nothing of how plans are made."""

from dataclasses import dataclass
from random import Random

import pytest

from hall.tournaments.seats.draw import drawn
from hall.tournaments.seats.repair import repaired
from hall.tournaments.seats.swiss import swiss_round
from hall.tournaments.seats.wishes import Wishes, is_substitute, substitutes
from tests.hall.schedules.schedules_stage import ROUNDS_WITHOUT_A_SECOND_MEETING
from tests.hall.schedules.seat_checker import meetings, not_seated_once, repeats, stays, wind_spread
from tests.proofs import some

Rounds = list[list[list[str]]]
FEWEST_FREE_TABLES = {False: 8, True: 12}
"""With this many tables or more, nobody plays twice running at one; more are needed if a player is locked to one."""
SLACK = 4
"""The spare seats that are needed so that substitutes and locked players can be kept apart at no cost."""
A_BLOCK = 50


@dataclass
class Case:
    players: list[str]
    rounds: int
    wishes: Wishes


def any_case(chance: Random) -> Case:
    many = chance.choice((chance.randint(16, 60), chance.randint(16, 200)))
    players = [f"p{number}" for number in range(many)]
    tables = -(-many // 4)
    locked = chance.sample(players, chance.choice((0, 0, 0, 1, 1, 2, 3)))
    where = chance.sample(range(tables), len(locked))
    clubs = chance.choice((0, 0, 3, 8, 20))
    apart = {
        player: f"club {chance.randrange(clubs)}" for player in players if clubs and chance.random() < 0.8
    }
    wishes = Wishes(dict(zip(locked, where, strict=True)), apart, chance.randrange(2**32))
    return Case(players, chance.randint(2, 16), wishes)


def check_round_by_round(
    rounds: Rounds, everybody: list[set[str]], wishes: Wishes, spread: int, *, few: bool
) -> None:
    """Check the claims that hold for every plan.

    Args:
        rounds: of the plan.
        everybody: in each round, without substitutes.
        wishes: of the organiser. spread: the most that the winds may differ. few: true if there are too few tables to
        keep everybody from staying at one.
    """
    there = [each | set(substitutes(sorted(each))) for each in everybody]
    assert not_seated_once(rounds, there) == []
    for player, table in wishes.locked.items():
        for here, tables in zip(everybody, rounds, strict=True):
            assert player not in here or player in tables[table]
    if not few:
        assert [who for _, who in stays(rounds) if who not in wishes.locked] == []
    spreads = {who: each for who, each in wind_spread(rounds).items() if not is_substitute(str(who))}
    assert max(spreads.values()) <= spread
    for round_ in rounds:
        for group in round_:
            assert sum(is_substitute(who) for who in group) <= 1


def check_schedule(case: Case) -> Rounds:
    rounds = drawn(case.players, case.rounds, case.wishes)
    seats = -(-len(case.players) // 4) * 4
    new = ROUNDS_WITHOUT_A_SECOND_MEETING[seats]
    few = seats // 4 < FEWEST_FREE_TABLES[bool(case.wishes.locked)] or case.rounds > new
    check_round_by_round(rounds, [set(case.players)] * case.rounds, case.wishes, 1, few=few)
    if case.rounds <= new:
        assert repeats(rounds) <= (2 * case.rounds if is_tight(case.players, case.rounds, case.wishes) else 0)
    return rounds


def is_tight(players: list[str], rounds: int, wishes: Wishes) -> bool:
    """Return whether nearly everybody meets everybody, so that keeping two apart costs others a second meeting.

    Where 40 meet in 12 of at most 13 rounds, each player has three whom he does not meet.
    """
    apart = max(len(wishes.locked), -len(players) % 4)
    seats = -(-len(players) // 4) * 4
    return apart > 1 and seats - 3 * rounds < SLACK * apart


def check_repaired(case: Case, plan: Rounds, chance: Random) -> None:
    """Somebody leaves or comes after some rounds."""
    played = plan[: chance.randint(1, case.rounds - 1)]
    gone = set(chance.sample(case.players, chance.choice((0, 1, 1, 2, 4, 5))))
    late = [f"late {number}" for number in range(chance.choice((0, 0, 1, 2, 5)))]
    now = [player for player in case.players if player not in gone] + late
    if not 16 <= len(now) <= 200:
        return
    tables = -(-len(now) // 4)
    locked = {player: at for player, at in case.wishes.locked.items() if player in now and at < tables}
    wishes = Wishes(locked, case.wishes.apart, case.wishes.seed)
    rest = repaired(played, plan[len(played) :], now, wishes)
    assert len(rest) == case.rounds - len(played)
    whole = played + rest
    everybody = [set(case.players)] * len(played) + [set(now)] * len(rest)
    few = min(tables, len(plan[0])) < FEWEST_FREE_TABLES[True]
    # A player locked to a table that is no longer needed stayed there in the earlier rounds.
    free = set(now) - case.wishes.locked.keys()
    check_round_by_round(whole, everybody, Wishes({}, {}), 2, few=True)
    check_round_by_round(rest, everybody[len(played) :], wishes, 3, few=True)  # winds count over all rounds
    if not few:
        staying = [who for _, who in stays(whole) if who in free]
        assert len(staying) <= (0 if tables == len(plan[0]) else 2)
    if tables == len(plan[0]):
        more = 2 * case.rounds if is_tight(now, case.rounds, wishes) else 3
        assert repeats(whole) <= repeats(plan) + more
    elif len(now) > 12 * case.rounds:
        assert max(meetings(whole).values()) <= 2
        assert repeats(whole) <= len(now) // 8


def check_swiss(case: Case, chance: Random) -> None:
    """Rounds by standings that change as results come in; after some rounds people leave."""
    played: Rounds = []
    there = list(case.players)
    everybody = []
    score = {player: chance.random() for player in there}
    rounds = min(case.rounds, 10)
    for _ in range(rounds):
        order = sorted(there, key=lambda player: -score[player])
        played.append(swiss_round(order, played, case.wishes))
        everybody.append(set(there))
        for player in there:
            score[player] += chance.gauss(0, 1)
        leaver = chance.choice(there)
        if (
            chance.random() < 0.1
            and leaver not in case.wishes.locked
            and len(there) % 4 != 1
            and len(there) > 16
        ):
            there.remove(leaver)
    few = len(case.players) // 4 < 12
    check_round_by_round(played, everybody, case.wishes, 2, few=few)
    if len(case.players) > 12 * rounds:
        assert repeats(played) <= rounds // 2


def check(seed: int) -> None:
    chance = Random(seed)
    case = any_case(chance)
    plan = check_schedule(case)
    check_repaired(case, plan, chance)
    check_swiss(case, chance)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(20))
def test_random_tournaments(seed: int) -> None:
    check(seed)


@pytest.mark.prove(short=False)
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("block", some(range(10), 2))
def test_many_random_tournaments(block: int) -> None:
    for seed in range(20 + block * A_BLOCK, 20 + (block + 1) * A_BLOCK):
        check(seed)


@pytest.mark.prove(short=False, usual=False)
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("block", range(10, 100))
def test_all_random_tournaments(block: int) -> None:
    for seed in range(20 + block * A_BLOCK, 20 + (block + 1) * A_BLOCK):
        check(seed)
