"""The driver ``gateway-table``: Jantaku's port on one side, the gateway's orders on the other."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from firmware_bridge.drivers.capabilities import Capabilities
from firmware_bridge.drivers.silent import SilentTable
from firmware_bridge.link.counters import telemetry
from firmware_bridge.link.thread import LinkThread
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
from firmware_bridge.messages.messages import Levels, Motion, MotionDone
from firmware_bridge.messages.signals import Connected
from firmware_bridge.unit.goals import Goals
from gateway_table.address import address_of
from gateway_table.session import FAREWELL_S, Session

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from firmware_bridge.drivers.wires import Wires
    from firmware_bridge.link.counters import Telemetry
    from firmware_bridge.messages.signals import UnitEvent

T = TypeVar("T")
LEVELS_S: Final = 8.0
"""The time within which the levels must come after the gateway was asked for them."""


class GatewayTable(SilentTable):
    """A table behind an MQTT gateway. It has no dice; its players' points are on displays.

    Args:
        place: ``mqtt://user:password@host:port/topic``; ``ValueError`` if it is none.
        wires: what it is given.
    """

    capabilities: ClassVar[Capabilities] = Capabilities(
        moves=frozenset({"lid", "shuffle", "walls"}),
        shows=frozenset({"points"}),
        senses=frozenset({"buttons", "curtains"}),
    )
    session_kind: ClassVar[type[Session]] = Session

    def __init__(self, place: str, wires: Wires) -> None:
        super().__init__(place, wires)
        self._address = address_of(place)
        self._thread = LinkThread(wires.loop_factory, own=True)
        self._session: Session | None = None
        self._goals: Goals | None = None
        self._calls: set[asyncio.Task[Any]] = set()
        self._reports: list[asyncio.Future[Levels]] = []
        self._points: dict[int, int] = {}
        self._show_again = False
        self._ending = False
        self._restoring: set[asyncio.Task[None]] = set()

    # Life

    async def start(self) -> None:
        """Start the thread that looks for the gateway."""
        await self._thread.start(self._begin)

    def _begin(self) -> None:
        loop = self._thread.loop
        session = self._session = self.session_kind(loop, self._address, self.wires, self._event)
        self._goals = Goals(loop, ready=lambda: session.is_connected)
        session.start()

    async def stop(self) -> None:
        """Stop what moves, leave the broker and end the thread."""
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
        self._goals.fail(UnitStoppedError("the driver was ended"))
        await self._session.close()
        self._goals.fail(UnitStoppedError("the driver was ended"))
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
            raise UnitStoppedError("the driver was ended")
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
        """Wait until the gateway answers."""
        return await self._do(self._there.connected())

    @property
    def _there(self) -> Session:
        if self._session is None:
            raise UnitStoppedError("the driver was not started")
        return self._session

    @property
    def heard(self) -> tuple[int, int] | None:
        """When the newest session began and when the gateway was last heard in it, host ms."""
        return self._session.heard if self._session is not None else None

    def ask(self, at_ms: float) -> None:
        """It is pinged often enough anyway."""

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

    # Motions

    async def raise_walls(self, set: int | None = None) -> None:  # noqa: A002 - as in the port
        """Raise the walls of a stacked set."""
        await self._do(self._move(Motion.RAISE_WALLS, "raise", set or 0))

    async def shuffle(self, set: int) -> None:  # noqa: A002
        """Shuffle and stack the tiles in the drum."""
        await self._do(self._move(Motion.SHUFFLE, "shuffle", set))

    async def open_lid(self) -> None:
        """Open the lid."""
        await self._do(self._move(Motion.OPEN_LID, "open"))

    async def close_lid(self) -> None:
        """Close the lid."""
        await self._do(self._move(Motion.CLOSE_LID, "close"))

    async def stop_motions(self) -> None:
        """Stop whatever moves."""
        await self._do(self._there.ask("StopMotion", "stop"))

    async def _move(self, motion: Motion, do: str, value: int = 0) -> None:
        """Begin a motion and wait for its end."""
        assert self._goals is not None
        goal = await self._there.ask(request_of(motion), do, value=value)
        if self._ending:
            raise UnitStoppedError("the driver was ended")
        await self._goals.reached(goal, motion)

    # Levels

    async def report_levels(self) -> Levels:
        """Ask for all levels."""
        return await self._do(self._report())

    async def _report(self) -> Levels:
        report: asyncio.Future[Levels] = self._thread.loop.create_future()
        self._reports.append(report)  # before the gateway is asked: the levels may come before the answer
        try:
            await self._there.ask("ReportLevels", "report")
            await asyncio.wait({report}, timeout=LEVELS_S)
            if report.cancelled():
                raise UnitStoppedError("the driver was ended")
            if not report.done():
                raise LinkLostError(failed_text("ReportLevels"), ADVICE_LOST, request="ReportLevels")
            return report.result()
        finally:
            self._reports.remove(report)

    # Displays

    async def show_points(self, chair: int, points: int) -> None:
        """A chair's points."""
        await self._do(self._show(chair, points))

    async def _show(self, chair: int, points: int) -> None:
        self._points[chair] = points
        try:
            await self._there.ask("ShowPoints", "points", chair=chair, value=points)
        except RefusedError:
            if self._points.get(chair) == points:
                del self._points[chair]
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
        """Ask for all levels, and show again what the gateway has missed."""
        try:
            await self._there.ask("ReportLevels", "report")
            if self._show_again:
                for chair in list(self._points):
                    if (points := self._points.get(chair)) is not None:  # as it is now: it may have changed
                        await self._there.ask("ShowPoints", "points", chair=chair, value=points)
                self._show_again = False
        except UnitError:
            return  # the next connection does it again
