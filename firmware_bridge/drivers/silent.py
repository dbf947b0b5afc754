"""The driver ``none``, for a table that reports nothing and moves nothing for us; also the base of other drivers."""

import asyncio
from collections.abc import Callable
from typing import ClassVar, NoReturn

from firmware_bridge.drivers.capabilities import NOTHING, Capabilities
from firmware_bridge.drivers.wires import Wires
from firmware_bridge.link.counters import Telemetry
from firmware_bridge.messages.errors import RefusedError
from firmware_bridge.messages.messages import Result
from firmware_bridge.unit.signal_stream import SignalStream, Streams


def _not_fitted(request: str) -> NoReturn:
    raise RefusedError(request, Result.NOT_FITTED)


class SilentTable:
    """A table without a machine, or with one that works by itself. It never connects and refuses every motion.

    Args:
        place: not used here.
        wires: the connections of the driver.
    """

    capabilities: ClassVar[Capabilities] = NOTHING

    def __init__(self, place: str, wires: Wires) -> None:
        self.place = place
        self.wires = wires
        self.streams = Streams()
        self._never = asyncio.Event()

    async def start(self) -> None:
        """Look for nothing."""

    async def stop(self) -> None:
        self.streams.end()

    async def connected(self) -> object:
        """Wait for ever: no machine will answer."""
        return await self._never.wait()

    def ping(self, progressed: Callable[[], None]) -> None:
        """Call it at once: nothing can hang here."""
        progressed()

    def signals(self) -> SignalStream:
        """Return a stream on which nothing comes."""
        return self.streams.add()

    @property
    def heard(self) -> tuple[int, int] | None:
        """None: no machine was ever heard."""
        return None

    def ask(self, at_ms: float) -> None:
        """Do nothing: no machine would answer."""

    @property
    def telemetry(self) -> Telemetry | None:
        """None: there is no line."""
        return None

    @property
    def bytes_written(self) -> int:
        """0: there is no serial device."""
        return 0

    @property
    def bytes_read(self) -> int:
        """0: there is no serial device."""
        return 0

    async def raise_walls(self, set: int | None = None) -> None:  # noqa: A002, ARG002 - as in the port
        _not_fitted("RaiseWalls")

    async def shuffle(self, set: int) -> None:  # noqa: A002, ARG002
        _not_fitted("Shuffle")

    async def roll_dice(self, seed: int | None = None) -> tuple[int, int]:  # noqa: ARG002
        _not_fitted("RollDice")

    async def deal(self, dealer: int) -> None:  # noqa: ARG002
        _not_fitted("Deal")

    async def report_levels(self) -> object:
        """Refuse: there are no levels."""
        _not_fitted("ReportLevels")

    async def open_lid(self) -> None:
        _not_fitted("OpenLid")

    async def close_lid(self) -> None:
        _not_fitted("CloseLid")

    async def stop_motions(self) -> None:
        """Do nothing: nothing moves."""

    async def reset_faults(self) -> None:
        """Do nothing: nothing is latched."""

    async def show_honba(self, honba: int) -> None:  # noqa: ARG002
        _not_fitted("ShowHonba")

    async def show_round(self, number: int) -> None:  # noqa: ARG002
        _not_fitted("ShowRound")

    async def show_points(self, chair: int, points: int) -> None:  # noqa: ARG002
        _not_fitted("ShowPoints")

    async def show_dealer(self, chair: int | None) -> None:  # noqa: ARG002
        _not_fitted("ShowDealer")
