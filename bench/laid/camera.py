"""The camera of laid films: lays real tiles on a photographed table, and takes pictures with a lens, a sensor and a JPEG."""

from collections.abc import Sequence
from typing import Any, Final

import cv2
import numpy as np

from bench.laid.material import Room, chance_of, faces_of, stock_of
from bench.laid.table import UNDER, LaidConsole, Tabletop, ground
from bench.laid.tiles import LaidTiles
from simulation.camera.layers import banded
from simulation.camera.lens import Mount
from simulation.camera.look import Look
from simulation.camera.overhead import OverheadCamera
from simulation.camera.sprites import Box
from simulation.world.world import World
from vision.camera.camera import Frame

Image = Any

PHASES: Final = 2
"""Pictures of the sensor's noise, which take turns. A change is drawn anew in each."""
NOISE: Final = 2.6
NOISE_LEVEL: Final = 24
"""The mean of the noise, which is taken off again after it is added; unsigned numbers add up four times as fast."""
FLICKER: Final = 0.012
QUALITY: Final = 88
BLOCK_PX: Final = 16
EXPOSURE: Final = 0.05
EXPOSED_MS: Final = 4000
"""The time between steps of the camera's exposure, which follows a slow wave."""
HUNT_MS: Final = 800


class LaidCamera(OverheadCamera):
    """Films a world with real tiles.

    Args:
        world: what it films.
        mount: of the camera.
        look: the backs of both sets; prints and cloth are real.
        seed: of cloth, lamps, prints and noise.
        half: the photographs that give the material.
        under: the name of the circumstance.
    """

    def __init__(self, world: World, mount: Mount, look: Look, seed: int, *, half: str, under: str) -> None:
        random, stock = chance_of(seed), stock_of(half)
        self._under, geometry = UNDER[under], world.geometry
        room = Room(
            mount.view(),
            faces_of(random, stock),
            stock.lamps[int(random.integers(len(stock.lamps)))],
            np.array(self._under.cast) * random.uniform(0.82, 0.98),
            geometry.rim_half,
            (float(random.uniform(-350, 350)), float(random.uniform(-350, 350))),
            self._under.gloss,
        )
        cloth = ground(geometry, stock, random)
        table = Tabletop(geometry, room, mount.size, self._under, ground=cloth)
        super().__init__(world, mount=mount, look=look, seed=seed, bare=table.picture)
        self._tiles = LaidTiles(room, geometry.tile, look)
        self._console = LaidConsole(room, geometry.centre_half, self._under)
        noise = random.standard_normal((PHASES, *self.size[::-1], 3), np.float32)
        noise *= NOISE
        noise *= 1.5
        self._noise = [
            cv2.convertScaleAbs(cv2.GaussianBlur(each, (0, 0), 0.55), beta=NOISE_LEVEL) for each in noise
        ]
        self._gains: list[Image] = [np.empty(0)] * PHASES
        self._phases = [np.zeros((*self.size[::-1], 3), np.uint8) for _ in range(PHASES)]
        self._stale: list[list[Box]] = [[] for _ in range(PHASES)]
        self._taken: list[tuple[float, float]] = [(0.0, 0.0)] * PHASES
        self._phase = -1
        self._hunt_off = float(random.uniform(0, 9000))

    def _state(self, at_ms: int) -> tuple[object, ...]:
        return *super()._state(at_ms), self._blur(at_ms)

    def _blur(self, at_ms: int) -> float:
        """Return the blur of the lens, in tenths of a pixel while it looks for its focus."""
        if not self._under.hunts_s:
            return self._under.blur_px
        since = (at_ms + self._hunt_off) % (1000 * self._under.hunts_s)
        more = 2.0 * np.sin(np.pi * since / HUNT_MS) if since < HUNT_MS else 0.0
        return round(self._under.blur_px + float(more), 1)

    def frame(self, number: int, at_ms: int) -> Frame:
        """Take the picture of this time."""
        drawn = self.noiseless(at_ms)
        self._stale = [[*boxes, *self.repainted] for boxes in self._stale]
        # Not by the number: numbers are left out, and two equal pictures in a row are those of a camera that hangs.
        phase = self._phase = (number if self._phase < 0 else self._phase + 1) % PHASES
        gain = 1 + EXPOSURE * round(float(np.sin(at_ms // EXPOSED_MS / 2.3)), 1)
        taken = (gain, self._blur(at_ms))
        boxes = self._stale[phase]
        if self._taken[phase] != taken:
            boxes = [(0, 0, *self.size)]
            rows = gain * (1 + FLICKER * np.sin(np.arange(self.size[1]) / 90.0 + 2.1 * phase))
            self._gains[phase] = np.repeat(rows.astype(np.float32), 3 * self.size[0]).reshape(drawn.shape)
        self._taken[phase], self._stale[phase] = taken, []
        self._take(drawn, phase, boxes, taken[1])
        return Frame(number, at_ms, self._phases[phase])

    def _take(self, drawn: Image, phase: int, boxes: Sequence[Box], blur: float) -> None:
        """Take these parts of a picture; blocks of the JPEG are taken whole, with their neighbours."""
        width, height = self.size
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
            around = slice(y0, y1), slice(x0, x1)
            part: Image = cv2.GaussianBlur(drawn[around], (0, 0), blur)
            part = cv2.multiply(part, self._gains[phase][around], dtype=cv2.CV_8U)
            part = cv2.add(part, self._noise[phase][around])
            part -= np.minimum(part, NOISE_LEVEL)
            coded = cv2.imencode(".jpg", part, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
            seen: Image = cv2.imdecode(coded, cv2.IMREAD_COLOR)
            self._phases[phase][top:bottom, left:right] = seen[top - y0 : bottom - y0, left - x0 : right - x0]
