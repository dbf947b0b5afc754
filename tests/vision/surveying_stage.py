"""Helpers that the tests of surveying share."""

from dataclasses import dataclass

from vision.geometry import TableGeometry

ROW_MM = 2.0


TILE_MM = 0.5


MELD_RIGHT_MM = 2.5
"""The edge of one or two tiles; the zone ends 5 mm beyond it."""


HAND_LEFT_MM = 4.0
"""One tile's left edge, not a mean of many: a zone begins 8 mm before it."""


@dataclass(frozen=True)
class Off:
    """The error of a value and its limit, in millimetres."""

    name: str
    off: float
    most: float


def compared(found: TableGeometry, true: TableGeometry) -> list[Off]:
    rows = {
        "felt": (found.felt_half, true.felt_half),
        "rim": (found.rim_half, true.rim_half),
        "console": (found.centre_half, true.centre_half),
        "wall": (found.wall.centre_y, true.wall.centre_y),
        "wall's end": (found.wall.left_x, true.wall.left_x),
        "line": (found.wall.line_y, true.wall.line_y),
        "ura": (found.ura_y, true.ura_y),
        "third row": (
            found.pond.first_row_y + 2 * found.pond.row_pitch,
            true.pond.first_row_y + 2 * true.pond.row_pitch,
        ),
        "first row": (found.pond.first_row_y, true.pond.first_row_y),
        "pond's left": (found.pond.left_x, true.pond.left_x),
        "hand": (found.hand.centre_y, true.hand.centre_y),
    }
    return [
        *(Off(name, one - other, ROW_MM) for name, (one, other) in rows.items()),
        Off("meld's right", found.meld.right_x - true.meld.right_x, MELD_RIGHT_MM),
        Off("hand's left", found.hand.left_x - true.hand.left_x, HAND_LEFT_MM),
        Off("tile", found.tile.length - true.tile.length, TILE_MM),
        Off("tile's width", found.tile.width - true.tile.width, TILE_MM),
    ]


def too_far(found: TableGeometry, true: TableGeometry) -> list[Off]:
    return [one for one in compared(found, true) if abs(one.off) > one.most]
