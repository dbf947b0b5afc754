"""Draws cut-outs of tiles as a camera above a table would give them, with everything that goes wrong there.

Each is composed at twice the size of a cut-out and shrunk: felt, neighbours, the tile a little off its place and
turned, shadow and light; then blur, noise and JPEG.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from referee.tiles import FACES
from vision.classifier import BACK_CLASS, CROP_HEIGHT, CROP_WIDTH, MM_PER_CROP_PX, OTHER_CLASS
from vision.training.pool import PRINT_HEIGHT, PRINT_WIDTH

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.training.faces import Colour, Image

FINE: Final = 2
TILE_WIDTH_PX: Final = 21 / MM_PER_CROP_PX * FINE
TILE_HEIGHT_PX: Final = 28 / MM_PER_CROP_PX * FINE
MAX_OFFSET: Final = 0.17
"""How far a tile may be off its place, as a share of its width and length; most are less."""


class CropPainter:
    """Paints cut-outs from a pool of prints and a stream of random numbers."""

    def __init__(self, pool: list[list[Image]], random: np.random.Generator) -> None:
        self._pool = pool
        self._random = random

    def batch(self, count: int) -> tuple[Image, NDArray[np.int64]]:
        """``count`` cut-outs and their classes: faces evenly, more of backs and of everything else."""
        classes = np.array([self._random_class() for _ in range(count)], np.int64)
        return np.stack([self.crop(int(label)) for label in classes]), classes

    def _random_class(self) -> int:
        draw = self._random.random()
        if draw < 0.12:
            return OTHER_CLASS
        if draw < 0.17:
            return BACK_CLASS
        if draw < 0.32:
            return int(self._random.choice((4, 13, 22, 34, 35, 36, 12, 14, 15, 24, 26)))
        return int(self._random.integers(FACES))

    def crop(self, label: int) -> Image:
        """One cut-out of a class, BGR."""
        random = self._random
        canvas = self._felt()
        back = self._back_colour()
        if label == OTHER_CLASS:
            self._paint_other(canvas, back)
        else:
            offset = random.uniform(-MAX_OFFSET, MAX_OFFSET, 2) * random.uniform(0, 1.0) ** 0.5
            turn = random.normal(0, 2.2)
            self._paint_neighbours(canvas, offset, turn, back)
            self._paint_tile(canvas, label, offset, turn, back)
        return self._photograph(canvas)

    def _felt(self) -> Image:
        random = self._random
        base = np.array(
            (random.uniform(20, 110), random.uniform(50, 130), random.uniform(10, 70))
            if random.random() < 0.75
            else random.uniform(15, 150, 3)
        )
        canvas = np.empty((CROP_HEIGHT * FINE, CROP_WIDTH * FINE, 3), np.uint8)
        canvas[:] = base
        return canvas

    def _back_colour(self) -> Colour:
        random = self._random
        hue = np.array(
            [[[random.integers(180), random.integers(120, 255), random.integers(90, 245)]]], np.uint8
        )
        b, g, r = (int(value) for value in cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0])
        return b, g, r

    def _print(self, label: int, back: Colour) -> Image:
        random = self._random
        if label == BACK_CLASS:
            image = np.empty((PRINT_HEIGHT, PRINT_WIDTH, 3), np.uint8)
            image[:] = back
            return image
        prints = self._pool[label]
        image = prints[int(random.integers(len(prints)))]
        if random.random() < 0.4:
            image = self._inset(image)
        return image[::-1, ::-1] if random.random() < 0.5 else image

    def _inset(self, image: Image) -> Image:
        """The print a little smaller or larger on its tile, and not quite in the middle."""
        random = self._random
        scale = random.uniform(0.86, 1.08)
        dx, dy = random.normal(0, 0.02, 2)
        matrix = np.array(
            [
                [scale, 0, PRINT_WIDTH * ((1 - scale) / 2 + dx)],
                [0, scale, PRINT_HEIGHT * ((1 - scale) / 2 + dy)],
            ]
        )
        moved = cv2.warpAffine(
            image,
            matrix,
            (PRINT_WIDTH, PRINT_HEIGHT),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(moved, np.uint8)

    def _paint_tile(
        self, canvas: Image, label: int, offset: NDArray[np.float64], turn: float, back: Colour
    ) -> None:
        """Paint a tile whose centre is off the canvas' centre by ``offset`` (shares of its width and length)."""
        random = self._random
        height, width = canvas.shape[:2]
        centre = np.array((width / 2 + offset[0] * TILE_WIDTH_PX, height / 2 + offset[1] * TILE_HEIGHT_PX))
        size = np.array((TILE_WIDTH_PX, TILE_HEIGHT_PX)) * random.uniform(0.96, 1.03)
        angle = np.deg2rad(turn)
        cos, sin = np.cos(angle), np.sin(angle)
        skew = random.normal(0, 0.012)
        columns = np.column_stack([(cos, sin), (-sin + skew, cos)]) * size
        self._paint_side(canvas, centre, columns, back)
        scale = columns / np.array((PRINT_WIDTH, PRINT_HEIGHT))
        shift = centre - scale @ np.array((PRINT_WIDTH / 2, PRINT_HEIGHT / 2))
        matrix = np.column_stack([scale, shift])
        print_ = self._print(label, back)
        where = (width, height)
        painted = cv2.warpAffine(print_, matrix, where, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
        mask = cv2.warpAffine(_rounded(), matrix, where, flags=cv2.INTER_LINEAR)
        shade: NDArray[np.floating] | float = 1.0
        if random.random() < 0.5:
            mask_edge = cv2.warpAffine(_bevel(), matrix, where, flags=cv2.INTER_LINEAR)
            shade = 1.0 - random.uniform(0, 0.35) * mask_edge[..., None].astype(np.float32) / 255
        alpha = mask[..., None].astype(np.float32) / 255
        canvas[:] = painted * (shade * alpha) + canvas * (1 - alpha)

    def _paint_side(
        self, canvas: Image, centre: NDArray[np.float64], columns: NDArray[np.float64], back: Colour
    ) -> None:
        """The side of the tile's body that a camera not straight above it sees, and its shadow."""
        random = self._random
        direction = random.uniform(0, 2 * np.pi)
        corners = centre + np.array(((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))) @ columns.T
        if random.random() < 0.7:
            reach = random.uniform(2, 14)
            shadow = corners + reach * np.array((np.cos(direction), np.sin(direction)))
            dark = canvas.copy()
            cv2.fillPoly(dark, [_hull(corners, shadow)], [0, 0, 0], cv2.LINE_AA)
            depth = random.uniform(0.2, 0.6)
            canvas[:] = cv2.addWeighted(canvas, 1 - depth, dark, depth, 0)
        if random.random() < 0.7:
            lean = random.uniform(0, 14) * np.array((np.cos(direction + 1), np.sin(direction + 1)))
            ivory = np.array((215, 230, 236)) * random.uniform(0.5, 0.95)
            cv2.fillPoly(
                canvas, [_hull(corners, corners + lean)], [float(v) * 0.8 for v in back], cv2.LINE_AA
            )
            cv2.fillPoly(
                canvas, [_hull(corners, corners + lean * 0.6)], [float(v) for v in ivory], cv2.LINE_AA
            )

    def _paint_neighbours(
        self, canvas: Image, offset: NDArray[np.float64], turn: float, back: Colour
    ) -> None:
        random = self._random
        for side_x, side_y in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if random.random() > 0.6:
                continue
            gap = np.array((random.uniform(0, 0.09), random.uniform(0, 0.06)))
            across = np.array((side_x, side_y))
            place = offset + across * (1 + gap) + random.normal(0, 0.04, 2) * (1 - np.abs(across))
            label = BACK_CLASS if random.random() < 0.2 else int(random.integers(FACES))
            self._paint_tile(canvas, label, place, turn + random.normal(0, 2), back)

    def _paint_other(self, canvas: Image, back: Colour) -> None:
        """Anything that is not one whole tile: felt, parts of tiles, a standing tile, a covered tile, a stick."""
        random = self._random
        kind = random.random()
        if kind < 0.12:
            return
        if kind < 0.4:
            self._paint_between(canvas, back)
        elif kind < 0.58:
            self._paint_standing(canvas, back)
        else:
            offset = random.uniform(-MAX_OFFSET, MAX_OFFSET, 2)
            turn = random.normal(0, 3)
            if random.random() < 0.85:
                self._paint_neighbours(canvas, offset, turn, back)
                self._paint_tile(canvas, int(random.integers(FACES + 1)), offset, turn, back)
            self._paint_cover(canvas)

    def _paint_between(self, canvas: Image, back: Colour) -> None:
        """Two tiles, the cut-out between them; or one tile more than a third away."""
        random = self._random
        along = np.array((1.0, 0.0)) if random.random() < 0.5 else np.array((0.0, 1.0))
        share = random.uniform(0.4, 0.6)
        aside = random.normal(0, 0.06, 2) * (1 - along)
        turn = random.normal(0, 2)
        places = [along * share + aside, along * (share - 1.02) + aside]
        for place in places if random.random() < 0.6 else places[:1]:
            label = BACK_CLASS if random.random() < 0.2 else int(random.integers(FACES))
            sideways = 90.0 if random.random() < 0.15 else 0.0
            self._paint_tile(canvas, label, place * (1.3 if sideways else 1.0), turn + sideways, back)

    def _paint_standing(self, canvas: Image, back: Colour) -> None:
        """The top of a tile on its short edge: ivory to the player, the colour of the back behind it."""
        random = self._random
        height, width = canvas.shape[:2]
        middle = height / 2 + random.uniform(-0.2, 0.2) * TILE_HEIGHT_PX
        half = TILE_HEIGHT_PX * random.uniform(0.26, 0.42)
        split = middle + half * random.uniform(-0.6, 0.3)
        left = width / 2 - TILE_WIDTH_PX * random.uniform(0.3, 0.7)
        ivory = np.array((218, 232, 238)) * random.uniform(0.75, 1.05)
        towards = 1 if random.random() < 0.8 else -1
        for step in (-1, 0, 1):
            x0 = left + step * TILE_WIDTH_PX * random.uniform(0.98, 1.06)
            if step and random.random() < 0.3:
                continue
            x1 = x0 + TILE_WIDTH_PX * 0.98
            for low, high, colour in (
                (middle - half, split, np.array(back) * random.uniform(0.6, 1)),
                (split, middle + half, ivory * random.uniform(0.9, 1)),
            ):
                top, bottom = (low, high) if towards == 1 else (height - high, height - low)
                cv2.rectangle(
                    canvas,
                    (round(x0), round(top)),
                    (round(x1), round(bottom)),
                    [float(v) for v in colour],
                    -1,
                    cv2.LINE_AA,
                )

    def _paint_cover(self, canvas: Image) -> None:
        """Fingers or a sleeve over at least a quarter of the cut-out."""
        random = self._random
        height, width = canvas.shape[:2]
        skin = np.array((random.uniform(70, 175), random.uniform(100, 195), random.uniform(140, 240)))
        colour = np.sort(skin) if random.random() < 0.7 else random.uniform(10, 245, 3)
        for _ in range(8):
            cover = np.zeros((height, width), np.uint8)
            for _finger in range(int(random.integers(1, 4))):
                start = random.uniform(-0.3, 1.3, 2) * (width, height)
                end = random.uniform(0.0, 1.0, 2) * (width, height)
                thick = int(random.uniform(18, 60))
                cv2.line(
                    cover,
                    (round(start[0]), round(start[1])),
                    (round(end[0]), round(end[1])),
                    255,
                    thick,
                    cv2.LINE_AA,
                )
            if cover[12:-12, 8:-8].mean() > 62:
                break
        else:
            cover[: height // 2] = 255
        alpha = cover[..., None].astype(np.float32) / 255
        y, x = np.mgrid[0:height, 0:width]
        light = (
            1 + random.uniform(-0.2, 0.2) * (x / width - 0.5) + random.uniform(-0.2, 0.2) * (y / height - 0.5)
        )
        canvas[:] = (alpha * (colour * light[..., None]).clip(0, 255) + canvas * (1 - alpha)).astype(np.uint8)

    def _photograph(self, canvas: Image) -> Image:
        """Light, lens, sensor and codec; shrinks to the size of a cut-out."""
        random = self._random
        fine = canvas
        blur = random.uniform(0, 1.0) * FINE
        if blur > 0.4:
            fine = np.asarray(cv2.GaussianBlur(fine, (0, 0), blur), np.uint8)
        image = cv2.resize(fine, (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_AREA).astype(np.float32)
        gain = random.uniform(0.45, 1.15) * random.uniform(0.88, 1.12, 3)
        across = np.linspace(-0.5, 0.5, CROP_WIDTH, dtype=np.float32)[None, :, None]
        down = np.linspace(-0.5, 0.5, CROP_HEIGHT, dtype=np.float32)[:, None, None]
        image *= gain * (1 + random.normal(0, 0.1) * across + random.normal(0, 0.1) * down)
        if random.random() < 0.25:
            image *= self._shadow_edge()
        if random.random() < 0.15:
            image += random.uniform(0, 40)
        image += random.normal(0, random.uniform(0.5, 7), image.shape)
        result = np.asarray(image.clip(0, 255), np.uint8)
        if random.random() < 0.3:
            quality = int(random.integers(45, 96))
            _, coded = cv2.imencode(".jpg", result, [cv2.IMWRITE_JPEG_QUALITY, quality])
            result = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
        return result

    def _shadow_edge(self) -> NDArray[np.float32]:
        """A soft shadow over a part of the cut-out."""
        random = self._random
        angle = random.uniform(0, 2 * np.pi)
        y, x = np.mgrid[-0.5 : 0.5 : CROP_HEIGHT * 1j, -0.5 : 0.5 : CROP_WIDTH * 1j]
        side = (x * np.cos(angle) + y * np.sin(angle) - random.uniform(-0.4, 0.4)) / random.uniform(0.03, 0.4)
        depth = random.uniform(0.1, 0.5)
        return np.asarray((1 - depth / (1 + np.exp(-side.clip(-30, 30))))[..., None], np.float32)


@lru_cache(maxsize=1)
def _rounded() -> Image:
    """The outline of a face with its rounded corners, as a mask."""
    mask = np.zeros((PRINT_HEIGHT, PRINT_WIDTH), np.uint8)
    radius = 8
    cv2.rectangle(mask, (radius, 0), (PRINT_WIDTH - 1 - radius, PRINT_HEIGHT - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (PRINT_WIDTH - 1, PRINT_HEIGHT - 1 - radius), 255, -1)
    for x in (radius, PRINT_WIDTH - 1 - radius):
        for y in (radius, PRINT_HEIGHT - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1)
    return mask


@lru_cache(maxsize=1)
def _bevel() -> Image:
    """The rounded edge of a face, where light falls off: 255 at the rim, 0 inside."""
    rim = np.full((PRINT_HEIGHT, PRINT_WIDTH), 255, np.uint8)
    cv2.rectangle(rim, (5, 5), (PRINT_WIDTH - 6, PRINT_HEIGHT - 6), 0, -1)
    return np.asarray(cv2.GaussianBlur(rim, (0, 0), 2.5), np.uint8)


def _hull(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.int32]:
    points = np.vstack([one, other]).astype(np.float32)
    return np.asarray(cv2.convexHull(points).round(), np.int32)
