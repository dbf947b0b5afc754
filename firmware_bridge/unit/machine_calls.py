"""Calls to a machine behind a line: reports that come as signals, and displays that are shown again after a reset.

The line runs in a thread of its own (``link.thread``); the methods may be awaited from any loop, those with an underscore
only from that thread.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, Generic, TypeVar, cast

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
)
from firmware_bridge.messages.messages import DiceRolled, MotionDone, ReportLevels
from firmware_bridge.messages.signals import Connected, Signal, UnitEvent
from firmware_bridge.unit.goals import Goals
from firmware_bridge.unit.signal_stream import Streams

C = TypeVar("C")
S = TypeVar("S", bound=Signal)
REPORT_S: Final = 8.0
"""The time within which a report must come after the machine was asked for it."""


class MachineCalls(ABC, Generic[C]):
    """Keeps the calls that wait for a machine, and what its displays show.

    A class derived from it sends the commands, makes ``_goals`` when the thread begins, and passes on each event.

    Args:
        loop_factory: makes the thread's event loop.
        own_thread: False runs everything in the loop that calls ``start``.
    """

    streams: Streams

    def __init__(
        self, loop_factory: Callable[[], asyncio.AbstractEventLoop], *, own_thread: bool = True
    ) -> None:
        self._thread = LinkThread(loop_factory, own=own_thread)
        self._goals: Goals | None = None
        self._reports: list[tuple[type[Signal], asyncio.Future[Any]]] = []
        self._displays: dict[tuple[str, int], C] = {}
        self._show_again = False
        self._restoring: set[asyncio.Task[None]] = set()

    @abstractmethod
    async def _send(self, request: str, command: C) -> int:
        """Have the machine carry out a command; return the number of the motion that began, 0 if none did."""

    @property
    @abstractmethod
    def _levels_command(self) -> C:
        """The command that asks for all levels."""

    def ping(self, progressed: Callable[[], None]) -> None:
        """Have the line's thread call this, from any thread; if that thread hangs or has ended, it never does."""
        with suppress(UnitStoppedError, RuntimeError):
            self._thread.loop.call_soon_threadsafe(progressed)

    async def _report(self, request: str, command: C, kind: type[S]) -> S:
        report: asyncio.Future[Any] = self._thread.loop.create_future()
        waits = kind, report
        self._reports.append(waits)  # before the machine is asked: the report may come before the answer
        try:
            await self._send(request, command)
            await asyncio.wait({report}, timeout=REPORT_S)
            if report.cancelled():
                raise UnitStoppedError("the driver was ended")
            if not report.done():
                raise LinkLostError(failed_text(request), ADVICE_LOST, request=request)
            return cast("S", report.result())
        finally:
            self._reports.remove(waits)

    async def _show(self, request: str, place: int, command: C) -> None:
        display = request, place
        self._displays[display] = command
        try:
            await self._send(request, command)
        except RefusedError:
            if self._displays.get(display) == command:
                del self._displays[display]
            raise
        except UnitError:
            self._show_again = True
            raise

    def _event(self, event: UnitEvent) -> None:
        assert self._goals is not None
        for kind, report in self._reports:
            if isinstance(event, kind) and not report.done():
                report.set_result(event)
        if isinstance(event, DiceRolled):
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
        """Ask for all levels, and show again what a reset or a lost line has missed."""
        with suppress(UnitError):  # the next connection does it again
            await self._send(ReportLevels.__name__, self._levels_command)
            if self._show_again:
                for display in list(self._displays):
                    # The command at this moment: it may have changed meanwhile.
                    if (command := self._displays.get(display)) is not None:
                        await self._send(display[0], command)
                self._show_again = False

    def _break_off(self, text: str) -> None:
        """End every call that waits."""
        assert self._goals is not None
        for task in self._restoring:
            task.cancel()
        self._goals.fail(UnitStoppedError(text))
        for _, report in self._reports:
            report.cancel()
