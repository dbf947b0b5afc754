"""Sorts the tiles around the ponds into walls with their indicators, opened hands and melds.

Each player has two lines before them: the wall, then, nearer to them, the hand with the melds at its right end. Lengths
are in tile widths; x and y of a chair's frame, x to the player's right, y towards the player.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from referee.tiles import KINDS
from vision.photo.finding.lying import Local, PhotoSpot, PhotoZone, half_width, in_chair
from vision.zones import CHAIRS, ZoneId

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.photo.finding.lying import Lying

    Floats: TypeAlias = NDArray[np.float64]

NEAREST: Final = 8.0
FARTHEST: Final = 13.5
"""Distances of hands and walls from the table's middle."""
UPRIGHT: Final = 1.0
ACROSS: Final = -0.5
RIGHT: Final = 0.5
LEFT_END: Final = 11.2
TOO_FAR_LEFT: Final = 2.0
"""Weights for assigning a chair: tiles upright for it; in a corner, melds belong to the player at whose right hand they
lie."""
ROUNDS: Final = 4
MATES: Final = 0.4
SAME_LINE: Final = 0.5
TOUCHING: Final = 0.35
"""Neighbours of a line are no farther apart than this, edge to edge."""
STACKED: Final = (0.7, 1.3)
"""Distance from a claimed tile to the one added to it."""
WALL_RUN: Final = 3
"""This many backs side by side are a wall; two may be the ends of two concealed kans."""
WALL_SHIFT: Final = 0.95
"""How much farther out the top of a wall appears, seen 50 degrees off the vertical."""
STANDING: Final[PhotoZone] = "standing"
"""The zone for backs that are really the tops of a standing hand."""
STANDING_RUN: Final = 4
WALL_LINE: Final = 0.8
URA_LINE: Final = 2.9
WALL_ENDS: Final = 2.35
"""Distance from the square of the ponds to the far side of the walls, in lengths of a tile."""
MOST_INDICATORS: Final = 5
CUT: Final = 0.2
"""A gap between two melds."""
BESIDE_HAND: Final = 1.6
HAND_LEAST: Final = 4
WHOLE_HAND: Final = 10
MELD: Final = 3
KAN: Final = 4
KAN_BACKS: Final = 2
KAN_FACES: Final = 2
COST: Final = {"meld": 0.0, "kan": 0.4, "single": 0.5, "odd": 2.0, "after": 0.3}
"""Costs of the ways to cut a line: melds are at its right end, after single tiles."""
FIRST_HONOUR: Final = KINDS - 7
KNOWN: Final = 0.5
"""Bonus for a meld whose tiles are a sequence or of one kind."""


@dataclass(frozen=True, slots=True)
class _Unit:
    """One place of a line: a tile, or a claimed one with the tile added to it."""

    tiles: tuple[Local, ...]
    left: float
    right: float

    @property
    def first(self) -> Local:
        return self.tiles[0]


def sorted_around(
    tiles: Sequence[Lying], outside: Sequence[int], length: float, pond_half: float | None
) -> dict[int, PhotoSpot]:
    """The spots of tiles that lie in no pond; a tile that gets no spot belongs nowhere.

    Args:
        tiles: all that were found.
        outside: which of them lie in no pond.
        length: of a tile.
        pond_half: half the side of the square around the ponds; None where no ponds determine where the walls are.
    """
    result: dict[int, PhotoSpot] = {}
    chairs = _chairs(tiles, outside, length)
    shown: list[tuple[float, int]] = []
    for chair in range(CHAIRS):
        mine = [in_chair(tiles[index], chair, index) for index in outside if chairs[index] == chair]
        runs = _runs(mine, length)
        walls, rest = _walls(runs, tiles, length, pond_half)
        for run in rest:
            if _back_run(run, tiles) >= STANDING_RUN and pond_half is not None:
                result |= {one.index: PhotoSpot(STANDING) for one in run if tiles[one.index].back}
        shown += [(one.x, one.index) for one in sorted(walls, key=lambda one: one.x)]
        for line in _lines(rest):
            result |= _hand_and_melds(line, tiles, chair, length)
    for column, (_, index) in enumerate(shown):
        result[index] = PhotoSpot("indicator", 0, column, sideways=False)
    return result


def _chairs(tiles: Sequence[Lying], outside: Sequence[int], length: float) -> dict[int, int]:
    """The chair before which each tile lies: by its distance, its turn, and its neighbours in a line."""
    if not outside:
        return {}
    worth = np.zeros((len(outside), CHAIRS))
    near = np.zeros((CHAIRS, len(outside), len(outside)))
    for chair in range(CHAIRS):
        local = [in_chair(tiles[index], chair, index) for index in outside]
        x, y = np.array([one.x for one in local]), np.array([one.y for one in local])
        upright = np.array([one.upright for one in local])
        worth[:, chair] = np.where(upright, UPRIGHT, ACROSS) + np.where(x > 0, RIGHT, 0.0)
        worth[:, chair] += np.minimum(y - NEAREST, 0.0) - 0.5 * np.maximum(y - FARTHEST, 0.0)
        worth[:, chair] -= TOO_FAR_LEFT * np.maximum(-x - np.minimum(y, LEFT_END), 0.0)
        half = np.array([half_width(one, length) for one in local])
        beside = np.abs(x[:, None] - x) < half[:, None] + half + TOUCHING
        near[chair] = beside & (np.abs(y[:, None] - y) < SAME_LINE)
        near[chair] *= np.where(upright[:, None] & upright, 1.0, 0.6)
        np.fill_diagonal(near[chair], 0.0)
    value = worth.copy()
    for _ in range(ROUNDS):
        value = worth + np.stack([MATES * (near[chair] @ value[:, chair]) for chair in range(CHAIRS)], axis=1)
    return {index: int(value[number].argmax()) for number, index in enumerate(outside)}


def _runs(mine: Sequence[Local], length: float) -> list[list[Local]]:
    """Tiles of one chair that touch in a line, from left to right."""
    left, runs = list(mine), []
    while left:
        run, todo = [], [left.pop()]
        while todo:
            here = todo.pop()
            run.append(here)
            touching = [other for other in left if _beside(here, other, length)]
            todo += touching
            left = [other for other in left if other not in touching]
        runs.append(sorted(run, key=lambda one: one.x))
    return runs


def _beside(one: Local, other: Local, length: float) -> bool:
    across, apart = abs(one.x - other.x), abs(one.y - other.y)
    if apart < SAME_LINE:
        return across < half_width(one, length) + half_width(other, length) + TOUCHING
    return _added(one, other)


def _added(one: Local, other: Local) -> bool:
    """Whether one of two tiles was added to the other, a claimed one."""
    lie_across = not one.upright and not other.upright
    return lie_across and abs(one.x - other.x) < SAME_LINE and STACKED[0] < abs(one.y - other.y) < STACKED[1]


def _walls(
    runs: Sequence[list[Local]], tiles: Sequence[Lying], length: float, pond_half: float | None
) -> tuple[list[Local], list[list[Local]]]:
    """Faces in the wall or laid open before it; then the runs that are neither."""
    farthest = np.inf if pond_half is None else pond_half + WALL_ENDS * length + WALL_SHIFT
    level = [_middle(run) for run in runs if _back_run(run, tiles) >= WALL_RUN and _middle(run) < farthest]
    ends = None if pond_half is None else (pond_half - length, pond_half + WALL_ENDS * length)
    faces: list[Local] = []
    rest: list[list[Local]] = []
    for run in runs:
        here = _middle(run)
        backs = sum(tiles[one.index].back for one in run)
        beside_wall = any(-URA_LINE < here - wall < WALL_LINE for wall in level)
        in_wall = any(abs(here - wall) < WALL_LINE for wall in level)
        few = len(run) - backs <= MOST_INDICATORS
        before = not level and ends is not None and ends[0] < here < ends[1] and few
        if here in level or (beside_wall and few and (in_wall or not backs)) or before:
            faces += [one for one in run if not tiles[one.index].back]
        else:
            rest.append(run)
    return faces, rest


def _middle(run: Sequence[Local]) -> float:
    return float(np.median([one.y for one in run]))


def _back_run(run: Sequence[Local], tiles: Sequence[Lying]) -> int:
    """The most upright backs side by side."""
    most = count = 0
    for one in run:
        count = count + 1 if tiles[one.index].back and one.upright else 0
        most = max(most, count)
    return most


def _lines(runs: Sequence[list[Local]]) -> list[list[Local]]:
    """Runs at the same distance from the middle are one line."""
    lines: list[list[Local]] = []
    for run in sorted(runs, key=lambda run: -len(run)):
        same = next((line for line in lines if abs(_middle(line) - _middle(run)) < SAME_LINE), None)
        if same is None:
            lines.append(list(run))
        else:
            same.extend(run)
    return [sorted(line, key=lambda one: one.x) for line in lines]


def _hand_and_melds(
    line: Sequence[Local], tiles: Sequence[Lying], chair: int, length: float
) -> dict[int, PhotoSpot]:
    units = _units(line, length)
    melds, singles = [], []
    for chunk in _chunks(units):
        parts = _cut(chunk, tiles)
        if _is_torn_meld(chunk, parts):
            parts = [list(chunk)]
        for part in parts:
            if len(part) > 1:
                melds.append(part)
            else:
                singles += part
    result: dict[int, PhotoSpot] = {}
    spoken = [one for meld in melds for unit in meld for one in unit.tiles]
    for column, one in enumerate(spoken):
        result[one.index] = PhotoSpot(ZoneId("meld", chair), 0, column, not one.upright)
    faces = [one for unit in singles for one in unit.tiles if not tiles[one.index].back]
    zone = _zone_of(faces, len(melds), chair)
    for column, one in enumerate(faces):
        result[one.index] = PhotoSpot(zone, 0, column, not one.upright)
    return result


def _zone_of(faces: Sequence[Local], melds: int, chair: int) -> PhotoZone:
    """The zone of those tiles of a line that are in no sure meld."""
    upright = [one for one in faces if one.upright]
    apart = [after.x - before.x for before, after in pairwise(upright)]
    together = bool(apart) and max(apart) < 1 + BESIDE_HAND
    if len(faces) >= HAND_LEAST or (faces and len(faces) + MELD * melds >= WHOLE_HAND):
        return ZoneId("hand", chair)
    if len(faces) == MELD and together and not melds:
        return ZoneId("meld", chair)
    return "other"


def _units(line: Sequence[Local], length: float) -> list[_Unit]:
    units: list[_Unit] = []
    for one in line:
        if units and _added(units[-1].first, one):
            last = units[-1]
            pair = tuple(sorted((last.first, one), key=lambda tile: -tile.y))
            units[-1] = _Unit(pair, last.left, last.right)
            continue
        half = half_width(one, length)
        units.append(_Unit((one,), one.x - half, one.x + half))
    return units


def _chunks(units: Sequence[_Unit]) -> list[list[_Unit]]:
    """Units without a gap between them."""
    chunks: list[list[_Unit]] = []
    for unit in units:
        if chunks and unit.left - chunks[-1][-1].right < CUT:
            chunks[-1].append(unit)
        else:
            chunks.append([unit])
    return chunks


def _cut(chunk: Sequence[_Unit], tiles: Sequence[Lying]) -> list[list[_Unit]]:
    """A chunk cut into melds and single tiles in the way that leaves the fewest single ones."""
    if _is_kan_without_backs(chunk, tiles):
        return [list(chunk)]
    best: list[tuple[float, list[list[_Unit]]]] = [(0.0, [])]
    for end in range(1, len(chunk) + 1):
        ways = []
        for size in (1, MELD, KAN):
            if size <= end and (cost := _cost(chunk[end - size : end], tiles)) is not None:
                before = best[end - size]
                if size == 1 and any(len(part) > 1 for part in before[1]):
                    cost += COST["after"]
                ways.append((before[0] + cost, [*before[1], list(chunk[end - size : end])]))
        best.append(min(ways, key=lambda way: way[0]))
    return best[-1][1]


def _is_torn_meld(chunk: Sequence[_Unit], parts: Sequence[Sequence[_Unit]]) -> bool:
    """Whether this is a meld with one tile not found: only melds before a player have a tile across."""
    across = sum(not unit.first.upright for unit in chunk)
    return 1 < len(chunk) <= KAN and across == 1 and all(len(part) == 1 for part in parts)


def _is_kan_without_backs(chunk: Sequence[_Unit], tiles: Sequence[Lying]) -> bool:
    """Whether these are the faces of a concealed kan with one or both backs not found."""
    backs = [tiles[unit.first.index].back for unit in chunk]
    if any(not unit.first.upright for unit in chunk) or sum(backs) != len(chunk) - KAN_FACES:
        return False
    if len(chunk) == MELD:
        return not backs[1]
    kinds = [tiles[unit.first.index].kind for unit in chunk]
    return len(chunk) == KAN_FACES and kinds[0] == kinds[1] is not None and chunk[0].first.x > 0


def _cost(part: Sequence[_Unit], tiles: Sequence[Lying]) -> float | None:
    """The cost of a meld of these units, or of a single tile; None where they cannot be one."""
    backs = [tiles[unit.first.index].back for unit in part]
    across = [unit for unit in part if not unit.first.upright]
    if len(part) == 1:
        return COST["odd"] if across or backs[0] else COST["single"]
    kinds = [tiles[unit.first.index].kind for unit in part]
    if len(part) == KAN:
        if sum(backs) == KAN_BACKS and not across and backs[0] == backs[3]:
            return COST["meld"]
        same = KNOWN if len(set(kinds)) == 1 and None not in kinds else 0.0
        return (
            COST["kan"] - same if len(across) == 1 and len(across[0].tiles) == 1 and not any(backs) else None
        )
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
