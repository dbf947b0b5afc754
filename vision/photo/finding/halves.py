"""Joins tiles that the finder saw as two halves: four circles across look like two tiles with two circles each."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import numpy as np

from vision.photo.finding.finder import Top
from vision.photo.finding.size import USUAL_LENGTH

SMALL: Final = 0.93
"""A half's side is at most this share of most tops' side. [share; derived: the root of a half is 0.71; the network
blurs it]"""
HALVES_APART: Final = (0.3, 0.76)
"""Distance between the middles of two halves, in sides of most tops; between neighbours it is 0.86 or more. [sides;
derived: half a tile is 0.58 or 0.43 sides of 1.16 by 0.86]"""
LEAST_HALF_CHANCE: Final = 0.3
"""Only finds of at least this confidence are halves. [probability; judged: two cannot both be chance]"""


def wholes(tops: Sequence[Top], usual: float) -> list[Top]:
    """The whole tiles that pairs of small tops near each other would make.

    Args:
        tops: the tops found.
        usual: the side of most tops.
    """
    small = [
        top
        for top in tops
        if not top.back and top.side_px < SMALL * usual and top.chance >= LEAST_HALF_CHANCE
    ]
    found = []
    for one, other in combinations(small, 2):
        way = np.array([other.x - one.x, other.y - one.y])
        far = float(np.hypot(*way))
        if not HALVES_APART[0] * usual < far < HALVES_APART[1] * usual:
            continue
        unit = way / far
        long, wide = usual * np.sqrt(USUAL_LENGTH) / 2, usual / np.sqrt(USUAL_LENGTH) / 2
        found.append(
            Top(
                (one.x + other.x) / 2,
                (one.y + other.y) / 2,
                (float(unit[0] * long), float(unit[1] * long)),
                (float(-unit[1] * wide), float(unit[0] * wide)),
                back=False,
                chance=min(one.chance, other.chance),
            )
        )
    return found
