"""The promises of a drawn plan: tables, winds, wishes, and that a seed gives the same plan again."""

from collections import Counter

import pytest

from hall.tournaments.seats.byes import rounds_with_byes
from hall.tournaments.seats.draw import drawn
from hall.tournaments.seats.repair import repaired
from hall.tournaments.seats.repair_with_byes import repaired_with_byes
from hall.tournaments.seats.tables import cheapest
from hall.tournaments.seats.wishes import SeatsError, Wishes, is_substitute, substitutes
from tests.hall.schedules.seat_checker import meetings, not_seated_once, repeats, returns, stays, wind_spread

NAMES = [f"p{number}" for number in range(200)]
MOST_RETURNS = {(40, 8): 16, (48, 8): 6, (64, 10): 4, (40, 12): 140, (44, 13): 165, (56, 14): 150}
"""The most times that players return to a table; nobody returns twice running."""


@pytest.mark.parametrize(("players", "rounds"), MOST_RETURNS)
def test_few_come_back_to_a_table(players: int, rounds: int) -> None:
    plan = drawn(NAMES[:players], rounds, Wishes(seed=3))
    assert returns(plan) <= MOST_RETURNS[players, rounds]
    assert stays(plan) == []
    assert repeats(plan) == 0


@pytest.mark.sampled(4)
@pytest.mark.parametrize("players", [8, 12, 16, 21, 30, 40, 92, 173, 200])
def test_winds_are_shared_out_after_every_round(players: int) -> None:
    plan = drawn(NAMES[:players], 11, Wishes())
    for rounds in range(1, 12):
        assert max(wind_spread(plan[:rounds]).values()) <= 1


@pytest.mark.sampled(4)
@pytest.mark.parametrize("players", range(6, 16))
def test_few_tables_are_filled_by_substitutes_who_do_not_meet(players: int) -> None:
    plan = drawn(NAMES[:players], 8, Wishes())
    everybody = [*NAMES[:players], *substitutes(NAMES[:players])]
    assert not_seated_once(plan, [everybody] * 8) == []
    assert all(sum(map(is_substitute, table)) <= 1 for round_ in plan for table in round_)


def test_the_seed_decides() -> None:
    assert drawn(NAMES[:40], 5, Wishes(seed=1)) == drawn(NAMES[:40], 5, Wishes(seed=1))
    assert drawn(NAMES[:40], 5, Wishes(seed=1)) != drawn(NAMES[:40], 5, Wishes(seed=2))


def test_substitutes_fill_the_last_table_and_do_not_meet() -> None:
    plan = drawn(NAMES[:41], 8, Wishes())
    for tables in plan:
        assert [sum(map(is_substitute, table)) for table in tables].count(1) == 3
    assert repeats(plan) == 0


def test_a_locked_player_keeps_his_table() -> None:
    plan = drawn(NAMES[:60], 12, Wishes(locked={"p7": 0, "p8": 3, "p9": 14}))
    assert all("p7" in tables[0] and "p8" in tables[3] and "p9" in tables[14] for tables in plan)
    assert {who for _, who in stays(plan)} == {"p7", "p8", "p9"}
    assert repeats(plan) == 0


def test_one_club_hardly_meets() -> None:
    """Ten clubs of six: by chance, two of one club would meet 37 times in ten rounds; here they hardly ever do."""
    clubs = {name: f"club {number % 10}" for number, name in enumerate(NAMES[:60])}
    plan = drawn(NAMES[:60], 10, Wishes(apart=clubs))
    within = sum(
        times for pair, times in meetings(plan).items() if len({clubs[str(name)] for name in pair}) == 1
    )
    assert within <= 8
    assert repeats(plan) == 0


def test_one_who_leaves_is_replaced_and_nothing_else_changes() -> None:
    plan = drawn(NAMES[:40], 8, Wishes(locked={"p3": 2}))
    rest = repaired(plan[:3], plan[3:], [*NAMES[:39]], Wishes())
    assert rest == [
        [["substitute 1" if who == "p39" else who for who in table] for table in tables]
        for tables in plan[3:]
    ]
    again = repaired(plan[:3], rest, [*NAMES[:39], "late"], Wishes())
    assert again == [
        [["late" if who == "p39" else who for who in table] for table in tables] for tables in plan[3:]
    ]


def test_few_seats_change_where_substitutes_must_be_parted() -> None:
    """21 of 22 players go on: three substitutes at six tables, where nearly everybody meets."""
    plan = drawn(NAMES[:22], 8, Wishes())
    rest = repaired(plan[:2], plan[2:], NAMES[:21], Wishes())
    old, new = ([who for round_ in each for table in round_ for who in table] for each in (plan[2:], rest))
    assert sum(one != other for one, other in zip(old, new, strict=True)) <= 20  # of 144
    assert all(sum(map(is_substitute, table)) <= 1 for round_ in rest for table in round_)


@pytest.mark.parametrize("seed", range(9, 12))
def test_who_needs_a_table_keeps_it_where_substitutes_must_be_parted(seed: int) -> None:
    wishes = Wishes(locked={"p0": 3, "p1": 0, "p2": 2}, seed=seed)
    plan = drawn(NAMES[:22], 8, wishes)
    rest = repaired(plan[:2], plan[2:], NAMES[:21], wishes)
    assert all(player in round_[table] for round_ in rest for player, table in wishes.locked.items())
    assert all(sum(map(is_substitute, table)) <= 1 for round_ in rest for table in round_)


def test_a_table_is_dissolved() -> None:
    """A player who needs a certain table keeps it without asking again, and winds are evened out over the rounds
    already played too."""
    plan = drawn(NAMES[:44], 8, Wishes(locked={"p7": 4}))
    rest = repaired(plan[:2], plan[2:], NAMES[4:44], Wishes())
    assert all("p7" in tables[4] for tables in rest)
    uneven = [each for each in wind_spread(plan[:2] + rest).values() if each > 1]
    assert len(uneven) <= 2
    assert max(uneven, default=1) == 2
    assert [len(tables) for tables in rest] == [10] * 6
    assert max(meetings(plan[:2] + rest).values()) <= 2
    assert repeats(plan[:2] + rest) <= 12
    assert {who for _, who in stays(plan[:2] + rest)} == {"p7"}


@pytest.mark.parametrize(
    ("players", "rounds", "wishes", "text"),
    [
        (5, 5, Wishes(), "6 to 200 players, not 5"),
        (40, 17, Wishes(), "1 to 16 rounds, not 17"),
        (40, 5, Wishes(locked={"p1": 10}), "p1 needs table 11, and there are 10"),
        (40, 5, Wishes(locked={"p1": 1, "p2": 1}), "p1 and p2 both need table 2"),
        (40, 5, Wishes(locked={"nobody": 1}), "nobody needs table 2 and does not play"),
    ],
)
def test_what_cannot_be_is_refused(players: int, rounds: int, wishes: Wishes, text: str) -> None:
    with pytest.raises(SeatsError, match=text):
        drawn(NAMES[:players], rounds, wishes)


@pytest.mark.parametrize("wrong", [["p1"], ["substitute 1"]])
def test_wrong_names_are_refused(wrong: list[str]) -> None:
    with pytest.raises(SeatsError, match=r"named twice|stand for substitutes"):
        drawn([*NAMES[:30], *wrong], 5, Wishes())


def test_the_cheapest_assignment() -> None:
    assert cheapest([[4, 1, 3], [2, 0, 5], [3, 2, 2]]) == [1, 0, 2]
    assert cheapest([[7]]) == [0]


@pytest.mark.parametrize(
    ("many", "gone", "come", "cards"),
    [
        (22, 1, 0, 8),
        (23, 0, 0, 0),
        (30, 1, 1, 4),
        (30, 2, 0, 12),
        (41, 0, 1, 10),
        (24, 1, 0, 24),
        (9, 1, 0, 6),
    ],
)
@pytest.mark.parametrize("played", [1, 3])
def test_a_repair_with_byes_changes_few_seats(
    many: int, gone: int, come: int, cards: int, played: int
) -> None:
    """Nobody who stays plays two rounds more than another, even if byes begin only now (24 players, then 23)."""
    wishes = Wishes(seed=many, byes=True)
    plan = rounds_with_byes(NAMES[:many], 6, wishes)
    now = NAMES[gone:many] + [f"new {number}" for number in range(come)]
    rest = repaired_with_byes(plan[:played], plan[played:], now, wishes)
    whole = plan[:played] + rest
    assert len(whole) == 6
    for round_ in rest:
        sitting = [player for table in round_ for player in table]
        assert len(sitting) == len({*sitting}) == len(now) // 4 * 4
        assert {*sitting} <= {*now}
    sat = Counter(player for round_ in whole for table in round_ for player in table)
    stayed = [sat[player] for player in NAMES[gone:many]]
    assert max(stayed) - min(stayed) <= 1
    assert max(wind_spread(whole).values()) <= 2
    changed = set[str]()
    for before, after in zip(plan[played:], rest, strict=True):
        places = [
            {(player, table, wind) for table, group in enumerate(each) for wind, player in enumerate(group)}
            for each in (before, after)
        ]
        changed |= {player for player, _, _ in places[0] ^ places[1]}
    assert len(changed) <= cards
