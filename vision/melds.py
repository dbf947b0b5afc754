"""Cuts a row of tiles into melds: which lie together, which was added to which, where touching melds part.

The live reader, sensing and the reader of photographs all cut by this. Lengths may be in any unit, the same in a call; x
runs to the player's right, y towards the player.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from referee.tiles import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.geometry import TileSize

APART: Final = 1 / 6
"""Neighbours farther apart than this, in widths of a tile, belong to two melds. The tiles of one touch, and the next begins
6 mm on: 0.29 widths of a standard tile, 0.21 of one 28 mm wide. Rather too wide than too narrow: melds that touch are cut,
a torn one is not mended. [widths; derived: between touching and these gaps]"""
MELD: Final = 3
"""Tiles of a chi or pon. [tiles; section: WRC 5.4]"""
KAN: Final = 4
"""Tiles of a kan. [tiles; section: WRC 5.4.8]"""
HIDDEN_OF_KAN: Final = 2
"""The tiles of a concealed kan that lie face down. [tiles; section: WRC 5.4.8]"""
STACKED: Final = (0.5, 1.5)
"""Distance from a claimed tile to the one added to it, in widths: they touch, at 1. [widths; derived: half a width each way]"""
FIRST_HONOUR: Final = KINDS - 7
"""Kinds from this on make no sequence. [kind; derived: seven honours end the kinds]"""
COST: Final = {"meld": 0.0, "kan": 0.4, "single": 0.5, "odd": 2.0, "after": 0.3}
"""Costs of the ways to cut a row: melds are at its right end, after single tiles. [cost; judged: any meld is cheaper than its
tiles, singles beside melds dearer]"""
KNOWN: Final = 0.5
"""Bonus for a meld whose tiles are a sequence or of one kind. [cost; judged: as much as a single tile]"""


@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile of a player's row.

    Attributes:
        kind: of its face, as in ``referee.tiles.KIND``; None where it is not known, or lies face down.
    """

    x: float
    y: float
    sideways: bool
    back: bool = False
    kind: int | None = None


@dataclass(frozen=True, slots=True)
class RowPlace:
    """A place of a row: a tile, or a claimed one with the tile added to it.

    Attributes:
        tile: its number among the tiles of the call.
        added: that of the tile added to it.
        left, right: its ends.
    """

    tile: int
    added: int | None
    left: float
    right: float

    @property
    def tiles(self) -> tuple[int, ...]:
        return (self.tile,) if self.added is None else (self.tile, self.added)


def row_places(laid: Sequence[LaidTile], size: TileSize) -> list[RowPlace]:
    """The places of a row from left to right."""
    onto: dict[int, int] = {}
    for index, one in enumerate(laid):
        base = next((at for at, other in enumerate(laid) if _is_added(one, other, size)), None)
        if base is not None:
            onto[base] = index
    places = []
    for index, one in enumerate(laid):
        if index not in onto.values():
            half = size.along(sideways=one.sideways) / 2
            places.append(RowPlace(index, onto.get(index), one.x - half, one.x + half))
    return sorted(places, key=lambda place: place.left + place.right)


def _is_added(one: LaidTile, base: LaidTile, size: TileSize) -> bool:
    """Whether a tile was added to another: both lie sideways, it before the other towards the table's centre."""
    low, high = STACKED
    return (
        one.sideways
        and base.sideways
        and abs(one.x - base.x) < size.length / 2
        and low * size.width < base.y - one.y < high * size.width
    )


def chunks_of(places: Sequence[RowPlace], size: TileSize) -> list[list[RowPlace]]:
    """Places without a gap between them: a meld each, or several that touch."""
    chunks: list[list[RowPlace]] = []
    for place in places:
        if chunks and place.left - chunks[-1][-1].right <= APART * size.width:
            chunks[-1].append(place)
        else:
            chunks.append([place])
    return chunks


def melds_of(laid: Sequence[LaidTile], size: TileSize) -> list[list[RowPlace]]:
    """The melds of a corner from left to right; a part that is no meld is being laid, or a tile of it is not seen."""
    melds: list[list[RowPlace]] = []
    for chunk in chunks_of(row_places(laid, size), size):
        melds += [chunk] if len(chunk) <= KAN else cut_chunk(chunk, laid)
    return melds


def is_whole(meld: Sequence[RowPlace], laid: Sequence[LaidTile]) -> bool:
    """Whether a part of a corner can be a meld by its count and its backs: a concealed kan has two."""
    backs = sum(laid[place.tile].back for place in meld)
    return (len(meld) in (MELD, KAN) and backs == 0) or (len(meld) == KAN and backs == HIDDEN_OF_KAN)


def cut_chunk(chunk: Sequence[RowPlace], laid: Sequence[LaidTile]) -> list[list[RowPlace]]:
    """A chunk cut into melds and single tiles in the way that leaves the fewest single ones."""
    best: list[tuple[float, list[list[RowPlace]]]] = [(0.0, [])]
    for end in range(1, len(chunk) + 1):
        ways = []
        for size in (1, MELD, KAN):
            if size <= end and (cost := _cost(chunk[end - size : end], laid)) is not None:
                before = best[end - size]
                if size == 1 and any(len(part) > 1 for part in before[1]):
                    cost += COST["after"]
                ways.append((before[0] + cost, [*before[1], list(chunk[end - size : end])]))
        best.append(min(ways, key=lambda way: way[0]))
    return best[-1][1]


def _cost(part: Sequence[RowPlace], laid: Sequence[LaidTile]) -> float | None:
    """The cost of a meld of these places, or of a single tile; None where they cannot be one."""
    tiles = [laid[place.tile] for place in part]
    across = [place for place in part if laid[place.tile].sideways]
    backs = [tile.back for tile in tiles]
    if len(part) == 1:
        return COST["odd"] if across or backs[0] else COST["single"]
    kinds = [tile.kind for tile in tiles]
    if len(part) == KAN:
        if sum(backs) == HIDDEN_OF_KAN and not across and backs[0] == backs[3]:
            return COST["meld"]
        same = KNOWN if len(set(kinds)) == 1 and None not in kinds else 0.0
        return COST["kan"] - same if len(across) == 1 and across[0].added is None and not any(backs) else None
    return COST["meld"] - KNOWN * _goes_together(kinds) if len(across) == 1 and not any(backs) else None


def _goes_together(kinds: Sequence[int | None]) -> bool:
    """Whether three kinds are a sequence or the same."""
    known = sorted(kind for kind in kinds if kind is not None)
    if len(known) < MELD:
        return False
    low, _, high = known
    if low == high:
        return True
    row = [low, low + 1, low + 2] == known
    return row and high < FIRST_HONOUR and low // 9 == high // 9
