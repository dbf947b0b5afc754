"""The camera of laid films: lays tiles and arms on the table, and takes pictures with a lens, a sensor and a JPEG."""

from collections.abc import Sequence
from typing import Any, Final

import cv2
import numpy as np

from bench.laid.arms import ArmLayer
from bench.laid.material import Room, faces_of, stock_of
from bench.laid.table import UNDER, Tabletop, ground
from bench.laid.tiles import TileLayer
from simulation.camera.layers import Layers, banded, meet
from simulation.camera.lens import Light, Mount
from simulation.camera.sprites import Box, Sprite, paint
from simulation.camera.thing_sprites import thing_sprite
from simulation.world.places import TilePlace
from simulation.world.world import Arm, Thing, World
from vision.camera.camera import Frame
from vision.geometry import to_table
from vision.prints.faces import Colour

Image = Any

PHASES: Final = 3
"""Pictures of the sensor's noise that follow each other."""
NOISE: Final = 2.6
FLICKER: Final = 0.012
QUALITY: Final = 88
BLOCK_PX: Final = 16
EXPOSURE: Final = 0.05
EXPOSED_MS: Final = 4000
"""The camera's exposure changes this often, by the step of a slow wave."""
HUNT_MS: Final = 800
CARRIED_Z_MM: Final = 30.0


class LaidCamera:
    """Films a world with real tiles.

    Args:
        world: what it films.
        mount: of the camera.
        backs: the colours of both sets' backs.
        seed: of cloth, lamps, prints and noise.
        half: the photographs that give the material.
        under: the name of the circumstance.
    """

    def __init__(
        self, world: World, mount: Mount, backs: Sequence[Colour], seed: int, *, half: str, under: str
    ) -> None:
        random, stock = np.random.default_rng([seed, 31]), stock_of(half)
        self._world, self._under, self._size = world, UNDER[under], mount.size
        geometry, view = world.geometry, mount.view()
        room = Room(
            view,
            faces_of(random, stock),
            stock.lamps[int(random.integers(len(stock.lamps)))],
            np.array(self._under.cast) * random.uniform(0.82, 0.98),
            geometry.rim_half,
            (float(random.uniform(-350, 350)), float(random.uniform(-350, 350))),
            self._under.gloss,
        )
        cloth = ground(geometry, stock, random)
        self._table = Tabletop(geometry, room, self._size, self._under, ground=cloth)
        self._tiles = TileLayer(room, geometry.tile, backs)
        self._arms = ArmLayer(room, stock, random)
        self._foot = np.array(view.camera()[:2])
        self._view = view
        self._empty = self._table.picture.copy()
        self._still = self._empty.copy()
        self._layers = Layers(self._still)
        self._things: dict[Thing, Sprite] = {}
        self._drawn: dict[int, tuple[int, Sprite, Sprite, tuple[float, float]]] = {}
        self._revision = -1
        self._sticks: list[bool] | None = None
        self._shown: tuple[object, ...] = ()
        noise = random.normal(0, NOISE * 1.5, (PHASES, *self._size[::-1], 3))
        self._noise = [cv2.GaussianBlur(each, (0, 0), 0.55).round().astype(np.int16) for each in noise]
        self._phases = [np.zeros((*self._size[::-1], 3), np.uint8) for _ in range(PHASES)]
        self._stale: list[list[Box]] = [[(0, 0, *self._size)] for _ in range(PHASES)]
        self._taken: list[tuple[float, float]] = [(0.0, 0.0)] * PHASES
        self._hunt_off = float(random.uniform(0, 9000))

    def moving(self, at_ms: int) -> bool:
        """Return whether anything moves in the picture."""
        return self._state(at_ms) != self._shown

    def _state(self, at_ms: int) -> tuple[object, ...]:
        arms = ((arm.at(at_ms), arm.height_mm) for arm in (*self._world.arms, *self._world.other_arms))
        return self._world.revision, tuple(self._world.things), self._blur(at_ms), *arms

    def _blur(self, at_ms: int) -> float:
        """Return the blur of the lens, in tenths of a pixel while it looks for its focus."""
        if not self._under.hunts_s:
            return self._under.blur_px
        since = (at_ms + self._hunt_off) % (1000 * self._under.hunts_s)
        more = 2.0 * np.sin(np.pi * since / HUNT_MS) if since < HUNT_MS else 0.0
        return round(self._under.blur_px + float(more), 1)

    def frame(self, number: int, at_ms: int) -> Frame:
        """Take the picture of this time."""
        self._shown = self._state(at_ms)
        painted = self._layers.show(self._sprites(at_ms), self._compose())
        self._stale = [[*boxes, *painted] for boxes in self._stale]
        phase = number % PHASES
        gain = 1 + EXPOSURE * round(float(np.sin(at_ms // EXPOSED_MS / 2.3)), 1)
        taken = (gain, self._blur(at_ms))
        whole = self._taken[phase] != taken
        self._taken[phase] = taken
        boxes = [(0, 0, *self._size)] if whole else self._stale[phase]
        self._expose(phase, boxes, *taken)
        self._stale[phase] = []
        return Frame(number, at_ms, self._phases[phase])

    def _expose(self, phase: int, boxes: Sequence[Box], gain: float, blur: float) -> None:
        """Take these parts of a picture; blocks of the JPEG are taken whole, with their neighbours."""
        width, height = self._size
        reach = int(np.ceil(3 * blur))
        spread = [
            (
                (left - reach) // BLOCK_PX * BLOCK_PX,
                (top - reach) // BLOCK_PX * BLOCK_PX,
                -(-(right + reach) // BLOCK_PX) * BLOCK_PX,
                -(-(bottom + reach) // BLOCK_PX) * BLOCK_PX,
            )
            for left, top, right, bottom in boxes
        ]
        for left, top, right, bottom in banded(spread, width, height):
            x0, y0 = max(0, left - BLOCK_PX), max(0, top - BLOCK_PX)
            x1, y1 = min(width, right + BLOCK_PX), min(height, bottom + BLOCK_PX)
            part: Image = cv2.GaussianBlur(self._layers.picture[y0:y1, x0:x1], (0, 0), blur)
            rows = 1 + FLICKER * np.sin(np.arange(y0, y1) / 90.0 + 2.1 * phase)
            lit: Image = (
                (part * (gain * rows).astype(np.float32)[:, None, None]).clip(0, 255).astype(np.uint8)
            )
            lit = cv2.add(lit, self._noise[phase][y0:y1, x0:x1], dtype=cv2.CV_8U)
            coded = cv2.imencode(".jpg", lit, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
            seen: Image = cv2.imdecode(coded, cv2.IMREAD_COLOR)
            self._phases[phase][top:bottom, left:right] = seen[top - y0 : bottom - y0, left - x0 : right - x0]

    def _sprites(self, at_ms: int) -> list[Sprite]:
        found = [self._thing(thing) for thing in self._world.things]
        for arm in (*self._world.arms, *self._world.other_arms):
            if not arm.left:
                found += self._carried(arm, at_ms)
            found += self._arms.sprites(arm, at_ms, self._size)
        return found

    def _thing(self, thing: Thing) -> Sprite:
        if thing not in self._things:
            self._things[thing] = thing_sprite(thing, self._view, Light())
        return self._things[thing]

    def _carried(self, arm: Arm, at_ms: int) -> list[Sprite]:
        """Return the tiles between the fingers of a hand, side by side."""
        held, (x, y) = self._world.held_by(arm.chair), arm.at(at_ms)
        found = []
        for index, tile in enumerate(held):
            off = (index - (len(held) - 1) / 2) * self._world.geometry.tile.width
            dx, dy = to_table(arm.chair, off, 0.0)
            place = TilePlace(x + dx, y + dy, 90.0 * arm.chair, tile.carried, CARRIED_Z_MM)
            found.append(self._tiles.body(tile.face, tile.tile_set, place))
        return found

    def _compose(self) -> list[Box]:
        """Bring the resting table up to date; return what changed."""
        dirty: list[Box] = []
        world = self._world
        if world.sticks != self._sticks:
            self._sticks = list(world.sticks)
            console, box = self._table.console(world.sticks)
            self._empty[box[1] : box[3], box[0] : box[2]] = console
            dirty.append(box)
        changed, self._revision = self._revision != world.revision, world.revision
        for tile in world.tiles if changed else ():
            before = self._drawn.get(tile.number)
            if before is not None and before[0] == tile.revision:
                continue
            if before is not None:
                dirty += [before[1].box, before[2].box]
                del self._drawn[tile.number]
            if tile.place is not None:
                body = self._tiles.body(tile.face, tile.tile_set, tile.place)
                away = float(np.hypot(*(np.array([tile.place.x_mm, tile.place.y_mm]) - self._foot)))
                self._drawn[tile.number] = (
                    tile.revision,
                    body,
                    self._tiles.shadow(tile.place),
                    (tile.place.z_mm, -away),
                )
                dirty += [sprite.box for sprite in self._drawn[tile.number][1:3]]
        boxes = banded(dirty, *self._size)
        for box in boxes:
            self._recompose(box)
        return boxes

    def _recompose(self, box: Box) -> None:
        left, top, right, bottom = box
        self._still[top:bottom, left:right] = self._empty[top:bottom, left:right]
        near = [drawn for drawn in self._drawn.values() if meet(drawn[1].box, box) or meet(drawn[2].box, box)]
        near.sort(key=lambda drawn: drawn[3])
        for drawn in near:
            paint(self._still, drawn[2], box)
        for drawn in near:
            paint(self._still, drawn[1], box)
