"""How many tiles a hand is away from waiting, and which tiles bring it nearer."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def shanten(counts: Sequence[int], melds: int = 0) -> int:
    """The least number of exchanges until the hand waits: 0 waiting, -1 complete.

    ``counts``: 34 numbers of concealed tiles, 13 or 14 less 3 for each of ``melds``. Best of four groups and a pair
    and, without melds, seven pairs and kokushi.
    """
    raise NotImplementedError


def useful_tiles(counts: Sequence[int], melds: int = 0) -> tuple[int, ...]:
    """The kinds that lower the shanten of a hand of 13 less 3 for each meld, those it has four of left out."""
    raise NotImplementedError
