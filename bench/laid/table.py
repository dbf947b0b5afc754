"""The table of laid films: photographed cloth and wood, a console, and objects that lie on a table all evening."""

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np

from bench.laid.material import FELT_HUES, Random, Room, Stock, dyed, ground_of, lit
from simulation.camera.console import Console
from simulation.camera.lens import Light
from simulation.camera.sprites import BLACK_LEVEL
from simulation.world.machine import ShownDisplays
from vision.geometry import TableGeometry, to_table

Image = Any

PX_PER_MM: Final = 2.5
HALF_MM: Final = (600.0, 460.0)
WINDS: Final = (27, 28, 29, 30)
WIND_MM: Final = (21.0, 32.0, 37.0, 53.0)
"""The place of a wind beside its player's display: left, top, right, bottom."""
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
        compass: the console shows the winds around its dome.
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


class LaidConsole(Console):
    """The simulated console; with a circumstance's compass each player's wind beside the dome."""

    def __init__(self, room: Room, half_mm: float, under: Under) -> None:
        super().__init__(half_mm, room.view, Light())
        self._winds = [room.prints[wind] for wind in WINDS] if under.compass else []

    def _middle(self, sheet: Image, displays: ShownDisplays) -> None:
        super()._middle(sheet, displays)
        for chair, wind in enumerate(self._winds):
            turned = np.ascontiguousarray(np.rot90(sheet, -chair))
            (left, top), (right, bottom) = self._pixel(*WIND_MM[:2]), self._pixel(*WIND_MM[2:])
            print_ = cv2.resize(wind, (right - left, bottom - top), interpolation=cv2.INTER_AREA)
            ink = 1 - cv2.cvtColor(print_, cv2.COLOR_BGR2GRAY).astype(np.float32) / 224
            part = turned[top:bottom, left:right]
            colour = (60, 80, 250) if chair == 0 else (70, 190, 255)
            part[:] = (part + (ink.clip(0, 1)[..., None] ** 0.7) * colour).clip(0, 255)
            sheet[:] = np.rot90(turned, chair)


class Tabletop:
    """The table without tiles and console, drawn flat and seen through the camera in pictures of a size.

    Attributes:
        picture: of it.
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
        return (seen * fine[1] - BLACK_LEVEL).clip(0, 255).astype(np.uint8)


def _pixel(x_mm: float, y_mm: float) -> tuple[int, int]:
    return round((x_mm + HALF_MM[0]) * PX_PER_MM), round((y_mm + HALF_MM[1]) * PX_PER_MM)


def ground(geometry: TableGeometry, stock: Stock, random: Random) -> Image:
    """Return the cloth of a table, its wooden rim and a dark floor, as a flat sheet."""
    high = round(2 * HALF_MM[1] * PX_PER_MM)
    wood, cloth = (
        ground_of(random, pieces, HALF_MM[0], PX_PER_MM)[:high] for pieces in (stock.others, stock.cloths)
    )
    cloth = dyed(cloth, FELT_HUES[int(random.integers(len(FELT_HUES)))])
    # Photographs are lit brightly; the felt of a table is darker than its tiles.
    felt = (float(random.uniform(0.55, 0.85)),) * 3
    sheet = lit(wood, (0.3,) * 3)
    dark = np.full((1, 1, 3), 22, np.uint8)
    for piece, light, half in (
        (wood, (0.5, 0.62, 0.8), geometry.rim_half),
        (dark, (1.0,) * 3, geometry.felt_half + 2),
        (cloth, felt, geometry.felt_half),
    ):
        (left, top), (right, bottom) = _pixel(-half, -half), _pixel(half, half)
        sheet[top:bottom, left:right] = piece if piece is dark else lit(piece[top:bottom, left:right], light)
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
        cv2.copyTo(lit(sheet, (0.6,) * 3), mask, sheet)
    elif thick < 0:
        cv2.fillConvexPoly(sheet, ring, colour, cv2.LINE_AA)
    else:
        cv2.polylines(sheet, [ring], True, colour, thick, cv2.LINE_AA)


def _disc(sheet: Image, chair: int, middle: tuple[float, float], radius: float, colour: Any) -> None:
    cv2.circle(sheet, _pixel(*to_table(chair, *middle)), round(radius * PX_PER_MM), colour, -1, cv2.LINE_AA)
