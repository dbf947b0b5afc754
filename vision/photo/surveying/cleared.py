"""The picture of a set table with felt painted over all things, so that the edges of felt and console show."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lens import Floats, Image
from vision.photo.finding.finder import SURE_CHANCE, Top
from vision.photo.surveying.edges import dark
from vision.reading.felt import Felt
from vision.reading.felt_sides import outline_of_felt, surveyed_felt

FOOT_NEARER: Final = {False: 0.02, True: 0.04}
"""A tile's foot appears this much nearer to the picture's middle than its top, by whether it shows its back: a back may
lie on another tile. [share; derived: 16.5 and 33 mm of 900 mm, the lowest camera]"""
PAINTED: Final = 1.12
"""Tiles are painted over at this multiple of their size. [ratio; derived: with their shadow, and the finder's error;
at a pond's first row, less than its distance from the console]"""
LIKE_MOST: Final = (0.7, 1.4)
"""A tile's side relative to that of most tiles. [ratio; derived: half a tile is 0.7, two are 1.4]"""
LEAST_TOPS: Final = 8
"""Fewer tiles than this do not show the felt's place. [tiles; judged: more than a player's melds]"""
CONSOLE_WITHIN: Final = 0.12
"""The console reaches this near to the felt's middle, and nothing else does. [halves of the felt; derived: the smallest
console's is 0.18]"""


def cleared(picture: Image, tops: Sequence[Top], light: tuple[float, float]) -> Image | None:
    """Return a copy of the picture with felt in place of all things on it; None if too few tiles show the felt's place.

    Args:
        picture: a picture of a table from above.
        tops: the tops of the tiles found in it.
        light: the light on the table, one of ``felt_sides.LIGHTS``.
    """
    tops = [top for top in tops if top.chance > SURE_CHANCE]
    if len(tops) < LEAST_TOPS:
        return None
    usual = float(np.median([top.side_px for top in tops]))
    tops = [top for top in tops if LIKE_MOST[0] < top.side_px / usual < LIKE_MOST[1]]
    middle = (np.array(picture.shape[1::-1]) - 1) / 2
    tiles, among = np.zeros(picture.shape[:2], np.uint8), np.zeros(picture.shape[:2], np.uint8)
    for top in tops:
        cv2.fillConvexPoly(tiles, _outline(top, middle), 255)
    everywhere = np.array([(top.x, top.y) for top in tops], np.float32)
    cv2.fillConvexPoly(among, cv2.convexHull(everywhere).round().astype(np.int32), 255)
    between = picture[(among > 0) & (tiles == 0)]
    if not len(between):
        return None
    felt = surveyed_felt(between, light)
    table = outline_of_felt(np.asarray(cv2.bitwise_not(felt.strange(picture)), np.uint8))
    shown = picture.copy()
    # Whatever looks like a tile on the rim is none.
    shown[(tiles > 0) & (_filled(np.asarray(cv2.convexHull(table), np.int32), picture) > 0)] = felt.colour
    shown[_things(shown, felt)] = felt.colour
    return shown


def _outline(top: Top, middle: Floats) -> NDArray[np.int32]:
    """The outline of a tile with its visible side and its shadow."""
    corners = top.corners()
    at = corners.mean(axis=0)
    corners = at + PAINTED * (corners - at)
    foot = middle + (1 - FOOT_NEARER[top.back]) * (corners - middle)
    both = np.vstack([corners, foot]).astype(np.float32)
    return np.asarray(cv2.convexHull(both).round(), np.int32)


def _things(picture: Image, felt: Felt) -> Image:
    """True on whatever lies on the felt all around: rows that stand, sticks, shadows, parts of tiles; not the console."""
    bare = np.asarray(cv2.bitwise_not(felt.strange(picture) | dark(picture, felt)), np.uint8)
    table = outline_of_felt(bare)
    _, parts = cv2.connectedComponents(cv2.bitwise_and(_filled(table, picture), cv2.bitwise_not(bare)))
    (x, y), size, _ = cv2.minAreaRect(table)
    reach = CONSOLE_WITHIN * min(size) / 2
    console = parts[round(y - reach) : round(y + reach), round(x - reach) : round(x + reach)]
    return np.asarray((parts > 0) & ~np.isin(parts, console), np.bool_)


def _filled(outline: NDArray[np.int32], picture: Image) -> Image:
    """255 within an outline of a picture, 0 around it."""
    inside = np.zeros(picture.shape[:2], np.uint8)
    cv2.drawContours(inside, [outline], -1, (255,), cv2.FILLED)
    return inside
