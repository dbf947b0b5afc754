"""Helpers that the tests of trust share."""

import numpy as np

from vision.model.classifier import CLASSES
from vision.photo.finding.finder import Top
from vision.photo.finding.flat import FlatPicture
from vision.photo.naming.naming import NamedTop, as_found

PAPER, CLOTH = (214, 230, 236), (60, 95, 50)


def row_of_tiles(tile: int, sure: float, chance: float) -> tuple[list[NamedTop], FlatPicture]:
    """Five tiles in a row; the middle one is ``tile``, named and found with these confidences."""
    image = np.full((120, 200, 3), CLOTH, np.uint8)
    image[40:66, 20:120] = PAPER
    named = []
    for column in range(5):
        logs = np.log(np.full(CLASSES, (1 - sure) / (CLASSES - 1)))
        name = tile if column == 2 else column
        logs[name] = np.log(sure)
        top = Top(30.0 + 20 * column, 53.0, (0.0, 13.0), (10.0, 0.0), back=False, chance=chance)
        named.append(NamedTop(top, name, as_found(sure, top), logs))
    return named, FlatPicture(image, -5.0, -3.0, 20.0, np.eye(3))
