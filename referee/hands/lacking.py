"""The tiles that a suit, or the honours, lack to be groups, or groups and a pair; worked out once for each content."""

from functools import lru_cache
from typing import Final, NamedTuple

_HONOURS: Final = 7
"""Kinds of honours; a suit has nine."""


class Part(NamedTuple):
    """The distance of the tiles of a suit, or the honours, from complete.

    Attributes:
        over: the number of tiles beyond groups of three, 0-2.
        complete: they are groups, or with two tiles more groups and a pair.
        lacking: the bit set of the numbers that complete them: to groups and a pair if one tile is over, to groups if two
            are. One of them may be a fifth tile of its kind. Empty if no tile is over.
    """

    over: int
    complete: bool
    lacking: int


@lru_cache(maxsize=1 << 17)
def part_of(counts: bytes) -> Part:
    """Work out what the tiles lack: counts of a suit's nine numbers, or of the seven honours."""
    over = sum(counts) % 3
    whole = _with_pair if over == 2 else _groups
    lacking = 0
    if over:
        completed = _with_pair if over == 1 else _groups
        more = list(counts)
        for number in range(len(counts)):
            more[number] += 1
            lacking |= completed(more) << number
            more[number] -= 1
    return Part(over, over != 1 and whole(counts), lacking)


def _with_pair(counts: bytes | list[int]) -> bool:
    """Return whether the tiles are groups and a pair."""
    left = list(counts)
    # In a suit, the numbers of every group add up to a multiple of three, so only three numbers can be the pair's.
    alike, doubled = (1, 0) if len(left) == _HONOURS else (3, sum(map(int.__mul__, left, range(9))) * 2 % 3)
    for number in range(doubled, len(left), alike):
        if left[number] >= 2:
            left[number] -= 2
            if _groups(left):
                return True
            left[number] += 2
    return False


def _groups(counts: bytes | list[int]) -> bool:
    """Return whether the tiles are groups.

    Three equal chows are also three pungs, so at most two of the lowest tiles need to start chows.
    """
    if len(counts) == _HONOURS:
        return not any(count % 3 for count in counts)
    next_due = after_next_due = 0
    for count in counts:
        left = count - next_due
        if left < 0:
            return False
        next_due, after_next_due = after_next_due + left % 3, left % 3
    return not (next_due or after_next_due)
