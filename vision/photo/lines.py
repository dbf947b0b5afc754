"""Sorts the tiles around the ponds into walls with their indicators, opened hands and melds.

Each player has two lines before them: the wall, then, nearer to them, the hand with the melds at its right end. Lengths
are in tile widths; x and y of a chair's frame, x to the player's right, y towards the player.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np

from vision.geometry import TileSize
from vision.melds import KAN, MELD, TORN, LaidTile, RowPlace, chunks_of, cut_run, is_added, row_places
from vision.photo.finding.lying import Local, Lying, PhotoSpot, PhotoZone, half_width, in_chair
from vision.zones import CHAIRS, ZoneId

NEAREST: Final = 8.0
"""Hands and walls lie at least this far from the table's middle. [widths; derived: the standard wall's 191 mm by 21 mm,
less a width]"""
FARTHEST: Final = 13.5
"""Hands and walls lie at most this far from it. [widths; derived: the standard hand's 276 mm by 21 mm]"""
UPRIGHT: Final = 1.0
"""Score of a chair for a tile that lies upright before it. [1; judged: the others are relative to it]"""
ACROSS: Final = -0.5
"""Score of a chair for a tile that lies across before it. [1; judged: called tiles lie so]"""
RIGHT: Final = 0.5
"""Additional score of the player to whose right a tile lies, as melds do. [1; judged: less than a tile's
direction]"""
LEFT_END: Final = 11.2
"""The left end of a player's line, from the middle. [widths; derived: the standard hand's 228 mm by 21 mm]"""
TOO_FAR_LEFT: Final = 2.0
"""Cost of each width beyond it, where the neighbour's corner lies. [1/width; judged: more than a tile's direction]"""
ROUNDS: Final = 4
"""The number of rounds in which neighbours are counted. [rounds; judged: it settles before]"""
LINE_MATES: Final = 0.4
"""Weight of a neighbour in the line. [1; judged: two weigh nearly as much as a tile's own direction]"""
ACROSS_MATES: Final = 0.6
"""Share of that weight if one of the two lies across. [share; judged: tiles of a line mostly lie one way]"""
SAME_LINE: Final = 0.5
"""Tiles of a line differ by no more than this in distance from the middle. [widths; derived: half a tile]"""
TOUCHING: Final = 0.35
"""Neighbours of a line are no farther apart than this, edge to edge. [widths; judged: tiles that people set apart
within a line are]"""
WALL_RUN: Final = 3
"""At least this many backs side by side are a wall. [backs; derived: two may be the ends of a concealed kan]"""
WALL_SHIFT: Final = 0.95
"""The top of a wall appears this much farther out, seen 50 degrees off the vertical. [widths; derived: THICKNESS times
the tangent of 50 degrees]"""
STANDING: Final[PhotoZone] = "standing"
"""The zone for backs that are really the tops of a standing hand."""
STANDING_RUN: Final = 4
"""This many backs side by side may be the tops of a standing hand. [backs; derived: the smallest hand but one]"""
WALL_LINE: Final = 0.8
"""A run no farther from a wall's line belongs to it. [widths; derived: half a tile's length, and slack]"""
URA_LINE: Final = 2.9
"""A run no farther inside than this lies before the wall: ura dora indicators. [widths; derived: two lengths of a
tile]"""
WALL_ENDS: Final = 2.35
"""Distance from the square of the ponds to the far side of the walls, in lengths of a tile. [lengths; judged:
consoles and walls of automatic tables]"""
MOST_INDICATORS: Final = 5
"""A wall shows at most this many faces. [tiles; section: WRC 4.8, 5.4.6: the first, and one for each kan]"""
BESIDE_HAND: Final = 1.6
"""A gap in a hand is at most this wide. [widths; derived: the winning tile is set apart by half a tile, and one may be
overlooked]"""
HAND_LEAST: Final = 4
"""This many faces are a hand. [tiles; derived: one more than a meld]"""
WHOLE_HAND: Final = 10
"""This many faces, those of melds included, are a whole hand. [tiles; derived: 13, of which three may be overlooked]"""
KAN_FACES: Final = 2
"""The tiles of a concealed kan that lie face up. [tiles; section: WRC 5.4.8]"""


def sorted_around(
    tiles: Sequence[Lying], outside: Sequence[int], length: float, pond_half: float | None
) -> dict[int, PhotoSpot]:
    """The spots of tiles that lie in no pond; a tile that gets no spot belongs nowhere.

    Args:
        tiles: all tiles found.
        outside: the numbers of those in no pond.
        length: a tile's length.
        pond_half: half the side of the square around the ponds; None if no ponds show the place of the walls.
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
        near[chair] *= np.where(upright[:, None] & upright, 1.0, ACROSS_MATES)
        np.fill_diagonal(near[chair], 0.0)
    value = worth.copy()
    for _ in range(ROUNDS):
        value = worth + np.stack(
            [LINE_MATES * (near[chair] @ value[:, chair]) for chair in range(CHAIRS)], axis=1
        )
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
    first, second = (LaidTile(tile.x, tile.y, not tile.upright) for tile in (one, other))
    return is_added(first, second, _size(length)) or is_added(second, first, _size(length))


def _size(length: float) -> TileSize:
    """A tile of a length in widths; melds do not depend on its thickness."""
    return TileSize(1.0, length, 1.0)


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
    size = _size(length)
    laid = [
        LaidTile(one.x, one.y, not one.upright, tiles[one.index].back, tiles[one.index].kind) for one in line
    ]
    melds: list[list[RowPlace]] = []
    singles: list[RowPlace] = []
    for run in chunks_of(row_places(laid, size), size, TORN):
        parts = cut_run(run, laid, size)
        alone = [part[0] for part in parts if len(part) == 1]
        torn = [chunk for chunk in chunks_of(run, size) if _lacks_tiles(chunk, alone, laid)]
        melds += sorted([*(part for part in parts if len(part) > 1), *torn], key=lambda meld: meld[0].left)
        singles += [place for place in alone if not any(place in chunk for chunk in torn)]
    result: dict[int, PhotoSpot] = {}
    called = [line[index] for meld in melds for place in meld for index in place.tiles]
    for column, one in enumerate(called):
        result[one.index] = PhotoSpot(ZoneId("meld", chair), 0, column, not one.upright)
    faces = [line[index] for place in singles for index in place.tiles if not laid[index].back]
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


def _lacks_tiles(chunk: Sequence[RowPlace], alone: Sequence[RowPlace], laid: Sequence[LaidTile]) -> bool:
    """Return whether touching tiles, none of them in a known meld, are a meld of which some tiles were not found."""
    if any(place not in alone for place in chunk):
        return False
    # Only melds before a player have a tile across.
    across = sum(laid[place.tile].sideways for place in chunk)
    return (1 < len(chunk) <= KAN and across == 1) or _is_kan_without_backs(chunk, laid)


def _is_kan_without_backs(chunk: Sequence[RowPlace], laid: Sequence[LaidTile]) -> bool:
    """Return whether these are the faces of a concealed kan with one or both backs not found."""
    lying = [laid[place.tile] for place in chunk]
    backs = [tile.back for tile in lying]
    if any(tile.sideways for tile in lying) or sum(backs) != len(chunk) - KAN_FACES:
        return False
    if len(chunk) == MELD:
        return not backs[1]
    return len(chunk) == KAN_FACES and lying[0].kind == lying[1].kind is not None and lying[0].x > 0
