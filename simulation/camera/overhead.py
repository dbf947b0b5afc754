"""The camera above the table: renders the world as pictures. The same seed and times give the same pictures.

It keeps a composed picture of the resting table, and composes only changed parts again, from sprites, beginning with the
tiles farthest from the point below the camera. Moving things are repainted only where they moved. The result equals,
byte for byte, the picture of a camera that sees the world for the first time. The sensor (``plates.py``) adds noise to
each picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.camera.arm_sprites import ROLLED_PX, ArmArtist
from simulation.camera.console import Console
from simulation.camera.layers import Layers, meet
from simulation.camera.lens import Light, Mount
from simulation.camera.look import Look
from simulation.camera.plates import Plate, Sensor
from simulation.camera.sprites import BLACK_LEVEL, Box, Sprite, TileArtist, paint, rolled
from simulation.camera.tabletop import draw_tabletop
from simulation.camera.thing_sprites import thing_sprite
from simulation.world.places import Lie, TilePlace
from simulation.world.world import Arm, Thing, TileObject, World
from vision.geometry import to_table
from vision.zones import CHAIRS

Picture: TypeAlias = "NDArray[Any]"

NOISE: Final = 2.4
OTHER_SENSOR: Final = 1_000_003
"""The difference between the seeds of two sensors."""
CARRIED_Z_MM: Final = 30.0
"""The height above the felt at which tiles are carried."""
ROW_STEPS: Final = 3
"""The number of iterations that find a moving tile's row and exposure time, which depend on each other."""
CACHED_SPRITES: Final = 2048
"""Twice the number that two sets need, face down and face up, with a hand's places at each chair."""


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A tile in the composed picture."""

    revision: int
    body: Sprite
    shadow: Sprite
    order: tuple[float, float, int]
    box: Box


class OverheadCamera:
    """Films a world.

    Args:
        world: the world to film.
        mount: the camera's mount.
        light: the room's light.
        look: prints, backs and cloth.
        seed: of textures and noise.
        noise: standard deviation of the sensor's noise, in grey levels.
        number: of this camera at the table; each has noise of its own.
        bare: a picture of the table without tiles, console and dice; drawn if None.

    Attributes:
        covered: the cap is on the lens, so pictures are only noise.
        readout_ms: the time from the exposure of the first row to the last, which bends moving things.
        repainted: boxes in which the newest picture without noise differs from the one before.
        size: width and height of the pictures.
    """

    def __init__(
        self,
        world: World,
        *,
        mount: Mount | None = None,
        light: Light | None = None,
        look: Look | None = None,
        seed: int = 0,
        noise: float = NOISE,
        number: int = 0,
        bare: Picture | None = None,
    ) -> None:
        self.world = world
        self.readout_ms = 0.0
        self.covered = False
        mount, light, look = mount or Mount(), light or Light(), look or Look()
        self._light = light
        self.view = mount.view()
        self.size = mount.size
        self._foot = mount.aside_mm
        self._tiles = TileArtist(self.view, light, world.geometry.tile, look)
        rng = np.random.default_rng([seed, 3])
        self._arms = ArmArtist(self.view, rng, watches=look.watches, coarse=mount.coarse)
        self._console = Console(world.geometry.centre_half, self.view, light)
        if bare is None:
            bare = draw_tabletop(world.geometry, mount, light, seed, look.cloth)
        self._bare = bare
        self._empty = self._bare.copy()
        self._still = self._bare.copy()
        self._sensor = Sensor(seed + number * OTHER_SENSOR, noise, self.size)
        self._drawn: dict[int, _Drawn] = {}
        self._backs: dict[tuple[int, TilePlace], tuple[Sprite, Sprite]] = {}
        self._things: dict[Thing, Sprite] = {}
        self._held: dict[int, tuple[tuple[object, ...], list[Sprite]]] = {}
        self._layers = Layers(self._still)
        self.repainted: list[Box] = []
        self._lit: Picture | None = None
        self._unlit: list[Box] = []
        self._composed = -1
        self._hands: tuple[int, list[list[TileObject]]] = (-1, [])
        self._shown: tuple[object, ...] | None = None
        self._console_shows: tuple[object, ...] | None = None

    def draw_noise(self) -> None:
        """Draw the noise before the first frame, which would wait for it."""
        self._sensor.draw_ahead()

    def moving(self, at_ms: int) -> bool:
        """Return whether the picture of this time would differ from the last one by more than noise."""
        return self._state(at_ms) != self._shown

    def _state(self, at_ms: int) -> tuple[object, ...]:
        world = self.world
        arms = ((self._tips(arm, at_ms), arm.height_mm) for arm in (*world.arms, *world.other_arms))
        return self.covered, world.revision, tuple(world.things), *arms

    def render(self, at_ms: int, out: Plate | None = None) -> Picture:
        """Render the picture at this table time (BGR, rows by columns by 3), on the plate ``out`` if given."""
        self._shown = self._state(at_ms)
        if out is None:
            out = Plate(np.empty((self.size[1], self.size[0], 3), np.uint8))
        if self.covered:
            self._sensor.expose_dark(out)
        else:
            self._draw_up_to(at_ms)
            self._sensor.expose(self._layers.picture, out)
        self._sensor.begin_next()
        return out.picture

    def noiseless(self, at_ms: int) -> Picture:
        """Render the picture at this table time without noise. It is read-only, and the next picture overwrites it."""
        self._shown = self._state(at_ms)
        self._draw_up_to(at_ms)
        drawn = self._layers.picture
        if self._lit is None:
            self._lit, self._unlit = np.empty_like(drawn), [(0, 0, *self.size)]
        for left, top, right, bottom in self._unlit:
            part = slice(top, bottom), slice(left, right)
            cv2.convertScaleAbs(drawn[part], self._lit[part], beta=BLACK_LEVEL)
        self.repainted, self._unlit = self._unlit, []
        return self._lit

    def _draw_up_to(self, at_ms: int) -> None:
        changed = self._compose()
        sprites = [self._lying(thing) for thing in self.world.things]
        for arm in (*self.world.arms, *self.world.other_arms):
            if not arm.left:
                sprites += self._carried(arm, at_ms)
            sprite = self._arms.sprite(
                arm.chair,
                self._tips(arm, at_ms),
                arm.spread,
                self.size,
                left=arm.left,
                height_mm=arm.height_mm,
            )
            if sprite is not None:
                sprites.append(sprite)
        painted = self._layers.show(sprites, changed)
        if self._lit is not None:
            self._unlit += painted
        self._sensor.changed(painted)

    def _tips(self, arm: Arm, at_ms: float) -> tuple[tuple[float, float], ...]:
        """Return an arm's finger tips during a picture: one point at rest, otherwise one for each group of rows."""
        first = arm.at(at_ms)
        if not self.readout_ms or arm.at(at_ms + self.readout_ms) == first:
            return (first,)
        middles = range(ROLLED_PX // 2, self.size[1] + ROLLED_PX // 2, ROLLED_PX)
        return tuple(arm.at(self._exposed_ms(at_ms, row)) for row in middles)

    def _exposed_ms(self, at_ms: float, row: float) -> float:
        """Return the time at which a row is exposed in the picture of this time."""
        return at_ms + self.readout_ms * row / self.size[1]

    def _lying(self, thing: Thing) -> Sprite:
        """Draw a thing that does not belong to the table."""
        if thing not in self._things:
            self._things = {
                known: sprite for known, sprite in self._things.items() if known in self.world.things
            }
            self._things[thing] = thing_sprite(thing, self.view, self._light)
        return self._things[thing]

    def _carried(self, arm: Arm, at_ms: int) -> list[Sprite]:
        """Draw the tiles between the fingers of a hand, side by side."""
        if self._hands[0] != self.world.revision:
            held_by = [self.world.held_by(chair) for chair in range(CHAIRS)]
            self._hands = self.world.revision, held_by
        held = self._hands[1][arm.chair]
        (x, y), per_row = self._in_hand(arm, at_ms)
        asked = (x, y, per_row, *((tile.number, tile.carried) for tile in held))
        before = self._held.get(arm.chair)
        if before is not None and before[0] == asked:
            return before[1]
        width = self.world.geometry.tile.width
        sprites: list[Sprite] = []
        for index, tile in enumerate(held):
            dx, dy = to_table(arm.chair, (index - (len(held) - 1) / 2) * width, 0.0)
            place = TilePlace(x + dx, y + dy, 90.0 * arm.chair, tile.carried, CARRIED_Z_MM)
            sprites.append(rolled(self._tiles.draw(tile.face, tile.tile_set, place, tile.number), *per_row))
        self._held[arm.chair] = asked, sprites
        return sprites

    def _in_hand(self, arm: Arm, at_ms: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the place of carried tiles while their rows are exposed, and their shift in pixels from row to row."""
        at = arm.at(at_ms)
        if len(self._tips(arm, at_ms)) == 1:
            return at, (0.0, 0.0)
        exposed = float(at_ms)
        for _ in range(ROW_STEPS):
            exposed = self._exposed_ms(at_ms, float(self.view.points([(*at, CARRIED_Z_MM)])[0][1]))
            at = arm.at(exposed)
        row_ms = self.readout_ms / self.size[1]
        ends = self.view.points([(*arm.at(exposed + way * row_ms), CARRIED_Z_MM) for way in (-0.5, 0.5)])
        across, down = (ends[1] - ends[0]).tolist()
        return at, (across, down)

    # -- the table at rest --------------------------------------------------------------------------------------

    def _compose(self) -> list[Box]:
        """Bring the composed picture up to date with the world; return the changed boxes."""
        dirty: list[Box] = []
        shows = (self.world.displays, tuple(self.world.sticks))
        if shows != self._console_shows:
            self._console_shows = shows
            left, top, right, bottom = self._console.box
            self._empty[top:bottom, left:right] = self._bare[top:bottom, left:right]
            self._console.draw(self._empty, self.world.displays, self.world.sticks)
            dirty.append(self._console.box)
        changed, self._composed = self._composed != self.world.revision, self.world.revision
        for tile in self.world.tiles if changed else ():
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
        boxes = _merged(dirty)
        for box in boxes:
            self._recompose(box)
        return boxes

    def _draw(self, tile: TileObject, place: TilePlace) -> _Drawn:
        key = (tile.number if self._tiles.look.wear else tile.tile_set, place)
        sprites = self._backs.get(key)
        if sprites is None:
            body = self._tiles.draw(tile.face, tile.tile_set, place, tile.number)
            sprites = (body, self._tiles.shadow(place))
            # Walls and hands reuse the same places; no two tiles ever lie face up in exactly the same place.
            if place.lie is not Lie.FACE_UP:
                if len(self._backs) >= CACHED_SPRITES:
                    self._backs.clear()
                self._backs[key] = sprites
        away = (place.x_mm - self._foot[0]) ** 2 + (place.y_mm - self._foot[1]) ** 2
        box = _around(*(sprite.box for sprite in sprites))
        return _Drawn(tile.revision, *sprites, (place.z_mm, -away, tile.number), box)

    def _recompose(self, box: Box) -> None:
        left, top, right, bottom = (
            max(box[0], 0),
            max(box[1], 0),
            min(box[2], self.size[0]),
            min(box[3], self.size[1]),
        )
        if left >= right or top >= bottom:
            return
        box = (left, top, right, bottom)
        self._still[top:bottom, left:right] = self._empty[top:bottom, left:right]
        # Always in the same order, so that each part is independent of others composed at the same time.
        inside = sorted(
            (drawn for drawn in self._drawn.values() if meet(drawn.box, box)), key=lambda drawn: drawn.order
        )
        for drawn in inside:
            paint(self._still, drawn.shadow, box)
        for drawn in inside:
            paint(self._still, drawn.body, box)


def _around(a: Box, b: Box) -> Box:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _merged(boxes: list[Box]) -> list[Box]:
    """Join boxes that meet, so that nothing is composed twice."""
    left = list(boxes)
    result: list[Box] = []
    while left:
        box = left.pop()
        grown = True
        while grown:
            grown = False
            for other in (*left, *result):
                if meet(box, other):
                    (left if other in left else result).remove(other)
                    box = _around(box, other)
                    grown = True
        result.append(box)
    return result
