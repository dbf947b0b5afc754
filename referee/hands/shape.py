"""Winning shapes: every way to read concealed tiles as groups and a pair, seven pairs and kokushi.

The readings of one suit are computed once and cached; a hand's readings are the combinations of those of its suits. Kinds
are 0-33; sets of kinds are bit sets, bit k for kind k.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from referee.hands.lacking import part_of
from referee.tiles import COPIES, EAST, KINDS

HONOUR_BITS: Final = 0b1111111 << EAST
TERMINALS: Final = sum(1 << suit * 9 + number for suit in range(3) for number in (0, 8))
TERMINALS_AND_HONOURS: Final = TERMINALS | HONOUR_BITS
_FIRSTS: Final = (0, 9, 18, EAST)
"""The first kind of each suit, and of the honours."""
KOKUSHI_KINDS: Final = tuple(kind for kind in range(KINDS) if TERMINALS_AND_HONOURS >> kind & 1)


class Reading(Struct, frozen=True, gc=False):
    """One way to read concealed tiles, or those of a suit.

    Attributes:
        chows: by their lowest kind, ascending; pungs: by kind, ascending.
        pair: its kind; -1 if the tiles of a suit hold none.
        chow_bits, pung_bits: the same as sets.
    """

    chows: tuple[int, ...]
    pungs: tuple[int, ...]
    pair: int
    chow_bits: int
    pung_bits: int


def readings(counts: Sequence[int]) -> list[Reading]:
    """All ways to read concealed tiles as groups and one pair. 34 counts of at most 5; their sum is 2 more than a multiple of 3."""
    tiles = bytes(counts)
    man, pin, sou = _suit(tiles[0:9], 0), _suit(tiles[9:18], 9), _suit(tiles[18:27], 18)
    if not (man and pin and sou):
        return []
    honours = _honours(tiles[27:34])
    if honours is None:
        return []
    # The number of tiles decides whether a part holds a pair, so it is enough to look at its first reading.
    if (man[0].pair >= 0) + (pin[0].pair >= 0) + (sou[0].pair >= 0) + (honours.pair >= 0) != 1:
        return []
    return [
        Reading(
            a.chows + b.chows + c.chows,
            a.pungs + b.pungs + c.pungs + honours.pungs,
            max(a.pair, b.pair, c.pair, honours.pair),
            a.chow_bits | b.chow_bits | c.chow_bits,
            a.pung_bits | b.pung_bits | c.pung_bits | honours.pung_bits,
        )
        for a in man
        for b in pin
        for c in sou
    ]


@lru_cache(maxsize=1 << 17)
def _suit(counts: bytes, first: int) -> tuple[Reading, ...]:
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
                for part in _suit(counts, 0)
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
def _honours(counts: bytes) -> Reading | None:
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


def completing_kinds(counts: bytes) -> int:
    """The kinds, as a bit set, that complete concealed tiles to groups and a pair (34 counts, 1 more than a multiple of 3).

    A kind is included even if four of it are in the hand.

    Raises:
        ValueError: there are five of a kind already.
    """
    if max(counts) > COPIES:
        raise ValueError("five tiles of a kind")
    unfinished = []
    for first in _FIRSTS:
        part = part_of(counts[first : first + 9])
        if part.over:
            unfinished.append((first, part))
        elif not part.complete:
            return 0
    if len(unfinished) == 1:
        ((first, part),) = unfinished
        return part.lacking << first
    if len(unfinished) > 2:
        return 0
    # One of the two is groups and a pair already, the other must become groups.
    (first, one), (second, other) = unfinished
    return (one.lacking << first if other.complete else 0) | (other.lacking << second if one.complete else 0)


def is_chiitoitsu(counts: Sequence[int], alike: bool = False) -> bool:
    """Return whether 14 concealed tiles are seven pairs; with ``alike`` four equal tiles are two of them (WRC 6.5.2: no)."""
    return counts.count(2) + (2 * counts.count(4) if alike else 0) == 7


def is_kokushi(kinds: int) -> bool:
    """Return whether 14 concealed tiles of these kinds are one of each terminal and honour and one more (WRC 6.5.6)."""
    return kinds == TERMINALS_AND_HONOURS
