"""What completes the tiles of a suit: one table, made once, for all that a suit can hold.

What a suit holds is a number in base 5, the count of its lowest number first; so it is with honours. The table says of
each how far it is from groups, or from groups and a pair, and which tile it lacks.
"""

from __future__ import annotations

from array import array
from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Counts: TypeAlias = NDArray[np.int64]

COMPLETE: Final = 0
"""Groups only. The number of tiles tells the other states: three to a group, and one or two more."""
PAIRED: Final = 1
"""Groups and a pair."""
TWO_MORE: Final = 5
"""Two tiles more than groups could have, but not groups and a pair."""
ONE_MORE: Final = 25
"""One tile more than groups could have."""
BROKEN: Final = 63
"""As many tiles as groups would have, but not groups."""
# The states of four parts are told by their sum, so they are numbers that add up in no other way.

STATE: Final = 9
LACKING: Final = (1 << STATE) - 1
"""An entry is a state above nine bits: bit n for the number n (0-8) that completes; with two more tiles to groups, with
one more to groups and a pair."""

_MOST_GROUPS: Final = 4


@cache
def suits() -> array[int]:
    """The table of nine numbers with chows and pungs, a fifth equal tile among what is lacking."""
    chows = np.array([[number <= at < number + 3 for at in range(9)] for number in range(7)], np.int64)
    return _table(9, np.concatenate([3 * np.eye(9, dtype=np.int64), chows]))


@cache
def honours() -> array[int]:
    """The table of the seven honours, with pungs only."""
    return _table(7, 3 * np.eye(7, dtype=np.int64))


def make() -> None:
    """Make both tables now, not at the first hand that is looked at (some 0.2 s)."""
    suits()
    honours()


def _table(numbers: int, groups: Counts) -> array[int]:
    left = np.zeros(1, np.int64)
    for _ in range(numbers):
        left = np.add.outer(np.arange(5), left).ravel()
    table = np.array([BROKEN, ONE_MORE, TWO_MORE], np.uint16)[left % 3] << STATE
    places = 5 ** np.arange(numbers)[::-1]
    one = np.eye(numbers, dtype=np.int64)
    whole = np.zeros((1, numbers), np.int64)
    for made in range(_MOST_GROUPS + 1):
        if made:
            whole = _extended(whole, groups)
        for state, contents in ((COMPLETE, whole), (PAIRED, _extended(whole, 2 * one))):
            possible = contents[contents.max(axis=1) <= 4]
            table[possible @ places] = table[possible @ places] & LACKING | state << STATE
            for number in range(numbers):
                before = contents[contents[:, number] > 0] - one[number]
                table[before[before.max(axis=1) <= 4] @ places] |= 1 << number
    return array("H", table.tobytes())


def _extended(contents: Counts, more: Counts) -> Counts:
    """All sums of a content and one of ``more``, each once, with five of a kind at most."""
    sums = (contents[:, None] + more).reshape(-1, contents.shape[1])
    sums = sums[sums.max(axis=1) <= 5]
    places = 6 ** np.arange(contents.shape[1])
    return np.unique(sums @ places)[:, None] // places % 6
