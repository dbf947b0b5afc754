"""The port between the daemon and a table's machine: what every driver offers.

A driver may leave out whatever its capabilities do not name; ``silent.SilentTable`` answers for those. It keeps five
promises, which ``jantaku unit conformance`` checks:

* Safety: nothing moves that was not asked for. What moves stops within 5 s when it is told to, or when the driver is
  ended with ``stop()``; the call for it ends with an error. A refusal (``RefusedError``) leaves nothing moving.
* Exactly once: each signal has a number, one more than the one before it since the machine's start (``nonce``). It goes to
  ``on_signal`` once and in order, then to ``signals()``; it goes to ``on_signal`` again only if that raised. A driver that
  is given ``last_signal`` repeats nothing up to it. A motion that is asked for once is made once.
* Clock: the ``at_ms`` of a signal is the host's time, of the loop that ``Wires.loop_factory`` makes, and never earlier
  than that of the signal before it.
* Reconnection: a line that breaks is told as ``Lost``, its return as ``Connected``. No call waits for ever: one made
  meanwhile ends within 30 s, a motion's within a minute of the return. Signals that were kept come in order, then the
  machine's levels.
* Displays: what was shown is shown again after the machine was reset.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from firmware_bridge.drivers.capabilities import Capabilities
    from firmware_bridge.drivers.wires import Wires
    from firmware_bridge.link.counters import Telemetry
    from firmware_bridge.messages.signals import UnitEvent


class MotionDriver(Protocol):
    """The methods that the machine's cycle needs of a driver. Each motion returns when it has reached its end.

    Every method raises ``UnitError``: ``RefusedError`` if nothing moved, another one if it moved and did not arrive.
    """

    async def raise_walls(self, set: int | None = None) -> None:  # noqa: A002 - the word of the trade
        """Raise the walls of a stacked set, 1 or 2; whichever is stacked if None."""

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
    """The displays of a table: levels, not events. A driver shows them again after its machine was reset."""

    async def show_honba(self, honba: int) -> None:
        """The number of honba."""

    async def show_round(self, number: int) -> None:
        """The hand, 1 for East 1; 0 is dark."""

    async def show_points(self, chair: int, points: int) -> None:
        """A chair's points."""

    async def show_dealer(self, chair: int | None) -> None:
        """The dealer's lamp; None lights none."""

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
        """Close the line; whoever waits for a motion gets ``UnitStoppedError``."""

    def prove(self, moved: Callable[[], None]) -> None:
        """Call this from where the driver works, from any thread; a driver that hangs never does."""

    def signals(self) -> AsyncIterator[UnitEvent]:
        """All events from now on, in order; each caller has its own."""

    @property
    def heard(self) -> tuple[int, int] | None:
        """When the newest session began and when the machine was last heard in it, host ms; None before the first."""

    def ask(self, at_ms: float) -> None:
        """Somebody waits until the machine was heard at this host time or later: have it answer, if it would not soon.

        Called from any thread. A driver that hears its machine several times a second anyway need do nothing.
        """

    @property
    def telemetry(self) -> Telemetry | None:
        """The state of the line; None where there is none."""

    @property
    def bytes_written(self) -> int:
        """Bytes given to a serial device since it was last opened."""

    @property
    def bytes_read(self) -> int:
        """Bytes taken from a serial device since it was last opened."""

    async def reset_faults(self) -> None:
        """Release latched faults, after which nothing moves until somebody has looked."""


class DriverKind(Protocol):
    """The object that an entry point names: usually a class with ``capabilities`` as an attribute.

    Attributes:
        capabilities: the most that a table of this kind can do, known before one is opened.
    """

    capabilities: Capabilities

    def __call__(self, place: str, wires: Wires) -> TableDriver:
        """A driver, not yet started.

        Args:
            place: the setting ``serial``: a device, an address, whatever this kind of driver finds its table by.
            wires: what it is given.

        Raises:
            ValueError: there can be no table at such a place; the text says what a place looks like.
        """
