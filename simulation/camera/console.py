"""The console in the table's middle: dice under their dome, displays, dealer lamps, slots for riichi sticks."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.camera.lens import Light
from simulation.camera.sprites import BLACK_LEVEL
from simulation.world.machine import ShownDisplays
from vision.lens import View
from vision.zones import CHAIRS

Picture: TypeAlias = "NDArray[Any]"
Colour: TypeAlias = tuple[int, int, int]

PX_PER_MM: Final = 6
STANDARD_HALF_MM: Final = 64.0
"""Half the width of the console for which the measures of its parts are given."""
TOP_MM: Final = 2.0
"""The height of the console above the felt."""
PLASTIC: Final[Colour] = (40, 37, 36)
GLASS: Final[Colour] = (22, 18, 18)
LIT_RED: Final[Colour] = (70, 60, 255)
LIT_GREEN: Final[Colour] = (120, 235, 90)
LIT_AMBER: Final[Colour] = (60, 170, 255)
STICK: Final[Colour] = (226, 236, 240)
SEGMENTS: Final = {
    "0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc", "5": "afgcd", "6": "afgedc",
    "7": "abc", "8": "abcdefg", "9": "abcdfg", "-": "g", " ": "",
}  # fmt: skip
_ENDS: Final = {
    "a": ((0, 0), (1, 0)), "b": ((1, 0), (1, 1)), "c": ((1, 1), (1, 2)), "d": ((0, 2), (1, 2)),
    "e": ((0, 1), (0, 2)), "f": ((0, 0), (0, 1)), "g": ((0, 1), (1, 1)),
}  # fmt: skip
_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


class Console:
    """Draws the console for one view and light, scaled to its size."""

    def __init__(self, half_mm: float, view: View, light: Light) -> None:
        self.half = STANDARD_HALF_MM
        self.bright = float(light.at(0.0, 0.0))
        half, mm = self.half + 4.0, half_mm / STANDARD_HALF_MM
        self._size = round(2 * half * PX_PER_MM)
        self._to_table = np.array(
            [
                [mm / PX_PER_MM, 0, mm * (0.5 / PX_PER_MM - half)],
                [0, mm / PX_PER_MM, mm * (0.5 / PX_PER_MM - half)],
                [0, 0, 1],
            ]
        )
        corners = np.array(
            [
                (x * mm, y * mm, TOP_MM)
                for x, y in ((-half, -half), (half, -half), (half, half), (-half, half))
            ]
        )
        pixels = view.points(corners)
        left, top = np.floor(pixels.min(axis=0)).astype(int)
        right, bottom = np.ceil(pixels.max(axis=0)).astype(int)
        self.box = int(left), int(top), int(right), int(bottom)
        shift = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]], np.float64)
        self._matrix = shift @ view.plane(TOP_MM) @ self._to_table
        self._bare: Picture = np.zeros((self._size, self._size, 3), np.uint8)
        mask: Picture = np.zeros((self._size, self._size), np.uint8)
        self._body(self._bare, mask)
        cover = self._seen(mask)
        self._alpha: Picture = cover.astype(np.float32)[..., None] / 255
        soft = cv2.GaussianBlur(cover, (0, 0), 6.0)
        shade = cv2.convertScaleAbs(255.0 - 0.45 * soft.astype(np.float32))
        self._shadow = cv2.cvtColor(shade, cv2.COLOR_GRAY2BGR)
        gleam: Picture = np.zeros_like(self._bare)
        size = 9 * PX_PER_MM, 4 * PX_PER_MM
        cv2.ellipse(gleam, self._pixel(-13, -15), size, -38, 0, 360, (76, 76, 76), -1, cv2.LINE_AA)
        self._gleam = cv2.GaussianBlur(gleam, (0, 0), 2.2 * PX_PER_MM)

    def draw(self, under: Picture, displays: ShownDisplays, sticks: Sequence[bool]) -> None:
        """Draw it onto a picture that shows the bare felt in ``box``."""
        sheet = self._bare.copy()
        for chair in range(CHAIRS):
            self._side(sheet, chair, displays, stick=sticks[chair])
            sheet = np.asarray(cv2.rotate(sheet, cv2.ROTATE_90_CLOCKWISE))
        self._middle(sheet, displays)
        left, top, right, bottom = self.box
        part, alpha = under[top:bottom, left:right], self._alpha
        cv2.multiply(part, self._shadow, dst=part, scale=1 / 255)
        seen = self._seen(sheet).astype(np.float32)
        part[:] = np.clip(part * (1 - alpha) + (seen - BLACK_LEVEL) * alpha, 0, 255)

    def _seen(self, sheet: Picture) -> Picture:
        """Project the sheet, or its mask, to the picture."""
        left, top, right, bottom = self.box
        # Blurred before it is reduced to a third, so that edges are not ragged.
        soft = cv2.GaussianBlur(sheet, (0, 0), PX_PER_MM * 0.24)
        return cv2.warpPerspective(soft, self._matrix, (right - left, bottom - top))

    def _pixel(self, x_mm: float, y_mm: float) -> tuple[int, int]:
        half = self._size / 2
        return round(half + x_mm * PX_PER_MM), round(half + y_mm * PX_PER_MM)

    def _shade(self, colour: Colour) -> Colour:
        blue, green, red = (min(255, round(channel * self.bright)) for channel in colour)
        return blue, green, red

    def _body(self, sheet: Picture, mask: Picture) -> None:
        radius = 9.0
        inner = self.half - radius
        for inset, colour in ((0.0, (24, 22, 21)), (1.2, (62, 58, 56)), (2.0, PLASTIC)):
            size = self.half - inset
            box = np.array(
                [
                    self._pixel(x, y)
                    for x, y in ((-size, -inner), (size, -inner), (size, inner), (-size, inner))
                ]
            )
            tall = np.array(
                [
                    self._pixel(y, x)
                    for x, y in ((-size, -inner), (size, -inner), (size, inner), (-size, inner))
                ]
            )
            for target, value in ((sheet, self._shade(colour)), (mask, (255, 255, 255))):
                cv2.fillPoly(target, [box.astype(np.int32)], value)
                cv2.fillPoly(target, [tall.astype(np.int32)], value)
                for x in (-inner, inner):
                    for y in (-inner, inner):
                        cv2.circle(
                            target,
                            self._pixel(x, y),
                            round((radius - inset) * PX_PER_MM),
                            value,
                            -1,
                            cv2.LINE_AA,
                        )

    def _side(self, sheet: Picture, chair: int, displays: ShownDisplays, *, stick: bool) -> None:
        """Draw one player's part (stick slot, points, dealer lamp) on a sheet whose lower side is his."""
        self._box(sheet, (-43.0, 53.6, 43.0, 60.4), GLASS, (74, 70, 68))
        if stick:
            self._box(sheet, (-41.0, 54.7, 41.0, 59.3), self._shade(STICK), self._shade((196, 204, 210)))
            cv2.circle(
                sheet,
                self._pixel(0, 57),
                round(1.5 * PX_PER_MM),
                self._shade((40, 40, 200)),
                -1,
                cv2.LINE_AA,
            )
        self._box(sheet, (-21.0, 36.2, 21.0, 50.2), GLASS, (60, 57, 55))
        points = displays.points[chair]
        text = "" if points is None else f"{points:d}"[-6:]
        self._number(sheet, " " * (6 - len(text)) + text, (17.4, 39.2), 8.2, LIT_GREEN)
        lit = displays.dealer == chair
        self._box(sheet, (-33.5, 38.6, -24.5, 47.6), (30, 60, 96) if lit else (44, 41, 40), (66, 62, 60))
        if lit:
            cv2.circle(sheet, self._pixel(-29, 43.1), round(3.2 * PX_PER_MM), LIT_AMBER, -1, cv2.LINE_AA)
            cv2.circle(
                sheet, self._pixel(-29, 43.1), round(1.7 * PX_PER_MM), (190, 232, 255), -1, cv2.LINE_AA
            )
        for x, colour in ((26.5, (64, 60, 176)), (33.5, (150, 104, 58))):
            cv2.circle(sheet, self._pixel(x, 43.1), round(2.7 * PX_PER_MM), (20, 18, 18), -1, cv2.LINE_AA)
            cv2.circle(
                sheet, self._pixel(x, 43.1), round(2.3 * PX_PER_MM), self._shade(colour), -1, cv2.LINE_AA
            )

    def _box(
        self, sheet: Picture, box: tuple[float, float, float, float], fill: Colour, edge: Colour
    ) -> None:
        left, top, right, bottom = box
        cv2.rectangle(sheet, self._pixel(left, top), self._pixel(right, bottom), fill, -1)
        cv2.rectangle(sheet, self._pixel(left, top), self._pixel(right, bottom), edge, 3, cv2.LINE_AA)

    def _middle(self, sheet: Picture, displays: ShownDisplays) -> None:
        """Draw the dome with the dice, and round and honba in two corners of the console."""
        for radius, colour in (
            (31.0, (20, 18, 18)),
            (30.0, (96, 92, 90)),
            (28.6, (44, 40, 40)),
            (27.4, (34, 30, 104)),
        ):
            cv2.circle(
                sheet, self._pixel(0, 0), round(radius * PX_PER_MM), self._shade(colour), -1, cv2.LINE_AA
            )
        if displays.dice is not None:
            for (x, y, turn), value in zip(
                ((-8.0, -5.0, 14.0), (9.0, 3.0, -31.0)), displays.dice, strict=True
            ):
                self._die(sheet, (x, y), turn, value)
        cv2.add(sheet, self._gleam, dst=sheet)
        for (x, y), text, colour in (
            ((-53.2, -53.2), "" if displays.round is None else str(displays.round % 4 + 1), LIT_RED),
            ((53.2, 53.2), "" if displays.honba is None else str(displays.honba), LIT_AMBER),
        ):
            self._box(sheet, (x - 8.2, y - 6.6, x + 8.2, y + 6.6), GLASS, (60, 57, 55))
            self._number(sheet, text, (x + (2.0 if len(text) < 2 else 5.6), y - 4.1), 8.2, colour)

    def _die(self, sheet: Picture, at: tuple[float, float], turn_deg: float, value: int) -> None:
        angle = np.radians(turn_deg)
        cos, sin = float(np.cos(angle)), float(np.sin(angle))

        def point(x: float, y: float) -> tuple[int, int]:
            return self._pixel(at[0] + x * cos - y * sin, at[1] + x * sin + y * cos)

        corners = np.array([point(-6, -6), point(6, -6), point(6, 6), point(-6, 6)], np.int32)
        cv2.fillPoly(sheet, [corners + 6], (18, 16, 40), cv2.LINE_AA)
        cv2.fillPoly(sheet, [corners], self._shade((232, 236, 238)), cv2.LINE_AA)
        for x, y in _PIPS[value]:
            colour: Colour = (40, 40, 200) if value == 1 else (40, 38, 38)
            radius = 2.0 if value == 1 else 1.15
            cv2.circle(sheet, point(x * 3.4, y * 3.4), round(radius * PX_PER_MM), colour, -1, cv2.LINE_AA)

    def _number(
        self, sheet: Picture, text: str, right_top: tuple[float, float], high: float, colour: Colour
    ) -> None:
        """Draw a seven-segment number of at most six digits, given its right edge and top."""
        wide, pitch = high * 0.48, high * 0.83
        for place, digit in enumerate(reversed(text)):
            x0 = right_top[0] - wide - place * pitch
            for segment in SEGMENTS.get(digit, ""):
                (ax, ay), (bx, by) = _ENDS[segment]
                start = self._pixel(x0 + ax * wide, right_top[1] + ay * high / 2)
                end = self._pixel(x0 + bx * wide, right_top[1] + by * high / 2)
                cv2.line(sheet, start, end, colour, round(1.25 * PX_PER_MM), cv2.LINE_AA)
