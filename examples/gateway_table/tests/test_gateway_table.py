"""The driver at its simulated gateway and a real Mosquitto, tried by the suite; a wrong driver fails it."""

from __future__ import annotations

import asyncio
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from firmware_bridge.drivers.wires import Wires
from firmware_bridge.messages.errors import RefusedError, UnitStoppedError
from firmware_bridge.messages.messages import Result
from firmware_bridge.messages.signals import Connected, Lost, UnknownSignal
from gateway_table.address import GatewayAddress, address_of
from gateway_table.driver import GatewayTable
from gateway_table.messages import signal_of
from gateway_table.session import Session
from simulation.processes.mosquitto import BrokerMissingError, broker_command
from simulation.processes.ports import free_ports
from table_controller.cli.unit.conformance.conformance import SHIFT_S, ShiftedLoop
from table_controller.cli.unit.conformance.hands import HelperHands
from table_controller.cli.unit.conformance.suite import CHECKS, Checked, checked
from table_controller.cli.unit.conformance.trial import Trial, until

PACKAGE = Path(__file__).resolve().parents[1]
PATIENCE_S = 20.0


class Believing(Session):
    """Believes that a broker delivers each event once."""

    def _happened(self, payload: bytes) -> None:
        self._inbox._last_number = None
        super()._happened(payload)


class RepeatingTable(GatewayTable):
    """Passes on twice what comes twice."""

    session_kind: ClassVar[type[Session]] = Believing


@dataclass(frozen=True)
class Stage:
    """A running broker and gateway."""

    place: str
    folder: Path
    broker: list[str]

    @property
    def helper(self) -> str:
        """The command that does deeds at this table."""
        hands = PACKAGE / "gateway_table" / "hands.py"
        return shlex.join([sys.executable, str(hands), str(self.folder / "control")])

    @contextmanager
    def mosquitto(self) -> Iterator[None]:
        """Run the broker within this context."""
        with subprocess.Popen(self.broker, stdout=subprocess.DEVNULL) as process:
            try:
                yield
            finally:
                process.terminate()


@contextmanager
def gateway(*options: str, broker: bool = True) -> Iterator[Stage]:
    """Run a simulated gateway with a Mosquitto of its own."""
    with tempfile.TemporaryDirectory(prefix="gateway-") as name, ExitStack() as stack:
        (port,) = free_ports(1)
        try:
            command = broker_command(Path(name), port)
        except BrokerMissingError as error:
            pytest.skip(str(error))
        stage = Stage(f"mqtt://127.0.0.1:{port}/hall/7", Path(name), command)
        if broker:
            stack.enter_context(stage.mosquitto())
        arguments = [sys.executable, "-m", "gateway_table.simulated", stage.place, name, *options]
        environment = {**os.environ, "PYTHONPATH": str(PACKAGE)}
        process = stack.enter_context(
            subprocess.Popen(arguments, env=environment, cwd="/", stdout=subprocess.PIPE, text=True)
        )
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            yield stage
        finally:
            process.terminate()


def tried(kind: type[GatewayTable], stage: Stage, *names: str) -> dict[str, Checked]:
    """Run the suite's checks of these names on a driver at this table; without names, all."""

    async def carried_out() -> dict[str, Checked]:
        trial = Trial(
            make=lambda wires: kind(stage.place, wires),
            capabilities=kind.capabilities,
            hands=HelperHands(stage.helper),
            loop_factory=ShiftedLoop,
            now_ms=lambda: (time.monotonic() + SHIFT_S) * 1000,
        )
        checks = tuple(check for check in CHECKS if not names or check.name in names)
        return {found.check.name: found async for found in checked(trial, checks)}

    return asyncio.run(carried_out())


def verdicts(found: dict[str, Checked]) -> dict[str, tuple[str, str]]:
    """Return the checks that were not passed, each with the reason."""
    return {name: (each.verdict, each.came.code) for name, each in found.items() if each.verdict != "passed"}


def test_it_passes_what_is_quick() -> None:
    with gateway() as stage:
        found = tried(GatewayTable, stage, "connects", "stops", "signals-once")
    assert len(found) == 3
    assert verdicts(found) == {}


@pytest.mark.prove(short=False)
@pytest.mark.parametrize("options", [(), pytest.param(("--twice",), marks=pytest.mark.prove(usual=False))])
def test_it_passes_all(options: tuple[str, ...]) -> None:
    """It passes even if each event is delivered twice."""
    with gateway(*options) as stage:
        found = tried(GatewayTable, stage)
    assert verdicts(found) == {}


def test_an_event_passed_on_twice_is_found_out() -> None:
    """At the same gateway the driver itself passes: ``test_it_passes_all``."""
    with gateway("--twice") as stage:
        wrong = tried(RepeatingTable, stage, "signals-once")
    assert verdicts(wrong) == {"signals-once": ("failed", "came.repeated")}


def test_a_broker_that_comes_late_and_goes_is_survived() -> None:
    """With no broker at first, then one that comes, ends and comes back, the driver reports each change and goes on."""

    async def lived(stage: Stage) -> list[type]:
        driver = GatewayTable(stage.place, Wires())
        stream = driver.signals()
        events: list[type] = []

        async def seen_until(kind: type) -> None:
            async for event in stream:
                if isinstance(event, Connected | Lost):
                    events.append(type(event))
                    if isinstance(event, kind):
                        return

        await driver.start()
        try:
            with stage.mosquitto():
                await seen_until(Connected)
                await driver.open_lid()
            await seen_until(Lost)
            with stage.mosquitto():
                await seen_until(Connected)
                with pytest.raises(RefusedError) as refused:
                    await driver.shuffle(1)
                assert refused.value.result is Result.LID_NOT_CLOSED
        finally:
            await driver.stop()
        return events

    with gateway(broker=False) as stage:
        events = asyncio.run(asyncio.wait_for(lived(stage), PATIENCE_S))
    assert events == [Connected, Lost, Connected]


def test_an_event_that_is_not_known_is_passed_on_unread() -> None:
    for payload in (
        b'{"boot": 1, "number": 9, "ms": 5, "kind": "rain"}',
        b'{"boot": 1, "number": 9, "ms": 5, "kind": "button", "chair": "east", "button": "set", "down": true}',
        b'{"boot": 1, "number": 9, "ms": 5, "kind": "button", "chair": 0, "button": "horn", "down": true}',
        b'{"boot": 1, "number": 9, "ms": 5, "kind": "curtain", "chair": 7, "broken": true}',
    ):
        signal = signal_of(payload)
        assert isinstance(signal, UnknownSignal)
        assert signal.payload == payload


def test_an_address_is_read_or_refused() -> None:
    assert address_of("mqtt://ann:s%40fe@broker:8883/hall/7") == GatewayAddress(
        "broker", 8883, "hall/7", "ann", "s@fe"
    )
    assert address_of("mqtt://broker/hall/7/").port == 1883
    assert "s@fe" not in repr(address_of("mqtt://ann:s%40fe@broker/7"))
    for place in (
        "/dev/ttyUSB0",
        "mqtt://broker",
        "mqtt://broker/",
        "mqtt://broker:many/7",
        "mqtt://broker/+/7",
    ):
        with pytest.raises(ValueError, match="write mqtt://host/topic"):
            address_of(place)


def test_no_call_outlives_the_driver() -> None:
    """Calls before the start or after the end are refused; calls that wait at the end get the same error."""

    async def lived() -> list[object]:
        driver = GatewayTable(f"mqtt://127.0.0.1:{free_ports(1)[0]}/nobody", Wires())
        with pytest.raises(UnitStoppedError):
            await driver.open_lid()
        await driver.start()
        calls = (driver.connected(), driver.open_lid(), driver.report_levels(), driver.show_points(0, 25_000))
        waiting = [asyncio.ensure_future(call) for call in calls]
        assert await until(lambda: len(driver._calls) == len(waiting), PATIENCE_S)
        await driver.stop()
        with pytest.raises(UnitStoppedError):
            await driver.open_lid()
        return await asyncio.gather(*waiting, return_exceptions=True)

    ended = asyncio.run(asyncio.wait_for(lived(), PATIENCE_S))
    assert [type(each) for each in ended] == [UnitStoppedError] * 4
