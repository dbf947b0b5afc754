"""Cuts a row of tiles into melds: tiles that lie together, tiles added to others, seams between touching melds.

The live reader, sensing and the reader of photographs all use it. Lengths may be in any unit, the same in a call; x
runs to the player's right, y towards the player.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from referee.tiles import KINDS
from vision.geometry import TileSize

APART: Final = 1 / 6
"""Neighbours nearer than this, in widths of a tile, touch. The next meld begins 6 mm on: 0.29 widths of a standard tile, 0.21
of one 28 mm wide. [widths; derived: between touching and these gaps]"""
TORN: Final = 0.5
"""Neighbours farther apart than this form no meld: half a tile would fit between them. [widths; derived:
half a tile]"""
MELD: Final = 3
"""Tiles of a chi or pon. [tiles; section: WRC 5.4]"""
KAN: Final = 4
"""Tiles of a kan. [tiles; section: WRC 5.4.8]"""
HIDDEN_OF_KAN: Final = 2
"""The tiles of a concealed kan that lie face down. [tiles; section: WRC 5.4.8]"""
STACKED: Final = (0.5, 1.5)
"""Distance from a claimed tile to the one added to it, in widths: they touch, at 1. [widths; derived: half a width each way]"""
SUIT: Final = 9
"""Kinds of a suit. [kinds; defined]"""
FIRST_HONOUR: Final = KINDS - 7
"""Kinds from this on make no sequence. [kind; derived: seven honours end the kinds]"""
COST: Final = {"meld": 0.0, "kan": 0.4, "single": 0.5, "odd": 2.0, "after": 0.3, "gap": 0.45}
"""Costs of the ways to cut a row: melds are at its right end, after single tiles; a gap within a meld costs more than a
single tile beside a whole meld. [cost; judged: any meld is cheaper than its tiles, singles beside melds cost more]"""
KNOWN: Final = 0.5
"""Bonus for a meld whose tiles are a sequence or of one kind. [cost; judged: as much as a single tile]"""


@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile of a player's row.

    Attributes:
        kind: the kind of its face, as in ``referee.tiles.KIND``; None if unknown or face down.
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
        tile: the tile's index in the call's tiles.
        added: the index of the tile added to it.
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
        base = next((at for at, other in enumerate(laid) if is_added(one, other, size)), None)
        if base is not None:
            onto[base] = index
    places = []
    for index, one in enumerate(laid):
        if index not in onto.values():
            half = size.along(sideways=one.sideways) / 2
            places.append(RowPlace(index, onto.get(index), one.x - half, one.x + half))
    return sorted(places, key=lambda place: place.left + place.right)


def is_added(one: LaidTile, base: LaidTile, size: TileSize) -> bool:
    """Return whether a tile was added to another: both lie sideways, the added one nearer to the table's centre."""
    low, high = STACKED
    return (
        one.sideways
        and base.sideways
        and abs(one.x - base.x) < size.length / 2
        and low * size.width < base.y - one.y < high * size.width
    )


def chunks_of(places: Sequence[RowPlace], size: TileSize, gap: float = APART) -> list[list[RowPlace]]:
    """Split places at gaps: each part is a meld, or several that touch.

    Args:
        places: the places of a row, from left to right.
        size: the size of a tile.
        gap: the gap, in widths; neighbours farther apart are separated.
    """
    chunks: list[list[RowPlace]] = []
    for place in places:
        if chunks and place.left - chunks[-1][-1].right <= gap * size.width:
            chunks[-1].append(place)
        else:
            chunks.append([place])
    return chunks


def melds_of(laid: Sequence[LaidTile], size: TileSize) -> list[list[RowPlace]]:
    """The melds of a corner from left to right; a part that is not a meld is still being laid, or lacks a hidden tile.

    Melds that touch are cut, and neighbours with a small gap are joined where they make a meld together.
    """
    melds: list[list[RowPlace]] = []
    for run in chunks_of(row_places(laid, size), size, TORN):
        melds += cut_run(run, laid, size)
    return melds


def is_whole(meld: Sequence[RowPlace], laid: Sequence[LaidTile]) -> bool:
    """Return whether a part of a corner has the shape of a meld: one tile across, or the two backs of a concealed kan.

    Kinds only help to cut a row, where a pon that another tile touches looks like a kan. The referee finds whether the
    tiles of a meld belong together.
    """
    return _shape(meld, laid) is not None


def being_made(laid: Sequence[LaidTile], size: TileSize) -> tuple[int, ...]:
    """The two tiles of a meld that is being made, by their numbers; empty if there is none.

    They lie upright and face up to the left of all whole melds, side by side or with room for the called tile between
    them, and a called tile can join them: a discard may come before it is taken (WRC 5.4).
    """
    melds = melds_of(laid, size)
    parts = [meld for meld in melds if not is_whole(meld, laid)]
    places = [place for part in parts for place in part]
    if melds[: len(parts)] != parts or len(places) != MELD - 1:
        return ()
    left, right = places
    between = right.left - left.right
    two = [laid[place.tile] for place in places]
    if between > size.length + 2 * APART * size.width or any(tile.sideways or tile.back for tile in two):
        return ()
    return (left.tile, right.tile) if _joinable(two[0].kind, two[1].kind) else ()


def _joinable(one: int | None, other: int | None) -> bool:
    """Return whether two kinds are part of a triplet or a sequence."""
    if one is None or other is None:
        return False
    if one == other:
        return True
    in_suit = max(one, other) < FIRST_HONOUR and one // SUIT == other // SUIT
    return in_suit and abs(one - other) < MELD


def cut_run(run: Sequence[RowPlace], laid: Sequence[LaidTile], size: TileSize) -> list[list[RowPlace]]:
    """Neighbouring places cut into melds and single tiles in the way that leaves the fewest single ones.

    Args:
        run: places from left to right, small gaps between some of them.
        laid: the tiles that the places refer to by index.
        size: the size of a tile.
    """
    best: list[tuple[float, list[list[RowPlace]]]] = [(0.0, [])]
    for end in range(1, len(run) + 1):
        ways = []
        for count in (1, MELD, KAN):
            if count <= end and (cost := _cost(run[end - count : end], laid, size)) is not None:
                before = best[end - count]
                if count == 1 and any(len(part) > 1 for part in before[1]):
                    cost += COST["after"]
                ways.append((before[0] + cost, [*before[1], list(run[end - count : end])]))
        best.append(min(ways, key=lambda way: way[0]))
    return best[-1][1]


def _shape(part: Sequence[RowPlace], laid: Sequence[LaidTile]) -> Literal["meld", "kan", "concealed"] | None:
    """The meld whose shape these places have: a chi or pon, an open kan, a concealed one; None for no meld's."""
    across = [place for place in part if laid[place.tile].sideways]
    backs = [laid[place.tile].back for place in part]
    if len(part) == KAN and sum(backs) == HIDDEN_OF_KAN and not across and backs[0] == backs[3]:
        return "concealed"
    if len(across) != 1 or any(backs):
        return None
    if len(part) == KAN:
        return "kan" if across[0].added is None else None
    return "meld" if len(part) == MELD else None


def _cost(part: Sequence[RowPlace], laid: Sequence[LaidTile], size: TileSize) -> float | None:
    """The cost of a meld of these places, or of a single tile; None if they cannot be one."""
    if len(part) == 1:
        alone = laid[part[0].tile]
        return COST["odd"] if alone.sideways or alone.back else COST["single"]
    shape = _shape(part, laid)
    gaps = len(chunks_of(part, size)) - 1
    if shape is None:
        return None
    kinds = [laid[place.tile].kind for place in part]
    if shape == "concealed":
        return COST["meld"] + COST["gap"] * gaps
    same = len(set(kinds)) == 1 and None not in kinds
    together = same if shape == "kan" else _goes_together(kinds)
    if gaps and not together and None not in kinds:
        return None
    return COST[shape] - KNOWN * together + COST["gap"] * gaps


def _goes_together(kinds: Sequence[int | None]) -> bool:
    """Return whether three kinds are a sequence or the same."""
    known = sorted(kind for kind in kinds if kind is not None)
    if len(known) < MELD:
        return False
    low, _, high = known
    if low == high:
        return True
    row = [low, low + 1, low + 2] == known
    return row and high < FIRST_HONOUR and low // SUIT == high // SUIT
