"""The two sets of tiles: while one is in play, the machine shuffles and stacks the other for the next walls."""

import asyncio
from contextlib import suppress
from typing import Final

from firmware_bridge.drivers.port import MotionDriver
from firmware_bridge.messages.errors import RefusedError
from firmware_bridge.messages.messages import Result
from table_controller.machine.cycle import SetPlace, other
from table_controller.machine.file import MachineFile
from table_controller.machine.motions import Mover
from wording.alerts.declared import TableAlert

LEVELS_S: Final = 2.0
ALL_CHAIRS: Final = 0b1111
SHUFFLE_RETRY_S: Final = 15.0


class TileSets:
    """Shuffles the sets and raises them; all methods belong to one event loop.

    Args:
        unit: moves things.
        file: holds the place of each set on disk.
        mover: insists on motions.

    Attributes:
        can_deal: the unit has an automatic deal.
    """

    def __init__(self, unit: MotionDriver, file: MachineFile, mover: Mover) -> None:
        self.can_deal = False
        self._unit = unit
        self._file = file
        self._mover = mover
        self._shuffling: asyncio.Task[None] | None = None
        self._levels = asyncio.Event()
        self._lifts_up = self._stacked = self._on_lifts = 0

    @property
    def on_table(self) -> int | None:
        """The set that is in play or up as walls; None if neither is."""
        return self._file.set_at(SetPlace.TABLE)

    def levels(self, lifts_up: int, stacked: int, on_lifts: int, *, can_deal: bool) -> None:
        """Note the machine's levels; arguments as for ``TableMachine.levels``."""
        self._lifts_up, self._stacked, self._on_lifts = lifts_up, stacked, on_lifts
        self.can_deal = can_deal
        self._levels.set()

    # Shuffling, at the same time as everything else

    def start_shuffle(self, tile_set: int) -> None:
        """Start to shuffle and stack a set, unless it is in play."""
        if self._file.place(tile_set) is not SetPlace.TABLE:
            self._shuffling = asyncio.get_running_loop().create_task(self._stack(tile_set))

    async def shuffled(self) -> None:
        if self._shuffling is not None:
            await self._shuffling
            self._shuffling = None

    async def well_is_free(self) -> None:
        """Wait until people may put tiles into the well: the drum stands still, and the other set is not in it."""
        await self.shuffled()  # the lid stays closed while the drum turns
        if self.on_table is not None and self._file.place(other(self.on_table)) is not SetPlace.STACKED:
            # The program was killed during a shuffle. To collect now would put both sets into the drum.
            await self._stack(other(self.on_table))

    def stop(self) -> None:
        if self._shuffling is not None:
            self._shuffling.cancel()

    async def _stack(self, tile_set: int) -> None:
        """Shuffle a set and wait until it stands in its stacker."""

        async def shuffle() -> None:
            try:
                await self._unit.shuffle(tile_set)
            except RefusedError as error:
                if error.result is not Result.ALREADY_STACKED:
                    raise

        lifting = self._file.place(tile_set) is SetPlace.LIFTING
        self._file.find(tile_set, SetPlace.SHUFFLING)
        self._file.store()
        await self._mover.insist(TableAlert.SHUFFLE, shuffle, in_hand=True, retry_s=SHUFFLE_RETRY_S)
        self._file.move(tile_set, SetPlace.STACKED)
        if lifting:
            self._file.move(tile_set, SetPlace.LIFTING)
        self._file.store()

    # Raising

    async def raise_next(self) -> int:
        """Raise the set that is stacked, or soon will be, and return its number; the caller stores its new place."""
        rising = self._file.set_at(SetPlace.LIFTING)
        if rising is None:
            await self.shuffled()
            rising = self._file.set_at(SetPlace.STACKED) or self._file.set_at(SetPlace.SHUFFLING) or 1
            await self._stack(rising)
            self._file.move(rising, SetPlace.LIFTING)
            self._file.store()
        lifted = rising
        await self._mover.insist(TableAlert.WALLS, lambda: self._walls_up(lifted))
        self._file.move(rising, SetPlace.TABLE)
        return rising

    async def _walls_up(self, rising: int) -> None:
        """Raise a set, unless it came up while this program was down."""
        try:
            await self._unit.raise_walls(rising)
        except RefusedError as error:
            if error.result is not Result.NOT_STACKED:
                raise
            if not await self._levels_came():
                raise
            stacked = bool(self._stacked >> (rising - 1) & 1)
            if self._lifts_up == ALL_CHAIRS and not stacked:
                return
            if stacked or self._on_lifts:
                raise
            # It is neither in its stacker nor on the lifts, so somebody has put it into the well.
            await self._stack(rising)
            await self._unit.raise_walls(rising)

    async def _levels_came(self) -> bool:
        self._levels.clear()
        await self._unit.report_levels()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._levels.wait(), LEVELS_S)
        return self._levels.is_set()
