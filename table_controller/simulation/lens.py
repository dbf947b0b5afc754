"""Where the simulated camera hangs and how the room is lit: everything that pictures depend on but what is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.geometry import View

if TYPE_CHECKING:
    from numpy.typing import NDArray

WIDTH_PX: Final = 1920
HEIGHT_PX: Final = 1440


@dataclass(frozen=True, slots=True)
class Mount:
    """A camera on its arm, looking down.

    Attributes:
        height_mm: above the felt.
        aside_mm: how far off the table's centre it hangs, x and y in the table's frame; it is tilted to look at the
            centre all the same.
        roll_deg: how much it is turned about its own axis.
        scale: pixels per millimetre on the felt in the picture's middle.
    """

    height_mm: float = 1450.0
    aside_mm: tuple[float, float] = (14.0, 46.0)
    roll_deg: float = 0.45
    scale: float = 1.73

    def view(self) -> View:
        """The matrix of the camera for pictures of ``WIDTH_PX`` by ``HEIGHT_PX``."""
        focal = self.scale * self.height_mm
        intrinsics = np.array([[focal, 0, WIDTH_PX / 2], [0, focal, HEIGHT_PX / 2], [0, 0, 1]])
        # The frame is x right, y down, z into the table, so the camera hangs at a negative z.
        centre = np.array([*self.aside_mm, -self.height_mm])
        forward = -centre / np.linalg.norm(centre)
        right = np.cross([0.0, 1.0, 0.0], forward)
        right /= np.linalg.norm(right)
        down = np.cross(forward, right)
        angle = np.radians(self.roll_deg)
        rolled = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
        rotation = rolled @ np.stack([right, down, forward])
        return View.from_pose(intrinsics, rotation, -rotation @ centre)


@dataclass(frozen=True, slots=True)
class Light:
    """A lamp over the table, a little off its middle, in a room that is not dark."""

    x_mm: float = -260.0
    y_mm: float = -330.0
    z_mm: float = 1650.0
    reach_mm: float = 520.0
    room: float = 0.86
    lamp: float = 0.17
    shadow: float = 0.42

    def at(self, x_mm: NDArray[np.float64] | float, y_mm: NDArray[np.float64] | float) -> NDArray[np.float64]:
        """How bright it is at points of the table, about 1."""
        far = (np.asarray(x_mm) - self.x_mm * 0.5) ** 2 + (np.asarray(y_mm) - self.y_mm * 0.5) ** 2
        return np.asarray(self.room + self.lamp * np.exp(-far / (2 * self.reach_mm**2)), np.float64)

    def thrown(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Where points (n by 3: x, y, height) throw their shadow on the felt (n by 2)."""
        lamp = np.array([self.x_mm, self.y_mm])
        part = points[:, 2:] / (self.z_mm - points[:, 2:])
        return np.asarray(points[:, :2] + (points[:, :2] - lamp) * part, np.float64)
