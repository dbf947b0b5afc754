"""Restores the shape of a stretched picture: collections of pictures are often resized to squares.

In a stretched picture the tiles have the wrong shape, so fewer are found and named. A picture that is not read clearly
is therefore read in the shapes of cameras' pictures too, and the shape counts in which most is read with certainty.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.lens import Floats, Image
from vision.model.classifier import BACK_CLASS
from vision.photo.finding.flat import FlatPicture
from vision.photo.naming.naming import NamedTop
from vision.photo.naming.unclear import CERTAIN

FIRST_SHAPES: Final = (3 / 4, 4 / 3)
"""Factors by which pictures are widened first, the likelier first. [ratio; derived: cameras' pictures of 4 by 3,
upright and across, from squares]"""
FARTHER: Final = (9 / 16, 16 / 9)
"""For each of FIRST_SHAPES the factor to try next, if that shape was read more clearly. [ratio; derived: 16 by 9]"""
SQUARE: Final = 0.02
"""A picture whose sides differ by less may have been resized to a square. [log; judged: no camera's picture is nearly
square]"""
MOST_CERTAIN: Final = 0.9
"""If this share of the faces is clearly read, the picture has its shape. [share; judged: in pictures of the right shape
nearly all are]"""
HALF_CERTAIN: Final = 0.75
"""With this share no other plane or size is tried. [share; judged: in two photographs of riichi tables it is 0.78 and
0.85, of strewn tiles read in a wrong plane 0.72 at most]"""
ENOUGH: Final = 8
"""Fewer faces than this say nothing of the picture's shape. [faces; judged: a share of fewer is a matter of chance]"""


def may_be_stretched(picture: Image) -> bool:
    """Return whether a picture may have been resized to a square, judging by its sides."""
    height, width = picture.shape[:2]
    return abs(math.log(width / height)) <= SQUARE


def is_clear(known: Sequence[NamedTop], least: float = MOST_CERTAIN, *, askew: bool = False) -> bool:
    """Return whether at least this share of the faces is clearly read, and enough of them.

    Args:
        known: the tiles of a reading.
        least: the share.
        askew: True if faces that the finder saw askew count too.
    """
    faces = sum(one.tile != BACK_CLASS for one in known)
    return faces >= ENOUGH and clearly_read(known, askew=askew) >= least * faces


def next_shape(clear: Mapping[float, int]) -> float | None:
    """The factor by which a picture is widened next, or None after all that are worth a try.

    Args:
        clear: the number of clearly read faces by the factors that were tried.
    """
    for factor in FIRST_SHAPES:
        if factor not in clear:
            return factor
    upright, across = (clear[factor] for factor in FIRST_SHAPES)
    farther = FARTHER[0] if upright >= across else FARTHER[1]
    return None if farther in clear else farther


def clearly_read(known: Sequence[NamedTop], *, askew: bool = False) -> int:
    """Count the faces that are clearly read, as the finder saw them: in a wrong shape it sees them askew."""
    sure = [one for one in known if one.tile != BACK_CLASS and one.confidence >= CERTAIN]
    return sum(askew or not one.askew for one in sure)


def widened(picture: Image, factor: float) -> tuple[Image, Floats]:
    """The picture made wider and less high, and the homography from its pixels to those of the given one."""
    return _resized(picture, factor**0.5, factor**-0.5, cv2.INTER_CUBIC)


def halved(picture: Image) -> tuple[Image, Floats]:
    """The picture at half its size, and the homography from its pixels to those of the given one."""
    return _resized(picture, 0.5, 0.5, cv2.INTER_AREA)


def _resized(picture: Image, wide: float, high: float, how: int) -> tuple[Image, Floats]:
    height, width = picture.shape[:2]
    size = (round(width * wide), round(height * high))
    x, y = width / size[0], height / size[1]
    back = np.array([[x, 0, (x - 1) / 2], [0, y, (y - 1) / 2], [0, 0, 1]])
    return np.asarray(cv2.resize(picture, size, interpolation=how), np.uint8), back


def as_given(flat: FlatPicture, back: Floats) -> FlatPicture:
    """The drawing of a widened picture as one of the picture that was given."""
    return replace(flat, to_picture=back @ flat.to_picture)
