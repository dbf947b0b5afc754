"""Draws cut-outs of tiles as a camera above a table or in a hand would take them, with the usual faults.

A scene is composed at twice the size of a cut-out: felt, neighbours and their sides, the tile a little off its place and
turned, dirt, shadows; ``shots`` takes the picture.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import FACES, HAKU
from tools.training.others import direction, paint_cover, paint_pattern, paint_things, point
from tools.training.prints.pool import PRINT_HEIGHT, PRINT_WIDTH, Prints
from tools.training.shots import FINE, FINE_SIZE, Conditions, ShotAngle, ShotCamera
from vision.geometry import STANDARD_TILE
from vision.lens import Image
from vision.model.classifier import (
    BACK_CLASS,
    CROP_HEIGHT,
    CROP_WIDTH,
    OTHER_CLASS,
    TILE_HEIGHT_PX,
    TILE_WIDTH_PX,
)
from vision.prints.chance import happens
from vision.prints.faces import Colour

FINE_WIDTH_PX: Final = TILE_WIDTH_PX * FINE
FINE_HEIGHT_PX: Final = TILE_HEIGHT_PX * FINE
PX_PER_MM: Final = FINE_WIDTH_PX / STANDARD_TILE.width
MAX_OFFSET: Final = 0.17
"""The largest distance of a tile from its place, as a share of its width and length; most are less. [share; judged:
beyond the finder's error in films]"""
OTHER_SHARE: Final = 0.13
"""Share of cut-outs that show no tile. [share; judged: one class of 39 with more variety than any]"""
BACK_SHARE: Final = 0.04
"""Share of cut-outs that show a back. [share; judged: somewhat more than a face's 2 %]"""
PEERS: Final = (4, 13, 22, 34, 35, 36, 12, 14, 15, 24, 26)
"""Faces that are easily confused (fives and red fives, 4p, 6p, 7p, 7s, 9s): drawn more often. [faces; judged: by the
confusions in the model card]"""


class CropPainter:
    """Paints cut-outs from a stream of random numbers.

    Args:
        prints: the prints on the tiles.
        random: the stream.
        conditions: the conditions, one of which is chosen for each cut-out.
        wide: True to add scenes for training only: more things that are no tiles, and tiles among similar ones.
    """

    def __init__(
        self,
        prints: Prints,
        random: np.random.Generator,
        conditions: Sequence[Conditions],
        *,
        wide: bool = False,
    ) -> None:
        self._wide = wide
        self._prints = prints
        self._random = random
        self._cameras = [ShotCamera(one, random) for one in conditions]

    def batch(self, count: int) -> tuple[Image, NDArray[np.int64]]:
        """``count`` cut-outs and their classes: faces evenly; more of ``PEERS``, backs and everything else."""
        classes = np.array([self._random_class() for _ in range(count)], np.int64)
        crops = np.empty((count, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
        for index, label in enumerate(classes):
            crops[index] = self.crop(int(label))
        return crops, classes

    def _random_class(self) -> int:
        draw = self._random.random()
        if draw < OTHER_SHARE:
            return OTHER_CLASS
        if draw < OTHER_SHARE + BACK_SHARE:
            return BACK_CLASS
        if draw < OTHER_SHARE + BACK_SHARE + 0.17:
            return int(self._random.choice(PEERS))
        return int(self._random.integers(FACES))

    def crop(self, label: int) -> Image:
        """One cut-out of a class, BGR."""
        camera = self._cameras[int(self._random.integers(len(self._cameras)))]
        view = camera.view()
        scene = _Scene(self._prints, self._random, view, wide=self._wide)
        if label == OTHER_CLASS:
            scene.paint_other()
        else:
            scene.paint_whole(label)
        return camera.shoot(scene.canvas, view)


class _Scene:
    """Felt and what lies on it, seen from straight above the middle of the cut-out, at the height of the faces."""

    def __init__(self, prints: Prints, random: np.random.Generator, view: ShotAngle, *, wide: bool) -> None:
        self._wide = wide
        self._like: int | None = None
        self._prints = prints
        self._random = random
        self._back = self._back_colour()
        # Things below the faces appear shifted towards the camera; tiles are 16 to 21 mm thick.
        reach = np.tan(np.deg2rad(view.tilt)) * random.uniform(15, 21) * PX_PER_MM
        self._lean = reach * np.array((np.cos(view.towards), np.sin(view.towards)))
        self._shadow = random.uniform(2, 16) * direction(random) if happens(random, 0.7) else None
        self._bevel = random.uniform(0, 0.4) if happens(random, 0.6) else 0.0
        self._size = np.array((FINE_WIDTH_PX, FINE_HEIGHT_PX)) * random.normal(1.0, 0.025)
        self.canvas = self._felt()

    def _felt(self) -> Image:
        random = self._random
        base = np.array(
            (random.uniform(20, 110), random.uniform(50, 150), random.uniform(10, 80))
            if happens(random, 0.65)
            else random.uniform(10, 190, 3)
        )
        canvas = np.empty((FINE_SIZE[1], FINE_SIZE[0], 3), np.uint8)
        canvas[:] = base
        if happens(random, 0.35):
            # Cloth, wood, stone: grain that runs one way or none.
            grain = random.normal(0, random.uniform(4, 22), (FINE_SIZE[1], FINE_SIZE[0])).astype(np.float32)
            run = (0, 0, random.uniform(0.6, 3), random.uniform(0.6, 9))
            grain = cv2.GaussianBlur(grain, run[:2], run[2], sigmaY=run[3]) * (run[2] * run[3]) ** 0.5
            canvas[:] = (canvas + grain[..., None]).clip(0, 255)
        if happens(random, 0.2):
            start, end = random.uniform(-0.2, 1.2, (2, 2)) * FINE_SIZE
            colour = [float(v) for v in (base + random.normal(0, 60, 3)).clip(0, 255)]
            cv2.line(canvas, point(start), point(end), colour, int(random.integers(1, 9)), cv2.LINE_AA)
        return canvas

    def _back_colour(self) -> Colour:
        random = self._random
        if happens(random, 0.08):
            grey = int(random.integers(20, 200))
            return grey, grey, grey
        hue = np.array(
            [[[random.integers(180), random.integers(110, 255), random.integers(70, 245)]]], np.uint8
        )
        b, g, r = (int(value) for value in cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0])
        return b, g, r

    def paint_whole(self, label: int, *, dirt: float = 0.2) -> None:
        """One whole tile of a class, a little off the middle, among neighbours."""
        random = self._random
        if self._wide and happens(random, 0.3 if label in (HAKU, BACK_CLASS) else 0.05):
            self._like = label
        offset = random.uniform(-MAX_OFFSET, MAX_OFFSET, 2) * random.uniform(0, 1.0) ** 0.5
        turn = random.normal(0, 2.5)
        self._paint_tiles([(label, offset, turn), *self._neighbours(offset, turn)])
        if happens(random, dirt):
            self._paint_dirt()

    def _neighbours(
        self, offset: NDArray[np.float64], turn: float
    ) -> list[tuple[int, NDArray[np.float64], float]]:
        random = self._random
        found = []
        for side_x, side_y in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if not happens(random, 0.55):
                continue
            gap = np.array((random.uniform(0, 0.09), random.uniform(0, 0.06)))
            across = np.array((side_x, side_y))
            place = offset + across * (1 + gap) + random.normal(0, 0.04, 2) * (1 - np.abs(across))
            found.append((self._any_label(), place, turn + random.normal(0, 2)))
        return found

    def _any_label(self) -> int:
        if self._like is not None and happens(self._random, 0.7):
            return self._like
        return BACK_CLASS if happens(self._random, 0.2) else int(self._random.integers(FACES))

    def _print(self, label: int) -> Image:
        random = self._random
        if label == BACK_CLASS:
            image = np.empty((PRINT_HEIGHT, PRINT_WIDTH, 3), np.uint8)
            image[:] = self._back
            return image
        prints = self._prints.faces[label] if label < FACES else self._prints.flowers
        image = prints[int(random.integers(len(prints)))]
        return image[::-1, ::-1] if happens(random, 0.5) else image

    def _paint_tiles(self, tiles: list[tuple[int, NDArray[np.float64], float]]) -> None:
        """Paint tiles given by class, place (shares of a tile's width and length off the middle) and turn (degrees)."""
        placed = []
        for label, offset, turn in tiles:
            centre = np.array(FINE_SIZE) / 2 + offset * (FINE_WIDTH_PX, FINE_HEIGHT_PX)
            angle = np.deg2rad(turn)
            cos, sin = np.cos(angle), np.sin(angle)
            columns = np.array(((cos, -sin), (sin, cos))) * self._size
            placed.append((float(centre @ self._lean), label, centre, columns))
        for _, label, centre, columns in sorted(placed, key=lambda one: one[0]):
            self._paint_side(centre, columns)
            self._paint_top(self._print(label), centre, columns)

    def _paint_top(self, print_: Image, centre: NDArray[np.float64], columns: NDArray[np.float64]) -> None:
        scale = columns / np.array((PRINT_WIDTH, PRINT_HEIGHT))
        matrix = np.column_stack([scale, centre - scale @ np.array((PRINT_WIDTH / 2, PRINT_HEIGHT / 2))])
        mask = cv2.warpAffine(_rounded(), matrix, FINE_SIZE, flags=cv2.INTER_LINEAR)
        x, y, width, height = cv2.boundingRect(mask)
        if not width:
            return
        matrix[:, 2] -= (x, y)
        where = (width, height)
        if self._bevel:
            lit = cv2.multiply(print_, _bevelled(round(self._bevel * 10)), scale=1 / 255)
            print_ = np.asarray(lit, np.uint8)
        painted = cv2.warpAffine(
            print_, matrix, where, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        cv2.copyTo(painted, mask[y : y + height, x : x + width], self.canvas[y : y + height, x : x + width])

    def _paint_side(self, centre: NDArray[np.float64], columns: NDArray[np.float64]) -> None:
        """Paint the sides of the tile's body that an oblique camera sees, and its shadow."""
        random, canvas = self._random, self.canvas
        corners = centre + np.array(((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))) @ columns.T
        if self._shadow is not None:
            dark = canvas.copy()
            cv2.fillPoly(dark, [_hull(corners, corners + self._shadow + self._lean * 0.6)], [0, 0, 0])
            depth = random.uniform(0.2, 0.6)
            cv2.addWeighted(canvas, 1 - depth, dark, depth, 0, canvas)
        if self._lean @ self._lean < 1:
            return
        shade = random.uniform(0.45, 1.0)
        ivory = np.array((215, 230, 236)) * shade
        below = [float(v) * shade for v in self._back]
        cv2.fillPoly(canvas, [_hull(corners, corners + self._lean)], below, cv2.LINE_AA)
        split = random.uniform(0.5, 0.7)
        cv2.fillPoly(
            canvas, [_hull(corners, corners + self._lean * split)], [float(v) for v in ivory], cv2.LINE_AA
        )

    def _paint_dirt(self) -> None:
        """Specks, hairs and smears."""
        random = self._random
        for _ in range(int(random.integers(1, 6))):
            start = random.uniform(0, 1, 2) * FINE_SIZE
            end = start + random.normal(0, 7, 2)
            tone = float(random.uniform(0, 200))
            cv2.line(
                self.canvas,
                point(start),
                point(end),
                [tone * 0.8, tone * 0.9, tone],
                int(random.integers(1, 4)),
            )

    def paint_other(self) -> None:
        """Anything that is not one whole tile of riichi."""
        random = self._random
        if self._wide and happens(random, 0.3):
            # White tiles and backs have no print that shows where a tile ends; cloth may have a print that is no
            # tile's.
            if happens(random, 0.3):
                paint_pattern(self.canvas, random)
                return
            self._like = int(random.choice((HAKU, BACK_CLASS, int(random.integers(FACES)))))
            self._paint_between()
            return
        kind = random.random()
        if kind < 0.06:
            return
        if kind < 0.13:
            paint_things(self.canvas, random)
        elif kind < 0.2 and self._prints.flowers:
            self.paint_whole(OTHER_CLASS)
        elif kind < 0.5:
            self._paint_between()
        elif kind < 0.64:
            self._paint_standing()
        else:
            if happens(random, 0.85):
                self.paint_whole(int(random.integers(FACES + 1)))
            paint_cover(self.canvas, random)

    def _paint_between(self) -> None:
        """Two tiles, the cut-out between them; or one tile more than a third away; or the cut-out lies across."""
        random = self._random
        if happens(random, 0.25):
            place, pitch = random.normal(0, 0.12, 2), np.array((0, 0.76))
            tiles = [(self._any_label(), place + step * pitch, 90.0) for step in (0, 1, -1)]
            self._paint_tiles(tiles)
            return
        along = np.array((1.0, 0.0)) if happens(random, 0.5) else np.array((0.0, 1.0))
        share = random.uniform(0.36, 0.6) * random.choice((-1, 1))
        aside = random.normal(0, 0.06, 2) * (1 - along)
        turn = random.normal(0, 2)
        places = [along * share + aside, along * (share - 1.02 * np.sign(share)) + aside]
        tiles = []
        for place in places if happens(random, 0.65) else places[:1]:
            sideways = 90.0 if happens(random, 0.12) else 0.0
            tiles.append((self._any_label(), place * (1.3 if sideways else 1.0), turn + sideways))
        self._paint_tiles(tiles)

    def _paint_standing(self) -> None:
        """The side or top of a tile on its edge: ivory to the player, the colour of the back behind it."""
        random = self._random
        width, height = FINE_SIZE
        middle = height / 2 + random.uniform(-0.2, 0.2) * FINE_HEIGHT_PX
        half = FINE_HEIGHT_PX * random.uniform(0.26, 0.42)
        split = middle + half * random.uniform(-0.6, 0.3)
        left = width / 2 - FINE_WIDTH_PX * random.uniform(0.3, 0.7)
        ivory = np.array((218, 232, 238)) * random.uniform(0.75, 1.05)
        shades = (np.array(self._back) * random.uniform(0.6, 1), ivory)
        flip = happens(random, 0.2)
        for step in (-1, 0, 1):
            x0 = left + step * FINE_WIDTH_PX * random.uniform(0.98, 1.06)
            if step and happens(random, 0.3):
                continue
            x1 = x0 + FINE_WIDTH_PX * 0.98
            for low, high, shade in ((middle - half, split, shades[0]), (split, middle + half, shades[1])):
                top, bottom = (height - high, height - low) if flip else (low, high)
                colour = [float(v) for v in shade * random.uniform(0.9, 1)]
                cv2.rectangle(self.canvas, point((x0, top)), point((x1, bottom)), colour, -1, cv2.LINE_AA)


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


@lru_cache(maxsize=16)
def _bevelled(depth: int) -> Image:
    """The rounded edge of a face, where light falls off by ``depth`` tenths: 255 inside, darker at the rim."""
    rim = np.full((PRINT_HEIGHT, PRINT_WIDTH), 255 - 25 * depth, np.uint8)
    cv2.rectangle(rim, (5, 5), (PRINT_WIDTH - 6, PRINT_HEIGHT - 6), 255, -1)
    soft = np.asarray(cv2.GaussianBlur(rim, (0, 0), 2.5), np.uint8)
    return np.ascontiguousarray(np.repeat(soft[..., None], 3, axis=2))


def _hull(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.int32]:
    points = np.vstack([one, other]).astype(np.float32)
    return np.asarray(cv2.convexHull(points).round(), np.int32)
