"""Tiles of laid films: a rounded body in two colours with a real face or a plain back."""

from typing import Any, Final

import cv2
import numpy as np

from bench.laid.material import PAPER, PRINT, Room
from simulation.camera.lens import Light
from simulation.camera.look import Look
from simulation.camera.sprites import BLACK_LEVEL, Sprite, TileArtist
from simulation.world.places import Lie, TilePlace
from vision.geometry import TileSize

Image = Any

FINE: Final = 2
IVORY_SHARE: Final = 0.6
BOX: Final = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
"""A tile's corners as shares of its size, clockwise from its top left as it reads."""
RELIEF: Final = 150.0
SHEEN: Final = 55.0
SHEEN_MM: Final = 110.0
LAMP_MM: Final = 1500.0
SHADE: Final = 0.4
MARGIN_PX: Final = 3
SHIFT: Final = 4


class LaidTiles(TileArtist):
    """Draws tiles of this size in a room, with a look's backs; their shadows are those of the simulated camera."""

    def __init__(self, room: Room, size: TileSize, look: Look) -> None:
        x, y = room.lamp
        super().__init__(room.view, Light(x_mm=x, y_mm=y, z_mm=LAMP_MM, shadow=SHADE), size, look)
        self._room = room
        self._prints = {face: (ink.astype(np.float32), *_slopes(ink)) for face, ink in room.prints.items()}
        self._backs = [np.array(back, np.float32) for back in look.backs]
        self._lamp, self._gloss = np.array(room.lamp), room.gloss

    def draw(self, face: int, tile_set: int, place: TilePlace, piece: int = 0) -> Sprite:
        """Draw a tile at its place; ``piece`` is its number, unused because no tile is worn."""
        del piece
        ivory, back = np.array(PAPER, np.float32) * 0.97, self._backs[tile_set]
        lie, high = place.lie, self._footprint(place.lie)[2]
        seam = {Lie.FACE_UP: 1 - IVORY_SHARE, Lie.FACE_DOWN: IVORY_SHARE, Lie.STANDING: 0.0}[lie]
        ring, box = self._outline(lie, 0.0), np.array(self._footprint(lie)[:2]) * BOX
        shapes, shares = [ring, ring, ring, box], (0.0, seam, 1.0, 1.0)
        sizes = [len(shape) for shape in shapes]
        up = np.repeat([share * high for share in shares], sizes)
        seen = self.view.points(self.on_table(np.concatenate(shapes), place, up))
        *rings, corners = np.split(seen, np.cumsum(sizes)[:-1].tolist())
        points = np.vstack(rings)
        left, top = np.floor(points.min(axis=0)).astype(int) - MARGIN_PX
        right, bottom = np.ceil(points.max(axis=0)).astype(int) + MARGIN_PX
        sheet: Image = np.zeros(((bottom - top) * FINE, (right - left) * FINE, 3), np.float32)
        mask: Image = np.zeros(sheet.shape[:2], np.uint8)

        def fine(pixels: Image) -> Image:
            return ((pixels - (left, top) + 0.5) * FINE - 0.5).astype(np.float32)

        lower, upper = (back, ivory) if lie is Lie.FACE_UP else (ivory, back)
        side = self._side_light(place)
        for one, other, colour in ((0, 1, lower), (1, 2, upper)):
            hull = cv2.convexHull(fine(np.vstack([rings[one], rings[other]])))[:, 0]
            _fill(sheet, hull, (colour * side).tolist())
            _fill(mask, hull, 255)
        lid = fine(rings[2])
        corners = fine(corners)
        _fill(sheet, lid, (back if lie is Lie.FACE_DOWN else ivory).tolist())
        if lie is Lie.FACE_UP:
            self._face(sheet, lid, corners, face, place)
        elif lie is Lie.STANDING:
            far = np.array(
                [*corners[:2], *(corners[:2] + (1 - IVORY_SHARE) * (corners[[3, 2]] - corners[:2]))[::-1]]
            )
            _fill(sheet, far, back.tolist())
        self._bevel(sheet, lid)
        sheen = self._gloss * SHEEN * np.exp(-(self._far(place) ** 2) / (2 * SHEEN_MM**2))
        lit = sheet * self._room.light_at(place.x_mm, place.y_mm).astype(np.float32) + np.float32(sheen)
        size = (int(right - left), int(bottom - top))
        cover = np.repeat(mask[..., None], 3, axis=2)
        colour = cv2.resize(
            (lit - BLACK_LEVEL).clip(0, 255) * (cover > 0), size, interpolation=cv2.INTER_AREA
        )
        through = 255 - cv2.resize(cover, size, interpolation=cv2.INTER_AREA)
        return Sprite(int(left), int(top), colour.astype(np.uint8), through)

    def _far(self, place: TilePlace) -> float:
        return float(np.hypot(place.x_mm - self._lamp[0] / 2, place.y_mm - self._lamp[1] / 2))

    def _side_light(self, place: TilePlace) -> float:
        """Return the brightness of the side that the camera sees, which faces the table's middle."""
        inwards = -np.array([place.x_mm, place.y_mm])
        lamp = self._lamp - (place.x_mm, place.y_mm)
        norm = max(float(np.linalg.norm(inwards) * np.linalg.norm(lamp)), 1.0)
        return 0.72 + 0.14 * float(inwards @ lamp) / norm

    def _face(self, sheet: Image, lid: Image, corners: Image, face: int, place: TilePlace) -> None:
        print_, across, down = self._prints[face]
        angle = np.deg2rad(place.angle_deg)
        lamp = self._lamp - (place.x_mm, place.y_mm)
        lamp = lamp / max(float(np.hypot(*lamp)), 1.0)
        right = float(lamp @ (np.cos(angle), -np.sin(angle)))
        below = float(lamp @ (np.sin(angle), np.cos(angle)))
        carved = print_ + (self._gloss * RELIEF) * (right * across + below * down)[..., None]
        frame = np.array([(0, 0), (PRINT[0], 0), PRINT, (0, PRINT[1])], np.float32) - 0.5
        matrix = cv2.getPerspectiveTransform(frame, corners)
        drawn = cv2.warpPerspective(
            carved, matrix, sheet.shape[1::-1], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        mask: Image = np.zeros(sheet.shape[:2], np.uint8)
        _fill(mask, lid, 255)
        np.copyto(sheet, drawn, where=mask[..., None] > 0)

    def _bevel(self, sheet: Image, lid: Image) -> None:
        """Brighten the round edge of a tile's top, more so with gloss."""
        line: Image = np.zeros(sheet.shape[:2], np.uint8)
        cv2.polylines(
            line, [(lid * 2**SHIFT).round().astype(np.int32)], True, (255,), FINE, cv2.LINE_AA, SHIFT
        )
        sheet += line[..., None] * np.float32((8 + 30 * self._gloss) / 255)


def _slopes(print_: Image) -> tuple[Image, Image]:
    """Return the slopes of the carved ink across and down."""
    gray = cv2.cvtColor(print_, cv2.COLOR_BGR2GRAY).astype(np.float32)
    depth = cv2.GaussianBlur((1 - gray / max(float(np.percentile(gray, 75)), 1.0)).clip(0, 1), (0, 0), 1.0)
    return cv2.Sobel(depth, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(depth, cv2.CV_32F, 0, 1, scale=1 / 8)


def _fill(image: Image, corners: Image, colour: Any) -> None:
    cv2.fillConvexPoly(
        image, (np.asarray(corners) * 2**SHIFT).round().astype(np.int32), colour, cv2.LINE_8, SHIFT
    )
