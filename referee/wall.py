"""The wall: where on the table the n-th tile lies, and which of its 136 tiles is drawn when.

Tiles are numbered 0-135 in the order in which they are taken: 0 is the first tile dealt, 121 the last of the live wall,
122-135 the dead wall. Two neighbours, even and odd, are a stack: the even one on top. (WRC 4.5-4.9, RULESETS "Wall".)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

TILES: Final = 136
STACKS_A_SIDE: Final = 17
DEAD: Final = 14
DEALT: Final = 52
LIVE: Final = TILES - DEAD - DEALT
"""Tiles in the live wall after the deal, before the dealer's first draw."""
RINSHAN: Final = (134, 135, 132, 133)
"""Replacement tiles in their order: first stack top and bottom, second stack top and bottom."""
INDICATORS: Final = (130, 128, 126, 124, 122)
"""The indicator, on top of the third stack, and the four for kans, away from the rinshan end."""
URA: Final = (131, 129, 127, 125, 123)
"""The tile under each indicator."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a wall: ``seat`` in whose side it is, ``stack`` 1-17 from that player's left, top or bottom."""

    seat: int
    stack: int
    top: bool


def broken_side(dealer: int, dice: tuple[int, int]) -> int:
    """The seat whose side is broken: the total counted counter-clockwise from the dealer, who is one."""
    return (dealer + dice[0] + dice[1] - 1) % 4


def place(number: int, dealer: int, dice: tuple[int, int]) -> Place:
    """Where tile ``number`` (0-135) lies when ``dealer`` is the seat of the dealer.

    The break leaves as many stacks at the right-hand end of the side as the dice show. Tiles are taken from there to
    the left, then on the side of the player to the left, so clockwise.

    Raises:
        ValueError: no such tile, or dice that cannot be.
    """
    if not 0 <= number < TILES:
        raise ValueError(f"the wall has tiles 0-135, not {number}")
    if not all(1 <= die <= 6 for die in dice):
        raise ValueError(f"dice show 1-6, not {dice}")
    from_right = dice[0] + dice[1] + number // 2
    side = (broken_side(dealer, dice) - from_right // STACKS_A_SIDE) % 4
    return Place(side, STACKS_A_SIDE - from_right % STACKS_A_SIDE, number % 2 == 0)


def dealt(dealer: int) -> tuple[tuple[int, ...], ...]:
    """The numbers of the 13 tiles each seat is dealt: three times two stacks each, then one each (WRC 4.9)."""
    hands: list[tuple[int, ...]] = []
    for seat in range(4):
        turn = (seat - dealer) % 4
        blocks = [16 * block + 4 * turn + tile for block in range(3) for tile in range(4)]
        hands.append((*blocks, 48 + turn))
    return tuple(hands)


def drawn(count: int) -> int:
    """The number of the live tile drawn after ``count`` others were drawn from the live wall (0: dealer's first)."""
    return DEALT + count
