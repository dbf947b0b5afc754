"""A picture of all faces of a set, laid out in rows as for enrolment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lens import Image
from vision.model.enrol import rows_of

if TYPE_CHECKING:
    Points = NDArray[np.float64]

TILE: Final = (48, 64)


def laid_out(faces: Mapping[int, Image], columns: int = 10) -> tuple[Image, Points]:
    """A picture of all faces in their rows, seen a little from the side, and the corners of their block."""
    rows = rows_of(columns)
    flat = np.empty(((len(rows) + 2) * TILE[1], (columns + 2) * TILE[0], 3), np.uint8)
    flat[:] = (70, 60, 40)
    for row, tiles in enumerate(rows):
        for column, tile in enumerate(tiles):
            y, x = (row + 1) * TILE[1], (column + 1) * TILE[0]
            flat[y : y + TILE[1], x : x + TILE[0]] = (150, 160, 165)
            face = cv2.resize(faces[tile], (TILE[0] - 2, TILE[1] - 2), interpolation=cv2.INTER_AREA)
            flat[y + 1 : y + TILE[1] - 1, x + 1 : x + TILE[0] - 1] = face
    block = np.array(((1, 1), (columns + 1, 1), (columns + 1, 5), (1, 5)), np.float32) * np.array(
        TILE, np.float32
    )
    seen = block + np.array(((30, 40), (-25, 30), (5, 5), (-10, 0)), np.float32)
    matrix = cv2.getPerspectiveTransform(block, seen)
    picture = cv2.warpPerspective(
        flat, matrix, (flat.shape[1], flat.shape[0]), borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(picture, np.uint8), seen.astype(np.float64)
