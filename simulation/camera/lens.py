"""The simulated camera's place and the room's light."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vision.lens import Lens, View

WIDTH_PX: Final = 1920
HEIGHT_PX: Final = 1440
SMALL_WIDTH_PX: Final = 1280
"""The width of the smallest pictures that a table is read from (docs/install.md)."""
COARSE_SEEN: Final = 1.3
"""Pictures of at most this many pixels per millimetre are coarse."""


@dataclass(frozen=True, slots=True)
class Mount:
    """A camera on its arm, looking down.

    Attributes:
        height_mm: above the felt.
        aside_mm: its offset from the table's centre, x and y in the table's frame; it is tilted to look at the centre.
        roll_deg: its turn about its own axis.
        scale: pixels per millimetre on the felt in the picture's middle.
        width, height: of the pictures, pixels.
        bend: the lens's k1, k2, p1, p2, k3 in OpenCV's sense; all 0 for one without distortion.
        off_px: the point at which the camera's axis goes through the picture, from its middle.
    """

    height_mm: float = 1450.0
    aside_mm: tuple[float, float] = (14.0, 46.0)
    roll_deg: float = 0.45
    scale: float = 1.73
    width: int = WIDTH_PX
    height: int = HEIGHT_PX
    bend: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)
    off_px: tuple[float, float] = (0.0, 0.0)

    @classmethod
    def tilted(cls, tilt_deg: float, towards_deg: float = 90.0, **others: Any) -> Mount:
        """Make a camera this far off the vertical.

        It is shifted towards a side of the table (0 right, 90 down); ``others`` are further fields.
        """
        height_mm = others.get("height_mm", cls().height_mm)
        far, angle = height_mm * np.tan(np.radians(tilt_deg)), np.radians(towards_deg)
        return cls(aside_mm=(float(far * np.cos(angle)), float(far * np.sin(angle))), **others)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the pictures, pixels."""
        return self.width, self.height

    @property
    def coarse(self) -> bool:
        """True if the pictures show so little detail that less needs to be drawn."""
        return self.scale <= COARSE_SEEN

    def small(self) -> Mount:
        """Return the same camera set to the smallest pictures that a table is read from."""
        share = SMALL_WIDTH_PX / self.width
        x, y = self.off_px
        return replace(
            self,
            scale=self.scale * share,
            width=SMALL_WIDTH_PX,
            height=round(self.height * share),
            off_px=(x * share, y * share),
        )

    def lens(self) -> Lens:
        """Return the lens that gives this scale from this height."""
        focal = self.scale * float(np.hypot(self.height_mm, np.hypot(*self.aside_mm)))
        centre = (self.width / 2 + self.off_px[0], self.height / 2 + self.off_px[1])
        return Lens((focal, focal), centre, *self.bend)

    def view(self) -> View:
        lens = self.lens()
        # The frame is x right, y down, z into the table, so the camera hangs at a negative z.
        centre = np.array([*self.aside_mm, -self.height_mm])
        forward = -centre / np.linalg.norm(centre)
        right = np.cross([0.0, 1.0, 0.0], forward)
        right /= np.linalg.norm(right)
        down = np.cross(forward, right)
        angle = np.radians(self.roll_deg)
        rolled = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
        rotation = rolled @ np.stack([right, down, forward])
        return View.from_pose(lens.matrix(), rotation, -rotation @ centre, lens if any(self.bend) else None)


@dataclass(frozen=True, slots=True)
class Light:
    """A lamp over the table, a little off its middle, in a lit room."""

    x_mm: float = -260.0
    y_mm: float = -330.0
    z_mm: float = 1650.0
    reach_mm: float = 520.0
    room: float = 0.86
    lamp: float = 0.17
    shadow: float = 0.42

    def at(self, x_mm: NDArray[np.float64] | float, y_mm: NDArray[np.float64] | float) -> NDArray[np.float64]:
        """Return the brightness at points of the table, about 1."""
        far = (np.asarray(x_mm) - self.x_mm * 0.5) ** 2 + (np.asarray(y_mm) - self.y_mm * 0.5) ** 2
        return np.asarray(self.room + self.lamp * np.exp(-far / (2 * self.reach_mm**2)), np.float64)

    def aslant(self, x_mm: float, y_mm: float, normal: tuple[float, float, float]) -> float:
        """Return the brightness of a surface with this normal (x, y, up), relative to a flat one at the same place."""
        lamp = np.array([self.x_mm - x_mm, self.y_mm - y_mm, self.z_mm])
        by_lamp = max(0.0, float(lamp @ normal) / self.z_mm)
        by_room = (1.0 + normal[2]) / 2
        return (by_lamp + by_room) / 2

    def thrown(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the shadows on the felt (n by 2) of points (n by 3: x, y, height)."""
        lamp = np.array([self.x_mm, self.y_mm])
        part = points[:, 2:] / (self.z_mm - points[:, 2:])
        return np.asarray(points[:, :2] + (points[:, :2] - lamp) * part, np.float64)
