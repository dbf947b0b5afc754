"""What completes the tiles of a suit: one table, built once, for every possible content of a suit.

A content is written as a number in base 5, the count of the lowest tile first; honours likewise. For each content the
table says how far it is from groups, or from groups and a pair, and which tile it lacks.
"""

from __future__ import annotations

from array import array
from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Counts: TypeAlias = NDArray[np.int64]

COMPLETE: Final = 0
"""Groups only. The other states are told apart by the number of tiles: three to a group, and one or two more."""
PAIRED: Final = 1
"""Groups and a pair."""
TWO_MORE: Final = 5
"""Two tiles more than groups could have, but not groups and a pair."""
ONE_MORE: Final = 25
"""One tile more than groups could have."""
BROKEN: Final = 63
"""As many tiles as groups would have, but not groups."""
# The states of four parts are recognised by their sum, so no two combinations may have the same sum.

STATE: Final = 9
LACKING: Final = (1 << STATE) - 1
"""Mask of the low nine bits of an entry; the state is above them. Bit n says that number n (0-8) completes the part: to
groups if it has two tiles more, to groups and a pair if it has one more."""

_MOST_GROUPS: Final = 4


@cache
def suits() -> array[int]:
    """The table for nine numbers with chows and pungs; the lacking tile may be a fifth of its kind."""
    pungs = [[3 * (at == number) for at in range(9)] for number in range(9)]
    chows = [[int(number <= at < number + 3) for at in range(9)] for number in range(7)]
    return _table(pungs + chows)


@cache
def honours() -> array[int]:
    """The table for the seven honours, with pungs only."""
    return _table([[3 * (at == kind) for at in range(7)] for kind in range(7)])


def make() -> None:
    """Build both tables now (some 0.2 s) rather than at the first hand."""
    suits()
    honours()


def _table(groups: list[list[int]]) -> array[int]:
    """The table of a part whose groups have these counts."""
    # A third of the start of `jantaku score`, which scores hands without these tables.
    import numpy as np  # noqa: PLC0415 - see above

    def extended(contents: Counts, more: Counts) -> Counts:
        """All sums of one of ``contents`` and one of ``more``, each once, with at most five of a kind."""
        sums = (contents[:, None] + more).reshape(-1, numbers)
        sums = sums[sums.max(axis=1) <= 5]
        in_base_6 = 6 ** np.arange(numbers)
        return np.unique(sums @ in_base_6)[:, None] // in_base_6 % 6

    numbers = len(groups[0])
    left = np.zeros(1, np.int64)
    for _ in range(numbers):
        left = np.add.outer(np.arange(5), left).ravel()
    table = np.array([BROKEN, ONE_MORE, TWO_MORE], np.uint16)[left % 3] << STATE
    places = 5 ** np.arange(numbers)[::-1]
    one = np.eye(numbers, dtype=np.int64)
    whole = np.zeros((1, numbers), np.int64)
    for made in range(_MOST_GROUPS + 1):
        if made:
            whole = extended(whole, np.array(groups, np.int64))
        for state, contents in ((COMPLETE, whole), (PAIRED, extended(whole, 2 * one))):
            possible = contents[contents.max(axis=1) <= 4]
            table[possible @ places] = table[possible @ places] & LACKING | state << STATE
            for number in range(numbers):
                before = contents[contents[:, number] > 0] - one[number]
                table[before[before.max(axis=1) <= 4] @ places] |= 1 << number
    return array("H", table.tobytes())
