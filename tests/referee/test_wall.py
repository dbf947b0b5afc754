"""The wall: where the n-th tile lies (WRC 4.5-4.9; MJ 2.5-2.8; SAI 11, 12, 24, 34; RULESETS "Wall")."""

from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.game import wall
from referee.game.wall import WallPlace, place

dice = st.tuples(st.integers(1, 6), st.integers(1, 6))

Stack: TypeAlias = list[WallPlace]


class ByHand:
    """A wall of stacks, taken apart as people do: they count no tiles and take the next one.

    ``ring``: the remaining stacks, from the next one to be taken to the dead wall.
    """

    def __init__(self, dealer: int, total: int, stacks: int) -> None:
        side = dealer
        for _ in range(total - 1):
            side = right_of(side)
        around: list[Stack] = []
        for _ in range(4):
            around += [
                [WallPlace(side, stack, True), WallPlace(side, stack, False)] for stack in range(17, 0, -1)
            ]
            side = left_of(side)
        self.ring = around[stacks:] + around[:stacks]
        self.dead = [tile for stack in self.ring[-7:] for tile in stack]
        self.gap = self.ring[0][1]
        self.ring, dead = self.ring[:-7], self.ring[-7:]
        self.rinshan = [tile for stack in reversed(dead) for tile in stack][:4]
        self.indicators = [stack[0] for stack in reversed(dead)][2:]

    def take(self) -> WallPlace:
        """The next tile: the top of the stack at the break."""
        tile = self.ring[0].pop(0)
        if not self.ring[0]:
            self.ring.pop(0)
        return tile

    def replace(self) -> WallPlace:
        """A replacement tile; the last tile of the live wall goes into the dead wall."""
        tile = self.rinshan.pop(0)
        self.dead.remove(tile)
        self.dead.append(self.ring[-1].pop())
        if not self.ring[-1]:
            self.ring.pop()
        return tile

    def deal(self, dealer: int) -> tuple[list[set[WallPlace]], WallPlace]:
        """WRC 4.9, SAI 34.7-9: two stacks each three times, the tops of the first and third stack, one tile each."""
        hands: list[set[WallPlace]] = [set(), set(), set(), set()]
        for _ in range(3):
            player = dealer
            for _ in range(4):
                hands[player] |= {self.take() for _ in range(4)}
                player = right_of(player)
        hands[dealer].add(self.ring[0].pop(0))
        fourteenth = self.ring[2].pop(0)
        for player in (right_of(dealer), right_of(right_of(dealer)), left_of(dealer)):
            hands[player].add(self.take())
        return hands, fourteenth


def right_of(seat: int) -> int:
    """South sits at East's right, West across, North at East's left (WRC 4.2, MJ 2.1)."""
    return {0: 1, 1: 2, 2: 3, 3: 0}[seat]


def left_of(seat: int) -> int:
    return {0: 3, 3: 2, 2: 1, 1: 0}[seat]


@given(
    dealer=st.integers(0, 3),
    rolled=dice,
    second=st.none() | dice,
    draws=st.lists(st.sampled_from(["live", "live", "live", "kan"]), max_size=90),
)
def test_a_wall_taken_apart_by_hand(
    dealer: int, rolled: tuple[int, int], second: tuple[int, int] | None, draws: list[str]
) -> None:
    """WRC 4.6-4.9, 5.4.6, MJ 2.5-2.8, SAI 11, 12, 14, 24, 34: every tile is where a person would find it."""

    def where(number: int) -> WallPlace:
        return place(number, dealer, rolled, second)

    hand_made = ByHand(dealer, sum(rolled), sum(second or rolled))
    assert [where(number) for number in wall.RINSHAN] == hand_made.rinshan
    assert [where(number) for number in wall.INDICATORS] == hand_made.indicators
    assert where(1) == hand_made.gap  # there the first replacement tile is set down
    hands, fourteenth = hand_made.deal(dealer)
    assert [{where(number) for number in numbers} for numbers in wall.dealt(dealer)] == hands
    assert where(wall.DEALT) == fourteenth
    live, replaced = wall.LIVE - 1, 0
    for draw in draws:
        if live == 0:
            break
        assert where(wall.last_live(replaced)) == hand_made.ring[-1][-1]
        if draw == "kan" and replaced < 4:
            assert where(wall.RINSHAN[replaced]) == hand_made.replace()
            replaced += 1
        else:
            assert where(wall.DEALT + wall.LIVE - live - replaced) == hand_made.take()
        live -= 1
        assert {where(number) for number in wall.dead_wall(replaced)} == set(hand_made.dead)
        assert len(hand_made.dead) == wall.DEAD
        assert sum(len(stack) for stack in hand_made.ring) == live
    if live == 0:
        assert hand_made.ring == []


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
    assert place(0, 0, (3, 4)) == WallPlace(2, 10, True)
    assert place(1, 0, (3, 4)) == WallPlace(2, 10, False)
    assert place(2, 0, (3, 4)) == WallPlace(2, 9, True)
    assert place(20, 0, (3, 4)) == WallPlace(1, 17, True)
    assert place(135, 0, (3, 4)) == WallPlace(2, 11, False)


def test_the_dead_wall_lies_beside_the_break() -> None:
    """Rinshan tiles: first stack top, bottom, second stack top, bottom; the indicator on top of the third (24.5)."""
    assert [place(number, 0, (3, 4)) for number in wall.RINSHAN] == [
        WallPlace(2, 11, True),
        WallPlace(2, 11, False),
        WallPlace(2, 12, True),
        WallPlace(2, 12, False),
    ]
    assert [place(number, 0, (3, 4)).stack for number in wall.INDICATORS] == [13, 14, 15, 16, 17]
    assert all(place(number, 0, (3, 4)).top for number in wall.INDICATORS)
    assert [place(number, 0, (3, 4)).stack for number in wall.URA] == [13, 14, 15, 16, 17]
    assert not any(place(number, 0, (3, 4)).top for number in wall.URA)


def test_a_small_total_carries_the_dead_wall_to_the_next_side() -> None:
    """With two, only two stacks stay at the right; the other five lie at the left end of the next side."""
    assert place(wall.INDICATORS[0], 0, (1, 1)) == WallPlace(2, 1, True)


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
    assert wall.DEALT == 52
    assert wall.last_live() == wall.TILES - wall.DEAD - 1


def test_a_roll_of_twelve_breaks_the_wall_of_north() -> None:
    """WRC 4.6 and MJ 2.5, the same example: twelve stacks stay at the right, five at the left are taken first."""
    assert place(0, 0, (6, 6)) == WallPlace(3, 5, True)
    assert place(10, 0, (6, 6)) == WallPlace(2, 17, True)
    assert place(wall.INDICATORS[0], 0, (6, 6)) == WallPlace(3, 8, True)


def test_a_second_roll_counts_the_stacks() -> None:
    """MJ 2.5: the first roll points to the wall, the second is counted along it."""
    assert place(0, 0, (6, 6), (1, 2)) == WallPlace(3, 14, True)
    assert place(wall.RINSHAN[0], 0, (6, 6), (1, 2)) == WallPlace(3, 15, True)


def test_the_first_replacement_tile_is_set_down() -> None:
    """WRC 4.7, SAI 24.1: at the left of the dead wall, so that it begins with two single tiles and six stacks."""
    assert place(1, 0, (3, 4)) == WallPlace(2, 10, False)
    assert place(1, 0, (1, 1)) == WallPlace(1, 15, False)


def test_the_haitei_tile_moves_with_each_kan() -> None:
    """SAI 12.1, 14; WRC 5.7.1: the bottom of the last stack, then its top, then the next stack.

    Seven stacks at the right are the dead wall, so the live wall ends at the left of the next side.
    """
    lasts = [place(wall.last_live(kans), 0, (3, 4)) for kans in range(5)]
    assert lasts == [
        WallPlace(3, 1, False),
        WallPlace(3, 1, True),
        WallPlace(3, 2, False),
        WallPlace(3, 2, True),
        WallPlace(3, 3, False),
    ]


def test_a_fifth_kan_is_refused() -> None:
    for ask in (wall.last_live, wall.dead_wall):
        with pytest.raises(ValueError, match="0-4 kans"):
            ask(5)


def test_wrong_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="0-135"):
        place(136, 0, (1, 1))
    with pytest.raises(ValueError, match="1-6"):
        place(0, 0, (0, 1))
    with pytest.raises(ValueError, match="1-6"):
        place(0, 0, (1, 1), (7, 1))
