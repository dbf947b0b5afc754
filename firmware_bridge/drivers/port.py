"""The port between the daemon and a table's machine: the methods of every driver.

A driver may leave out whatever its capabilities do not name; ``silent.SilentTable`` answers for those. It keeps five
promises, which ``jantaku unit conformance`` checks:

* Safety: nothing moves unless asked. Whatever moves stops within 5 s of ``stop_motions()`` or of the driver's ``stop()``,
  and the call for it ends with an error. A refusal (``RefusedError``) leaves nothing moving.
* Exactly once: signals are numbered one by one from the machine's start (``nonce``). Each goes to ``on_signal`` once and in
  order, then to ``signals()``; it goes to ``on_signal`` again only if that raised. Signals up to ``last_signal`` are not
  repeated. Each motion asked for is made once.
* Clock: the ``at_ms`` of a signal is the host's time, of the loop that ``Wires.loop_factory`` makes, and never earlier
  than that of the signal before it.
* Reconnection: ``Lost`` reports that the line broke, ``Connected`` that it is back. No call waits for ever: one made
  meanwhile ends within 30 s, one for a motion within a minute of the return. Kept signals come in order, then the machine's
  levels.
* Displays: after a reset the machine shows again what it showed before.
"""

from collections.abc import AsyncIterator, Callable
from typing import Protocol

from firmware_bridge.drivers.capabilities import Capabilities
from firmware_bridge.drivers.wires import Wires
from firmware_bridge.link.counters import Telemetry
from firmware_bridge.messages.signals import UnitEvent


class MotionDriver(Protocol):
    """The methods that the machine's cycle needs of a driver. Each motion returns when it has reached its end.

    Every method raises ``UnitError``: ``RefusedError`` if nothing moved, another one if it moved and did not arrive.
    """

    async def raise_walls(self, set: int | None = None) -> None:  # noqa: A002 - the word of the trade
        """Raise the walls of a stacked set, 1 or 2; None takes whichever is stacked."""

    async def shuffle(self, set: int) -> None:  # noqa: A002
        """Shuffle and stack the tiles in the drum."""

    async def roll_dice(self, seed: int | None = None) -> tuple[int, int]:
        """Roll both dice; the signal ``DiceRolled`` reports them too."""

    async def deal(self, dealer: int) -> None:
        """Deal the hands off the walls, 14 tiles to chair ``dealer``."""

    async def report_levels(self) -> object:
        """Ask for all levels of the machine; they come as the signal ``Levels``."""

    async def open_lid(self) -> None:
        """Open the centre lid."""

    async def close_lid(self) -> None:
        """Close the centre lid."""

    async def stop_motions(self) -> None:
        """Stop whatever moves."""


class DisplayDriver(Protocol):
    """The displays of a table, which keep what they show: a driver shows it again after its machine was reset."""

    async def show_honba(self, honba: int) -> None:
        """Show the number of honba."""

    async def show_round(self, number: int) -> None:
        """Show the hand, 1 for East 1; 0 is dark."""

    async def show_points(self, chair: int, points: int) -> None:
        """Show a chair's points."""

    async def show_dealer(self, chair: int | None) -> None:
        """Light the dealer's lamp of a chair; None lights none."""

    async def connected(self) -> object:
        """Wait until the machine answers."""


class TableDriver(MotionDriver, DisplayDriver, Protocol):
    """A table's machine as the daemon sees it. Its methods may be awaited from any loop."""

    @property
    def capabilities(self) -> Capabilities:
        """The capabilities of this machine."""

    async def start(self) -> None:
        """Begin to look for the machine; it is reached when ``connected()`` returns."""

    async def stop(self) -> None:
        """Close the line; calls that wait for a motion get ``UnitStoppedError``."""

    def ping(self, progressed: Callable[[], None]) -> None:
        """Have the driver's own thread call this; a driver that hangs never does. May be called from any thread."""

    def signals(self) -> AsyncIterator[UnitEvent]:
        """Return a stream of all events from now on, in order; each caller has its own."""

    @property
    def heard(self) -> tuple[int, int] | None:
        """The start of the newest session and the last contact in it, host ms; None before the first."""

    def ask(self, at_ms: float) -> None:
        """Have the machine answer at this host time or soon after it: somebody waits for that.

        May be called from any thread. A driver that hears its machine several times a second anyway need do nothing.
        """

    @property
    def telemetry(self) -> Telemetry | None:
        """The state of the line; None if there is none."""

    @property
    def bytes_written(self) -> int:
        """Bytes given to a serial device since it was last opened."""

    @property
    def bytes_read(self) -> int:
        """Bytes taken from a serial device since it was last opened."""

    async def reset_faults(self) -> None:
        """Release latched faults, which keep everything from moving."""


class DriverKind(Protocol):
    """The object that an entry point names: usually a class with ``capabilities`` as an attribute.

    Attributes:
        capabilities: the most that a table of this kind can do, known before one is opened.
    """

    capabilities: Capabilities

    def __call__(self, place: str, wires: Wires) -> TableDriver:
        """Return a driver, not yet started.

        Args:
            place: the setting ``serial``: a device, an address, whatever this kind of driver finds its table by.
            wires: the connections of the driver.

        Raises:
            ValueError: no table can be at such a place; the text says what a place looks like.
        """
