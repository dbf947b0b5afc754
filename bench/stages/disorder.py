"""Disturbances of the view: people's other arms reach over the table, telephones and cups lie on it.

They cover a given share of all zones and times: whenever less was covered so far, somebody reaches over a random zone,
and sometimes leaves an object there for a while. The same seed gives the same disorder.
"""

import asyncio
from collections.abc import Collection
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from simulation.world.gestures import MachinePort
from simulation.world.world import Arm, Thing, World
from vision.geometry import Zone, to_chair, to_table
from vision.zones import CHAIRS, ZoneId

Points: TypeAlias = "NDArray[np.float64]"

LOOK_MS: Final = 50
PAUSE_MS: Final = (300, 4000)
REACH_MS: Final = (350, 700)
HOVER_MS: Final = (200, 2800)
LIE_MS: Final = (700, 5000)
LAY_SHARE: Final = 0.35
"""The share of reaches that leave an object."""
ARM_MM: Final = 42.0
"""Half the width of an arm with its hand."""
REST_MM: Final = (-110.0, 470.0)
SHOULDER_MM: Final = (-150.0, 760.0)
SIZES_MM: Final = (
    (30.0, 82.0, 22.0),
    (72.0, 150.0, 9.0),
    (74.0, 74.0, 60.0),
    (85.0, 55.0, 3.0),
    (24.0, 84.0, 24.0),
)
"""Width, length and height of a lighter, a telephone, a cup, a card and a packet."""

_ALONG: Final = np.linspace(0.0, 1.0, 18)
"""The points along an arm that are checked for covering a zone."""


class Disorder:
    """Reaches over the table.

    Args:
        world: the table.
        machine: its light curtains feel these arms too; None: no curtains.
        seed: of places, times and durations.
        share: the share of all zones and times to cover.
        zones: the zones to reach over; default: all.

    Attributes:
        covered_ms: the total time that each zone was covered.
        watched_ms: the total time of the disorder.
    """

    def __init__(
        self,
        world: World,
        machine: MachinePort | None = None,
        *,
        seed: int = 0,
        share: float = 0.03,
        zones: Collection[ZoneId] | None = None,
    ) -> None:
        self._world = world
        self._machine = machine
        self._share = share
        self._rng = np.random.default_rng([seed, 11])
        self._zones = [zone for zone in world.geometry.zones() if zones is None or zone.id in zones]
        self._boxes = {zone.id: _box(zone) for zone in self._zones}
        self._arms = [Arm(chair, [(0, *to_table(chair, *REST_MM))], left=True) for chair in range(CHAIRS)]
        self._across = [False] * CHAIRS
        world.other_arms = self._arms
        self.covered_ms = dict.fromkeys(self._boxes, 0)
        self.watched_ms = 0

    @property
    def covered_share(self) -> float:
        """Return the share of zones and times covered so far."""
        return sum(self.covered_ms.values()) / max(1, self.watched_ms * len(self._zones))

    def covered(self, now_ms: int) -> frozenset[ZoneId]:
        covering = self._covering(now_ms)
        return frozenset(name for name, box in self._boxes.items() if covering and _covers(covering, box))

    async def run(self, until_s: float = float("inf")) -> None:
        """Reach over the table in the loop's table time; a reach that begins before ``until_s`` is completed."""
        measuring = asyncio.ensure_future(self._measure())
        try:
            while asyncio.get_running_loop().time() < until_s:
                await self._sleep(PAUSE_MS)
                if self.covered_share < self._share:
                    await self._reach()
        finally:
            measuring.cancel()

    async def _sleep(self, span: tuple[int, int]) -> None:
        await asyncio.sleep(float(self._rng.uniform(*span)) / 1000)

    async def _measure(self) -> None:
        while True:
            await asyncio.sleep(LOOK_MS / 1000)
            now_ms = _now_ms()
            self.watched_ms += LOOK_MS
            for name in self.covered(now_ms):
                self.covered_ms[name] += LOOK_MS
            self._feel(now_ms)

    def _feel(self, now_ms: int) -> None:
        """Let the light curtains feel these arms like any others."""
        for arm in self._arms:
            across = to_chair(arm.chair, *arm.at(now_ms))[1] < self._world.geometry.wall.line_y
            if across != self._across[arm.chair]:
                self._across[arm.chair] = across
                if self._machine is not None:
                    self._machine.hand(arm.chair, across)

    def _covering(self, now_ms: int) -> list[tuple[Points, float]]:
        """Return points of the table under arms and things, with the covered radius around each."""
        found = []
        for arm in self._arms:
            tip = arm.at(now_ms)
            if tip != to_table(arm.chair, *REST_MM):
                shoulder = np.array(to_table(arm.chair, *SHOULDER_MM))
                found.append((tip + (shoulder - tip) * _ALONG[:, None], ARM_MM))
        for thing in self._world.things:
            reach = (thing.width_mm + thing.length_mm) / 4
            found.append((np.array([[thing.x_mm, thing.y_mm]]), reach))
        return found

    async def _reach(self) -> None:
        rng = self._rng
        zone = self._zones[int(rng.integers(len(self._zones)))]
        area = zone.area
        x, y = to_table(
            zone.id.chair,
            float(rng.uniform(area.left, area.right)),
            float(rng.uniform(area.top, area.bottom)),
        )
        arm = self._arms[int(rng.integers(CHAIRS))]
        arm.spread = float(rng.integers(2))
        await self._move(arm, x, y)
        if rng.random() < LAY_SHARE:
            width, length, height = SIZES_MM[int(rng.integers(len(SIZES_MM)))]
            b, g, r = (int(value) for value in rng.integers(15, 235, 3))
            thing = Thing(x, y, width, length, height, float(rng.uniform(0, 180)), (b, g, r))
            self._world.things.append(thing)
            await self._home(arm)
            await self._sleep(LIE_MS)
            await self._move(arm, x, y)
            self._world.things.remove(thing)
        else:
            await self._sleep(HOVER_MS)
        await self._home(arm)

    async def _home(self, arm: Arm) -> None:
        await self._move(arm, *to_table(arm.chair, *REST_MM))

    async def _move(self, arm: Arm, x_mm: float, y_mm: float) -> None:
        now_ms = _now_ms()
        takes_ms = int(self._rng.uniform(*REACH_MS))
        arm.move(now_ms, now_ms + takes_ms, x_mm, y_mm)
        await asyncio.sleep(takes_ms / 1000)


def _box(zone: Zone) -> Points:
    """Return the least and greatest x and y of a zone in the table's frame (2 by 2)."""
    corners = np.array([to_table(zone.id.chair, x, y) for x, y in zone.area.corners()])
    return np.stack([corners.min(axis=0), corners.max(axis=0)])


def _covers(covering: list[tuple[Points, float]], box: Points) -> bool:
    """Return whether any part of a zone is covered."""
    return any(
        bool(((points > box[0] - reach) & (points < box[1] + reach)).all(axis=1).any())
        for points, reach in covering
    )


def _now_ms() -> int:
    return round(asyncio.get_running_loop().time() * 1000)
