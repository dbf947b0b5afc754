"""The schedules that come with the program keep their promises; the checker shares no code with them."""

from collections import Counter
from importlib import resources
from itertools import pairwise

import pytest

from hall.tournaments.schedules.chance import Chance
from hall.tournaments.schedules.further import with_further
from hall.tournaments.schedules.groups import Group
from hall.tournaments.schedules.schedule import from_matrix, look_up
from hall.tournaments.seats.draw import drawn
from hall.tournaments.seats.wishes import Wishes
from tests.hall.schedules.schedules_stage import ROUNDS_WITHOUT_A_SECOND_MEETING
from tests.hall.schedules.seat_checker import meetings, not_seated_once, repeats, returns, stays

ROUNDS_WITHOUT_A_RETURN = {
    16: 1,
    20: 5,
    24: 5,
    28: 7,
    32: 8,
    36: 9,
    40: 8,
    44: 11,
    48: 12,
    52: 13,
    56: 12,
    **dict.fromkeys(range(60, 204, 4), 15),
}
"""The most rounds for which the schedule also assigns tables."""
REPEATS = {
    (20, 6): 6,
    (20, 7): 24,
    (24, 8): 18,
    (24, 10): 84,
    (16, 6): 24,
    (28, 10): 42,
    (20, 8): 50,
    (8, 7): 56,
    (12, 8): 78,
}
"""Meetings repeated at most, for players and rounds."""
RETURNS = {
    (20, 8): 60,
    (24, 6): 17,
    (24, 7): 30,
    (24, 10): 98,
    (32, 9): 48,
    (32, 10): 68,
    (40, 9): 30,
    (40, 10): 55,
}
"""The most returns to a table, by players and rounds, where some must return or no better schedule is known."""
MOST_BYTES = 30_000


@pytest.mark.sampled(13)
@pytest.mark.parametrize("players", ROUNDS_WITHOUT_A_SECOND_MEETING)
def test_nobody_meets_twice(players: int) -> None:
    rounds = ROUNDS_WITHOUT_A_SECOND_MEETING[players]
    longest = 16 if players < 60 else 15
    for many in {*range(1, min(rounds + 3, longest)), longest}:
        schedule = look_up(players // 4, many)
        assert len(schedule.rounds) == many
        assert not_seated_once(schedule.rounds, [set(range(players))] * many) == []
        if many <= rounds:
            assert max(meetings(schedule.rounds).values()) == 1
        if schedule.tables_set:
            assert returns(schedule.rounds) == 0
            assert stays(schedule.rounds) == []
        assert schedule.tables_set == (many <= ROUNDS_WITHOUT_A_RETURN[players])


@pytest.mark.parametrize(("players", "rounds"), REPEATS)
def test_as_few_repeats_as_known(players: int, rounds: int) -> None:
    assert repeats(look_up(players // 4, rounds).rounds) <= REPEATS[players, rounds]


@pytest.mark.parametrize(("players", "rounds"), RETURNS)
def test_few_come_back_where_some_do(players: int, rounds: int) -> None:
    plan = drawn([f"p{number}" for number in range(players)], rounds, Wishes(seed=1))
    assert returns(plan) <= RETURNS[players, rounds]
    assert stays(plan) == []


@pytest.mark.sampled(4)
@pytest.mark.parametrize("players", [8, 12, 16, 20, 24, 28, 32, 36, 40, 44])
def test_repeats_are_spread(players: int) -> None:
    """In sixteen rounds no two people meet more than three times as often as the fair share."""
    met = meetings(look_up(players // 4, 16).rounds)
    fair = -(-16 * 3 // (players - 1))
    assert max(met.values()) <= fair + 2
    grown = [repeats(look_up(players // 4, many).rounds) for many in range(1, 17, 3)]
    assert all(before <= after for before, after in pairwise(grown))


@pytest.mark.parametrize(("players", "rounds", "most"), [(16, 10, 2), (16, 15, 3), (8, 7, 3), (20, 8, 2)])
def test_each_two_meet_equally_often_where_that_can_be(players: int, rounds: int, most: int) -> None:
    met = meetings(look_up(players // 4, rounds).rounds)
    assert max(met.values()) == most
    assert len(met) == players * (players - 1) // 2


def test_nobody_who_meets_again_meets_in_the_next_session() -> None:
    rounds = look_up(5, 8).rounds
    met = [set(meetings([round_])) for round_ in rounds]
    assert not any(before & after for before, after in pairwise(met))


def test_the_largest_plan_of_all() -> None:
    rounds = look_up(50, 16).rounds
    assert not_seated_once(rounds, [set(range(200))] * 16) == []
    assert repeats(rounds) == 0


def test_the_data_is_small() -> None:
    text = resources.files("config").joinpath("tournaments/schedules.toml").read_text(encoding="utf-8")
    assert len(text) <= MOST_BYTES


@pytest.mark.parametrize("wrong", [(1, 4), (51, 4), (10, 0), (10, 17)])
def test_what_was_not_constructed_is_refused(wrong: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="schedules are for"):
        look_up(*wrong)


def test_rounds_after_a_matrix_repeat_few_meetings() -> None:
    twice = list(from_matrix([[0, 0], [0, 1], [0, 2], [0, 3], [0, 4]], Group((5,))))
    assert repeats(with_further(twice, 5, 3)) <= 3


def test_a_group_is_one() -> None:
    for orders in ((6,), (2, 6), (3, 3), (2, 2, 2)):
        group = Group(orders)
        every = range(group.size)
        for first in every:
            assert sorted(group.plus[first]) == list(every)
            for second in every:
                assert group.plus[first][second] == group.plus[second][first]
                assert group.minus[group.plus[first][second]][second] == first


def test_chance_is_the_same_for_ever() -> None:
    """The generator gives the published first numbers of splitmix64 from 0, and a fair die."""
    assert Chance(0).below(1 << 64) == 0xE220A8397B1DCDAF
    chance = Chance(18)
    rolled = Counter(chance.below(6) for _ in range(6000))
    assert sorted(rolled) == list(range(6))
    assert max(rolled.values()) < 1.15 * min(rolled.values())
    assert sorted(chance.shuffled(range(9))) == list(range(9))
