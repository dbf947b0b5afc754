"""Measures small movements of the camera: now and then the table's landmarks are compared with their remembered pictures.

The shift of a patch is the one that best explains its change to first order (Lucas-Kanade). The pictures are blurred,
so this holds for shifts of a few pixels; brightness and contrast do not matter. Shifts of a fifth of a pixel show even
in the reduced picture, so a JPEG need not be unpacked whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.change.landmarks import landmark_places
from vision.geometry import TableGeometry
from vision.lens import Floats32, Image, View

SOFT_PX: Final = 0.8
"""Width of the blur, so that small shifts change pixels in proportion. [px of the quarter; judged: shifts of 0.1 to 0.7
come out within 30 %, MOST_PX within two of it]"""
MOST_PX: Final = 1.0
"""A larger measured shift is ignored, since something covers the marker. [px of the quarter; derived: beyond, the first
order no longer holds, see SOFT_PX]"""
LEAST_LIKENESS: Final = 0.8
"""A marker that correlates less with its remembered picture is covered. [1; judged: a marker in another light stays
above]"""
DRIFT_PX: Final = 0.15
"""A marker that has shifted by more has moved. [px of the quarter; judged: a shaking table moves markers by less]"""
ENOUGH: Final = 4
"""At least this many markers must have moved, and more than half of those seen. [markers; derived: half of the
eight]"""


class Drift:
    """Remembers how the landmarks look in the reduced picture."""

    def __init__(self, geometry: TableGeometry, view: View, small: Image) -> None:
        self._places = landmark_places(geometry, view, small)
        self._looks = [_Look.of(small[place]) for place in self._places]

    def look(self, small: Image) -> bool:
        """Return whether the camera has moved, by its reduced picture."""
        shifts = [look.shift(small[place]) for look, place in zip(self._looks, self._places, strict=True)]
        seen = [shift for shift in shifts if shift is not None]
        moved = sum(shift > DRIFT_PX for shift in seen)
        return moved >= ENOUGH and 2 * moved > len(seen)


def _normal(patch: Image) -> Floats32:
    """Blurred brightness with its mean removed, scaled to spread 1."""
    grey = cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY).astype(np.float32)
    soft = cv2.GaussianBlur(grey, (0, 0), SOFT_PX)
    return np.asarray((soft - soft.mean()) / max(float(soft.std()), 1.0), np.float32)


@dataclass(frozen=True, slots=True)
class _Look:
    """A patch's remembered picture, and the matrix (2 by n) that turns a change of its pixels into a shift."""

    before: Floats32
    solver: Floats32

    @classmethod
    def of(cls, patch: Image) -> _Look:
        before = _normal(patch)
        down, across = np.gradient(before)
        return cls(
            before, np.linalg.pinv(np.stack([across.ravel(), down.ravel()], axis=1)).astype(np.float32)
        )

    def shift(self, patch: Image) -> float | None:
        """The shift in pixels; None if the patch shows something else."""
        now = _normal(patch)
        if float((self.before * now).mean()) < LEAST_LIKENESS:
            return None
        moved = float(np.linalg.norm(self.solver @ (self.before - now).ravel()))
        return moved if moved < MOST_PX else None
