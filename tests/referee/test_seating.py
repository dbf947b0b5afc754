"""Seat draws (WRC 4.4; MJ 2.3; SAI 26)."""

from itertools import cycle, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.game.dice import named, total
from referee.tiles import parse_tiles
from referee.tournament.seating import Seating, SeatingError, by_article_26, by_wind_tiles

rolls = st.tuples(st.integers(1, 6), st.integers(1, 6))
winds = st.permutations(parse_tiles("1234z"))
lines = st.permutations(parse_tiles("12p1234z"))


@pytest.mark.parametrize(
    ("rolled", "right"),
    [(5, 0), (9, 0), (2, 1), (6, 1), (10, 1), (3, 2), (7, 2), (11, 2), (4, 3), (8, 3), (12, 3)],
)
def test_whom_the_dice_name(rolled: int, right: int) -> None:
    """SAI 3: 2, 6, 10 right; 3, 7, 11 across; 4, 8, 12 left; 5, 9 oneself."""
    for roller in range(4):
        assert named(roller, (min(6, rolled - 1), rolled - min(6, rolled - 1))) == (roller + right) % 4


def test_dice_that_cannot_be() -> None:
    for roll in ((0, 3), (7, 1)):
        with pytest.raises(ValueError, match="1-6"):
            total(roll)


def test_wind_tiles() -> None:
    """WRC 4.4, MJ 2.3: who picked East begins at the East seat, South at his right, and so on."""
    seating = by_wind_tiles(parse_tiles("3z1z4z2z"), east_chair=2)
    assert seating == Seating(chairs=(0, 2, 1, 3), first_dealer=1)
    assert seating.seat_chairs == (2, 3, 0, 1)
    assert seating.seat_people == (1, 3, 0, 2)


def test_article_26() -> None:
    """SAI 26, worked by hand.

    0 shuffled, so 2 rolls seven: 2, 3, 0, 1, 2, 3, 0. Temporary East 0 rolls four: 0, 1, 2, 3. Even: 3 takes the wind
    beside 2p, North; then 0 takes East, 1 West, 2 South. East sits at chair 0, where 0 sits already, South at chair 1,
    West at 2, North at 3. Chair 0 rolls six and names chair 1, which rolls eleven and names chair 3: North deals first.
    """
    line = parse_tiles("2z1p3z1z2p4z")
    seating = by_article_26(0, (3, 4), line, (1, 3), ((2, 4), (5, 6)))
    assert seating == Seating(chairs=(0, 2, 1, 3), first_dealer=3)
    assert seating.seat_chairs == (3, 0, 1, 2)
    assert seating.seat_people == (3, 0, 2, 1)


def test_an_odd_roll_takes_beside_1p() -> None:
    """SAI 26.4: the same with a five for the draw: 0 takes the wind beside 1p, South; 1 West, 2 East, 3 North."""
    line = parse_tiles("2z1p3z1z2p4z")
    seating = by_article_26(0, (3, 4), line, (1, 4), ((2, 3), (3, 6)))
    assert seating == Seating(chairs=(1, 2, 0, 3), first_dealer=2)


def counted(chair: int, roll: tuple[int, int]) -> int:
    """Count with a finger: one for the roller, then on to the right until the total is reached."""
    around = islice(cycle([0, 1, 2, 3]), chair, None)
    return list(islice(around, sum(roll)))[-1]


@given(shuffler=st.integers(0, 3), line=lines, rolled=st.tuples(rolls, rolls, rolls, rolls))
def test_article_26_by_the_finger(
    shuffler: int, line: list[int], rolled: tuple[tuple[int, int], ...]
) -> None:
    """SAI 26: working it out with lists gives the same for every roll, and always four people on four chairs."""
    first, second, third, fourth = rolled
    seating = by_article_26(shuffler, first, line, second, (third, fourth))
    assert sorted(seating.chairs) == [0, 1, 2, 3]
    assert sorted(seating.seat_people) == [0, 1, 2, 3]
    across = {0: 2, 1: 3, 2: 0, 3: 1}[shuffler]
    temporary = counted(across, first)
    one, two = parse_tiles("12p")
    pick_from = [tile for tile in line if tile not in {one, two}]
    from_one = pick_from if line.index(one) < line.index(two) else pick_from[::-1]
    order = from_one if (second[0] + second[1]) % 2 else from_one[::-1]
    person = counted(temporary, second)
    sits = {}
    for wind in order:
        sits[wind] = person
        person = 0 if person == 3 else person + 1
    for steps, wind in enumerate(parse_tiles("1234z")):
        chair = temporary
        for _ in range(steps):
            chair = 0 if chair == 3 else chair + 1
        assert seating.chairs[sits[wind]] == chair
    deals = counted(counted(temporary, third), fourth)
    assert seating.chairs[seating.first_dealer] == deals == seating.seat_chairs[0]
    assert seating == by_article_26(shuffler, first, line[::-1], second, (third, fourth))


def test_the_drawn_east_need_not_deal_first() -> None:
    """SAI 26.6: all four chairs can be named."""
    line = parse_tiles("1p1234z2p")
    second_rolls = ((1, 1), (1, 2), (2, 2), (1, 4))
    dealers = {by_article_26(0, (3, 4), line, (1, 4), ((1, 4), roll)).first_dealer for roll in second_rolls}
    assert dealers == {0, 1, 2, 3}


@given(drawn=winds, east_chair=st.integers(0, 3))
def test_wind_tiles_seat_everybody(drawn: list[int], east_chair: int) -> None:
    """WRC 4.4, MJ 2.3: the seats are in the order of the winds, and East deals first."""
    seating = by_wind_tiles(drawn, east_chair)
    assert sorted(seating.chairs) == [0, 1, 2, 3]
    assert [drawn[person] for person in seating.seat_people] == list(parse_tiles("1234z"))
    assert seating.chairs[seating.first_dealer] == east_chair


@pytest.mark.parametrize(
    ("drawn", "text"),
    [
        ("123z", "four people draw a wind each, not 3"),
        ("1214z", "persons 0 and 2 both drew 1z"),
        ("125z4z", "person 2 drew 5z, which is not a wind"),
    ],
)
def test_a_wrong_draw_of_winds_says_what_is_wrong(drawn: str, text: str) -> None:
    with pytest.raises(SeatingError, match=text):
        by_wind_tiles(parse_tiles(drawn))
    with pytest.raises(SeatingError, match="chairs are 0-3, not 4"):
        by_wind_tiles(parse_tiles("1234z"), east_chair=4)


def test_a_wrong_article_26_draw_says_what_is_wrong() -> None:
    line, roll = parse_tiles("12p1234z"), (3, 4)
    with pytest.raises(SeatingError, match="missing: 2p 4z; too many: 3p 1z"):
        by_article_26(0, roll, parse_tiles("13p1123z"), roll, (roll, roll))
    with pytest.raises(SeatingError, match="missing: 4z; too many: none"):
        by_article_26(0, roll, parse_tiles("12p123z"), roll, (roll, roll))
    with pytest.raises(SeatingError, match="the shuffler: chairs are 0-3, not -1"):
        by_article_26(-1, roll, line, roll, (roll, roll))
    for wrong in range(4):
        dice = [(3, 4)] * 4
        dice[wrong] = (3, 7)
        with pytest.raises(SeatingError, match="1-6"):
            by_article_26(0, dice[0], line, dice[1], (dice[2], dice[3]))
