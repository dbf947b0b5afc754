"""The wall: where the n-th tile lies (WRC 4.5-4.9; MJ 2.5-2.8; SAI 11, 12, 24, 34; RULESETS "Wall")."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import wall
from referee.wall import Place, place

dice = st.tuples(st.integers(1, 6), st.integers(1, 6))


@pytest.mark.parametrize(
    ("total", "side"),
    [(5, 0), (9, 0), (2, 1), (6, 1), (10, 1), (3, 2), (7, 2), (11, 2), (4, 3), (8, 3), (12, 3)],
)
def test_the_total_counts_counter_clockwise_from_the_dealer(total: int, side: int) -> None:
    """5, 9 self; 2, 6, 10 right; 3, 7, 11 across; 4, 8, 12 left."""
    first = min(6, total - 1)
    for dealer in range(4):
        assert wall.broken_side(dealer, (first, total - first)) == (dealer + side) % 4


def test_the_break_leaves_as_many_stacks_at_the_right_as_the_dice_show() -> None:
    """Seven: across; seven stacks stay at the right-hand end, so taking starts at the tenth stack from the left."""
    assert place(0, 0, (3, 4)) == Place(2, 10, True)
    assert place(1, 0, (3, 4)) == Place(2, 10, False)
    assert place(2, 0, (3, 4)) == Place(2, 9, True)
    assert place(20, 0, (3, 4)) == Place(1, 17, True)
    assert place(135, 0, (3, 4)) == Place(2, 11, False)


def test_the_dead_wall_lies_beside_the_break() -> None:
    """Rinshan tiles: first stack top, bottom, second stack top, bottom; the indicator on top of the third (24.5)."""
    assert [place(number, 0, (3, 4)) for number in wall.RINSHAN] == [
        Place(2, 11, True),
        Place(2, 11, False),
        Place(2, 12, True),
        Place(2, 12, False),
    ]
    assert [place(number, 0, (3, 4)).stack for number in wall.INDICATORS] == [13, 14, 15, 16, 17]
    assert all(place(number, 0, (3, 4)).top for number in wall.INDICATORS)
    assert [place(number, 0, (3, 4)).stack for number in wall.URA] == [13, 14, 15, 16, 17]
    assert not any(place(number, 0, (3, 4)).top for number in wall.URA)


def test_a_small_total_carries_the_dead_wall_to_the_next_side() -> None:
    """With two, only two stacks stay at the right; the other five lie at the left end of the next side."""
    assert place(wall.INDICATORS[0], 0, (1, 1)) == Place(2, 1, True)


@given(dealer=st.integers(0, 3), rolled=dice)
def test_every_tile_has_its_own_place(dealer: int, rolled: tuple[int, int]) -> None:
    places = {place(number, dealer, rolled) for number in range(wall.TILES)}
    assert len(places) == 136
    assert {(each.seat, each.stack) for each in places} == {
        (seat, stack) for seat in range(4) for stack in range(1, 18)
    }


@given(dealer=st.integers(0, 3))
def test_the_deal(dealer: int) -> None:
    """WRC 4.9: three times two stacks each, then one each; East's fourteenth is the top of the third stack left."""
    hands = wall.dealt(dealer)
    assert sorted(number for hand in hands for number in hand) == list(range(52))
    assert hands[dealer] == (0, 1, 2, 3, 16, 17, 18, 19, 32, 33, 34, 35, 48)
    assert hands[(dealer + 1) % 4][-1] == 49
    assert wall.drawn(0) == 52
    assert wall.drawn(wall.LIVE - 1) == wall.TILES - wall.DEAD - 1


def test_wrong_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="0-135"):
        place(136, 0, (1, 1))
    with pytest.raises(ValueError, match="1-6"):
        place(0, 0, (0, 1))
