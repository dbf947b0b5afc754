"""Plays recorded games on the simulated table without the table's machinery, and films them."""

import asyncio
import selectors
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.records.neutral.record import GameRecord
from simulation.camera.overhead import OverheadCamera
from simulation.people.players import ScriptedTable
from simulation.world.machine import LiftedWalls
from simulation.world.world import World
from vision.camera.camera import Frame
from vision.geometry import to_chair
from vision.zones import CHAIRS, ZONE_KINDS, ZoneId


class _JumpingSelector(selectors.SelectSelector):
    """Never waits: time jumps to the next timer."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.now += timeout or 0.0
        return super().select(0)


class JumpingLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._jumping = _JumpingSelector()
        super().__init__(self._jumping)
        self._clock_resolution = 1e-6

    def time(self) -> float:
        return self._jumping.now


class ObedientMachine:
    """Raises the walls when the set button is pressed, and throws dice."""

    def __init__(self, random: np.random.Generator) -> None:
        self._random = random
        self._raised: tuple[int, float] | None = None
        self._thrown: tuple[tuple[int, int], float] | None = None

    def hand(self, chair: int, across: bool) -> None: ...
    def touch(self, chair: int, touching: bool) -> None: ...
    def stick(self, chair: int, present: bool) -> None: ...
    def tiles(self, tile_set: int, count: int) -> None: ...

    def press(self, chair: int, button: str, pressed: bool) -> None:
        if not pressed or not 0 <= chair < CHAIRS:
            return
        now = asyncio.get_running_loop().time()
        if button == "set":
            self._raised = (0 if self._raised is None else self._raised[0] + 1, now + 6.0)
        elif button == "dice":
            one, other = self._random.integers(1, 7, 2).tolist()
            self._thrown = ((one, other), now + 1.0)

    def walls(self) -> LiftedWalls:
        now = asyncio.get_running_loop().time()
        if self._raised is None or now < self._raised[1]:
            return LiftedWalls(
                None if self._raised is None or self._raised[0] == 0 else self._raised[0] - 1, 0
            )
        return LiftedWalls(self._raised[0], round(min(1.0, (now - self._raised[1]) / 2.0) * 1000))

    def dice(self) -> tuple[int, int] | None:
        if self._thrown is None or asyncio.get_running_loop().time() < self._thrown[1]:
            return None
        return self._thrown[0]


@dataclass
class Shot:
    """A frame, and the true contents of each zone when it was taken: faces 0-36, sideways, left to right in rows."""

    frame: Frame
    truth: dict[ZoneId, list[tuple[int, bool]]]


def truth_of(world: World) -> dict[ZoneId, list[tuple[int, bool]]]:
    """Return the tiles that lie face up in each zone, and backs in melds, in the order of reading."""
    seen: dict[ZoneId, list[tuple[float, float, int, bool]]] = {
        ZoneId(kind, chair): [] for kind in ZONE_KINDS for chair in range(CHAIRS)
    }
    for tile in world.on_table():
        if tile.place is None or tile.zone not in seen:
            continue
        kind, chair = tile.zone.kind, tile.zone.chair
        up = tile.place.lie.name == "FACE_UP"
        if not up and (kind != "meld" or tile.place.lie.name != "FACE_DOWN"):
            continue
        x, y = to_chair(chair, tile.place.x_mm, tile.place.y_mm)
        across = abs((tile.place.angle_deg - 90.0 * chair) % 180.0 - 90.0) < 45.0
        row = round((y - 84.0) / 29.0) if kind == "pond" else 0
        key = x + (0.01 if across and y < 250 else 0.0)
        seen[tile.zone].append((row, key, tile.face if up else 38, across))
    return {zone: [(face, across) for _, _, face, across in sorted(tiles)] for zone, tiles in seen.items()}


def film(
    record: GameRecord,
    take: Callable[[Shot], Any],
    *,
    hands: Sequence[int] | None = None,
    seed: int = 0,
    period_ms: int = 100,
    still_frames: int = 5,
) -> ScriptedTable:
    """Play a record and hand every frame in which something moves, and a few after it, to ``take``."""
    world = World()
    camera = OverheadCamera(world, seed=seed)
    table = ScriptedTable(world, ObedientMachine(np.random.default_rng(seed)), record, seed=seed)

    async def run() -> None:
        playing = asyncio.ensure_future(table.play(hands))
        number, still, last = 0, 0, -1000
        try:
            while not playing.done():
                await asyncio.sleep(period_ms / 1000)
                number += 1
                at_ms = number * period_ms
                still = 0 if camera.moving(at_ms) else still + 1
                if still <= still_frames or at_ms - last >= 500:
                    last = at_ms
                    take(Shot(Frame(number, at_ms, camera.render(at_ms)), truth_of(world)))
            await playing
        finally:
            # The receiver of the frames may have seen enough.
            playing.cancel()
            await asyncio.wait([playing])

    loop = JumpingLoop()
    try:
        loop.run_until_complete(run())
    finally:
        loop.close()
    return table
