"""The table of laid films: photographed cloth and wood, a console, and what lies on a table all evening."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np

from bench.laid.material import FELT_HUES, Random, Room, Stock, dyed, ground_of
from vision.geometry import TableGeometry, to_table

Image = Any

PX_PER_MM: Final = 2.5
HALF_MM: Final = (600.0, 460.0)
CONSOLE_PX: Final = 5
WINDS: Final = (27, 28, 29, 30)
DIGITS: Final = "25000"
STICK: Final = (222, 232, 236)


@dataclass(frozen=True)
class Under:
    """A circumstance of a laid film.

    Attributes:
        blur_px: the lens is out of focus by this standard deviation.
        hunts_s: seconds between two searches for the focus; 0: none.
        gloss: the strength of what tiles and carved ink mirror.
        cast: the lamps' colour that the camera does not correct.
        things: chips, a dealer plate and trays with sticks lie there.
        compass: the console shows the winds around a round glass.
        pulled: the first tile after a kan is taken down and lies beside its stack.
    """

    blur_px: float = 0.6
    hunts_s: float = 0.0
    gloss: float = 0.25
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    things: bool = False
    compass: bool = False
    pulled: bool = False


UNDER: Final = {
    "plain": Under(),
    "defocus": Under(blur_px=1.3, hunts_s=15.0),
    "glossy ink": Under(gloss=1.0),
    "blue light": Under(cast=(1.12, 0.98, 0.76)),
    "chips, plate, trays": Under(things=True),
    "compass console": Under(compass=True),
    "tile pulled aside": Under(pulled=True),
}


class Tabletop:
    """The table without tiles, drawn flat and seen through the camera in pictures of a size.

    Attributes:
        picture: of all but the console.
    """

    def __init__(
        self, geometry: TableGeometry, room: Room, size: tuple[int, int], under: Under, *, ground: Image
    ) -> None:
        self._geometry, self._room, self._under = geometry, room, under
        self.picture = self._seen(self._furnished(ground), size)

    def _furnished(self, sheet: Image) -> Image:
        """Draw seams, markers and what lies there all evening."""
        geometry = self._geometry
        for chair in range(4):
            self._seat(sheet, chair)
        dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, geometry.dictionary))
        for marker in geometry.markers:
            side = round(marker.size * PX_PER_MM)
            left, top = _pixel(marker.x - marker.size / 2, marker.y - marker.size / 2)
            code = cv2.aruco.generateImageMarker(dictionary, marker.id, side).astype(np.float32)
            margin = round(4 * PX_PER_MM)
            sheet[top - margin : top + side + margin, left - margin : left + side + margin] = (214, 218, 220)
            sheet[top : top + side, left : left + side] = (40 + code * (175 / 255))[..., None]
        return cv2.GaussianBlur(sheet, (0, 0), 0.6)

    def _seat(self, sheet: Image, chair: int) -> None:
        """Draw a player's seam of the lift, tray, sticks and chips, and the first dealer's plate."""
        wall = self._geometry.wall.centre_y
        _box(sheet, chair, (-183, wall - 17, 183, wall + 17), None, 1)
        if not self._under.things:
            return
        _box(sheet, chair, (120, 366, 215, 388), (30, 32, 36), -1)
        for stick in range(5 + chair):
            y = 367.5 + 2.6 * stick
            _box(sheet, chair, (126, y, 208, y + 1.6), STICK, -1)
            _disc(sheet, chair, (167, y + 0.8), 0.8, (40, 40, 190) if stick % 2 else (50, 50, 50))
        for chip in range(3 + chair):
            middle = (-180 + 21.0 * chip, 316 + 4 * (chip % 2))
            _disc(sheet, chair, middle, 19.0, (40, 40, 150) if chip % 2 else (150, 110, 40))
            _disc(sheet, chair, middle, 13.5, (205, 214, 218))
            _disc(sheet, chair, middle, 12.0, (40, 40, 150) if chip % 2 else (150, 110, 40))
        if chair == 0:
            _box(sheet, chair, (60, 296, 132, 332), (206, 216, 222), -1)
            _box(sheet, chair, (63, 299, 129, 329), (50, 50, 170), 3)
            wind = cv2.resize(self._room.prints[WINDS[0]], (round(21 * PX_PER_MM), round(27 * PX_PER_MM)))
            left, top = _pixel(85, 300.5)
            part = sheet[top : top + wind.shape[0], left : left + wind.shape[1]]
            np.minimum(part, wind, out=part)

    def _seen(self, sheet: Image, size: tuple[int, int]) -> Image:
        """Light the sheet and see it through the camera."""
        step = 8
        columns, rows = (np.arange(-1, -(-side // step) + 1) * step + (step - 1) / 2 for side in size)
        grid = np.stack([each.ravel() for each in np.meshgrid(columns, rows)], axis=1)
        table = self._room.view.to_plane(grid, 0.0).astype(np.float32).reshape(len(rows), len(columns), 2)
        light = self._room.light_at(table[..., 0], table[..., 1]).astype(np.float32)
        fine = [
            cv2.resize(each, (len(columns) * step, len(rows) * step), interpolation=cv2.INTER_LINEAR)[
                step : step + size[1], step : step + size[0]
            ]
            for each in (table, light)
        ]
        x, y = ((fine[0][..., axis] + HALF_MM[axis]) * PX_PER_MM - 0.5 for axis in (0, 1))
        seen = cv2.remap(sheet, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        return (seen * fine[1]).clip(0, 255).astype(np.uint8)

    def console(self, sticks: Sequence[bool]) -> tuple[Image, tuple[int, int, int, int]]:
        """Return a picture of the console on the cloth, and its box in the camera's picture."""
        half = self._geometry.centre_half
        side = round(2 * half * CONSOLE_PX)
        sheet: Image = np.full((side, side, 3), (38, 36, 35), np.uint8)
        middle = side // 2
        if self._under.compass:
            cv2.circle(sheet, (middle, middle), round(0.8 * middle), (92, 84, 60), -1, cv2.LINE_AA)
            cv2.circle(sheet, (middle, middle), round(0.76 * middle), (26, 22, 20), -1, cv2.LINE_AA)
        for chair in range(4):
            turned = np.ascontiguousarray(np.rot90(sheet, -chair))
            self._console_side(turned, chair, stick=bool(sticks[chair]))
            sheet[:] = np.rot90(turned, chair)
        cv2.circle(sheet, (middle, middle), round(29 * CONSOLE_PX), (90, 88, 86), -1, cv2.LINE_AA)
        cv2.circle(sheet, (middle, middle), round(27 * CONSOLE_PX), (40, 34, 70), -1, cv2.LINE_AA)
        corners = self._room.view.points(
            [(x, y, 2.0) for x, y in ((-half, -half), (half, -half), (half, half), (-half, half))]
        )
        left, top = np.floor(corners.min(axis=0)).astype(int) - 2
        right, bottom = np.ceil(corners.max(axis=0)).astype(int) + 2
        frame = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32) - 0.5
        matrix = cv2.getPerspectiveTransform(frame, (corners - (left, top)).astype(np.float32))
        lit = (sheet * self._room.light_at(0.0, 0.0)).clip(0, 255).astype(np.uint8)
        drawn = self.picture[top:bottom, left:right].copy()
        soft = cv2.GaussianBlur(lit, (0, 0), 1.3)
        cv2.warpPerspective(soft, matrix, drawn.shape[1::-1], drawn, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
        return drawn, (int(left), int(top), int(right), int(bottom))

    def _console_side(self, sheet: Image, chair: int, *, stick: bool) -> None:
        """Draw one player's side of the console, as if it were that of chair 0."""
        mm, middle = CONSOLE_PX, sheet.shape[0] // 2

        def box(left: float, top: float, right: float, bottom: float, colour: Any) -> None:
            low, high = (
                (round(middle + x * mm), round(middle + y * mm)) for x, y in ((left, top), (right, bottom))
            )
            cv2.rectangle(sheet, low, high, colour, -1)

        box(-43, 53.6, 43, 60.4, (20, 18, 18))
        if stick:
            box(-41, 54.7, 41, 59.3, STICK)
            cv2.circle(
                sheet, (middle, round(middle + 57 * mm)), round(1.5 * mm), (40, 40, 190), -1, cv2.LINE_AA
            )
        if self._under.compass:
            print_ = cv2.resize(
                self._room.prints[WINDS[chair]], (12 * mm, 16 * mm), interpolation=cv2.INTER_AREA
            )
            ink = 1 - cv2.cvtColor(print_, cv2.COLOR_BGR2GRAY).astype(np.float32) / 224
            part = sheet[middle + 32 * mm : middle + 48 * mm, middle - 6 * mm : middle + 6 * mm]
            colour = (60, 80, 250) if chair == 0 else (70, 190, 255)
            part[:] = (part + (ink.clip(0, 1)[..., None] ** 0.7) * colour).clip(0, 255)
        else:
            box(-21, 36.2, 21, 50.2, (20, 18, 18))
            corner = (round(middle - 19 * mm), round(middle + 48 * mm))
            cv2.putText(
                sheet, DIGITS, corner, cv2.FONT_HERSHEY_PLAIN, 0.95 * mm, (110, 225, 90), mm, cv2.LINE_AA
            )


def _pixel(x_mm: float, y_mm: float) -> tuple[int, int]:
    return round((x_mm + HALF_MM[0]) * PX_PER_MM), round((y_mm + HALF_MM[1]) * PX_PER_MM)


def ground(geometry: TableGeometry, stock: Stock, random: Random) -> Image:
    """Return the cloth of a table, its wooden rim and a dark floor, as a flat sheet."""
    high = round(2 * HALF_MM[1] * PX_PER_MM)
    wood, cloth = (
        ground_of(random, pieces, HALF_MM[0], PX_PER_MM)[:high] for pieces in (stock.others, stock.cloths)
    )
    cloth = dyed(cloth, FELT_HUES[int(random.integers(len(FELT_HUES)))])
    sheet = (wood * 0.3).astype(np.uint8)
    for piece, light, half in (
        (wood, (0.5, 0.62, 0.8), geometry.rim_half),
        (np.full_like(wood, 22), (1.0, 1.0, 1.0), geometry.felt_half + 2),
        # Photographs are lit brightly; the felt of a table is darker than its tiles.
        (cloth, (float(random.uniform(0.55, 0.85)),) * 3, geometry.felt_half),
    ):
        (left, top), (right, bottom) = _pixel(-half, -half), _pixel(half, half)
        sheet[top:bottom, left:right] = (piece[top:bottom, left:right] * np.array(light)).clip(0, 255)
    return sheet


def _box(sheet: Image, chair: int, box: tuple[float, float, float, float], colour: Any, thick: int) -> None:
    left, top, right, bottom = box
    points = [
        _pixel(*to_table(chair, x, y))
        for x, y in ((left, top), (right, top), (right, bottom), (left, bottom))
    ]
    ring = np.array(points, np.int32)
    if colour is None:
        mask: Image = np.zeros(sheet.shape[:2], np.uint8)
        cv2.polylines(mask, [ring], True, (255,), thick + 1, cv2.LINE_AA)
        sheet[:] = np.where(mask[..., None] > 0, (sheet * 0.6).astype(np.uint8), sheet)
    elif thick < 0:
        cv2.fillConvexPoly(sheet, ring, colour, cv2.LINE_AA)
    else:
        cv2.polylines(sheet, [ring], True, colour, thick, cv2.LINE_AA)


def _disc(sheet: Image, chair: int, middle: tuple[float, float], radius: float, colour: Any) -> None:
    cv2.circle(sheet, _pixel(*to_table(chair, *middle)), round(radius * PX_PER_MM), colour, -1, cv2.LINE_AA)
