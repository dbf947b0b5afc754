"""Tells faces on a wall from other pale things that lie across it: cards, telephones, lighters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from vision.model.classifier import BACK_CLASS
from vision.reading.felt import ivory, pale
from vision.reading.plain_tiles import BLANK_CLASS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.calibration.charts import ZoneChart
    from vision.geometry import TileSize
    from vision.reading.rows import Found
    from vision.reading.shapes import Named

    Image: TypeAlias = NDArray[np.uint8]

BEYOND_MM: Final = (1.0, 4.0)
"""How far from the edge of a tile in a wall felt or cloth is looked for, on the side on which the tile's own side is hidden."""
LARGER: Final = 0.5
"""A tile beyond whose edge so much is ivory is a part of something larger, as a card is that lies across the wall."""
WHOLE: Final = 0.92
"""So much of a blank tile in a wall is ivory; a card or a lighter that ends with the wall but lies askew leaves corners."""
INSET_MM: Final = 1.5
BESIDE_MM: Final = (2.5, 5.0)
"""So far beside a blank tile in a wall its end is looked for; the tile below may lie a little aside."""
BESIDE: Final = 0.25
"""So much of that may be ivory."""
ASIDE_MM: Final = 3.0
"""How far from its place a tile may lie that is beside another."""


def no_tiles_on_wall(row: Sequence[Named], chart: ZoneChart, picture: Image, size: TileSize) -> int:
    """How many of the faces that a wall seems to show are parts of something else.

    Args:
        row: what looks like tiles on the wall.
        chart: the wall's.
        picture: the chart drawn from the camera's picture.
        size: of a tile.
    """
    seeming = [one for one in row if one.is_tile and int(one.logs.argmax()) != BACK_CLASS]
    if not seeming:
        return 0
    filled, bare = ivory(picture), pale(picture)
    faces = [one.found for one in row if one.is_tile]
    return sum(
        _goes_on(one.found, chart, size, bare)
        or (
            int(one.logs.argmax()) == BLANK_CLASS
            and not _fills(one.found, faces, chart, size, filled=filled, bare=bare)
        )
        for one in seeming
    )


def _goes_on(one: Found, chart: ZoneChart, size: TileSize, bare: Image) -> bool:
    """Whether what looks like a tile in a wall goes on where a tile ends and nothing of its side is seen."""
    half = size.width / 2 - INSET_MM
    side = chart.hidden_side(one.y)
    beyond = _part(bare, chart, one, (-half, half), [side * (size.length / 2 + away) for away in BEYOND_MM])
    # Behind a gap the indicator below it may lie.
    return bool(beyond.size) and bool(((beyond > 0).mean(axis=1) > LARGER).all())


def _fills(
    one: Found, faces: Sequence[Found], chart: ZoneChart, size: TileSize, *, filled: Image, bare: Image
) -> bool:
    """Whether something plain in a wall fills a tile's place and ends with it, but for its side and other faces."""
    x, y = size.width / 2, size.length / 2 - INSET_MM
    inner = _part(filled, chart, one, (INSET_MM - x, x - INSET_MM), (-y, y))
    if np.count_nonzero(inner) < WHOLE * inner.size:
        return False
    column = int(np.clip(round(chart.column(one.x)), 0, chart.width - 1))
    own_mm = float(chart.side_x[column]) * chart.mm_per_px
    for way in (-1, 1):
        # At the end of a wall the sides of two tiles are seen, the one on the other.
        edge = x + 2 * max(-way * own_mm, 0.0)
        strip = [way * (edge + away) for away in BESIDE_MM]
        if any(other is not one and abs(other.x - one.x - sum(strip) / 2) < x + ASIDE_MM for other in faces):
            continue
        beside = _part(bare, chart, one, strip, (-y, y))
        if np.count_nonzero(beside) > BESIDE * beside.size:
            return False
    return True


def _part(
    mask: Image, chart: ZoneChart, one: Found, along: Sequence[float], across: Sequence[float]
) -> Image:
    """What of a mask is between two x and two y from a tile's centre, in millimetres; nothing outside the chart."""
    left, right = sorted(round(chart.column(one.x + x)) for x in along)
    top, bottom = sorted(round(chart.row(one.y + y)) for y in across)
    return mask[max(top, 0) : max(bottom + 1, 0), max(left, 0) : max(right + 1, 0)]
