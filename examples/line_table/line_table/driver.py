"""The driver ``line-table``: the command that each method of Jantaku's port sends to the table."""

from __future__ import annotations

from typing import ClassVar

from firmware_bridge.drivers.capabilities import Capabilities
from firmware_bridge.drivers.machine_table import MachineTable
from firmware_bridge.messages.messages import Motion
from line_table.session import Session


class LineTable(MachineTable[tuple[str, ...]]):
    """A table that speaks lines of text on a serial line.

    Its place is the path of the serial device, or a pattern where its name changes.
    """

    capabilities: ClassVar[Capabilities] = Capabilities(
        moves=frozenset({"dice", "lid", "shuffle", "walls"}),
        shows=frozenset({"dealer", "honba", "points", "round"}),
        senses=frozenset({"buttons", "dice"}),
    )
    session_kind: ClassVar[type[Session]] = Session

    async def raise_walls(self, set: int | None = None) -> None:  # noqa: A002 - as in the port
        """Raise the walls of a stacked set."""
        await self.move(Motion.RAISE_WALLS, ("WALLS", str(set or 0)))

    async def shuffle(self, set: int) -> None:  # noqa: A002
        """Shuffle and stack the tiles in the drum."""
        await self.move(Motion.SHUFFLE, ("SHUFFLE", str(set)))

    async def open_lid(self) -> None:
        """Open the lid."""
        await self.move(Motion.OPEN_LID, ("LID", "OPEN"))

    async def close_lid(self) -> None:
        """Close the lid."""
        await self.move(Motion.CLOSE_LID, ("LID", "CLOSE"))

    async def roll_dice(self, seed: int | None = None) -> tuple[int, int]:
        """Roll both dice."""
        return await self.roll(("DICE", str(seed or 0)))

    async def show_honba(self, honba: int) -> None:
        """Show the number of honba."""
        await self.show("ShowHonba", ("SHOW", "HONBA", str(honba)))

    async def show_round(self, number: int) -> None:
        """Show the hand; 0 is dark."""
        await self.show("ShowRound", ("SHOW", "ROUND", str(number)))

    async def show_points(self, chair: int, points: int) -> None:
        """Show a chair's points."""
        await self.show("ShowPoints", ("SHOW", f"POINTS-{chair}", str(points)), place=chair)

    async def show_dealer(self, chair: int | None) -> None:
        """Light the dealer's lamp; None lights none."""
        await self.show("ShowDealer", ("SHOW", "DEALER", "-" if chair is None else str(chair)))
