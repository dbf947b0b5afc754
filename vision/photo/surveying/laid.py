"""Measures the ponds, hands and melds of a surveyed table by the tiles that lie there."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.geometry import TableGeometry
from vision.lens import Floats
from vision.photo.surveying.measures import Ask, Measure, Survey, deviation
from vision.photo.surveying.rows import ROW_APART_MM, LyingFace, corner_meld, left_edges
from vision.zones import EACH_CHAIR

POND_ROWS: Final = 3
"""Rows of a pond. [count; section: WRC 5.3]"""
FEW: Final = 4
"""This many tiles or fewer show no row. [tiles; judged: a median of five is steady]"""
PITCH_STEPS: Final = np.linspace(0.0, 0.3, 61)
"""Rows may lie this much farther apart than tiles are long. [lengths; judged: wider gaps are no rows]"""
LEFT_APART_MM: Final = 4.0
"""Rows of a pond begin within this of each other. [mm; judged: untidy first tiles; a called one is 18 off]"""
HAND_TILES: Final = 8
"""This many faces in a row are an opened hand. [tiles; derived: more than two melds]"""


def place_rows(survey: Survey, start: TableGeometry) -> None:
    """Place ponds, hands and melds as the other measures imply, until their own tiles are found."""
    tile, scale = survey.geometry.tile, survey.geometry.tile.length / start.tile.length
    pond = dict(survey.mapping["pond"])
    for key in ("first_row_y", "row_pitch", "left_x"):
        pond.pop(key, None)
    survey.mapping["pond"] = pond
    half, wall_y = survey.geometry.felt_half, survey.geometry.wall.centre_y
    hand = min(wall_y + (start.hand.centre_y - start.wall.centre_y) * scale, half - tile.length)
    survey.add(Measure("hand.centre_y", hand, "with"))
    survey.add(Measure("hand.standing_y", hand + start.hand.standing_y - start.hand.centre_y, "with"))
    survey.add(Measure("hand.left_x", start.hand.left_x * tile.width / start.tile.width, "with"))
    survey.add(Measure("hand.apart_gap", start.hand.apart_gap, "start"))
    survey.add(Measure("meld.centre_y", hand + start.meld.centre_y - start.hand.centre_y, "with"))
    survey.add(Measure("meld.right_x", half - start.felt_half + start.meld.right_x, "with"))
    survey.add(Measure("meld.gap", start.meld.gap, "start"))
    for key in ("sideways_y", "added_y"):
        survey.mapping["meld"].pop(key, None)


def add_ponds(survey: Survey, faces: Sequence[LyingFace], ask: Ask | None = None) -> None:
    """Measure the rows of the ponds and where they begin; ask where too few tiles lie there."""
    geometry = survey.geometry
    wall_y = geometry.wall.centre_y
    tile, columns = geometry.tile, geometry.pond.columns
    ponds = [
        [
            one
            for face in faces
            if face.nearest == chair
            and (one := face.seen_by(chair)).y < wall_y - tile.length
            and abs(one.x) < columns * tile.width
        ]
        for chair in EACH_CHAIR
    ]
    upright = np.array([one.y for pond in ponds for one in pond if not one.sideways])
    rows = _rows_of(upright, tile.length)
    if rows is None:
        _take_along(survey, geometry, ask)
        return
    first, pitch, residual, points, several = rows
    survey.add(Measure("pond.first_row_y", first, "measured", residual, points))
    if several:
        survey.add(Measure("pond.row_pitch", pitch, "measured", residual, points))
    else:
        survey.add(Measure("pond.row_pitch", geometry.pond.row_pitch, "with"))
    edges = left_edges(ponds, tile, [first + row * pitch for row in range(POND_ROWS)])
    near = edges[np.abs(edges - np.median(edges)) < LEFT_APART_MM] if len(edges) else edges
    if len(near) < FEW:
        survey.add(Measure("pond.left_x", geometry.pond.left_x, "with"))
    else:
        left = float(near.mean())
        survey.add(Measure("pond.left_x", left, "measured", deviation(near, left), len(near)))


def add_hands(survey: Survey, start: TableGeometry, faces: Sequence[LyingFace]) -> None:
    """Measure where an opened hand lies, and the corner of the melds."""
    tile, wall_y = survey.geometry.tile, survey.geometry.wall.centre_y
    for chair in EACH_CHAIR:
        mine = [face.seen_by(chair) for face in faces if face.nearest == chair]
        row = [one for one in mine if one.y > wall_y + tile.length and not one.sideways]
        middle = float(np.median([one.y for one in row])) if row else 0.0
        hand = [one for one in row if abs(one.y - middle) < ROW_APART_MM]
        if len(hand) < HAND_TILES:
            continue
        y = float(np.mean([one.y for one in hand]))
        spread = deviation([one.y for one in hand], y)
        standing = y + start.hand.standing_y - start.hand.centre_y
        survey.add(Measure("hand.centre_y", y, "measured", spread, len(hand)))
        left = min(one.x for one in hand) - tile.width / 2
        survey.add(Measure("hand.left_x", left, "measured", spread, 1))
        survey.add(Measure("hand.standing_y", standing, "with"))
        survey.add(Measure("meld.centre_y", y, "with"))
        break
    meld_y = survey.geometry.meld.centre_y
    corners = [edge for chair in EACH_CHAIR if (edge := corner_meld(faces, chair, meld_y, tile)) is not None]
    if corners:
        x = float(np.median(corners))
        survey.add(Measure("meld.right_x", x, "measured", deviation(corners, x), len(corners)))


def _rows_of(ys: Floats, length: float) -> tuple[float, float, float, int, bool] | None:
    """First row, pitch, residual, tiles, and whether there is more than one row; None for too few tiles."""
    if len(ys) <= FEW:
        return None
    best: tuple[float, float, float] | None = None
    for pitch in length * (1 + PITCH_STEPS):
        for first in np.unique(np.round(ys)):
            rows = np.clip(np.round((ys - first) / pitch), 0, POND_ROWS - 1)
            off = float(np.minimum(np.abs(ys - first - rows * pitch), ROW_APART_MM).sum())
            if best is None or off < best[0]:
                best = off, float(first), float(pitch)
    assert best is not None
    _, first, pitch = best
    rows = np.clip(np.round((ys - first) / pitch), 0, POND_ROWS - 1)
    kept = np.abs(ys - first - rows * pitch) < ROW_APART_MM
    rows, ys = rows[kept], ys[kept]
    counts = [int((rows == row).sum()) for row in range(POND_ROWS)]
    if counts[0] < FEW:
        return None
    several = counts[1] >= FEW
    if several:
        pitch, first = (float(value) for value in np.polyfit(rows, ys, 1))
    else:
        first = float(np.median(ys[rows == 0]))
    apart = ys - first - rows * pitch
    return first, pitch, float(np.sqrt((apart**2).mean())), len(ys), several


def _take_along(survey: Survey, geometry: TableGeometry, ask: Ask | None) -> None:
    pond = geometry.pond
    survey.ask("pond.first_row_y", pond.first_row_y, ask)
    for key in ("row_pitch", "left_x"):
        survey.add(Measure(f"pond.{key}", float(getattr(pond, key)), "with"))
