"""Helpers that the tests of shapes share."""

from collections.abc import Sequence

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from referee.tiles import KIND, parse_tiles

CHOWS = [first for first in range(27) if first % 9 < 7]


def counted(tiles: str | Sequence[int]) -> list[int]:
    counts = [0] * 34
    for tile in parse_tiles(tiles) if isinstance(tiles, str) else tiles:
        counts[KIND[tile]] += 1
    return counts


@st.composite
def crowded_hands(draw: DrawFn, sizes: tuple[int, ...]) -> list[int]:
    """Counts of tiles drawn from a part of the set, so that they fit together more often than by chance."""
    size = draw(st.sampled_from(sizes))
    kinds = draw(st.sampled_from([range(9), range(18), [*range(9), *range(27, 34)], range(34)]))
    tiles = draw(st.permutations([kind for kind in kinds for _ in range(4)]))
    return counted(list(tiles[:size]))


@st.composite
def complete_hands(draw: DrawFn) -> list[int]:
    """Counts of groups and a pair."""
    groups = draw(st.lists(st.one_of(st.sampled_from(CHOWS), st.integers(100, 133)), min_size=4, max_size=4))
    counts = counted([draw(st.integers(0, 33))] * 2)
    for group in groups:
        for kind in [group - 100] * 3 if group >= 100 else [group, group + 1, group + 2]:
            counts[kind] += 1
    assume(max(counts) <= 4)
    return counts
