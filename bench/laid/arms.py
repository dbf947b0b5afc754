"""Arms of laid films: a hand with fingers, and a sleeve of photographed cloth."""

from typing import Any, Final

import cv2
import numpy as np

from bench.laid.material import Random, Room, Stock, dyed, ground_of
from simulation.camera.layers import CHANGE_BAND_PX
from simulation.camera.sprites import Box, Sprite
from simulation.world.world import Arm
from vision.geometry import to_table
from vision.zones import CHAIRS

Image = Any

PX_PER_MM: Final = 1.8
LENGTH_MM: Final = 760.0
WIDTH_MM: Final = 220.0
TIP_MM: Final = 40.0
CUFF_MM: Final = 190.0
SHOULDER_MM: Final = (150.0, 760.0)
SKINS: Final = ((138, 168, 214), (112, 146, 198), (158, 184, 226), (84, 112, 158))
SHADOW: Final = 0.32


class ArmLayer:
    """Draws arms in a room."""

    def __init__(self, room: Room, stock: Stock, random: Random) -> None:
        self._room, self._view = room, room.view
        sleeves = [
            dyed(ground_of(random, stock.cloths, LENGTH_MM / 2, PX_PER_MM), int(random.integers(180)))
            for _ in range(CHAIRS)
        ]
        self._sheets = {
            (chair, flat): _arm(SKINS[chair], sleeves[chair], flat=flat)
            for chair in range(CHAIRS)
            for flat in (False, True)
        }
        self._last: dict[tuple[int, bool], tuple[object, list[Sprite]]] = {}

    def sprites(self, arm: Arm, at_ms: int, size: tuple[int, int]) -> list[Sprite]:
        """Return an arm as it is at a time; nothing if it is outside the picture."""
        asked = (arm.at(at_ms), arm.spread, arm.height_mm)
        last = self._last.get((arm.chair, arm.left))
        if last is None or last[0] != asked:
            last = self._last[arm.chair, arm.left] = (asked, self._turned(arm, arm.at(at_ms), size))
        return last[1]

    def _turned(self, arm: Arm, tip: tuple[float, float], size: tuple[int, int]) -> list[Sprite]:
        side = -1 if arm.left else 1
        tips, shoulder = np.array(tip), np.array(to_table(arm.chair, side * SHOULDER_MM[0], SHOULDER_MM[1]))
        along = (shoulder - tips) / np.linalg.norm(shoulder - tips)
        across = side * np.array([along[1], -along[0]])
        sheet = self._sheets[arm.chair, arm.spread > 0.5]
        drawn = np.array([(WIDTH_MM / 2, TIP_MM), (WIDTH_MM / 2, LENGTH_MM), (WIDTH_MM, TIP_MM)]) * PX_PER_MM
        ground = np.stack([tips, tips + along * (LENGTH_MM - TIP_MM), tips + across * WIDTH_MM / 2])
        seen = self._view.points(np.column_stack([ground, np.full(3, arm.height_mm)]))
        matrix = np.asarray(cv2.getAffineTransform(drawn.astype(np.float32), seen.astype(np.float32)))
        height, width = sheet.shape[:2]
        hull = np.array([(0, 0, 1), (width, 0, 1), (width, height, 1), (0, height, 1)]) @ matrix.T
        left, top = np.maximum(np.floor(hull.min(axis=0)), 0).astype(int)
        right, bottom = np.minimum(np.ceil(hull.max(axis=0)), size).astype(int)
        if left >= right or top >= bottom:
            return []
        matrix[:, 2] -= (left, top)
        box = (int(right - left), int(bottom - top))
        turned = cv2.warpAffine(sheet, matrix, box, flags=cv2.INTER_LINEAR, borderValue=(0, 0, 0, 255))
        through = cv2.cvtColor(turned[..., 3], cv2.COLOR_GRAY2BGR)
        light = np.array([*self._room.light_at(*tip), 0.0])
        colour: Image = cv2.multiply(turned[..., :3], light)
        filled = _filled(turned[..., 3] < 255, int(left), int(top))
        return [Sprite(int(left), int(top), colour, through, filled)] if filled else []


def _filled(mask: Image, left: int, top: int) -> tuple[Box, ...]:
    """Return boxes, one for each band of rows, that hold all of a mask."""
    found = []
    for first in range(0, len(mask), CHANGE_BAND_PX):
        columns = np.flatnonzero(mask[first : first + CHANGE_BAND_PX].any(axis=0))
        if columns.size:
            last = min(first + CHANGE_BAND_PX, len(mask))
            found.append((left + int(columns[0]), top + first, left + int(columns[-1]) + 1, top + last))
    return tuple(found)


def _arm(skin: Any, sleeve: Image, *, flat: bool) -> Image:
    """Draw a right arm that points up: colour times cover, and what shines through it."""
    width, height = round(WIDTH_MM * PX_PER_MM), round(LENGTH_MM * PX_PER_MM)
    colour: Image = np.zeros((height, width, 3), np.uint8)
    cover: Image = np.zeros((height, width), np.uint8)

    def at(x: float, y: float) -> tuple[int, int]:
        return round((WIDTH_MM / 2 + x) * PX_PER_MM), round((TIP_MM + y) * PX_PER_MM)

    def shape(points: Any, ink: Any) -> None:
        ring = np.array([at(*point) for point in points], np.int32)
        for target, value in ((colour, ink), (cover, 255)):
            cv2.fillPoly(target, [ring], value, cv2.LINE_AA)

    def finger(start: Any, end: Any, thick: float, ink: Any) -> None:
        for target, value in ((colour, ink), (cover, 255)):
            cv2.line(target, at(*start), at(*end), value, round(thick * PX_PER_MM), cv2.LINE_AA)

    darker = tuple(round(0.82 * value) for value in skin)
    gap = 21.0 if flat else 9.0
    finger((-34, 80), (-46 if flat else -14, 40 if flat else 8), 21, darker)
    for number in range(4):
        x = (number - 1.5) * gap
        finger(((number - 1.5) * 17, 70), (x, 4 + 7 * abs(number - 1)), 16, skin if number % 2 else darker)
    shape(
        [(-38, 72), (36, 66), (40, 112), (28, 150), (27, CUFF_MM), (-27, CUFF_MM), (-28, 150), (-42, 110)],
        skin,
    )
    ring = np.array(
        [at(-40, CUFF_MM - 12), at(40, CUFF_MM - 12), at(72, LENGTH_MM), at(-72, LENGTH_MM)], np.int32
    )
    cloth: Image = np.zeros_like(cover)
    cv2.fillPoly(cloth, [ring], (255,), cv2.LINE_AA)
    piece = (sleeve[:height, :width] * 0.7).astype(np.uint8)
    folds = 1 - 0.25 * np.abs(np.linspace(-1, 1, width))[None, :, None]
    np.copyto(colour, (piece * folds).astype(np.uint8), where=cloth[..., None] > 0)
    cover = cv2.max(cover, cloth)
    colour = cv2.GaussianBlur(colour, (0, 0), 1.5)
    rounded = cv2.GaussianBlur(cover, (0, 0), 9.0).astype(np.float32) / 255
    colour = colour * (0.45 + 0.55 * rounded)[..., None] * (cover.astype(np.float32) / 255)[..., None]
    moved = np.array([(1.0, 0.0, 16.0), (0.0, 1.0, 22.0)])
    shadow = (
        cv2.warpAffine(cv2.GaussianBlur(cover, (0, 0), 14.0), moved, (width, height)).astype(np.float32) / 255
    )
    through = (1 - cover.astype(np.float32) / 255) * (1 - SHADOW * shadow) * 255
    return np.dstack([colour, through]).clip(0, 255).astype(np.uint8)
