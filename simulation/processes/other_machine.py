"""Another maker's automatic table: raises walls, rolls dice and swallows tiles by itself, without reporting anything.

Its own set button opens the well. Once the table is bare the lid closes and the other set comes up; its dice button
rolls the dice under its dome. It has no curtains, slots or call buttons, so players cannot trigger any.
"""

import asyncio
from typing import Final

import numpy as np

from simulation.world.machine import Button, LiftedWalls, ShownDisplays
from simulation.world.world import SETS_OF_TILES, World

OPENS_S: Final = 1.5
"""The time from the set button to the open lid."""
CLOSES_S: Final = 3.0
"""The time that the table must be bare before the lid closes."""
LOOK_S: Final = 0.2
PUSHED_S: Final = 5.0
"""The time from the closing lid until the other set is pushed onto the lifts."""
RISES_S: Final = 3.0
ROLLS_S: Final = 1.5
PER_MILLE: Final = 1000


class OtherMachine:
    """A machine that works by itself, in table time; all methods belong to one event loop.

    Args:
        world: the table that it is built into.
        seed: of its dice.
    """

    def __init__(self, world: World, *, seed: int) -> None:
        self._world = world
        self._rng = np.random.default_rng([seed, 0xD1CE])
        self._dice: tuple[int, int] | None = None
        self._standing: int | None = None
        self._rises_s = 0.0
        self._lid_open = False
        self._task: asyncio.Task[None] | None = None

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    # Input from players

    def hand(self, chair: int, across: bool) -> None:
        """Ignore it: this table has no light curtains."""

    def touch(self, chair: int, touching: bool) -> None:
        """Ignore it: its walls have no sensors."""

    def stick(self, chair: int, present: bool) -> None:
        """Ignore it: its slots have no sensors."""

    def press(self, chair: int, button: Button, pressed: bool) -> None:  # noqa: ARG002 - everybody may press
        """Press its set or dice button; it has no others."""
        if not pressed or (self._task is not None and not self._task.done()):
            return
        if button == "set":
            self._task = asyncio.get_running_loop().create_task(self._next_walls())
        elif button == "dice":
            self._dice = None
            self._task = asyncio.get_running_loop().create_task(self._roll())

    # Output to players

    def walls(self) -> LiftedWalls:
        """Return the set that stands on the lifts, how far they are up, and whether the well is open."""
        up = (asyncio.get_running_loop().time() - self._rises_s) / RISES_S
        if self._standing is None or up <= 0:
            return LiftedWalls(None, 0, self._lid_open)
        return LiftedWalls(self._standing, min(PER_MILLE, int(PER_MILLE * up)), self._lid_open)

    def dice(self) -> tuple[int, int] | None:
        """Return the dice, None while they roll."""
        return self._dice

    def displays(self) -> ShownDisplays:
        """Return dark displays: it shows nothing but its dice."""
        return ShownDisplays(dice=self._dice)

    async def _next_walls(self) -> None:
        if self._world.on_table():
            await asyncio.sleep(OPENS_S)
            self._lid_open = True
            bare_s = 0.0
            while bare_s < CLOSES_S:
                await asyncio.sleep(LOOK_S)
                bare_s = 0.0 if self._world.on_table() else bare_s + LOOK_S
            self._lid_open = False
        await asyncio.sleep(PUSHED_S)
        self._standing = 0 if self._standing is None else (self._standing + 1) % SETS_OF_TILES
        self._rises_s = asyncio.get_running_loop().time()
        await asyncio.sleep(RISES_S)

    async def _roll(self) -> None:
        await asyncio.sleep(ROLLS_S)
        first, second = (int(pips) for pips in self._rng.integers(1, 7, 2))
        self._dice = (first, second)
