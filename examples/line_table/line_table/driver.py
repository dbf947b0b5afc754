"""The driver ``line-table``: Jantaku's port on one side, the table's commands on the other."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from firmware_bridge.drivers.capabilities import Capabilities
from firmware_bridge.drivers.silent import SilentTable
from firmware_bridge.link.counters import telemetry
from firmware_bridge.link.thread import LinkThread
from firmware_bridge.link.transport import SerialDevice
from firmware_bridge.messages.errors import (
    ADVICE_LOST,
    RESETS,
    LinkLostError,
    RefusedError,
    UnitError,
    UnitResetError,
    UnitStoppedError,
    failed_text,
    request_of,
)
from firmware_bridge.messages.messages import DiceRolled, Levels, Motion, MotionDone
from firmware_bridge.messages.signals import Connected
from firmware_bridge.unit.goals import Goals
from line_table.session import FAREWELL_S, Session

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from firmware_bridge.drivers.wires import Wires
    from firmware_bridge.link.counters import Telemetry
    from firmware_bridge.messages.signals import UnitEvent

T = TypeVar("T")
LEVELS_S: Final = 8.0
"""The time within which the levels must come after the table was asked for them."""


class LineTable(SilentTable):
    """A table that speaks lines of text on a serial line.

    Args:
        place: path of the serial device, or a pattern where its name changes.
        wires: what it is given.
    """

    capabilities: ClassVar[Capabilities] = Capabilities(
        moves=frozenset({"dice", "lid", "shuffle", "walls"}),
        shows=frozenset({"dealer", "honba", "points", "round"}),
        senses=frozenset({"buttons", "dice"}),
    )
    session_kind: ClassVar[type[Session]] = Session

    def __init__(self, place: str, wires: Wires) -> None:
        super().__init__(place, wires)
        self._thread = LinkThread(wires.loop_factory, own=True)
        self._session: Session | None = None
        self._goals: Goals | None = None
        self._calls: set[asyncio.Task[Any]] = set()
        self._reports: list[asyncio.Future[Levels]] = []
        self._displays: dict[str, tuple[str, ...]] = {}
        self._show_again = False
        self._ending = False
        self._restoring: set[asyncio.Task[None]] = set()

    # Life

    async def start(self) -> None:
        """Start the thread that looks for the table."""
        await self._thread.start(self._begin)

    def _begin(self) -> None:
        loop = self._thread.loop
        session = self._session = self.session_kind(
            loop, SerialDevice(loop, self.place), self.wires, self._event
        )
        self._goals = Goals(loop, ready=lambda: session.is_connected)
        session.start()

    async def stop(self) -> None:
        """Stop what moves, close the line and end the thread."""
        if self._thread.runs:
            await self._thread.do(self._end())
            await self._thread.stop()
        self.streams.end()

    async def _end(self) -> None:
        assert self._session is not None
        assert self._goals is not None
        for task in self._restoring:
            task.cancel()
        self._ending = True
        self._goals.fail(UnitStoppedError("the line was closed"))
        await self._session.close()
        self._goals.fail(UnitStoppedError("the line was closed"))
        for report in self._reports:
            report.cancel()
        if self._calls:
            await asyncio.wait(self._calls, timeout=FAREWELL_S)

    async def _do(self, work: Coroutine[Any, Any, T]) -> T:
        """Carry out a call in the driver's thread; the end waits for it."""
        try:
            return await self._thread.do(self._kept(work))
        except UnitStoppedError:
            work.close()  # there is no thread, so that it never began
            raise

    async def _kept(self, work: Coroutine[Any, Any, T]) -> T:
        task = asyncio.current_task()
        assert task is not None
        if self._ending:
            raise UnitStoppedError("the line was closed")
        self._calls.add(task)
        try:
            return await work
        finally:
            self._calls.discard(task)

    def prove(self, moved: Callable[[], None]) -> None:
        """Have the driver's thread call this."""
        try:
            self._thread.loop.call_soon_threadsafe(moved)
        except (UnitStoppedError, RuntimeError):
            return  # it has ended, which is no proof

    async def connected(self) -> Connected:
        """Wait until the table answers."""
        return await self._do(self._there.connected())

    @property
    def _there(self) -> Session:
        if self._session is None:
            raise UnitStoppedError("the driver was not started")
        return self._session

    @property
    def heard(self) -> tuple[int, int] | None:
        """When the newest session began and when the table was last heard in it, host ms."""
        return self._session.heard if self._session is not None else None

    def ask(self, at_ms: float) -> None:
        """It is pinged five times a second anyway."""

    @property
    def telemetry(self) -> Telemetry | None:
        """Counters and clock of the line."""
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
        """Bytes given to the device since it was last opened."""
        return self._session.transport.bytes_written if self._session is not None else 0

    @property
    def bytes_read(self) -> int:
        """Bytes taken from the device since it was last opened."""
        return self._session.transport.bytes_read if self._session is not None else 0

    # Motions

    async def raise_walls(self, set: int | None = None) -> None:  # noqa: A002 - as in the port
        """Raise the walls of a stacked set."""
        await self._do(self._move(Motion.RAISE_WALLS, "WALLS", str(set or 0)))

    async def shuffle(self, set: int) -> None:  # noqa: A002
        """Shuffle and stack the tiles in the drum."""
        await self._do(self._move(Motion.SHUFFLE, "SHUFFLE", str(set)))

    async def open_lid(self) -> None:
        """Open the lid."""
        await self._do(self._move(Motion.OPEN_LID, "LID", "OPEN"))

    async def close_lid(self) -> None:
        """Close the lid."""
        await self._do(self._move(Motion.CLOSE_LID, "LID", "CLOSE"))

    async def roll_dice(self, seed: int | None = None) -> tuple[int, int]:
        """Roll both dice."""
        return await self._do(self._roll(seed or 0))

    async def _roll(self, seed: int) -> tuple[int, int]:
        goal = await self._move(Motion.ROLL_DICE, "DICE", str(seed))
        assert self._goals is not None
        return self._goals.dice(goal)

    async def stop_motions(self) -> None:
        """Stop whatever moves."""
        await self._do(self._there.ask("StopMotion", "STOP"))

    async def _move(self, motion: Motion, *words: str) -> int:
        """Begin a motion and wait for its end; its number at the table."""
        assert self._goals is not None
        (goal,) = await self._there.ask(request_of(motion), *words)
        if self._ending:
            raise UnitStoppedError("the line was closed")
        await self._goals.reached(int(goal), motion)
        return int(goal)

    # Levels

    async def report_levels(self) -> Levels:
        """Ask for all levels."""
        return await self._do(self._report())

    async def _report(self) -> Levels:
        report: asyncio.Future[Levels] = self._thread.loop.create_future()
        self._reports.append(report)  # before the table is asked: the levels may come before the answer
        try:
            await self._there.ask("ReportLevels", "REPORT")
            await asyncio.wait({report}, timeout=LEVELS_S)
            if report.cancelled():
                raise UnitStoppedError("the line was closed")
            if not report.done():
                raise LinkLostError(failed_text("ReportLevels"), ADVICE_LOST, request="ReportLevels")
            return report.result()
        finally:
            self._reports.remove(report)

    # Displays

    async def show_honba(self, honba: int) -> None:
        """The number of honba."""
        await self._do(self._show("ShowHonba", "HONBA", str(honba)))

    async def show_round(self, number: int) -> None:
        """The hand; 0 is dark."""
        await self._do(self._show("ShowRound", "ROUND", str(number)))

    async def show_points(self, chair: int, points: int) -> None:
        """A chair's points."""
        await self._do(self._show("ShowPoints", f"POINTS-{chair}", str(points)))

    async def show_dealer(self, chair: int | None) -> None:
        """The dealer's lamp."""
        await self._do(self._show("ShowDealer", "DEALER", "-" if chair is None else str(chair)))

    async def _show(self, request: str, display: str, value: str) -> None:
        words = self._displays[display] = (request, "SHOW", display, value)
        try:
            await self._there.ask(*words)
        except RefusedError:
            if self._displays.get(display) == words:
                del self._displays[display]
            raise
        except UnitError:
            self._show_again = True
            raise

    # Events, in the thread

    def _event(self, event: UnitEvent) -> None:
        assert self._goals is not None
        if isinstance(event, Levels):
            for report in self._reports:
                if not report.done():
                    report.set_result(event)
        elif isinstance(event, DiceRolled):
            self._goals.rolled(event)
        elif isinstance(event, MotionDone):
            self._goals.ended(event)
        elif isinstance(event, Connected):
            self._now_connected(event)
        self.streams.put(event)

    def _now_connected(self, event: Connected) -> None:
        assert self._goals is not None
        if event.was_reset:
            text, advice = RESETS[event.reset_cause]
            self._goals.fail(
                UnitResetError(f"the motion was broken off: {text}", advice, cause=event.reset_cause)
            )
            self._show_again = True
        task = self._thread.loop.create_task(self._restore())
        self._restoring.add(task)
        task.add_done_callback(self._restoring.discard)

    async def _restore(self) -> None:
        """Ask for all levels, and show again what the table has missed."""
        try:
            await self._there.ask("ReportLevels", "REPORT")
            if self._show_again:
                for display in list(self._displays):
                    if words := self._displays.get(display):  # as it is now: it may have changed meanwhile
                        await self._there.ask(*words)
                self._show_again = False
        except UnitError:
            return  # the next connection does it again
