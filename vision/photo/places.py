"""Assigns tiles to their places: ponds with rows and columns, melds, opened hands, indicators.

Lengths are in tile widths, x and y from the middle of the table, y down in the picture. A pond's tiles lie in rows next
to each other; tiles outside ponds are sorted by their neighbours.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.photo.finding.lying import Local, Lying, PhotoSpot, half_width, in_chair
from vision.photo.lines import sorted_around
from vision.zones import CHAIRS, ZoneId

POND_REACH: Final = 8.4
"""Distance at which three rows end, used if the drawn square is not known. [widths; judged: 156 mm by 21 mm, 7.4, on
the standard table; consoles of others are larger]"""
USUAL_HALF: Final = 8.0
"""Assumed half side of a drawn square that is not known. [widths; derived: POND_REACH less a margin]"""
LIKE_TURNED_DEG: Final = 15.0
"""Tiles of one pond are turned by less than this against each other. [degrees; judged: untidy rows]"""
BESIDE: Final = (0.6, 1.45)
"""Distance between the middles of neighbours in a row, whether or not one lies across, in widths. [widths; derived:
side by side 1, end to end 1.345, and slack]"""
NEAR_BACK: Final = 1.3
"""A face nearer to a back than this is in a wall, in widths. [widths; derived: a neighbour, not the next but one]"""
IN_ROW: Final = 0.42
"""A neighbour may lie this far out of its row. [widths; derived: less than half a tile]"""
EMPTY_PLACE: Final = 0.6
"""A gap wider than this is a place from which a tile was called, in widths. [widths; derived: more than half a
tile]"""
NEXT_ROW: Final = (0.9, 1.25)
"""From a row to the next, in lengths of a tile. [lengths; derived: 1 and slack]"""
ROW_ROUNDS: Final = 3
"""The number of rounds in which neighbours are counted. [rounds; judged: it settles before]"""
ROW_MATES: Final = 0.6
"""Weight of neighbours in a row against the tile's own place. [1; judged: a tile's own place weighs more]"""
PITCHES: Final = np.linspace(0.98, 1.22, 9)
"""From row to row, in lengths of a tile. [lengths; derived: rows that overlap by little, and the standard table's 29
by 28 mm with slack]"""
SLOPES: Final = np.linspace(-0.09, 0.09, 13)
"""The slopes that rows may have against the table's sides. [1; derived: 5 degrees]"""
FULL_ROW: Final = 4
"""This many tiles in a row show its columns. [tiles; derived: more than half of the six of a row]"""
POND_ROWS: Final = 3
"""Rows of a pond. [count; section: WRC 5.3]"""
INTO_SECTOR: Final = (-3.0, 1.5)
"""Limits of the score for a tile's depth in a chair's quarter of the table. [widths; judged: rows reach into the next
one]"""
LOOSE: Final = 0.18
"""This much of a gap is untidiness; the rest of it is empty places. [widths; judged: as tiles are laid]"""


def sorted_out(tiles: Sequence[Lying], length: float, pond_half: float | None) -> list[PhotoSpot]:
    """The spot of each tile.

    Args:
        tiles: all tiles found.
        length: a tile's length.
        pond_half: half the side of the square drawn around the ponds; None if it is not known, 0 where
            there are no ponds.
    """
    spots = [PhotoSpot() for _ in tiles]
    inside = _in_ponds(tiles, length, pond_half)
    chairs = _whose(tiles, inside, length)
    pond: set[int] = set()
    for chair in range(CHAIRS):
        mine = [in_chair(tiles[index], chair, index) for index in inside if chairs[index] == chair]
        for one, row, column in _rows(mine, length):
            if row < POND_ROWS:
                spots[one.index] = PhotoSpot(ZoneId("pond", chair), row, column, not one.upright)
                pond.add(one.index)
    outside = [index for index in range(len(tiles)) if index not in pond]
    walls = None if pond_half == 0 else (pond_half or USUAL_HALF)
    for index, spot in sorted_around(tiles, outside, length, walls).items():
        spots[index] = spot
    return spots


def _in_ponds(tiles: Sequence[Lying], length: float, pond_half: float | None) -> list[int]:
    half = POND_REACH if pond_half is None else pond_half
    if pond_half == 0:
        return []
    inside = [
        index for index, tile in enumerate(tiles) if not tile.back and max(abs(tile.x), abs(tile.y)) <= half
    ]
    known = set(inside)
    for _ in range(2):
        for index, tile in enumerate(tiles):
            if index in known or tile.back or max(abs(tile.x), abs(tile.y)) > half + 1.6:
                continue
            if any(_in_same_pond(tile, tiles[other], length) for other in known) and not any(
                other.back and np.hypot(other.x - tile.x, other.y - tile.y) < NEAR_BACK for other in tiles
            ):
                known.add(index)
    return sorted(known)


def _in_same_pond(one: Lying, other: Lying, length: float) -> bool:
    """Return whether two upright tiles lie side by side or in rows next to each other."""
    if abs((one.turn_deg - other.turn_deg + 90) % 180 - 90) > LIKE_TURNED_DEG:
        return False
    angle = np.deg2rad(one.turn_deg)
    dx, dy = other.x - one.x, other.y - one.y
    along, across = dx * np.cos(angle) + dy * np.sin(angle), -dx * np.sin(angle) + dy * np.cos(angle)
    beside = abs(along) < 0.3 * length and BESIDE[0] < abs(across) < BESIDE[1]
    return bool(
        beside or (NEXT_ROW[0] * length < abs(along) < NEXT_ROW[1] * length and abs(across) < BESIDE[0])
    )


def _whose(tiles: Sequence[Lying], inside: Sequence[int], length: float) -> dict[int, int]:
    """The chair in whose pond each tile lies: by its side of the table, its turn, and its neighbours."""
    if not inside:
        return {}
    worth = np.zeros((len(inside), CHAIRS))
    near = np.zeros((CHAIRS, len(inside), len(inside)))
    for chair in range(CHAIRS):
        local = [in_chair(tiles[index], chair, index) for index in inside]
        for number, one in enumerate(local):
            worth[number, chair] = np.clip(one.y - abs(one.x), *INTO_SECTOR) + (0.8 if one.upright else -0.4)
            for other_number, other in enumerate(local):
                reach = (
                    0.5 + (0.5 if one.upright else length / 2) * 0.5 + (0.5 if other.upright else length / 2)
                )
                if number != other_number and abs(one.y - other.y) < IN_ROW and abs(one.x - other.x) < reach:
                    near[chair, number, other_number] = 1.0 if other.upright else 0.5
    value = worth.copy()
    for _ in range(ROW_ROUNDS):
        fresh = worth.copy()
        for chair in range(CHAIRS):
            fresh[:, chair] += ROW_MATES * (near[chair] @ value[:, chair])
        value = fresh
    return {index: int(value[number].argmax()) for number, index in enumerate(inside)}


def _rows(mine: Sequence[Local], length: float) -> list[tuple[Local, int, int]]:
    """Each tile of a pond with its row and column."""
    if not mine:
        return []
    x, y = np.array([one.x for one in mine]), np.array([one.y for one in mine])
    best: tuple[float, NDArray[np.int64]] | None = None
    for slope in SLOPES:
        level = y - slope * (x - np.median(x))
        for pitch in PITCHES * length:
            for start in np.unique(np.round(level, 1))[:12]:
                rows = np.round((level - start) / pitch)
                off = np.minimum(np.abs(level - start - rows * pitch), 0.5).sum()
                off += 0.4 * abs(slope) * len(mine) + 0.03 * len(mine) * (pitch / length - 1.04) ** 2
                if best is None or off < best[0] - 1e-9:
                    best = (float(off), rows.astype(np.int64))
    assert best is not None
    numbers = best[1] - best[1].min()
    if (numbers == 0).sum() == 1 and (numbers == 1).sum() >= FULL_ROW:
        # A row begins when the one before it is full: a thing alone before a row is a stick or a die.
        return _rows([one for one, row in zip(mine, numbers, strict=True) if row > 0], length)
    placed = []
    edges = {}
    for row in np.unique(numbers).tolist():
        line = sorted(
            (one for one, at in zip(mine, numbers, strict=True) if at == row), key=lambda one: one.x
        )
        edges[row] = line
    starts = [line[0].x - half_width(line[0], length) for line in edges.values()]
    left = float(min(starts))
    for row, line in edges.items():
        column, edge = 0, left
        for one in line:
            half = half_width(one, length)
            space = one.x - half - edge
            column += max(0, round(space - LOOSE)) if space > EMPTY_PLACE else 0
            placed.append((one, row, column))
            column, edge = column + 1, one.x + half
    return placed
