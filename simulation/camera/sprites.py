"""Single tiles as the camera sees them: a rounded body in two colours, its face or back, and its soft shadow.

A sprite is drawn in place at three times the picture's resolution, then reduced, which makes edges smooth.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, starmap
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.camera.lens import Light
from simulation.camera.look import Look, print_of, print_on
from simulation.world.places import Lean, Lie, TilePlace
from vision.geometry import TileSize
from vision.lens import View

Picture: TypeAlias = "NDArray[Any]"
Points: TypeAlias = "NDArray[np.float64]"
Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom (exclusive), in pixels."""

FINE: Final = 3
BLACK_LEVEL: Final = 8
"""The mean of the sensor's noise. Everything is drawn darker by this much, and the noise is added at the end."""
FACE_SHARE: Final = 0.62
"""The share of a tile's thickness that is ivory, the rest being its coloured back."""
CORNER_MM: Final = 2.4
BEVEL_MM: Final = 1.1
LAYERS: Final = 9
LOWEST_SHADE: Final = 0.5
SHADOW_BLUR_PX: Final = 4.0
_SHIFT: Final = 4


@dataclass(frozen=True, slots=True)
class Sprite:
    """A patch of picture at ``left``, ``top``. ``through`` is the share of the old picture that stays (255: all).

    ``colour`` is then added. ``filled`` are boxes that hold everything it shows, and outside of them its pictures are
    arbitrary; empty if they are not known.
    """

    left: int
    top: int
    colour: Picture
    through: Picture
    filled: tuple[Box, ...] = ()

    @property
    def box(self) -> Box:
        """Left, top, right, bottom (exclusive)."""
        height, width = self.colour.shape[:2]
        return self.left, self.top, self.left + width, self.top + height

    @property
    def parts(self) -> tuple[Box, ...]:
        """Return boxes that hold everything it shows."""
        return self.filled or (self.box,)


def paint(picture: Picture, sprite: Sprite, within: Box | None = None) -> None:
    """Paint a sprite onto a picture, only within a box if one is given."""
    left, top, right, bottom = sprite.box
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(right, picture.shape[1]), min(bottom, picture.shape[0])
    if within is not None:
        x0, y0, x1, y1 = max(x0, within[0]), max(y0, within[1]), min(x1, within[2]), min(y1, within[3])
    if x0 >= x1 or y0 >= y1:
        return
    under = picture[y0:y1, x0:x1]
    part = slice(y0 - top, y1 - top), slice(x0 - left, x1 - left)
    cv2.multiply(under, sprite.through[part], dst=under, scale=1 / 255)
    cv2.add(under, sprite.colour[part], dst=under)


def rolled(sprite: Sprite, across: float, down: float) -> Sprite:
    """Bend a sprite that moves while its rows are exposed, by so many pixels for each row away from its middle."""
    if not (across or down):
        return sprite
    height, width = sprite.colour.shape[:2]
    middle, tall = (height - 1) / 2, 1 / (1 - down)
    aside = abs(across) * middle * tall
    more = int(np.ceil(aside)) + 1, max(0, int(np.ceil((tall - 1) * middle))) + 1
    matrix = np.array(
        [
            [1.0, across * tall, more[0] - across * tall * middle],
            [0.0, tall, more[1] + middle - tall * middle],
        ]
    )
    size = width + 2 * more[0], height + 2 * more[1]
    colour, through = (
        cv2.warpAffine(each, matrix, size, flags=cv2.INTER_LINEAR, borderValue=(around,) * 3)
        for each, around in ((sprite.colour, 0), (sprite.through, 255))
    )
    return Sprite(sprite.left - more[0], sprite.top - more[1], colour, through)


class TileArtist:
    """Draws tiles for one view, light and look."""

    def __init__(self, view: View, light: Light, size: TileSize, look: Look) -> None:
        self.view = view
        self.look = look
        self.light = light
        self.size = size
        self._outlines: dict[tuple[Lie, float], Points] = {}
        self._bodies: dict[Lie, _Body] = {}

    # -- shapes -------------------------------------------------------------------------------------------------

    def _footprint(self, lie: Lie) -> tuple[float, float, float]:
        """Return width, depth and height of a tile in this position."""
        if lie is Lie.STANDING:
            return self.size.width, self.size.thickness, self.size.length
        return self.size.width, self.size.length, self.size.thickness

    def _outline(self, lie: Lie, inset: float) -> Points:
        """Return the rounded outline of a tile from above, in its own frame (n by 2)."""
        key = (lie, inset)
        if key not in self._outlines:
            width, depth, _ = self._footprint(lie)
            radius = CORNER_MM - min(inset, CORNER_MM - 0.8)
            x, y = width / 2 - inset - radius, depth / 2 - inset - radius
            points = []
            for corner, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
                for step in range(6):
                    angle = np.pi / 2 * (corner + step / 5)
                    points.append((sx * x + radius * np.cos(angle), sy * y + radius * np.sin(angle)))
            self._outlines[key] = np.array(points)
        return self._outlines[key]

    def on_table(self, points: Points, place: TilePlace, height: float | Points) -> Points:
        """Convert points of the tile's own frame to the table's (n by 3), at one height or each at its own."""
        angle = np.radians(place.angle_deg)
        cos, sin = np.cos(angle), np.sin(angle)
        if place.lean is not None:
            points, height = self._aslant(points, place.lie, height, place.lean)
        x = points[:, 0] * cos + points[:, 1] * sin + place.x_mm
        y = -points[:, 0] * sin + points[:, 1] * cos + place.y_mm
        placed = np.empty((len(points), 3))
        placed[:, 0], placed[:, 1], placed[:, 2] = x, y, place.z_mm + height
        return placed

    def _aslant(self, points: Points, lie: Lie, height: float | Points, lean: Lean) -> tuple[Points, Points]:
        """Turn points of a tile and their heights about the lower edge of the side that stays down."""
        way, angle = np.array(lean.way), np.radians(lean.deg)
        cos, sin = np.cos(angle), np.sin(angle)
        width, depth, _ = self._footprint(lie)
        from_edge = points @ way + float(np.abs(way) @ (width, depth)) / 2
        across = from_edge * cos - height * sin
        return points + (across - from_edge)[:, None] * way, from_edge * sin + height * cos

    def _brightness(self, place: TilePlace) -> float:
        bright = float(self.light.at(place.x_mm, place.y_mm)) * (0.55 if place.z_mm < -1.0 else 1.0)
        if place.lean is None:
            return bright
        (x, y), lean, turn = place.lean.way, np.radians(place.lean.deg), np.radians(place.angle_deg)
        up = np.array([x * np.cos(turn) + y * np.sin(turn), -x * np.sin(turn) + y * np.cos(turn)])
        away = -np.sin(lean) * up
        normal = float(away[0]), float(away[1]), float(np.cos(lean))
        return bright * self.light.aslant(place.x_mm, place.y_mm, normal)

    def _body_of(self, lie: Lie) -> _Body:
        """Return the shapes of a tile in this position."""
        if lie not in self._bodies:
            _, _, high = self._footprint(lie)
            outer = self._outline(lie, 0.0)
            heights = [high * layer / LAYERS for layer in range(LAYERS + 1)]
            insets = [max(0.0, BEVEL_MM - min(each, high - each)) ** 2 / BEVEL_MM * 0.8 for each in heights]
            rings = [
                (self._outline(lie, round(inset, 3)), up) for inset, up in zip(insets, heights, strict=True)
            ]
            if lie is Lie.STANDING:
                marks = [(self._back_part(inset), up) for inset, up in zip(insets, heights, strict=True)]
                marks += [(self._outline(lie, 0.9), high), (self._back_part(0.9), high)]
            else:
                half_x, half_y = self.size.width / 2, self.size.length / 2
                corners = np.array(
                    [[-half_x, -half_y], [half_x, -half_y], [half_x, half_y], [-half_x, half_y]]
                )
                marks = [(corners, high), (self._outline(lie, BEVEL_MM), high)]
            shapes = [(outer, 0.0), (outer, high), *rings, *marks]
            ends = np.cumsum([len(shape) for shape, _ in shapes]).tolist()
            self._bodies[lie] = _Body(
                np.concatenate([shape for shape, _ in shapes]),
                np.concatenate([np.full(len(shape), up) for shape, up in shapes]),
                tuple(starmap(slice, pairwise([0, *ends]))),
                tuple(heights),
            )
        return self._bodies[lie]

    # -- drawing ------------------------------------------------------------------------------------------------

    def draw(self, face: int, tile_set: int, place: TilePlace, piece: int = 0) -> Sprite:
        """Draw a tile at its place; ``piece`` is its number, which decides how it is worn."""
        body = self._body_of(place.lie)
        high = body.heights[-1]
        # Map all points at once: one by one, mapping them through the lens takes longer than filling the shapes.
        seen = self.view.points(self.on_table(body.points, place, body.up))
        around = seen[: body.spans[1].stop]
        left, top = np.floor(around.min(axis=0)).astype(int) - 1
        right, bottom = np.ceil(around.max(axis=0)).astype(int) + 2
        canvas = np.zeros(((bottom - top) * FINE, (right - left) * FINE, 3), np.uint8)
        alpha = np.zeros(canvas.shape[:2], np.uint8)
        brush = _Brush(canvas)
        bright = self._brightness(place)
        ivory = tuple(channel * bright for channel in self.look.ivory)
        colour = tuple(channel * bright for channel in self.look.backs[tile_set])
        pixels = _fine_pixels(seen, (float(left), float(top)))
        fine = (pixels * 2**_SHIFT).round().astype(np.int32)
        ground, _, *shapes = (fine[span] for span in body.spans)
        rings, marks = shapes[: LAYERS + 1], shapes[LAYERS + 1 :]
        cv2.fillPoly(alpha, [ground], 255, cv2.LINE_AA, _SHIFT)
        if place.lean is not None:
            # The lowest edge of a raised tile is in sight.
            brush.fill(ground, ivory if place.lie is Lie.FACE_DOWN else colour, LOWEST_SHADE)
        for layer, (height, ring) in enumerate(zip(body.heights, rings, strict=True)):
            shade = 0.62 + 0.3 * layer / LAYERS
            if place.lie is Lie.STANDING:
                brush.fill(ring, ivory, shade)
                brush.fill(marks[layer], colour, shade)
            else:
                share = height / high if place.lie is Lie.FACE_DOWN else 1 - height / high
                brush.fill(ring, colour if share > FACE_SHARE else ivory, shade)
            cv2.fillPoly(alpha, [ring], 255, cv2.LINE_AA, _SHIFT)
        if place.lie is Lie.STANDING:
            brush.fill(marks[-2], ivory, 1.0)
            brush.fill(marks[-1], colour, 0.98)
        else:
            up = face if place.lie is Lie.FACE_UP else None
            worn = self.look.wear > 0
            art = print_on(self.look, up, tile_set, piece) if worn else print_of(self.look, up, tile_set)
            brush.print_art(art, pixels[body.spans[-2]], marks[-1], bright)
        return _reduced(canvas, alpha, int(left), int(top))

    def _back_part(self, inset: float) -> Points:
        """Return the coloured part of a standing tile's outline, on the side away from the player."""
        outline = self._outline(Lie.STANDING, round(inset, 3))
        split = self.size.thickness * (0.5 - FACE_SHARE)
        return np.stack([outline[:, 0], np.minimum(outline[:, 1], split)], axis=1)

    def shadow(self, place: TilePlace) -> Sprite:
        _, _, high = self._footprint(place.lie)
        outline = self._outline(place.lie, 0.0)
        low = max(place.z_mm, 0.0)
        solid = np.concatenate(
            [self.on_table(outline, place, low - place.z_mm), self.on_table(outline, place, high)]
        )
        ground = self.light.thrown(solid)
        pixels = self.view.points(np.column_stack([ground, np.zeros(len(ground))]))
        margin = round(SHADOW_BLUR_PX * 2.5)
        left, top = np.floor(pixels.min(axis=0)).astype(int) - margin
        right, bottom = np.ceil(pixels.max(axis=0)).astype(int) + margin
        dark = np.zeros((bottom - top, right - left), np.uint8)
        hull = cv2.convexHull(((pixels - (left, top)) * 2**_SHIFT).round().astype(np.int32))
        cv2.fillPoly(dark, [hull], 255, cv2.LINE_AA, _SHIFT)
        dark = cv2.GaussianBlur(dark, (0, 0), SHADOW_BLUR_PX)
        through = cv2.convertScaleAbs(255.0 - dark.astype(np.float32) * self.light.shadow)
        return Sprite(
            int(left),
            int(top),
            np.zeros((*dark.shape, 3), np.uint8),
            cv2.cvtColor(through, cv2.COLOR_GRAY2BGR),
        )


@dataclass(frozen=True, slots=True)
class _Body:
    """A tile's outlines on the felt, at its top and at each of its layers, then its marks, in its own frame.

    The marks of a standing tile are its back at each layer, then its top and the back's part of it. Those of another
    are the corners and the outline of what is printed on its top.

    Attributes:
        points: of all shapes (n by 2); ``up`` is the height of each.
        spans: the place of each shape in ``points``.
        heights: of the layers.
    """

    points: Points
    up: Points
    spans: tuple[slice, ...]
    heights: tuple[float, ...]


def _fine_pixels(points: Points, origin: tuple[float, float]) -> Points:
    """Convert points of the picture to pixels of a canvas ``FINE`` times as fine, which begins at ``origin``."""
    return (points - origin + 0.5) * FINE - 0.5


@dataclass(frozen=True, slots=True)
class _Brush:
    """Fills shapes on a canvas, given in its pixels times ``2**_SHIFT``."""

    canvas: Picture

    def fill(self, shape: NDArray[np.int32], colour: tuple[float, ...], shade: float) -> None:
        shaded: Any = tuple(channel * shade for channel in colour)
        cv2.fillPoly(self.canvas, [shape], shaded, cv2.LINE_8, _SHIFT)

    def print_art(self, art: Picture, corners: Points, within: NDArray[np.int32], bright: float) -> None:
        """Print a face or back, whose corners come to lie at these pixels, within a shape."""
        height, width = art.shape[:2]
        sheet = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        matrix = cv2.getPerspectiveTransform(sheet - 0.5, corners.astype(np.float32))
        size = (self.canvas.shape[1], self.canvas.shape[0])
        warped = cv2.warpPerspective(
            art, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        warped = cv2.convertScaleAbs(warped, alpha=bright)
        mask = np.zeros(self.canvas.shape[:2], np.uint8)
        cv2.fillPoly(mask, [within], 255, cv2.LINE_8, _SHIFT)
        cv2.copyTo(warped, mask, self.canvas)


def _reduced(canvas: Picture, alpha: Picture, left: int, top: int) -> Sprite:
    size = (canvas.shape[1] // FINE, canvas.shape[0] // FINE)
    cover = cv2.resize(alpha, size, interpolation=cv2.INTER_AREA)
    dark = cv2.convertScaleAbs(cover, alpha=BLACK_LEVEL / 255)
    masked = cv2.bitwise_and(canvas, canvas, mask=cv2.threshold(alpha, 127, 255, cv2.THRESH_BINARY)[1])
    colour = cv2.subtract(
        cv2.resize(masked, size, interpolation=cv2.INTER_AREA), cv2.cvtColor(dark, cv2.COLOR_GRAY2BGR)
    )
    return Sprite(left, top, colour, cv2.cvtColor(cv2.bitwise_not(cover), cv2.COLOR_GRAY2BGR))
