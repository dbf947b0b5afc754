"""The driver ``gateway-table``: the order that each method of Jantaku's port sends to the gateway."""

from __future__ import annotations

from typing import ClassVar

from firmware_bridge.drivers.capabilities import Capabilities
from firmware_bridge.drivers.machine_table import MachineTable
from firmware_bridge.messages.messages import Motion
from gateway_table.messages import Deed
from gateway_table.session import Session


class GatewayTable(MachineTable[Deed]):
    """A table behind an MQTT gateway. It has no dice; its players' points are on displays.

    Its place is ``mqtt://user:password@host:port/topic``.
    """

    capabilities: ClassVar[Capabilities] = Capabilities(
        moves=frozenset({"lid", "shuffle", "walls"}),
        shows=frozenset({"points"}),
        senses=frozenset({"buttons", "curtains"}),
    )
    session_kind: ClassVar[type[Session]] = Session

    async def raise_walls(self, set: int | None = None) -> None:  # noqa: A002 - as in the port
        """Raise the walls of a stacked set."""
        await self.move(Motion.RAISE_WALLS, Deed("raise", set or 0))

    async def shuffle(self, set: int) -> None:  # noqa: A002
        """Shuffle and stack the tiles in the drum."""
        await self.move(Motion.SHUFFLE, Deed("shuffle", set))

    async def open_lid(self) -> None:
        """Open the lid."""
        await self.move(Motion.OPEN_LID, Deed("open"))

    async def close_lid(self) -> None:
        """Close the lid."""
        await self.move(Motion.CLOSE_LID, Deed("close"))

    async def show_points(self, chair: int, points: int) -> None:
        """Show a chair's points."""
        await self.show("ShowPoints", Deed("points", points, chair), place=chair)
