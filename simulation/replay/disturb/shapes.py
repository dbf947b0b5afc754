"""The simplest analysis of hands: completeness and waits. Its only limit is four tiles of a kind."""

from collections.abc import Iterable
from typing import Final

from referee.tiles import KIND, KINDS, Tile, is_terminal_or_honour

ORPHANS: Final = tuple(kind for kind in range(KINDS) if is_terminal_or_honour(kind))
_FIRST_HONOUR: Final = 27


def counts_of(tiles: Iterable[Tile]) -> list[int]:
    """Count the tiles of each of the 34 kinds."""
    counts = [0] * KINDS
    for tile in tiles:
        counts[KIND[tile]] += 1
    return counts


def complete(tiles: Iterable[Tile]) -> bool:
    """Return whether concealed tiles, with the winning one, are a whole hand: groups and a pair, pairs, or orphans."""
    counts = counts_of(tiles)
    total = sum(counts)
    if total == 14:
        if sorted(count for count in counts if count) == [2] * 7:
            return True
        if all(counts[kind] for kind in ORPHANS) and sum(counts[kind] for kind in ORPHANS) == total:
            return True
    for kind in range(KINDS):
        if counts[kind] >= 2:
            counts[kind] -= 2
            if _groups(counts, 0):
                return True
            counts[kind] += 2
    return False


def _groups(counts: list[int], start: int) -> bool:
    kind = start
    while kind < KINDS and not counts[kind]:
        kind += 1
    if kind == KINDS:
        return True
    if counts[kind] >= 3:
        counts[kind] -= 3
        whole = _groups(counts, kind)
        counts[kind] += 3
        if whole:
            return True
    if kind < _FIRST_HONOUR and kind % 9 <= 6 and counts[kind + 1] and counts[kind + 2]:
        for each in (kind, kind + 1, kind + 2):
            counts[each] -= 1
        whole = _groups(counts, kind)
        for each in (kind, kind + 1, kind + 2):
            counts[each] += 1
        if whole:
            return True
    return False


def waits(tiles: tuple[Tile, ...]) -> frozenset[int]:
    """Return the kinds that complete concealed tiles, without kinds of which the hand has four."""
    counts = counts_of(tiles)
    return frozenset(kind for kind in range(KINDS) if counts[kind] < 4 and complete((*tiles, kind)))


def chis(tile: Tile, tiles: Iterable[Tile]) -> list[tuple[Tile, Tile]]:
    """Return the pairs of these tiles that make a chi with ``tile``, one for each pair of kinds."""
    kind = KIND[tile]
    if kind >= _FIRST_HONOUR:
        return []
    held: dict[int, Tile] = {}
    for each in tiles:
        held.setdefault(KIND[each], each)
    found = []
    for low in range(kind - 2, kind + 1):
        run = (low, low + 1, low + 2)
        if low < 0 or low // 9 != kind // 9 or low % 9 > 6:
            continue
        first, second = (each for each in run if each != kind)
        if first in held and second in held:
            found.append((held[first], held[second]))
    return found
