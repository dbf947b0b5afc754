"""Whether the camera still hangs where it did: the markers look as they looked when the table was found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from vision.occlusion import SHRINK

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import TableGeometry, View

    Floats: TypeAlias = NDArray[np.float32]
    Image: TypeAlias = NDArray[np.uint8]

MARGIN_MM: Final = 4.0


class Landmarks:
    """Remembers the markers of a reduced picture."""

    def __init__(self, geometry: TableGeometry, view: View, small: Image) -> None:
        self._places: list[tuple[slice, slice]] = []
        height, width = small.shape[:2]
        for marker in geometry.markers:
            half = marker.size / 2 + MARGIN_MM
            around = [(marker.x + dx, marker.y + dy, 0.0) for dx in (-half, half) for dy in (-half, half)]
            pixels = view.points(around) / SHRINK
            left, top = np.floor(pixels.min(axis=0)).astype(int)
            right, bottom = np.ceil(pixels.max(axis=0)).astype(int)
            if left >= 0 and top >= 0 and right < width and bottom < height:
                self._places.append((slice(top, bottom), slice(left, right)))
        self._looks = [_normal(small[place]) for place in self._places]

    @property
    def rows(self) -> NDArray[np.intp]:
        """The row of the reduced picture in which each marker's middle is."""
        return np.array([(down.start + down.stop) // 2 for down, _ in self._places], np.intp)

    def likeness(self, small: Image) -> NDArray[np.float64]:
        """For each marker how much it looks as it did: 1 for the same, 0 for anything else."""
        return np.array(
            [
                float((_normal(small[place]) * look).mean())
                for place, look in zip(self._places, self._looks, strict=True)
            ]
        )


def _normal(patch: Image) -> Floats:
    """Brightness without its mean, of spread 1."""
    grey = patch.mean(axis=2, dtype=np.float32)
    spread = float(grey.std())
    return np.asarray((grey - grey.mean()) / max(spread, 1.0), np.float32)
