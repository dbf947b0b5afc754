"""The camera above the table: renders the world as pictures of 1920 by 1440, the same for the same seed and times.

The table at rest is kept composed; where something changed only that part is composed again from sprites, tiles
further from the camera's foot first. Arms, and the noise of the sensor, are put on each picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import cv2
import numpy as np

from table_controller.simulation.arm_sprites import ArmArtist
from table_controller.simulation.console import Console
from table_controller.simulation.lens import HEIGHT_PX, WIDTH_PX, Light, Mount
from table_controller.simulation.places import Lie, Place
from table_controller.simulation.sprites import BLACK_LEVEL, Sprite, TileArtist, paint
from table_controller.simulation.tabletop import draw_tabletop
from vision.geometry import to_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from table_controller.simulation.world import Arm, TileObject, World

Picture: TypeAlias = "NDArray[Any]"
Box: TypeAlias = tuple[int, int, int, int]

NOISE: Final = 2.4
CARRIED_Z_MM: Final = 30.0
"""How high tiles are carried above the felt."""
NOISE_SPARE_PX: Final = 192
CACHED_SPRITES: Final = 4096


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A tile as it stands in the composed picture."""

    revision: int
    body: Sprite
    shadow: Sprite
    order: tuple[float, float, int]

    @property
    def box(self) -> Box:
        return _around(self.body.box, self.shadow.box)


class OverheadCamera:
    """Films a world.

    Args:
        world: what is filmed.
        mount: how the camera hangs.
        light: how the room is lit.
        seed: of textures and noise.
        noise: standard deviation of the sensor's noise, in grey levels.

    Attributes:
        covered: the cap is on the lens: nothing but noise.
    """

    def __init__(
        self,
        world: World,
        *,
        mount: Mount | None = None,
        light: Light | None = None,
        seed: int = 0,
        noise: float = NOISE,
    ) -> None:
        self.world = world
        self.covered = False
        mount, light = mount or Mount(), light or Light()
        self.view = mount.view()
        self._foot = mount.aside_mm
        self._tiles = TileArtist(self.view, light, world.geometry.tile)
        self._arms = ArmArtist(self.view, np.random.default_rng([seed, 3]))
        self._console = Console(world.geometry.centre_half, self.view, light)
        self._bare = draw_tabletop(world.geometry, mount, light, seed)
        self._empty = self._bare.copy()
        self._still = self._bare.copy()
        self._noise = _noise(seed, noise)
        self._noise_rng = np.random.default_rng([seed, 2])
        self._drawn: dict[int, _Drawn] = {}
        self._cache: dict[tuple[object, Place], tuple[Sprite, Sprite]] = {}
        self._shown: tuple[object, ...] | None = None
        self._console_shows: tuple[object, ...] | None = None

    def moving(self, at_ms: int) -> bool:
        """Whether the picture of this time would differ from the last one by more than noise."""
        return self._state(at_ms) != self._shown

    def _state(self, at_ms: int) -> tuple[object, ...]:
        return self.covered, self.world.revision, *(arm.at(at_ms) for arm in self.world.arms)

    def render(self, at_ms: int, out: Picture | None = None) -> Picture:
        """The picture at this table time (BGR, ``HEIGHT_PX`` by ``WIDTH_PX``), into ``out`` where it is given."""
        picture = np.empty((HEIGHT_PX, WIDTH_PX, 3), np.uint8) if out is None else out
        self._shown = self._state(at_ms)
        x, y = (int(offset) for offset in self._noise_rng.integers(0, NOISE_SPARE_PX, 2))
        noise = self._noise[y : y + HEIGHT_PX, x : x + WIDTH_PX]
        if self.covered:
            np.copyto(picture, noise)
            return picture
        self._compose()
        np.copyto(picture, self._still)
        for arm in self.world.arms:
            for carried in self._carried(arm, at_ms):
                paint(picture, carried)
            sprite = self._arms.sprite(arm.chair, arm.at(at_ms), arm.spread, (WIDTH_PX, HEIGHT_PX))
            if sprite is not None:
                paint(picture, sprite)
        cv2.add(picture, noise, dst=picture)
        return picture

    def _carried(self, arm: Arm, at_ms: int) -> list[Sprite]:
        """The tiles between the fingers of a hand, side by side."""
        held = self.world.in_zone(f"held/{arm.chair}")
        x, y = arm.at(at_ms)
        width = self.world.geometry.tile.width
        sprites = []
        for index, tile in enumerate(held):
            dx, dy = to_table(arm.chair, (index - (len(held) - 1) / 2) * width, 0.0)
            place = Place(x + dx, y + dy, 90.0 * arm.chair, tile.carried, CARRIED_Z_MM)
            sprites.append(self._tiles.draw(tile.face, tile.tile_set, place))
        return sprites

    # -- the table at rest --------------------------------------------------------------------------------------

    def _compose(self) -> None:
        """Bring the composed picture up to date with the world."""
        dirty: list[Box] = []
        shows = (self.world.displays, tuple(self.world.sticks))
        if shows != self._console_shows:
            self._console_shows = shows
            left, top, right, bottom = self._console.box
            self._empty[top:bottom, left:right] = self._bare[top:bottom, left:right]
            self._console.draw(self._empty, self.world.displays, self.world.sticks)
            dirty.append(self._console.box)
        for tile in self.world.tiles:
            before = self._drawn.get(tile.number)
            if before is None and tile.place is None:
                continue
            if before is not None and before.revision == tile.revision:
                continue
            if before is not None:
                dirty.append(before.box)
                del self._drawn[tile.number]
            if tile.place is not None:
                drawn = self._draw(tile, tile.place)
                self._drawn[tile.number] = drawn
                dirty.append(drawn.box)
        for box in _merged(dirty):
            self._recompose(box)

    def _draw(self, tile: TileObject, place: Place) -> _Drawn:
        key = (tile.tile_set, tile.face if place.lie is Lie.FACE_UP else None), place
        sprites = self._cache.get(key)
        if sprites is None:
            if len(self._cache) >= CACHED_SPRITES:
                self._cache.clear()
            sprites = (self._tiles.draw(tile.face, tile.tile_set, place), self._tiles.shadow(place))
            self._cache[key] = sprites
        away = (place.x_mm - self._foot[0]) ** 2 + (place.y_mm - self._foot[1]) ** 2
        return _Drawn(tile.revision, *sprites, (place.z_mm, -away, tile.number))

    def _recompose(self, box: Box) -> None:
        left, top, right, bottom = (
            max(box[0], 0),
            max(box[1], 0),
            min(box[2], WIDTH_PX),
            min(box[3], HEIGHT_PX),
        )
        if left >= right or top >= bottom:
            return
        box = (left, top, right, bottom)
        self._still[top:bottom, left:right] = self._empty[top:bottom, left:right]
        # Always in the same order: then the parts of a picture do not depend on what else was composed with them.
        inside = sorted(
            (drawn for drawn in self._drawn.values() if _meet(drawn.box, box)), key=lambda drawn: drawn.order
        )
        for drawn in inside:
            paint(self._still, drawn.shadow, box)
        for drawn in inside:
            paint(self._still, drawn.body, box)


@lru_cache(maxsize=2)
def _noise(seed: int, strength: float) -> Picture:
    """A field of noise about ``BLACK_LEVEL``, larger than a picture; grains are a little wider than a pixel."""
    rng = np.random.default_rng([seed, 4])
    shape = (HEIGHT_PX + NOISE_SPARE_PX, WIDTH_PX + NOISE_SPARE_PX, 3)
    grain: Picture = cv2.GaussianBlur(rng.normal(0.0, 1.0, shape).astype(np.float32), (0, 0), 0.6)
    grain *= strength / float(grain.std())
    return np.clip(np.round(grain + BLACK_LEVEL), 0, 255).astype(np.uint8)


def _around(a: Box, b: Box) -> Box:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _merged(boxes: list[Box]) -> list[Box]:
    """Boxes that meet are joined, so that nothing is composed twice."""
    left = list(boxes)
    result: list[Box] = []
    while left:
        box = left.pop()
        grown = True
        while grown:
            grown = False
            for other in (*left, *result):
                if _meet(box, other):
                    (left if other in left else result).remove(other)
                    box = _around(box, other)
                    grown = True
        result.append(box)
    return result
