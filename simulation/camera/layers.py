"""Layers over the resting table (things, arms, carried tiles), repainted only where the picture has changed."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from simulation.camera.sprites import Box, Sprite, paint

Picture: TypeAlias = "NDArray[Any]"

CHANGE_BAND_PX: Final = 96
"""The height of the bands for which changes are reported: a slanting arm fills only little of one box around it."""
JOINED_PX: Final = 64
"""Two boxes closer together than this are painted as one, which is faster."""


class Layers:
    """A picture of sprites over a ground, kept from one time to the next.

    Attributes:
        picture: the ground with the sprites of the last ``show`` on it.

    Args:
        ground: the picture below the sprites; a caller that changes it must pass the changed boxes.
    """

    def __init__(self, ground: Picture) -> None:
        self.picture = ground.copy()
        self._ground = ground
        self._sprites: list[Sprite] = []

    def show(self, sprites: Sequence[Sprite], changed: Iterable[Box]) -> list[Box]:
        """Show these sprites, the first one lowest, on a ground that changed in some boxes; return the painted boxes."""
        old, new = {id(each) for each in self._sprites}, {id(each) for each in sprites}
        other = [each for each in self._sprites if id(each) not in new]
        other += [each for each in sprites if id(each) not in old]
        stayed = [id(each) for each in self._sprites if id(each) in new]
        if stayed != [id(each) for each in sprites if id(each) in old]:
            # The order has changed, so another sprite lies on top now: repaint all.
            other = [*self._sprites, *sprites]
        self._sprites = list(sprites)
        parts = [*changed, *(part for each in other for part in each.parts)]
        painted = banded(parts, self.picture.shape[1], self.picture.shape[0]) if parts else []
        for box in painted:
            left, top, right, bottom = box
            np.copyto(self.picture[top:bottom, left:right], self._ground[top:bottom, left:right])
            for sprite in sprites:
                for part in sprite.parts:
                    if meet(part, box):
                        paint(self.picture, sprite, common(part, box))
        return painted


def banded(boxes: Iterable[Box], width: int, height: int) -> list[Box]:
    """Return disjoint boxes that cover these within a picture, each within one band of rows."""
    bands: dict[int, list[tuple[int, int]]] = {}
    for left, top, right, bottom in boxes:
        x0, x1, last = max(left, 0), min(right, width), min(bottom, height)
        if x0 >= x1:
            continue
        for band in range(max(top, 0) // CHANGE_BAND_PX, -(-last // CHANGE_BAND_PX)):
            bands.setdefault(band, []).append((x0, x1))
    found = []
    for band, spans in sorted(bands.items()):
        top, bottom = band * CHANGE_BAND_PX, min((band + 1) * CHANGE_BAND_PX, height)
        spans.sort()
        left, right = spans[0]
        for x0, x1 in spans:
            if x0 > right + JOINED_PX:
                found.append((left, top, right, bottom))
                left, right = x0, x1
            else:
                right = max(right, x1)
        found.append((left, top, right, bottom))
    return found


def meet(a: Box, b: Box) -> bool:
    """Return whether two boxes have a pixel in common."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def common(a: Box, b: Box) -> Box:
    """Return the part that two boxes have in common."""
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])
