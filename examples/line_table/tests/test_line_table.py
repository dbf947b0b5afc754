"""The driver at its simulated table, tried by the suite; a wrong driver fails it."""

from __future__ import annotations

import asyncio
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.drivers.capabilities import Capabilities
from firmware_bridge.drivers.wires import Wires
from firmware_bridge.link.framing import FrameCounters
from firmware_bridge.link.transport import Receiver
from firmware_bridge.messages.errors import RefusedError, UnitStoppedError
from firmware_bridge.messages.messages import Result
from firmware_bridge.messages.signals import UnitEvent, UnknownSignal
from line_table.driver import LineTable
from line_table.lines import LONGEST, LineReader, signal_of, to_line
from line_table.session import Session
from table_controller.cli.unit.conformance.conformance import SHIFT_S, ShiftedLoop
from table_controller.cli.unit.conformance.hands import HelperHands
from table_controller.cli.unit.conformance.suite import CHECKS, Checked, checked
from table_controller.cli.unit.conformance.trial import Trial, until

PACKAGE = Path(__file__).resolve().parents[1]
PATIENCE_S = 20.0


class Renumbering(Session):
    """Gives a command that it sends again a new number, so that the table takes it for another one."""

    def send_command(self, number: int, boot: int, command: tuple[str, ...]) -> None:
        assert self._asked is not None
        self._number = number + 1
        self._asked = (self._number, *self._asked[1:])
        super().send_command(self._number, boot, command)


class RollingTwice(LineTable):
    """Rolls the dice again when the answer is lost."""

    # The fewest capabilities that show it, to save time.
    capabilities: ClassVar[Capabilities] = Capabilities(moves=frozenset({"dice"}))
    session_kind: ClassVar[type[Session]] = Renumbering


@contextmanager
def table(*options: str) -> Iterator[Path]:
    """Run a simulated table; yield its folder."""
    with tempfile.TemporaryDirectory(prefix="line-") as name:
        arguments = [sys.executable, "-m", "line_table.simulated", name, *options]
        environment = {**os.environ, "PYTHONPATH": str(PACKAGE)}
        with subprocess.Popen(
            arguments, env=environment, cwd="/", stdout=subprocess.PIPE, text=True
        ) as process:
            try:
                assert process.stdout is not None
                assert process.stdout.readline() == "ready\n"
                yield Path(name)
            finally:
                process.terminate()


def helper(folder: Path) -> str:
    """Return the command that does deeds at this table."""
    return shlex.join([sys.executable, str(PACKAGE / "line_table" / "hands.py"), str(folder / "control")])


def tried(kind: type[LineTable], folder: Path, *names: str) -> dict[str, Checked]:
    """Run the suite's checks of these names on a driver at this table; without names, all."""

    async def carried_out() -> dict[str, Checked]:
        trial = Trial(
            make=lambda wires: kind(str(folder / "table"), wires),
            capabilities=kind.capabilities,
            hands=HelperHands(helper(folder)),
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
    with table() as folder:
        found = tried(LineTable, folder, "connects", "stops", "signals-once")
    assert len(found) == 3
    assert verdicts(found) == {}


@pytest.mark.prove(short=False)
@pytest.mark.parametrize("options", [(), pytest.param(("--deaf",), marks=pytest.mark.prove(usual=False))])
def test_it_passes_all(options: tuple[str, ...]) -> None:
    """It passes even if every first answer is lost."""
    with table(*options) as folder:
        found = tried(LineTable, folder)
    assert verdicts(found) == {}


def test_a_command_sent_again_under_a_new_number_is_found_out() -> None:
    """At the same table the driver itself passes: ``test_it_passes_all``."""
    with table("--deaf") as folder:
        wrong = tried(RollingTwice, folder, "motions-once")
    assert verdicts(wrong) == {"motions-once": ("failed", "came.made")}


def test_a_refusal_says_why() -> None:
    async def refused(folder: Path) -> RefusedError:
        driver = LineTable(str(folder / "table"), Wires())
        await driver.start()
        try:
            await driver.connected()
            await driver.open_lid()
            with pytest.raises(RefusedError) as raised:
                await driver.shuffle(1)
            return raised.value
        finally:
            await driver.stop()

    with table() as folder:
        error = asyncio.run(asyncio.wait_for(refused(folder), PATIENCE_S))
    assert (error.request, error.result) == ("Shuffle", Result.LID_NOT_CLOSED)


def test_a_damaged_line_is_dropped() -> None:
    counters = FrameCounters()
    reader = LineReader(counters)
    whole = to_line("PONG", "7", "1200")
    damaged = whole.replace(b"7", b"8")
    halves = whole + damaged + whole
    assert reader.feed(halves[:30]) + reader.feed(halves[30:]) == [["PONG", "7", "1200"]] * 2
    assert (counters.frames, counters.bad_crc) == (2, 1)


@pytest.mark.parametrize(
    "event",
    [
        "RAIN 3",
        "BUTTON 0 HORN DOWN",
        "BUTTON 7 SET DOWN",
        "DICE 1 9 1 5",
        "DONE 1 LID-OPEN REACHED",
        "LEVELS",
    ],
)
def test_an_event_that_is_not_known_is_passed_on_unread(event: str) -> None:
    signal = signal_of(event.split(" "))
    assert isinstance(signal, UnknownSignal)
    assert signal.payload == event.encode()


WORDS = st.lists(
    st.sampled_from([*"0179-", "HI", "WHO", "OK", "GO", "NO", "EV", "PONG", "DONE", "x"]), min_size=1
)


@settings(max_examples=40)
@given(lines=st.lists(WORDS), noise=st.binary(max_size=20), cut=st.integers(1, 9))
def test_lines_arrive_in_any_pieces_and_after_any_noise(
    lines: list[list[str]], noise: bytes, cut: int
) -> None:
    lines = [line for line in lines if len(to_line(*line)) <= LONGEST]
    sent = noise + b"\n" + b"".join(to_line(*line) for line in lines)
    reader = LineReader(FrameCounters())
    came = [words for at in range(0, len(sent), cut) for words in reader.feed(sent[at : at + cut])]
    assert came == lines


class Silence:
    """A line on which nothing is heard."""

    bytes_written = bytes_read = 0
    trouble = None

    def start(self, receiver: Receiver) -> None: ...

    def write(self, data: bytes) -> None: ...

    async def close(self) -> None: ...


@settings(max_examples=40)
@given(lines=st.lists(WORDS))
def test_no_whole_line_breaks_the_session(lines: list[list[str]]) -> None:
    """A line without a meaning does not break it either, while the table is connected."""

    async def lived() -> None:
        events: list[UnitEvent] = []
        session = Session(asyncio.get_running_loop(), "", Wires(), events.append)
        session.transport = Silence()
        session.opened()
        session.received(to_line("HI", "1", session._host, "7", "100", "POWER", "1.4"))
        assert session.is_connected
        asked = asyncio.ensure_future(session.ask("StopMotion", ("STOP",)))
        await asyncio.sleep(0)
        for line in lines:
            session.received(to_line(*line))
        asked.cancel()
        await asyncio.wait({asked})

    asyncio.run(lived())


def test_no_call_outlives_the_driver(tmp_path: Path) -> None:
    """Calls before the start or after the end are refused; calls that wait at the end get the same error."""

    async def lived() -> list[object]:
        driver = LineTable(str(tmp_path / "nobody"), Wires())
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
