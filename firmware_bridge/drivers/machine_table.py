"""The base of drivers for a machine that answers commands and reports events: calls, motions, levels, displays.

A maker derives from ``MachineTable`` and writes one line for each thing that the machine can do; ``examples/`` has two.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any, ClassVar, Final, TypeVar

from firmware_bridge.drivers.capabilities import Capabilities, Part
from firmware_bridge.drivers.machine_session import FAREWELL_S, C, MachineSession
from firmware_bridge.drivers.silent import SilentTable
from firmware_bridge.drivers.wires import Wires
from firmware_bridge.link.counters import Telemetry, telemetry
from firmware_bridge.messages.errors import DriverError, UnitStoppedError, request_of
from firmware_bridge.messages.messages import Levels, Motion
from firmware_bridge.messages.signals import Connected
from firmware_bridge.unit.goals import Goals
from firmware_bridge.unit.machine_calls import MachineCalls

T = TypeVar("T")
MOVERS: Final[dict[Part, tuple[str, ...]]] = {
    "deal": ("deal",),
    "dice": ("roll_dice",),
    "lid": ("open_lid", "close_lid"),
    "shuffle": ("shuffle",),
    "walls": ("raise_walls",),
}
"""The methods that move each part; each display has its ``show_…``."""


class MachineTable(MachineCalls[C], SilentTable):
    """A table whose machine is reached through a session.

    A class derived from it names ``capabilities`` and ``session_kind``, and writes the methods of the port for the parts
    and displays that its capabilities name: each calls ``move``, ``roll`` or ``show`` with a command of its own.

    Args:
        place: the setting ``serial``; ``ValueError`` if the session's ``check_place`` refuses it.
        wires: the connections of the driver.

    Raises:
        TypeError: when a class is derived that lacks what its capabilities name, or whose session lacks a method.
    """

    session_kind: ClassVar[type[MachineSession[Any]]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if not isinstance(cls.capabilities, Capabilities):
            raise TypeError(f"{cls.__name__}.capabilities is no Capabilities: {cls.capabilities!r}")
        kind = getattr(cls, "session_kind", None)
        if kind is None:
            raise TypeError(f"{cls.__name__} names no session_kind")
        if kind.__abstractmethods__:
            raise TypeError(f"{kind.__name__} does not write {', '.join(sorted(kind.__abstractmethods__))}")
        for command in ("stop_command", "leave_command", "report_command"):
            if not hasattr(kind, command):
                raise TypeError(f"{kind.__name__} has no {command}")
        moves, shows = cls.capabilities.moves, cls.capabilities.shows
        named = [(part, MOVERS[part]) for part in sorted(moves)]
        for name, methods in (*named, *((display, (f"show_{display}",)) for display in sorted(shows))):
            for method in methods:
                if getattr(cls, method) is getattr(SilentTable, method):
                    raise TypeError(
                        f"{cls.__name__}: the capabilities name {name!r}, but there is no {method}"
                    )

    def __init__(self, place: str, wires: Wires) -> None:
        SilentTable.__init__(self, place, wires)
        MachineCalls.__init__(self, wires.loop_factory)
        self.session_kind.check_place(place)
        self._session: MachineSession[C] | None = None
        self._calls: set[asyncio.Task[Any]] = set()
        self._ending = False

    # Called by the maker

    async def move(self, motion: Motion, command: C) -> int:
        """Begin a motion and wait for its end; return its number at the machine."""
        return await self._do(self._move(motion, command))

    async def roll(self, command: C) -> tuple[int, int]:
        """Roll the dice and wait for their end; the machine reports them as ``DiceRolled`` before that."""
        return await self._do(self._roll(command))

    async def show(self, request: str, command: C, *, place: int = 0) -> None:
        """Show something, and show it again after the machine was reset.

        Args:
            request: the name of the request in errors, such as ``ShowPoints``.
            command: the command for the session.
            place: tells displays of one kind apart, such as the chair.
        """
        await self._do(self._show(request, place, command))

    # The port

    async def start(self) -> None:
        await self._thread.start(self._begin)

    def _begin(self) -> None:
        loop = self._thread.loop
        session = self._session = self.session_kind(loop, self.place, self.wires, self._event)
        self._goals = Goals(loop, ready=lambda: session.is_connected)
        session.start()

    async def stop(self) -> None:
        """Stop what moves, close the line and end the thread."""
        if self._thread.runs:
            await self._thread.do(self._end())
            await self._thread.stop()
        self.streams.end()

    async def _end(self) -> None:
        self._ending = True
        self._break_off("the driver was ended")
        await self._there.close()
        self._break_off("the driver was ended")
        if self._calls:
            await asyncio.wait(self._calls, timeout=FAREWELL_S)

    async def _do(self, work: Coroutine[Any, Any, T]) -> T:
        """Carry out a call in the driver's thread; the end waits for it."""
        try:
            return await self._thread.do(self._kept(work))
        except UnitStoppedError:
            work.close()  # there is no thread, so it never began
            raise

    async def _kept(self, work: Coroutine[Any, Any, T]) -> T:
        task = asyncio.current_task()
        assert task is not None
        if self._ending:
            raise UnitStoppedError("the driver was ended")
        self._calls.add(task)
        try:
            return await work
        finally:
            self._calls.discard(task)

    async def connected(self) -> Connected:
        """Wait until the machine answers."""
        return await self._do(self._there.connected())

    @property
    def _there(self) -> MachineSession[C]:
        if self._session is None:
            raise UnitStoppedError("the driver was not started")
        return self._session

    @property
    def heard(self) -> tuple[int, int] | None:
        """The start of the newest session and the last contact in it, host ms."""
        return self._session.heard if self._session is not None else None

    def ask(self, at_ms: float) -> None:
        """Do nothing: the machine is pinged often enough anyway."""

    @property
    def telemetry(self) -> Telemetry | None:
        """Counters and clock of the session."""
        session = self._session
        if session is None:
            return None
        return telemetry(
            session.counters,
            state="ready" if session.is_connected else "lost",
            firmware=session.firmware,
            offset_ms=session.clock.offset_ms,
            drift=session.clock.drift,
            outliers=session.clock.outliers,
        )

    @property
    def bytes_written(self) -> int:
        """Bytes given to a serial device since it was last opened."""
        return self._session.bytes_written if self._session is not None else 0

    @property
    def bytes_read(self) -> int:
        """Bytes taken from a serial device since it was last opened."""
        return self._session.bytes_read if self._session is not None else 0

    async def stop_motions(self) -> None:
        await self._do(self._there.ask("StopMotion", self._there.stop_command))

    async def report_levels(self) -> Levels:
        return await self._do(self._report("ReportLevels", self._levels_command, Levels))

    # In the thread

    async def _send(self, request: str, command: C) -> int:
        return await self._there.ask(request, command)

    @property
    def _levels_command(self) -> C:
        return self._there.report_command

    async def _move(self, motion: Motion, command: C) -> int:
        assert self._goals is not None
        request = request_of(motion)
        goal = await self._send(request, command)
        if self._ending:
            raise UnitStoppedError("the driver was ended")
        if not goal:
            raise DriverError(request, type(self._there).__name__, "the answer numbers no motion")
        await self._goals.reached(goal, motion)
        return goal

    async def _roll(self, command: C) -> tuple[int, int]:
        goal = await self._move(Motion.ROLL_DICE, command)
        assert self._goals is not None
        try:
            return self._goals.dice(goal)
        except KeyError:
            text = f"the motion {goal} ended before a DiceRolled with its number"
            raise DriverError("RollDice", type(self._there).__name__, text) from None
