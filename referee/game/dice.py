"""Two dice name a player: count their total counter-clockwise, the roller being one (WRC 4.6, MJ 2.5, SAI 3)."""

from __future__ import annotations

from typing import TypeAlias

Dice: TypeAlias = tuple[int, int]


def total(dice: Dice) -> int:
    """The sum of both dice.

    Raises:
        ValueError: a die shows something else than 1-6.
    """
    if not all(1 <= die <= 6 for die in dice):
        raise ValueError(f"dice show 1-6, not {dice}")
    return sum(dice)


def named(roller: int, dice: Dice) -> int:
    """The player the dice name, as seat or chair 0-3 like ``roller``: 5 and 9 the roller, 2, 6 and 10 the player to his right.

    Raises:
        ValueError: a die shows something else than 1-6.
    """
    return (roller + total(dice) - 1) % 4
