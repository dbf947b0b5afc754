"""The number of tiles that separate a hand from tenpai, and the tiles that bring it nearer.

For each suit the number of tiles missing to each number of groups, with and without a pair, is computed once and cached.
The tables of the suits are then added up.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import Final, TypeAlias

import numpy as np

from referee.hands.shape import KOKUSHI_KINDS
from referee.tiles import KINDS

Missing: TypeAlias = tuple[int, ...]
"""Number of tiles missing to 0-4 groups (indices 0-4) and to 0-4 groups with a pair (indices 5-9)."""

_FAR: Final = 99
_PARTS: Final = ((0, 9), (9, 18), (18, 27), (27, 34))


def shanten(counts: Sequence[int], melds: int = 0) -> int:
    """The least number of exchanges until the hand is tenpai: 0 is tenpai, -1 complete.

    ``counts``: 34 counts of the concealed tiles, 13 or 14 less 3 for each of ``melds``. The result is the best for four
    groups and a pair and, without melds, for seven pairs and kokushi. A fifth tile of a kind never helps.
    """
    man, pin, sou, honours = (_missing(tuple(counts[first:end])) for first, end in _PARTS)
    best = _whole(_joined(man, pin), _joined(sou, honours), 4 - melds) - 1
    return best if melds else min(best, _pairs_shanten(counts), _kokushi_shanten(counts))


def useful_tiles(counts: Sequence[int], melds: int = 0) -> tuple[int, ...]:
    """The kinds that lower the shanten of a hand of 13 less 3 for each meld, without kinds it holds four of."""
    now = shanten(counts, melds)
    tables = [_missing(tuple(counts[first:end])) for first, end in _PARTS]
    before, after = _joined(tables[0], tables[1]), _joined(tables[2], tables[3])
    others = (
        _joined(tables[1], after),
        _joined(tables[0], after),
        _joined(before, tables[3]),
        _joined(before, tables[2]),
    )
    # A tile brings a hand nearer by one at most, so seven pairs and kokushi matter only where they are as near already.
    others_too = not melds and min(_pairs_shanten(counts), _kokushi_shanten(counts)) == now
    more = list(counts)
    found = []
    for (first, end), other in zip(_PARTS, others, strict=True):
        for kind in range(first, end):
            if counts[kind] >= 4:
                continue
            more[kind] += 1
            nearer = _whole(other, _missing(tuple(more[first:end])), 4 - melds) - 1 < now
            if not nearer and others_too:
                nearer = min(_pairs_shanten(more), _kokushi_shanten(more)) < now
            more[kind] -= 1
            if nearer:
                found.append(kind)
    return tuple(found)


def _pairs_shanten(counts: Sequence[int]) -> int:
    """The shanten for seven different pairs."""
    kinds = KINDS - counts.count(0)
    return 6 - (kinds - counts.count(1)) + max(0, 7 - kinds)


def _kokushi_shanten(counts: Sequence[int]) -> int:
    held = [counts[kind] for kind in KOKUSHI_KINDS]
    lacking = held.count(0)
    return lacking - (lacking + held.count(1) < len(held))


@lru_cache(maxsize=1 << 16)
def _joined(left: Missing, right: Missing) -> Missing:
    """The tiles missing in two parts together."""
    return (
        *(min(left[here] + right[groups - here] for here in range(groups + 1)) for groups in range(5)),
        *(_whole(left, right, groups) for groups in range(5)),
    )


@lru_cache(maxsize=1 << 16)
def _whole(left: Missing, right: Missing, groups: int) -> int:
    """The tiles missing to ``groups`` groups and a pair in two parts together."""
    return min(
        min(left[5 + here] + right[groups - here], left[here] + right[5 + groups - here])
        for here in range(groups + 1)
    )


def _missing(counts: tuple[int, ...]) -> Missing:
    return _missing_in_suit(counts) if len(counts) == 9 else _missing_in_honours(counts)


class _Targets:
    """All contents of a suit that consist of groups and at most one pair, with at most four of a kind.

    Attributes:
        starts: the index at which each block begins: 0 groups, a pair, 1 group, 1 group and a pair, ...; then the end.
        covered: by number and count, for each content, how many of ``count`` tiles of that number it can use.
    """

    def __init__(self) -> None:
        """Build them all, some 20,000."""
        shapes = [[3 * (at == number) for at in range(9)] for number in range(9)]
        shapes += [[int(first <= at < first + 3) for at in range(9)] for first in range(7)]
        rows: list[tuple[int, ...]] = []
        self.starts = [0]
        for groups in range(5):
            plain = {
                tuple(map(sum, zip(*chosen, strict=True))) if chosen else (0,) * 9
                for chosen in combinations_with_replacement(shapes, groups)
            }
            paired = {
                (*content[:number], content[number] + 2, *content[number + 1 :])
                for content in plain
                for number in range(9)
            }
            for contents in (plain, paired):
                rows += sorted(content for content in contents if max(content) <= 4)
                self.starts.append(len(rows))
        table = np.array(rows, dtype=np.int8).T
        self.covered = [[np.minimum(column, count) for count in range(5)] for column in table]


_targets = cache(_Targets)


@lru_cache(maxsize=1 << 17)
def _missing_in_suit(counts: tuple[int, ...]) -> Missing:
    targets, tiles = _targets(), sum(counts)
    # Tiles can contribute to as many groups as there are tiles, one fewer with a pair; any further group is missing entirely.
    groups = min(4, tiles)
    blocks = 2 * groups + (tiles > 4)
    end = targets.starts[blocks + 1]
    used = np.zeros(end, dtype=np.int8)
    for at, count in enumerate(counts):
        if count:
            used += targets.covered[at][min(count, 4)][:end]
    most = np.maximum.reduceat(used, targets.starts[: blocks + 1])
    plain = [3 * number - int(most[2 * number]) for number in range(groups + 1)]
    paired = [3 * number + 2 - int(covered) for number, covered in enumerate(most[1::2])]
    while len(plain) < 5:
        plain.append(plain[-1] + 3)
    if not paired:
        paired.append(2)
    while len(paired) < 5:
        paired.append(paired[-1] + 3)
    return (*plain, *paired)


@lru_cache(maxsize=1 << 16)
def _missing_in_honours(counts: tuple[int, ...]) -> Missing:
    def to_pungs(held: Sequence[int]) -> list[int]:
        lacking = sorted(max(0, 3 - count) for count in held)
        return [sum(lacking[:groups]) for groups in range(5)]

    with_pair = [_FAR] * 5
    for at, count in enumerate(counts):
        rest = to_pungs(counts[:at] + counts[at + 1 :])
        with_pair = [
            min(least, max(0, 2 - count) + lacking) for least, lacking in zip(with_pair, rest, strict=True)
        ]
    return (*to_pungs(counts), *with_pair)
