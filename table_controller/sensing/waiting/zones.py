"""The objects in a zone: the new tiles of a pond, the melds of a corner, an opened hand.

Pure functions that interpret vision's readings; the caller passes in the state before.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from referee.game.position import PondTile
from referee.melds import Meld, MeldKind
from referee.tiles import KIND, KINDS, RED_MAN, RED_PIN, RED_SOU, UNKNOWN, Tile, is_terminal_or_honour
from vision import melds
from vision.geometry import STANDARD_TILE
from vision.melds import HIDDEN_OF_KAN, KAN, MELD, LaidTile, melds_of
from vision.sightings import BACK, PlacedTile

FIVES: Final = frozenset(KIND[red] for red in (RED_MAN, RED_PIN, RED_SOU))
"""The kinds that may have a red five."""
SIDES_MM: Final = (STANDARD_TILE.width, STANDARD_TILE.length)
"""Width and length of a tile's face; readings of other tile sizes are scaled to it as they come in."""
APART_GAP_MM: Final = 6.0
"""With a wider gap than this, the tile at the end of an opened hand is set apart. [mm; derived: half of the 12 mm that
players leave beside a winning tile]"""
TOUCHED_MM: Final = 0.7
"""If a tile lies farther than this from its last place, somebody moved it. [mm; judged: two readings of a tile that lies
still differ by less]"""


@dataclass(frozen=True, slots=True)
class LyingMeld:
    """A meld on the table.

    ``tiles`` includes the hidden tiles of a concealed kan. ``steps`` counts seats counter-clockwise to the player that
    the sideways tile points to.
    """

    kind: MeldKind
    tiles: tuple[Tile, ...]
    claimed: Tile | None
    steps: int | None
    added: Tile | None = None


@dataclass(frozen=True, slots=True)
class LyingHand:
    """An opened hand, left to right, without the tile kept apart."""

    tiles: tuple[Tile, ...]
    apart: Tile | None


def face_of(placed: PlacedTile) -> Tile:
    """The tile's face; UNKNOWN if it lies face down."""
    return UNKNOWN if placed.tile == BACK else placed.tile


def faces(tiles: Iterable[PlacedTile]) -> tuple[PlacedTile, ...]:
    """The tiles that lie face up."""
    return tuple(placed for placed in tiles if placed.tile != BACK)


def width_mm(placed: PlacedTile) -> float:
    """The length of the row that a tile takes up."""
    return SIDES_MM[placed.sideways]


def still_there(
    lying: Sequence[PlacedTile], pond: Sequence[PondTile], owed: Collection[int] = ()
) -> tuple[PondTile, ...]:
    """The tiles that the referee knows to lie in a pond: those not called, and called ones that are still to be taken.

    Args:
        lying: the tiles seen there; a called tile counts only while it can be one of them.
        pond: all discards of the pond.
        owed: the seats of callers who have yet to take a claimed tile.
    """
    newest = {entry.called_by: number for number, entry in enumerate(pond) if entry.called_by in owed}
    left = tuple(
        entry
        for number, entry in enumerate(pond)
        if entry.called_by is None or newest.get(entry.called_by) == number
    )
    if len(lying) >= len(left) and _alike(lying, left):
        return left
    return tuple(entry for entry in pond if entry.called_by is None)


def new_discards(
    lying: Sequence[PlacedTile], pond: Sequence[PondTile], owed: Collection[int] = ()
) -> tuple[PlacedTile, ...]:
    """The tiles of a pond after those that the referee knows to lie there; arguments as for ``still_there``."""
    return tuple(lying[len(still_there(lying, pond, owed)) :])


def same_pond(lying: Sequence[PlacedTile], pond: Sequence[PondTile], owed: Collection[int] = ()) -> bool:
    """Return whether the reading of a pond agrees with the known tiles that still lie there."""
    return _alike(lying, still_there(lying, pond, owed))


def _alike(lying: Sequence[PlacedTile], pond: Sequence[PondTile]) -> bool:
    return all(
        UNKNOWN in (face_of(placed), entry.tile) or face_of(placed) == entry.tile
        for placed, entry in zip(lying, pond, strict=False)
    )


def missing_from_ponds(
    lying: Mapping[int, Sequence[PlacedTile]], ponds: Mapping[int, Sequence[PondTile]]
) -> frozenset[Tile]:
    """The faces that are missing from the ponds: the referee knows more of them than lie there, by chair."""
    missing: Counter[Tile] = Counter()
    for chair, pond in ponds.items():
        missing.update(Counter(entry.tile for entry in pond if entry.called_by is None))
        missing.subtract(Counter(placed.tile for placed in lying.get(chair, ())))
    return frozenset(tile for tile, count in missing.items() if count > 0)


def lie_as_before(lying: Sequence[PlacedTile], before: Sequence[PlacedTile]) -> bool:
    """Return whether nobody has touched the tiles: as many lie there, each too exactly in its place to be put back."""
    return len(lying) == len(before) and all(
        now.sideways == then.sideways and math.hypot(now.x_mm - then.x_mm, now.y_mm - then.y_mm) <= TOUCHED_MM
        for now, then in zip(lying, before, strict=True)
    )


def lying_anew(lying: Sequence[PlacedTile], before: Sequence[PlacedTile]) -> tuple[PlacedTile, ...]:
    """The face-up tiles that did not lie face up before, in whatever place."""
    left = Counter(placed.tile for placed in before)
    found = []
    for placed in faces(lying):
        if left[placed.tile]:
            left[placed.tile] -= 1
        else:
            found.append(placed)
    return tuple(found)


def melds_in(tiles: Sequence[PlacedTile], *, red_fives: bool) -> tuple[LyingMeld, ...]:
    """The melds of a corner in the order in which they were made: the first lies rightmost.

    Tiles of a meld that is not complete yet are left out.
    """
    laid = [_laid(one) for one in tiles]
    found = []
    for part in reversed(melds_of(laid, STANDARD_TILE)):
        added = next((tiles[place.added] for place in part if place.added is not None), None)
        meld = _meld([tiles[place.tile] for place in part], added, red_fives=red_fives)
        if meld is not None:
            found.append(meld)
    return tuple(found)


def being_made(tiles: Sequence[PlacedTile]) -> tuple[PlacedTile, ...]:
    """The two tiles in a corner that wait for a called tile; empty if there are none."""
    return tuple(tiles[index] for index in melds.being_made([_laid(one) for one in tiles], STANDARD_TILE))


def _laid(placed: PlacedTile) -> LaidTile:
    back = placed.tile == BACK
    return LaidTile(placed.x_mm, placed.y_mm, placed.sideways, back, None if back else KIND[placed.tile])


def _gap_mm(left: PlacedTile, right: PlacedTile) -> float:
    return right.x_mm - left.x_mm - (width_mm(left) + width_mm(right)) / 2


def _meld(group: list[PlacedTile], added: PlacedTile | None, *, red_fives: bool) -> LyingMeld | None:
    tiles = tuple(face_of(placed) for placed in group)
    turned = [index for index, placed in enumerate(group) if placed.sideways]
    hidden = tiles.count(UNKNOWN)
    if len(tiles) == KAN and hidden == HIDDEN_OF_KAN and not turned:
        shown = [tile for tile in tiles if tile != UNKNOWN]
        return LyingMeld("ankan", _whole_kan(shown, red_fives=red_fives), None, None)
    if hidden or len(tiles) not in {MELD, KAN}:
        return None
    kinds = {KIND[tile] for tile in tiles}
    claimed = tiles[turned[0]] if len(turned) == 1 else None
    steps = None
    if claimed is not None:
        steps = {0: 3, len(tiles) - 1: 1}.get(turned[0], 2)
    if len(tiles) == KAN:
        return LyingMeld("daiminkan", tiles, claimed, steps)
    if added is not None:
        return LyingMeld("kakan", (*tiles, face_of(added)), claimed, steps, face_of(added))
    return LyingMeld("pon" if len(kinds) == 1 else "chi", tiles, claimed, steps)


def _whole_kan(shown: Sequence[Tile], *, red_fives: bool) -> tuple[Tile, ...]:
    """The four tiles of a concealed kan that shows two."""
    kind = KIND[shown[0]]
    if red_fives and kind in FIVES:
        return (kind, kind, kind, RED_MAN + kind // 9)
    return (*shown, kind, kind)


def new_melds(lying: Sequence[LyingMeld], known: Sequence[Meld]) -> tuple[LyingMeld, ...]:
    """The melds that are not known yet, including known pons that have become kans."""
    left = list(known)
    found: list[LyingMeld] = []
    for meld in lying:
        kinds = _kinds(meld.tiles)
        match = next((old for old in left if _kinds(old.tiles) == kinds), None)
        if match is None and meld.kind == "kakan":
            grown = next((old for old in left if grows(old, meld)), None)
            if grown is not None:
                left.remove(grown)
        if match is None:
            found.append(meld)
        else:
            left.remove(match)
    return tuple(found)


def grows(old: Meld, meld: LyingMeld) -> bool:
    """Return whether this meld may be the added kan that an old pon became."""
    return old.kind == "pon" and _kinds(old.tiles) == _kinds(meld.tiles[:3])


def _kinds(tiles: Iterable[Tile]) -> tuple[int, ...]:
    return tuple(sorted(KIND[tile] for tile in tiles))


def hand_in(tiles: Sequence[PlacedTile]) -> LyingHand | None:
    """An opened hand; None if no tile lies face up."""
    row = sorted(faces(tiles), key=lambda placed: placed.x_mm)
    if not row:
        return None
    apart: PlacedTile | None = None
    if len(row) > 1:
        gaps = [_gap_mm(left, right) for left, right in pairwise(row)]
        if gaps[-1] > APART_GAP_MM:
            apart = row.pop()
        elif gaps[0] > APART_GAP_MM:
            apart = row.pop(0)
    return LyingHand(tuple(face_of(placed) for placed in row), None if apart is None else face_of(apart))


def new_indicators(walls: Iterable[Sequence[PlacedTile]], known: Sequence[Tile]) -> tuple[PlacedTile, ...]:
    """The face-up tiles on the walls that are not yet known as indicators, left to right."""
    left = Counter(known)
    found = []
    for wall in walls:
        for placed in sorted(faces(wall), key=lambda placed: placed.x_mm):
            if left[placed.tile]:
                left[placed.tile] -= 1
            else:
                found.append(placed)
    return tuple(found)


def ura_in_order(
    walls: Mapping[int, Sequence[PlacedTile]],
    uras: Mapping[int, Sequence[PlacedTile]],
    indicators: Sequence[Tile],
) -> tuple[Tile, ...]:
    """The open ura dora indicators, in the order of the dora indicators beside which they lie.

    Args:
        walls: the tiles on the walls, by chair.
        uras: the tiles below them.
        indicators: in the order they were turned.
    """
    left = [(chair, placed) for chair, tiles in sorted(uras.items()) for placed in faces(tiles)]
    on_walls = [(chair, placed) for chair, tiles in sorted(walls.items()) for placed in faces(tiles)]
    found: list[Tile] = []
    for indicator in indicators:
        place = next((each for each in on_walls if each[1].tile == indicator), None)
        if place is None:
            continue
        on_walls.remove(place)
        beside = sorted((each for each in left if each[0] == place[0]), key=lambda each: each[1].x_mm)
        if beside:
            stacks = sorted([place[1].x_mm, *(each[1].x_mm for each in on_walls if each[0] == place[0])])
            if len(stacks) == len(beside):
                # With one ura for each indicator, both run left to right in the same order, even if the ura were shifted.
                near = beside[stacks.index(place[1].x_mm)]
            else:
                near = min(beside, key=lambda each: abs(each[1].x_mm - place[1].x_mm))
            left.remove(near)
            found.append(near[1].tile)
    # Ura beside no readable indicator follow in the order in which they lie.
    rest = sorted(left, key=lambda each: (each[0], each[1].x_mm))
    return (*found, *(placed.tile for _, placed in rest))


def terminal_kinds(tiles: Iterable[Tile]) -> int:
    """Count the different kinds of terminals and honours among these tiles."""
    kinds = {KIND[tile] for tile in tiles}
    return sum(is_terminal_or_honour(kind) for kind in kinds if kind < KINDS)
