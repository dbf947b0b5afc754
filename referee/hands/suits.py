"""The tiles of one suit, or the honours: the ways to read them, and what they lack. Worked out once for each content."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct

from referee.tiles import EAST

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


class Reading(Struct, frozen=True, gc=False):
    """One way to read concealed tiles, or those of a suit.

    Attributes:
        chows: by their lowest kind, ascending; pungs: by kind, ascending.
        pair: its kind; -1 if the tiles of a suit hold none.
        chow_bits, pung_bits: the same as sets, with those of the melds if these were given.
    """

    chows: tuple[int, ...]
    pungs: tuple[int, ...]
    pair: int
    chow_bits: int
    pung_bits: int


@lru_cache(maxsize=1 << 17)
def suit_readings(counts: bytes, first: int) -> tuple[Reading, ...]:
    """All ways to read the tiles of the suit that begins at the kind ``first``; empty if there is none."""
    if first:
        # Read as the first suit: most contents of a suit were read before, in this suit or another.
        return tuple(
            [
                Reading(
                    tuple([first + kind for kind in part.chows]),
                    tuple([first + kind for kind in part.pungs]),
                    first + part.pair if part.pair >= 0 else -1,
                    part.chow_bits << first,
                    part.pung_bits << first,
                )
                for part in suit_readings(counts, 0)
            ]
        )
    total = sum(counts)
    if total % 3 == 1:
        return ()
    return tuple(_parts(list(counts), 0, total % 3 == 2))


def _parts(left: list[int], at: int, pair_due: bool) -> Iterator[Reading]:
    """Read from the number ``at`` on. Of the lowest tiles three may be a pung and two the pair; the rest must start chows."""
    while at < 9 and left[at] == 0:
        at += 1
    if at == 9:
        if not pair_due:
            yield Reading((), (), -1, 0, 0)
        return
    for pung in (0, 1):
        for pair in (0, 1) if pair_due else (0,):
            chows = left[at] - 3 * pung - 2 * pair
            if chows < 0 or (chows and (at > 6 or left[at + 1] < chows or left[at + 2] < chows)):
                continue
            after = left.copy()
            after[at] = 0
            if chows:
                after[at + 1] -= chows
                after[at + 2] -= chows
            for rest in _parts(after, at + 1, pair_due and not pair):
                yield Reading(
                    (at,) * chows + rest.chows,
                    (at,) * pung + rest.pungs,
                    at if pair else rest.pair,
                    (chows > 0) << at | rest.chow_bits,
                    pung << at | rest.pung_bits,
                )


@lru_cache(maxsize=1 << 14)
def honours_reading(counts: bytes) -> Reading | None:
    """The only way to read honours; None if there is none."""
    pungs, pair = [], -1
    for kind, count in enumerate(counts, EAST):
        if count == 3:
            pungs.append(kind)
        elif count == 2 and pair < 0:
            pair = kind
        elif count:
            return None
    return Reading((), tuple(pungs), pair, 0, sum([1 << kind for kind in pungs]))
