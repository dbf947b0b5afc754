"""The driver ``jantaku``: our own unit, behind a serial device, by the wire of docs/protocol.md."""

from typing import ClassVar

from firmware_bridge.drivers.capabilities import EVERYTHING, Capabilities
from firmware_bridge.drivers.wires import Wires
from firmware_bridge.unit.table_unit import TableUnit


class OwnUnit(TableUnit):
    """Our unit. Its levels say whether an automatic deal is fitted.

    Args:
        place: path of the serial device, or a pattern where its name changes.
        wires: the connections of the driver.
    """

    capabilities: ClassVar[Capabilities] = EVERYTHING

    def __init__(self, place: str, wires: Wires) -> None:
        super().__init__(
            place,
            on_signal=wires.on_signal,
            last_signal=wires.last_signal,
            loop_factory=wires.loop_factory,
        )
