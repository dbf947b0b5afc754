"""Every fault of the catalogue at a running table: real firmware on its pty, the machine and its alerts.

Each fault is switched on, reported with the catalogue's advice, seen to by a person, and withdrawn; then the table goes
on to the second hand. No other alert stays open.
"""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest

from config.log_line import unsaid
from firmware_bridge.link.transport import SerialDevice
from firmware_bridge.messages import faults
from firmware_bridge.messages.messages import Signal
from firmware_bridge.messages.signals import ButtonName, DiceRolled, Fault, Levels
from firmware_bridge.unit.process import UnitProcess
from firmware_bridge.unit.table_unit import TableUnit
from table_controller.health.health import TableHealth
from table_controller.machine.cycle import Phase
from table_controller.machine.machine import TableMachine
from tests.firmware_bridge.conftest import SteppedLoop
from tests.table_controller.every_fault_stage import CASES, Case
from tests.table_controller.fake_cycle import FakeGame

LIMIT_S: Final = 1500.0
TELEMETRY_S: Final = 10.0
LOOKS_S: Final = 70.0
"""The time after the alert at which a person comes."""


@dataclass
class Told:
    """The broker."""

    open: dict[str, dict[str, Any]] = field(default_factory=dict)
    ever: list[dict[str, Any]] = field(default_factory=list)

    def status(self, status: str) -> None: ...

    def alert(self, name: str, alert: dict[str, Any] | None) -> None:
        if alert is None:
            self.open.pop(name, None)
        else:
            self.open[name] = alert
            self.ever.append(alert)

    @property
    def standing(self) -> list[str]:
        return sorted(self.open)


class Table(FakeGame):
    """The daemon's half of a table at which two hands are played."""

    def __init__(self, process: UnitProcess, loop: SteppedLoop, folder: Path, case: Case) -> None:
        super().__init__(dealt_to=1 if case.deals else None)
        self.process, self.loop, self.case = process, loop, case
        self.control = process.control
        self.broker = Told()
        self.health = TableHealth(self.broker, now_ms=lambda: round(loop.time() * 1000), say=unsaid)
        self.rolled = 0
        self.presses = 0
        self.unit = TableUnit(
            str(process.pty),
            own_thread=False,
            transport=self._transport,
            on_signal=self._stored,
            heartbeat_ms=150,  # each beat is a round trip to the unit's process
        )
        self.machine = TableMachine(
            self.unit,
            folder / "machine.json",
            self,
            alert=self.health.alert,
            say=unsaid,
        )

    def _transport(self, loop: asyncio.AbstractEventLoop) -> SerialDevice:
        self.loop.device = SerialDevice(loop, str(self.process.pty))
        return self.loop.device

    def _stored(self, signal: Signal) -> None:
        """Take a signal as ``Daemon._take`` does."""
        if isinstance(signal, DiceRolled):
            self.rolled += 1
            self.machine.rolled()
        elif isinstance(signal, Levels):
            self.machine.levels(signal.lifts_up, signal.stacked, signal.walls, can_deal=bool(signal.fitted))
            self.health.levels(signal)
        elif isinstance(signal, Fault):
            self.health.fault(signal)

    def press(self, button: ButtonName) -> None:
        self.presses += 1
        self.machine.press(button, f"press {self.presses}")

    def goes_on(self) -> None:
        """Act as dealer and referee; the first hand lasts until the fault has been seen to or needs the lid."""
        phase = self.machine.phase
        if phase is Phase.WAITING:
            self.press(ButtonName.SET)
        elif phase is Phase.READY and self.rolled == self.hands:
            self.press(ButtonName.DICE)
        elif phase is Phase.READY:
            self.hands += 1
            self.playing = True
            self.machine.dealt()
        elif phase is Phase.PLAYING and self.hands == 1:
            self.playing = False
            self.machine.hand_closed()

    async def until(self, condition: Callable[[], bool], what: str) -> None:
        """Play on until something has happened."""
        end = self.loop.time() + LIMIT_S
        while not condition():
            assert self.loop.time() < end, (what, self.machine.phase, self.hands, self.broker.open)
            self.goes_on()
            await asyncio.sleep(0.25)

    async def for_a_while(self, seconds: float) -> None:
        end = self.loop.time() + seconds
        await self.until(lambda: self.loop.time() >= end, "time passes")

    async def seen_to(self) -> None:
        """Act as a person does once the cause is gone."""
        if self.case.by == "reset_faults":
            await self.unit.reset_faults()
            self.machine.try_again()
        elif self.case.by == "resolve":
            self.health.resolve(self.case.alert)
        else:
            self.press(ButtonName.SET)


async def life(table: Table, name: str) -> None:
    case, control = table.case, table.control
    listening = asyncio.create_task(listen(table))
    await table.unit.start()
    await table.unit.connected()
    running = asyncio.create_task(table.machine.run())
    telling = asyncio.create_task(tell_link(table))
    try:
        if case.at is not None:
            await table.until(lambda: table.machine.phase is case.at, "the phase in which it comes")
        switch = case.fault or name
        control.fault(switch, active=True)
        if name == "brown_out":
            await table.for_a_while(2)
            control.fault(switch, active=False)
        await table.until(lambda: case.alert in table.broker.open, "it is told")
        alert = table.broker.open[case.alert]
        kind, _, entry = str(faults.CATALOGUE["simulated"][name]["shows"]).partition(".")
        advice = faults.CATALOGUE[kind][entry]["advice"]
        assert re.fullmatch(re.sub(r"\\\{\w+\\\}", ".+", re.escape(advice)), alert["advice"]), alert
        await table.for_a_while(LOOKS_S)
        assert name in PASSING or case.alert in table.broker.open, "told as long as it is there"
        control.fault(switch, active=False)
        await table.for_a_while(1)
        await table.seen_to()
        await table.until(
            lambda: table.hands == 2 and table.machine.phase is Phase.PLAYING, "the second hand"
        )
        await table.until(lambda: not table.broker.open, "all is taken back")
        assert control.motors().wrong == 0
    finally:
        for task in (running, telling):
            task.cancel()
        await asyncio.gather(running, telling, return_exceptions=True)
        await table.unit.stop()
        await listening


PASSING: Final = frozenset({"deal_stuck", "deal_slips", "lift_slow"})
"""Faults that end with the dealt hand, or once the next try raises the lift."""


async def listen(table: Table) -> None:
    async for event in table.unit.signals():
        table.health.link(event)


async def tell_link(table: Table) -> None:
    while True:
        await asyncio.sleep(TELEMETRY_S)
        table.health.line(table.unit.telemetry)


@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", CASES)
def test_it_is_reported_and_gets_well_again(folder: Path, name: str) -> None:
    process = UnitProcess(folder)
    case = CASES[name]

    async def main() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, SteppedLoop)
        loop.process = process
        process.control.dealer(case.deals)
        await life(Table(process, loop, folder, case), name)

    with process, asyncio.Runner(loop_factory=SteppedLoop) as runner:
        runner.run(main())


def test_every_fault_of_the_catalogue_is_here() -> None:
    assert set(CASES) == set(faults.CATALOGUE["simulated"])
