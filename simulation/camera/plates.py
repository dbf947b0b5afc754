"""The sensor of the simulated camera: adds noise to the drawing, and rewrites only changed parts.

It takes pictures on several plates in turn, each with its own noise. Each use of a plate gives new noise to some of its
rows, and copies the changed parts of the drawing. So noise differs everywhere from one picture to the next, and all of
a plate's noise is new after ``RENEWAL`` uses. A plate also keeps its picture at reduced size, as image processors of
cameras do. Everything follows from the seed and the number of the picture.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.camera.layers import CHANGE_BAND_PX, banded
from simulation.camera.sprites import BLACK_LEVEL, Box
from vision.camera.reduced import SHRINK, Reduced, reduce_into

Picture: TypeAlias = "NDArray[Any]"

RENEWAL: Final = 8
"""The number of uses of a plate after which all its rows have new noise."""
NOISE_SPARE_PX: Final = 192
OFFSETS: Final = 4093
"""The number of pictures before the noise repeats."""


class Plate:
    """A buffer that holds one picture after another.

    Args:
        picture: rows by columns by 3, BGR; nobody else writes to it.
        reduced: the same picture at reduced size, if wanted; the picture's sides must be multiples of ``SHRINK``.
    """

    def __init__(self, picture: Picture, reduced: Reduced | None = None) -> None:
        if reduced is not None and any(side % SHRINK for side in picture.shape[:2]):
            raise ValueError(
                f"a picture of {picture.shape[1]} x {picture.shape[0]} pixels has no whole quarter"
            )
        self.picture = picture
        self.reduced = reduced

    @classmethod
    def sized(cls, width: int, height: int) -> Plate:
        """Make a new plate, which also keeps its picture at reduced size if its sides allow that."""
        picture, half, quarter = (np.empty((height // by, width // by, 3), np.uint8) for by in (1, 2, SHRINK))
        return cls(picture, None if width % SHRINK or height % SHRINK else Reduced(half, quarter))

    def reduce(self, box: Box | None = None) -> None:
        """Update the reduced pictures in a box with sides that are multiples of ``SHRINK``, by default everywhere."""
        if self.reduced is None or self.reduced.half is None:
            return
        left, top, right, bottom = box or (0, 0, self.picture.shape[1], self.picture.shape[0])
        reduce_into(
            self.picture[top:bottom, left:right],
            self.reduced.half[top // 2 : bottom // 2, left // 2 : right // 2],
            self.reduced.quarter[top // SHRINK : bottom // SHRINK, left // SHRINK : right // SHRINK],
        )


@dataclass(slots=True)
class _Held:
    """The content of a plate.

    Attributes:
        uses: number of earlier uses.
        since: for each band of rows, the number of the picture from which it has its noise.
        stale: boxes in which the drawing has changed since.
    """

    uses: int
    since: list[int]
    stale: list[Box]


class Sensor:
    """Takes pictures.

    Args:
        seed: of its noise.
        strength: standard deviation of its noise, in grey levels.
        size: width and height of the pictures.
    """

    def __init__(self, seed: int, strength: float, size: tuple[int, int]) -> None:
        self._size = size
        self._seed, self._strength = seed, strength
        self._offsets = np.random.default_rng([seed, 2]).integers(0, NOISE_SPARE_PX, (OFFSETS, 2)).tolist()
        self._taken = 0
        self._plates: weakref.WeakKeyDictionary[Plate, _Held] = weakref.WeakKeyDictionary()
        self._bands = [
            (0, top, size[0], min(top + CHANGE_BAND_PX, size[1])) for top in range(0, size[1], CHANGE_BAND_PX)
        ]

    def draw_ahead(self) -> None:
        """Draw the noise, so that the first picture does not wait for it."""
        _ = self._noise

    @cached_property
    def _noise(self) -> Picture:
        """Draw the noise for the first picture: a camera with noise of its own takes none."""
        return noise_field((self._seed, 4), self._strength, self._size, NOISE_SPARE_PX)

    def changed(self, boxes: Iterable[Box]) -> None:
        """Note that the drawing has changed in these boxes."""
        boxes = list(boxes)
        for held in self._plates.values():
            held.stale += boxes

    def expose(self, drawn: Picture, plate: Plate) -> None:
        """Copy the present drawing to a plate, for the next picture."""
        held = self._plates.get(plate)
        if held is None:
            held = _Held(0, [self._taken] * len(self._bands), list(self._bands))
            self._plates[plate] = held
        else:
            held.uses += 1
            for band in range(held.uses % RENEWAL, len(self._bands), RENEWAL):
                held.since[band] = self._taken
                held.stale.append(self._bands[band])
        for left, top, right, bottom in banded(held.stale, *self._size):
            box = left // SHRINK * SHRINK, top, min(-(-right // SHRINK) * SHRINK, self._size[0]), bottom
            noise = self._noise_of(held.since[top // CHANGE_BAND_PX], box)
            part = slice(top, bottom), slice(box[0], box[2])
            cv2.add(drawn[part], noise, dst=plate.picture[part])
            plate.reduce(box)
        held.stale.clear()

    def expose_dark(self, plate: Plate) -> None:
        """Fill a plate with noise only, as with the cap on the lens."""
        self._plates.pop(plate, None)
        np.copyto(plate.picture, self._noise_of(self._taken, (0, 0, *self._size)))
        plate.reduce()

    def begin_next(self) -> None:
        """Note that the picture is taken, and begin the next one."""
        self._taken += 1

    def _noise_of(self, number: int, box: Box) -> Picture:
        x, y = self._offsets[number % OFFSETS]
        left, top, right, bottom = box
        return self._noise[y + top : y + bottom, x + left : x + right]


@lru_cache(maxsize=4)
def noise_field(seed: tuple[int, int], strength: float, size: tuple[int, int], spare_px: int) -> Picture:
    """Return noise around ``BLACK_LEVEL``, larger than a picture, with grains a little wider than a pixel."""
    rng = np.random.default_rng(seed)
    shape = (size[1] + spare_px, size[0] + spare_px, 3)
    grain: Picture = rng.standard_normal(shape, np.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), 0.6)
    scale = strength / float(grain.std())
    return np.asarray(cv2.convertScaleAbs(grain, alpha=scale, beta=float(BLACK_LEVEL)))
