"""Measures the tile and the walls of a table in play, of whose walls none is whole."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.geometry import TableGeometry, TileSize
from vision.photo.surveying.measures import Ask, Measure, Survey, deviation
from vision.photo.surveying.rows import ROW_APART_MM, LyingFace
from vision.zones import EACH_CHAIR

PITCHES: Final = (0.75, 1.25)
"""Distances between the middles of upright neighbours, in assumed widths. [widths; judged: half as much as to the next
but one]"""
GAP: Final = 0.03
"""Room between neighbours in a pond. [widths; judged: 0.6 of 21 mm, as people lay them]"""
FEW_PAIRS: Final = 8
"""Fewer pairs of neighbours do not show how wide a tile is. [pairs; judged: two rows]"""
FEW_BACKS: Final = 8
"""Fewer backs do not show where the walls stand. [tiles; judged: a median of eight is steady]"""
BEYOND_POND: Final = 2.0
"""A wall's middle lies at least this far beyond the console. [lengths of a tile; derived: the first two rows of a pond]"""


def width_by_neighbours(faces: Sequence[LyingFace], tile: TileSize) -> float | None:
    """Return a tile's width from the distances of neighbours; None if there are too few.

    Args:
        faces: the faces on the table.
        tile: a tile of about the right size.
    """
    low, high = (share * tile.width for share in PITCHES)
    pitches: list[float] = []
    for chair in EACH_CHAIR:
        mine = [face.seen_by(chair) for face in faces if face.nearest == chair]
        places = np.array([(one.x, one.y) for one in mine if not one.sideways]).reshape(-1, 2)
        across, along = np.abs(places[:, None] - places).transpose(2, 0, 1)
        near = np.triu((along < ROW_APART_MM) & (across > low) & (across < high))
        pitches += across[near].tolist()
    return float(np.median(pitches)) / (1 + GAP) if len(pitches) >= FEW_PAIRS else None


def add_wall_line(
    survey: Survey, start: TableGeometry, backs: Sequence[LyingFace], ask: Ask | None = None
) -> None:
    """Place the walls by the backs that lie in them; where there are none, ask."""
    tile = survey.geometry.tile
    nearest = survey.geometry.centre_half + BEYOND_POND * tile.length
    lying = [face.seen_by(face.nearest) for face in backs]
    ys = np.array([one.y for one in lying if not one.sideways and one.y > nearest])
    line = ys[np.abs(ys - np.median(ys)) < ROW_APART_MM] if len(ys) else ys
    if len(line) >= FEW_BACKS:
        centre = float(np.mean(line))
        survey.add(Measure("wall.centre_y", centre, "measured", deviation(line, centre), len(line)))
    else:
        survey.ask("wall.centre_y", start.wall.centre_y * tile.length / start.tile.length, ask)
    survey.add(Measure("wall.left_x", -start.wall.stacks * tile.width / 2, "with"))
