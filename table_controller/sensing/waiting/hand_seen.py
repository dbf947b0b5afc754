"""Camera reports of whole hands: one has begun, with the break of its walls, or its tiles are swept."""

from dataclasses import dataclass
from typing import Final

from referee.game.wall import STACKS_A_SIDE
from vision.zones import CHAIRS

RING: Final = CHAIRS * STACKS_A_SIDE
"""Stacks of all walls. [stacks; defined]"""


@dataclass(frozen=True, slots=True)
class WallBreak:
    """The place where walls were broken: the stack from which the first tiles were taken.

    Attributes:
        chair: the chair whose wall held that stack.
        stack: the number of the stack, 0-16 from that player's left.
    """

    chair: int
    stack: int

    def number(self, chair: int, stack: int, *, top: bool) -> int:
        """The number of a tile in the order of taking (``referee.game.wall``).

        Players take tiles clockwise: towards the left end of a wall, then on at the wall of the player to the left.
        """
        return 2 * ((_along(chair, stack) - _along(self.chair, self.stack)) % RING) + (not top)


@dataclass(frozen=True, slots=True)
class DealSeen:
    """A hand has begun.

    Attributes:
        dice: the dice that the camera saw since the hand before; zeros if it saw none.
        broken: the break of the walls; None if not certain.
        at_ms: the time of the first frame that shows the hand.
    """

    dice: tuple[int, int]
    broken: WallBreak | None
    at_ms: int
    frame: int


@dataclass(frozen=True, slots=True)
class SweptSeen:
    """The tiles of a hand are gone, or some are.

    Attributes:
        since_ms: the time of the last frame in which none was missing.
        at_ms: the time of the first frame that shows this.
    """

    since_ms: int
    at_ms: int
    frame: int


def _along(chair: int, stack: int) -> int:
    """Count the stacks before this one in the order of taking, from the right end of chair 0's wall."""
    return STACKS_A_SIDE * (-chair % CHAIRS) + STACKS_A_SIDE - 1 - stack
