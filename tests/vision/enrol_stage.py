"""Helpers that the tests of enrol share."""

from typing import Final

import numpy as np

from tools.training.prints.pool import PRINT_HEIGHT, PRINT_WIDTH
from vision.lens import Image
from vision.prints.faces import face_image

JADE: Final = (95, 120, 60)


def club_face(tile: int, ground: tuple[int, int, int] = JADE) -> Image:
    """A face of an unusual set of tiles: jade with pale ink."""
    face = face_image(tile, PRINT_WIDTH, PRINT_HEIGHT).astype(np.float32)
    ink = 1 - face / np.array((222, 238, 243), np.float32)
    return np.asarray((np.array(ground, np.float32) + 150 * ink).clip(0, 255), np.uint8)
