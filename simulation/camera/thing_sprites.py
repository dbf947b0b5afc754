"""Foreign things on the table as the camera sees them: boxes with round corners and a soft shadow."""

from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.camera.lens import Light
from simulation.camera.sprites import BLACK_LEVEL, Sprite
from simulation.world.world import Thing
from vision.lens import View

Picture: TypeAlias = "NDArray[Any]"
Points: TypeAlias = "NDArray[np.float64]"

CORNER_SHARE: Final = 0.18
SIDE_SHADE: Final = 0.6
THING_BLUR_PX: Final = 5.0
MARGIN_PX: Final = 14
_SHIFT: Final = 4


def thing_sprite(thing: Thing, view: View, light: Light) -> Sprite:
    """Draw the thing with its shadow, as one sprite."""
    outline = _outline(thing)
    low = np.column_stack([outline, np.zeros(len(outline))])
    high = np.column_stack([outline, np.full(len(outline), thing.height_mm)])
    fallen = light.thrown(high)
    shade = view.points(np.column_stack([np.concatenate([outline, fallen]), np.zeros(2 * len(outline))]))
    body, top = view.points(np.concatenate([low, high])), view.points(high)
    everything = np.concatenate([shade, body])
    left, upper = np.floor(everything.min(axis=0)).astype(int) - MARGIN_PX
    right, lower = np.ceil(everything.max(axis=0)).astype(int) + MARGIN_PX
    size = (int(lower - upper), int(right - left))

    def filled(points: Points) -> Picture:
        mask: Picture = np.zeros(size, np.uint8)
        hull = cv2.convexHull(((points - (left, upper)) * 2**_SHIFT).round().astype(np.int32))
        cv2.fillPoly(mask, [hull], (255,), cv2.LINE_AA, _SHIFT)
        return mask

    solid, lid = filled(body), filled(top)
    dark = np.asarray(cv2.GaussianBlur(filled(shade), (0, 0), THING_BLUR_PX), np.float32) / 255
    alpha = (solid.astype(np.float32) / 255)[..., None]
    bright = float(light.at(thing.x_mm, thing.y_mm))
    part = (lid.astype(np.float32) / 255)[..., None]
    shaded = np.asarray(thing.colour, np.float32) * bright * (SIDE_SHADE + (1 - SIDE_SHADE) * part)
    through = (1 - alpha) * (1 - light.shadow * dark[..., None]) * 255
    colour = np.clip((shaded - BLACK_LEVEL) * alpha, 0, 255)
    return Sprite(
        int(left), int(upper), colour.astype(np.uint8), np.repeat(through.astype(np.uint8), 3, axis=2)
    )


def _outline(thing: Thing) -> Points:
    """Return its outline on the table (n by 2)."""
    half = np.array([thing.width_mm / 2, thing.length_mm / 2])
    radius = CORNER_SHARE * 2 * float(half.min())
    steps = np.linspace(0, np.pi / 2, 5)
    points = []
    for corner, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        angles = steps + corner * np.pi / 2
        middle = (half - radius) * (sx, sy)
        points.append(middle + radius * np.column_stack([np.cos(angles), np.sin(angles)]))
    turn = np.radians(thing.angle_deg)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(np.concatenate(points) @ spin + (thing.x_mm, thing.y_mm), np.float64)
