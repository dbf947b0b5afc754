"""A table unit on a real pty, in virtual time, in the test's own loop: nothing sleeps."""

from __future__ import annotations

import asyncio
import math
import selectors
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.link.transport import SerialDevice
from firmware_bridge.messages.signals import UnitEvent
from firmware_bridge.unit.machine_control import MachineControl
from firmware_bridge.unit.process import UnitProcess
from firmware_bridge.unit.table_unit import TableUnit
from table_controller.daemon.clock import JumpingLoop
from tests.firmware_bridge.bad_line import BadLine, Trouble
from tests.firmware_bridge.raw_unit import RawUnit

FOREVER_US = 1 << 61


class SteppedSelector(selectors.DefaultSelector):  # type: ignore[misc,valid-type,unused-ignore]
    """A selector that asks the loop to let time pass instead of waiting."""

    loop: SteppedLoop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if ready or (timeout is not None and timeout <= 0):
            return ready
        wait_s = self.loop.let_time_pass(timeout)
        return super().select(wait_s)


class SteppedLoop(JumpingLoop):
    """An event loop that steps a unit process: time moves once every byte written on either side has been read."""

    def __init__(self) -> None:
        selector = SteppedSelector()
        selector.loop = self
        self.now_us = 0
        self.process: UnitProcess | None = None
        self.device: SerialDevice | None = None
        self.counted = (-1, -1)
        """Bytes from and to the unit, as it last said."""
        super().__init__(selector)

    def time(self) -> float:
        return self.now_us / 1e6

    def let_time_pass(self, timeout: float | None) -> float:
        """Step to the next timer or to the unit's next bytes; return the real time to wait for those."""
        until = FOREVER_US if timeout is None else self.now_us + max(1, math.ceil(timeout * 1e6 - 1e-3))
        control, device = None, self.device
        if self.process is not None and self.process.pid is not None:
            control = self.process.control
        open_line = device is not None and device.is_open
        if device is not None and device._line is not None and not open_line:
            return 1.0  # a thread closes the device and is about to report it
        if timeout is None and not open_line:
            return 1.0  # only another thread can bring something
        if control is None and open_line:
            return 1.0  # the kernel is about to report that the line has hung up
        if control is None:
            self.now_us = until
            return 0
        passed_on = device is not None and self.counted == (device.bytes_read, device.bytes_written)
        if not passed_on or until >= FOREVER_US:
            here = control.step(self.now_us)
            self.counted = here.sent, here.received
            if open_line and device is not None:
                if here.sent > device.bytes_read:
                    return 1.0
                if here.received < device.bytes_written:
                    return 0.0002  # the kernel has not passed them on yet
            if until >= FOREVER_US:
                assert here.next_us < FOREVER_US, "the test waits for something that will never happen"
                until = here.next_us
        there = control.step(until)
        self.now_us = there.now_us
        self.counted = there.sent, there.received
        return 1.0 if open_line and device is not None and there.sent > device.bytes_read else 0


@dataclass
class Bench:
    """A running unit with a link to it, and everything that came over it."""

    process: UnitProcess
    loop: SteppedLoop
    unit: TableUnit
    events: list[UnitEvent] = field(default_factory=list)

    @property
    def control(self) -> MachineControl:
        return self.process.control

    @property
    def now_ms(self) -> int:
        return round(self.loop.now_us / 1000)

    def of(self, *kinds: type[Any]) -> list[Any]:
        """The events of some types, in order."""
        return [event for event in self.events if isinstance(event, kinds)]

    async def until(self, condition: Callable[[], bool], limit_s: float = 300.0) -> None:
        """Let time pass until the condition holds; fails after ``limit_s`` of table time."""
        end = self.loop.time() + limit_s
        while not condition():
            assert self.loop.time() < end, "the condition did not come true"
            await asyncio.sleep(0.01)


BenchRunner = Callable[..., None]


@pytest.fixture
def unit(folder: Path) -> Iterator[RawUnit]:
    with RawUnit(folder) as unit:
        yield unit


@pytest.fixture
def bench(folder: Path) -> BenchRunner:
    """Run ``play(bench)`` against a fresh unit, connected, in virtual time."""

    def run(
        play: Callable[[Bench], Awaitable[None]],
        *,
        device: str | None = None,
        trouble: dict[str, Any] | None = None,
        process: dict[str, Any] | None = None,
        connect: bool = True,
        **unit: Any,
    ) -> None:
        machine = UnitProcess(folder, **(process or {}))

        def transport(loop: asyncio.AbstractEventLoop) -> Any:
            assert isinstance(loop, SteppedLoop)
            loop.device = SerialDevice(loop, device or str(machine.pty))
            return BadLine(loop, loop.device, Trouble(**trouble)) if trouble else loop.device

        async def main() -> None:
            loop = asyncio.get_running_loop()
            assert isinstance(loop, SteppedLoop)
            loop.process = machine
            made = TableUnit(str(machine.pty), own_thread=False, transport=transport, **unit)
            on_bench = Bench(machine, loop, made)
            stream = made.signals()

            async def collect() -> None:
                async for event in stream:
                    on_bench.events.append(event)

            collecting = asyncio.create_task(collect())
            await made.start()
            if connect:
                await made.connected()
            try:
                await play(on_bench)
            finally:
                await made.stop()
                await collecting

        with machine, asyncio.Runner(loop_factory=SteppedLoop) as runner:
            runner.run(main())

    return run
