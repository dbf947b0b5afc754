"""Winning shapes: every way to read concealed tiles as groups and a pair, seven pairs and kokushi.

A hand's readings are the combinations of those of its suits. Kinds are 0-33; sets of kinds are bit sets, bit k for kind k.
"""

from collections.abc import Sequence
from typing import Final

from referee.hands.suits import Reading, honours_reading, part_of, suit_readings
from referee.tiles import COPIES, EAST, KINDS

HONOUR_BITS: Final = 0b1111111 << EAST
TERMINALS: Final = sum(1 << suit * 9 + number for suit in range(3) for number in (0, 8))
TERMINALS_AND_HONOURS: Final = TERMINALS | HONOUR_BITS
_FIRSTS: Final = (0, 9, 18, EAST)
"""The first kind of each suit, and of the honours."""
KOKUSHI_KINDS: Final = tuple(kind for kind in range(KINDS) if TERMINALS_AND_HONOURS >> kind & 1)


def readings(counts: Sequence[int], chow_bits: int = 0, pung_bits: int = 0) -> list[Reading]:
    """All ways to read concealed tiles as groups and one pair.

    Args:
        counts: of the 34 kinds, at most 5 each; their sum is 2 more than a multiple of 3.
        chow_bits: the lowest kinds of the melds that are chows, to be among those of each reading.
        pung_bits: those of the melds that are pungs or kans, likewise.
    """
    tiles = bytes(counts)
    man, pin, sou = (
        suit_readings(tiles[0:9], 0),
        suit_readings(tiles[9:18], 9),
        suit_readings(tiles[18:27], 18),
    )
    if not (man and pin and sou):
        return []
    honours = honours_reading(tiles[27:34])
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
            a.chow_bits | b.chow_bits | c.chow_bits | chow_bits,
            a.pung_bits | b.pung_bits | c.pung_bits | honours.pung_bits | pung_bits,
        )
        for a in man
        for b in pin
        for c in sou
    ]


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
