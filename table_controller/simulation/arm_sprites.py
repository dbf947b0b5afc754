"""Arms as the camera sees them: hand, wrist, sleeve, drawn once per player and turned into place frame by frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np

from table_controller.simulation.sprites import BLACK_LEVEL, Sprite
from vision.geometry import to_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import View

Picture: TypeAlias = "NDArray[np.uint8]"

PX_PER_MM: Final = 2.0
LENGTH_MM: Final = 820.0
WIDTH_MM: Final = 190.0
TIP_MM: Final = 34.0
"""From the upper edge of the drawing to the finger tips' middle."""
HEIGHT_MM: Final = 60.0
"""How high a hand moves above the felt."""
SHOULDER_MM: Final = (150.0, 760.0)
SKIN: Final = ((150, 178, 222), (126, 158, 208), (166, 190, 228), (108, 138, 190))
SLEEVES: Final = ((92, 58, 40), (52, 50, 48), (54, 44, 116), (86, 96, 88))


class ArmArtist:
    """Draws the arms of all four players for one view."""

    def __init__(self, view: View, rng: np.random.Generator) -> None:
        self.view = view
        self._drawings = [
            {spread: _drawing(SKIN[chair], SLEEVES[chair], spread, rng) for spread in (0.0, 1.0)}
            for chair in range(4)
        ]

    def sprite(
        self, chair: int, tip: tuple[float, float], spread: float, frame: tuple[int, int]
    ) -> Sprite | None:
        """The arm with its finger tips at a point of the table; None if it is outside the picture (width, height)."""
        shoulder = np.array(to_table(chair, *SHOULDER_MM))
        reach = np.array(tip) - shoulder
        along = reach / np.linalg.norm(reach)
        across = np.array([-along[1], along[0]])
        tip_at = np.array(tip)
        drawn = np.array([[0.5, TIP_MM / LENGTH_MM], [0.5, 1.0], [1.0, TIP_MM / LENGTH_MM]])
        drawn *= (WIDTH_MM * PX_PER_MM, LENGTH_MM * PX_PER_MM)
        ground = np.stack([tip_at, tip_at - along * (LENGTH_MM - TIP_MM), tip_at + across * WIDTH_MM / 2])
        seen = self.view.points(np.column_stack([ground, np.full(3, HEIGHT_MM)]))
        matrix = cv2.getAffineTransform(drawn.astype(np.float32), seen.astype(np.float32))
        width, height = WIDTH_MM * PX_PER_MM, LENGTH_MM * PX_PER_MM
        corners = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]]) @ matrix.T
        left, top = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int)
        right, bottom = np.minimum(np.ceil(corners.max(axis=0)), frame).astype(int)
        if left >= right or top >= bottom:
            return None
        matrix[:, 2] -= (left, top)
        colour, through = self._drawings[chair][1.0 if spread > 0.5 else 0.0]
        size = (int(right - left), int(bottom - top))
        return Sprite(
            int(left),
            int(top),
            cv2.warpAffine(colour, matrix, size, flags=cv2.INTER_LINEAR),
            cv2.warpAffine(through, matrix, size, flags=cv2.INTER_LINEAR, borderValue=(255, 255, 255)),
        )


def _drawing(
    skin: tuple[int, int, int], sleeve: tuple[int, int, int], spread: float, rng: np.random.Generator
) -> tuple[Picture, Picture]:
    """An arm pointing up: its colour, darkened by its alpha, and what shines through it (with a soft shadow)."""
    width, height = round(WIDTH_MM * PX_PER_MM), round(LENGTH_MM * PX_PER_MM)
    hand = np.zeros((height, width), np.uint8)
    cloth = np.zeros((height, width), np.uint8)
    middle, tip = WIDTH_MM / 2, TIP_MM

    def point(x: float, y: float) -> tuple[int, int]:
        return round((middle + x) * PX_PER_MM), round((tip + y) * PX_PER_MM)

    def limb(mask: Picture, start: tuple[float, float], end: tuple[float, float], thick: float) -> None:
        cv2.line(mask, point(*start), point(*end), 255, round(thick * PX_PER_MM), cv2.LINE_AA)

    open_by = 1.0 + 1.1 * spread
    fingers = (
        ((-5.0 * open_by, 4.0), (-16.0, 62.0), 15.5),
        ((6.0 * open_by, -4.0 * spread), (-2.0, 60.0), 16.0),
        ((15.0 * open_by, 5.0), (12.0, 62.0), 15.5),
        ((24.0 * open_by, 20.0), (24.0, 70.0), 13.5),
    )
    thumb = ((-11.0 - 22.0 * spread, 16.0 + 14.0 * spread), (-30.0, 66.0), 17.0)
    joints = np.zeros((height, width), np.uint8)
    for start, end, thick in (*fingers, thumb):
        bend = (start[0] * 0.55 + end[0] * 0.45 + (start[0] - end[0]) * 0.12, start[1] * 0.55 + end[1] * 0.45)
        limb(hand, start, bend, thick)
        limb(hand, bend, end, thick * 1.08)
        limb(joints, start, (start[0] * 0.93, start[1] + 5.0), thick * 0.5)
    palm = [(-34, 62), (-26, 52), (30, 60), (36, 78), (33, 112), (26, 138), (-24, 138), (-32, 110), (-40, 86)]
    cv2.fillPoly(hand, [np.array([point(x, y) for x, y in palm], np.int32)], 255, cv2.LINE_AA)
    limb(hand, (1.0, 130.0), (2.0, 205.0), 46.0)
    hand = cv2.threshold(cv2.GaussianBlur(hand, (0, 0), 3.0), 110, 255, cv2.THRESH_BINARY)[1]
    sleeve_shape = [(-33, 182), (35, 178), (56, 360), (72, 900), (-64, 900), (-50, 360)]
    cv2.fillPoly(cloth, [np.array([point(x, y) for x, y in sleeve_shape], np.int32)], 255, cv2.LINE_AA)
    cuff = np.zeros_like(cloth)
    cv2.fillPoly(
        cuff,
        [np.array([point(x, y) for x, y in ((-34, 180), (36, 176), (38, 196), (-36, 200))], np.int32)],
        255,
    )
    colour = np.zeros((height, width, 3), np.float32)
    folds = cv2.resize(
        rng.normal(0, 1, (24, 6)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC
    )
    for mask, tint, depth, texture in ((hand, skin, 13.0, 0.0), (cloth, sleeve, 40.0, 0.07)):
        inside = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 5) / PX_PER_MM
        round_off = 0.60 + 0.40 * np.sqrt(np.clip(cv2.GaussianBlur(inside, (0, 0), 2.0) / depth, 0, 1))
        shaded = np.asarray(tint, np.float32) * (round_off * (1 + texture * folds))[..., None]
        colour = np.where((mask > 127)[..., None], shaded, colour)
    colour = np.where((cuff > 127)[..., None], colour * 0.82, colour)
    # Knuckles and nails a little brighter, creases between the fingers darker.
    bright = cv2.GaussianBlur(joints, (0, 0), 2.2).astype(np.float32) / 255 * (hand > 127)
    colour += bright[..., None] * 22
    solid = cv2.GaussianBlur(cv2.max(hand, cloth), (0, 0), 0.9)
    alpha = solid.astype(np.float32)[..., None] / 255
    shade = cv2.GaussianBlur(np.roll(cv2.max(hand, cloth), (8, 6), axis=(0, 1)), (0, 0), 13.0)
    through = (1 - alpha) * (1 - 0.40 * shade.astype(np.float32)[..., None] / 255) * 255
    premultiplied = np.clip(colour * alpha - BLACK_LEVEL * alpha, 0, 255)
    return premultiplied.astype(np.uint8), np.repeat(np.clip(through, 0, 255).astype(np.uint8), 3, axis=2)
