"""How many tiles a hand is away from waiting, and which tiles bring it nearer.

For each suit the tiles missing to a number of groups, with and without a pair, are found once and remembered; the
suits' tables are then added up.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from referee.hands.shape import KOKUSHI_KINDS
from referee.tiles import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

Missing: TypeAlias = tuple[int, ...]
"""Tiles missing to 0-4 groups (places 0-4) and to 0-4 groups with a pair (places 5-9)."""

_FAR: Final = 99
_PARTS: Final = ((0, 9), (9, 18), (18, 27), (27, 34))


def shanten(counts: Sequence[int], melds: int = 0) -> int:
    """The least number of exchanges until the hand waits: 0 waiting, -1 complete.

    ``counts``: 34 numbers of concealed tiles, 13 or 14 less 3 for each of ``melds``. Best of four groups and a pair
    and, without melds, seven pairs and kokushi. A fifth tile of a kind brings nothing nearer.
    """
    man, pin, sou, honours = (_missing(tuple(counts[first:end])) for first, end in _PARTS)
    best = _whole(_joined(man, pin), _joined(sou, honours), 4 - melds) - 1
    return best if melds else min(best, _pairs_shanten(counts), _kokushi_shanten(counts))


def useful_tiles(counts: Sequence[int], melds: int = 0) -> tuple[int, ...]:
    """The kinds that lower the shanten of a hand of 13 less 3 for each meld, those it has four of left out."""
    now = shanten(counts, melds)
    tables = [_missing(tuple(counts[first:end])) for first, end in _PARTS]
    before, after = _joined(tables[0], tables[1]), _joined(tables[2], tables[3])
    others = (
        _joined(tables[1], after),
        _joined(tables[0], after),
        _joined(before, tables[3]),
        _joined(before, tables[2]),
    )
    more = list(counts)
    found = []
    for (first, end), other in zip(_PARTS, others, strict=True):
        for kind in range(first, end):
            if counts[kind] >= 4:
                continue
            more[kind] += 1
            nearer = _whole(other, _missing(tuple(more[first:end])), 4 - melds) - 1 < now
            if not nearer and not melds:
                nearer = min(_pairs_shanten(more), _kokushi_shanten(more)) < now
            more[kind] -= 1
            if nearer:
                found.append(kind)
    return tuple(found)


def _pairs_shanten(counts: Sequence[int]) -> int:
    """Seven different pairs."""
    pairs = sum(count >= 2 for count in counts)
    return 6 - pairs + max(0, 7 - (KINDS - counts.count(0)))


def _kokushi_shanten(counts: Sequence[int]) -> int:
    held = [counts[kind] for kind in KOKUSHI_KINDS]
    return 13 - sum(count > 0 for count in held) - any(count > 1 for count in held)


def _joined(left: Missing, right: Missing) -> Missing:
    """The tiles missing in two parts together."""
    least = [_FAR] * 10
    for groups in range(5):
        for here in range(groups + 1):
            there = groups - here
            least[groups] = min(least[groups], left[here] + right[there])
            least[5 + groups] = min(
                least[5 + groups], left[5 + here] + right[there], left[here] + right[5 + there]
            )
    return tuple(least)


def _whole(left: Missing, right: Missing, groups: int) -> int:
    """The tiles missing to ``groups`` groups and a pair in two parts together."""
    return min(
        min(left[5 + here] + right[groups - here], left[here] + right[5 + groups - here])
        for here in range(groups + 1)
    )


def _missing(counts: tuple[int, ...]) -> Missing:
    return _missing_in_suit(counts) if len(counts) == 9 else _missing_in_honours(counts)


@cache
def _targets() -> tuple[npt.NDArray[np.int8], npt.NDArray[np.intp]]:
    """All contents of a suit that are groups and at most one pair, in blocks by place in ``Missing``, and block starts."""
    shapes = [[3 if at == number else 0 for at in range(9)] for number in range(9)]
    shapes += [[1 if first <= at < first + 3 else 0 for at in range(9)] for first in range(7)]
    rows: list[tuple[int, ...]] = []
    starts = []
    for pair in (False, True):
        for groups in range(5):
            found = set()
            for chosen in combinations_with_replacement(shapes, groups):
                content = [sum(column) for column in zip(*chosen, strict=True)] if chosen else [0] * 9
                for number in range(9) if pair else (None,):
                    with_pair = content.copy()
                    if number is not None:
                        with_pair[number] += 2
                    if max(with_pair) <= 4:
                        found.add(tuple(with_pair))
            starts.append(len(rows))
            rows.extend(sorted(found))
    return np.array(rows, dtype=np.int8), np.array(starts, dtype=np.intp)


@lru_cache(maxsize=1 << 17)
def _missing_in_suit(counts: tuple[int, ...]) -> Missing:
    rows, starts = _targets()
    lacking = np.maximum(rows - np.array(counts, dtype=np.int8), 0).sum(axis=1, dtype=np.int8)
    return tuple(int(least) for least in np.minimum.reduceat(lacking, starts))


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
