"""What is felt and what lies on it, by colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Image: TypeAlias = NDArray[np.uint8]

HUE_SHARE: Final = 0.2
"""How far from the felt's direction in colour space, as a share of the length, felt may be."""
NOISE: Final = 11.0
"""How far it may be whatever its brightness, in steps of 255."""
DARKEST: Final = 0.22
BRIGHTEST: Final = 1.6
"""Felt in shadow or under a lamp, as a share of the usual felt."""
LARGEST_HOLE_PX: Final = 120
"""Ink of the felt's colour leaves holes in a tile; the felt beside a sideways tile is some 200 pixels."""
IVORY_SATURATION: Final = 0.4
IVORY_BRIGHTNESS: Final = 85


@dataclass(frozen=True, slots=True)
class Felt:
    """The colour of the felt, blue, green, red."""

    colour: tuple[float, float, float]

    @classmethod
    def of(cls, samples: Image) -> Felt:
        """The felt's colour from samples (n by 3) most of which show felt."""
        b, g, r = np.median(samples.reshape(-1, 3), axis=0)
        return cls((float(b), float(g), float(r)))

    def strange(self, chart: Image) -> Image:
        """255 where something lies on the felt, 0 where it shows; small holes are filled."""
        along = np.array(self.colour) / np.linalg.norm(self.colour)
        helper = np.array((1.0, 0.0, 0.0)) if along[0] < 0.7 else np.array((0.0, 1.0, 0.0))
        across = np.cross(along, helper)
        across /= np.linalg.norm(across)
        axes = np.stack([along, across, np.cross(along, across)]).astype(np.float32)
        smooth = cv2.blur(chart, (3, 3))
        length, u, v = cv2.split(cv2.transform(smooth.astype(np.float32), axes))
        usual = float(np.linalg.norm(self.colour))
        other_hue = cv2.magnitude(u, v) > NOISE + HUE_SHARE * length
        other_light = (length < DARKEST * usual) | (length > BRIGHTEST * usual)
        mask = ((other_hue | other_light) * 255).astype(np.uint8)
        return without_holes(mask)


def ivory(chart: Image) -> Image:
    """255 where a picture is bright and nearly without colour, as faces are; the print is filled in."""
    b, g, r = cv2.split(chart)
    brightest, darkest = strongest(chart), np.asarray(cv2.min(cv2.min(b, g), r), np.uint8)
    bright = brightest > IVORY_BRIGHTNESS
    plain = brightest.astype(np.float32) - darkest < IVORY_SATURATION * brightest
    mask = ((bright & plain) * 255).astype(np.uint8)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8)), np.uint8)


def strongest(picture: Any) -> Image:
    """The largest of the three colours of every pixel."""
    b, g, r = cv2.split(picture)
    return np.asarray(cv2.max(cv2.max(b, g), r), np.uint8)


def without_holes(mask: Image) -> Image:
    """The mask with its small holes filled."""
    count, labels, figures, _ = cv2.connectedComponentsWithStats(cv2.bitwise_not(mask), connectivity=4)
    areas = figures[:, cv2.CC_STAT_AREA]
    small = np.flatnonzero(areas < LARGEST_HOLE_PX)
    small = small[small > 0]
    if count > 1 and len(small):
        fill = np.zeros(count, np.uint8)
        fill[small] = 255
        return np.asarray(mask | fill[labels], np.uint8)
    return mask
