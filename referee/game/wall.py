"""The wall: where on the table the n-th tile lies, and which of its 136 tiles is drawn when.

Tiles are numbered 0-135 in the order in which they are taken: 0 is the first tile dealt, 121 the last of the live wall,
122-135 the dead wall. An even number and the odd one after it are a stack, the even one on top. The numbers never change,
but the extent of the dead wall does: each kan refills it from the end of the live wall.
(WRC 4.5-4.9, 5.4.6; MJ 2.5-2.8; SAI 11, 12, 24, 34.)
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from referee.game.dice import Dice, named, total

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
MOST_KANS: Final = len(RINSHAN)
"""There is no fifth replacement tile (WRC 5.4.9, SAI 43.5)."""


class WallPlace(Struct, frozen=True):
    """A place in the wall: the side of ``seat``, ``stack`` 1-17 from that player's left, top or bottom."""

    seat: int
    stack: int
    top: bool


def broken_side(dealer: int, dice: Dice) -> int:
    """The seat whose side of the wall is broken, named by the dealer's roll."""
    return named(dealer, dice)


def place(number: int, dealer: int, dice: Dice, second: Dice | None = None) -> WallPlace:
    """Return the place of tile ``number`` (0-135) when ``dealer`` is the seat of the dealer.

    The break leaves as many stacks at the right-hand end of the side as the dice show. Tiles are taken from there to
    the left, then on the side of the player to the left, so clockwise.

    Args:
        number: of the tile, in the order of taking.
        dealer: seat of the dealer.
        dice: the roll that gives the side and, unless there is a second, the stacks.
        second: the roll that gives the stacks where two are rolled (MJ 2.5).

    Raises:
        ValueError: there is no such tile, or the dice are impossible.
    """
    if not 0 <= number < TILES:
        raise ValueError(f"the wall has tiles 0-135, not {number}")
    from_right = total(second or dice) + number // 2
    side = (broken_side(dealer, dice) - from_right // STACKS_A_SIDE) % 4
    return WallPlace(side, STACKS_A_SIDE - from_right % STACKS_A_SIDE, number % 2 == 0)


def dealt(dealer: int) -> tuple[tuple[int, ...], ...]:
    """The numbers of the 13 tiles each seat is dealt: three times two stacks each, then one each (WRC 4.9).

    When dealing by hand the dealer takes the top tiles of the first and third remaining stacks, 48 and 52, at once (SAI
    34.8); an automatic deal ends when he draws 52 (SAI 34.5). The result is the same.
    """
    hands: list[tuple[int, ...]] = []
    for seat in range(4):
        turn = (seat - dealer) % 4
        blocks = [16 * block + 4 * turn + tile for block in range(3) for tile in range(4)]
        hands.append((*blocks, 48 + turn))
    return tuple(hands)


def last_live(replaced: int = 0) -> int:
    """The number of the haitei tile, the one right before the dead wall (SAI 12.1, 14).

    Each kan takes it into the dead wall: first the bottom tile of the live wall's last stack, then the top one.
    """
    return TILES - DEAD - 1 - _kans(replaced)


def dead_wall(replaced: int = 0) -> tuple[int, ...]:
    """The numbers of the 14 tiles of the dead wall, ascending, after so many replacement tiles (WRC 5.4.6, SAI 12)."""
    taken = RINSHAN[: _kans(replaced)]
    return tuple(number for number in range(last_live(replaced) + 1, TILES) if number not in taken)


def _kans(number: int) -> int:
    if not 0 <= number <= MOST_KANS:
        raise ValueError(f"a hand has 0-4 kans, not {number}")
    return number
