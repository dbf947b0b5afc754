"""The unit dies, the host dies, the line is silent: the state that remains, and the reports."""

import asyncio
import os
import pty
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.link.framing import LinkFrame, encode
from firmware_bridge.link.heartbeat import IDLE_HEARTBEAT_MS
from firmware_bridge.link.link import Link
from firmware_bridge.link.state import TRANSITIONS, Happening, LinkState
from firmware_bridge.link.transport import SerialDevice
from firmware_bridge.messages import errors
from firmware_bridge.messages.messages import (
    BY_ID,
    Answer,
    Beat,
    Button,
    Levels,
    MotionDone,
    Outcome,
    Request,
    ResetCause,
    ShowHonba,
    Signal,
)
from firmware_bridge.messages.signals import Connected, Lost
from firmware_bridge.unit.machine_control import MachineControl
from firmware_bridge.unit.process import UnitProcess, UnitProcessError
from firmware_bridge.unit.table_unit import TableUnit
from tests.firmware_bridge.conftest import Bench, BenchRunner


def test_killed_and_started_again(bench: BenchRunner) -> None:
    async def play(b: Bench) -> None:
        await b.unit.show_honba(7)
        first_pty = b.process.pty.readlink()
        first = await b.unit.connected()
        raising = asyncio.create_task(b.unit.raise_walls())
        await asyncio.sleep(3)
        b.process.kill()
        await b.until(lambda: bool(b.of(Lost)))
        assert "device" in b.of(Lost)[0].reason
        assert b.unit.state is LinkState.NO_DEVICE
        b.loop.now_us = 0  # a fresh process begins at 0
        b.process.start()
        with pytest.raises(errors.UnitResetError):
            await raising
        second = await b.unit.connected()
        assert second.was_reset
        assert second.nonce != first.nonce
        assert b.process.pty.readlink() != first_pty or b.process.pid
        await b.until(lambda: b.control.displays().honba == 7)
        await b.until(lambda: b.of(Levels)[-1].nonce == second.nonce)
        left = b.control.walls()
        assert (left.lifts, left.sets) == ("bbbb", ("table", "drum"))  # the mechanics stand where they stood
        await b.unit.lower_walls()
        await b.unit.shuffle(2)
        await b.unit.raise_walls()

    bench(play)


def test_reset_of_the_microcontroller_alone(bench: BenchRunner) -> None:
    async def play(b: Bench) -> None:
        raising = asyncio.create_task(b.unit.raise_walls())
        await asyncio.sleep(3)
        b.control.reset("brown_out")
        with pytest.raises(errors.UnitResetError, match="supply broke down"):
            await raising
        assert b.control.walls().lifts == "bbbb"
        assert (await b.unit.connected()).reset_cause is ResetCause.BROWN_OUT
        await b.unit.lower_walls()
        assert b.control.walls().lifts == "dddd"

    bench(play)


def test_displays_are_shown_again_although_the_line_breaks_after_the_reset(
    bench: BenchRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(b: Bench) -> None:
        await b.unit.show_honba(3)
        real = Link.request
        unplugged: list[Request] = []

        async def unplugging(self: Link, request: Request) -> Answer:
            if isinstance(request, ShowHonba) and not unplugged:
                unplugged.append(request)
                b.control.unplug()
            return await real(self, request)

        monkeypatch.setattr(Link, "request", unplugging)
        b.control.reset("brown_out")
        await b.until(lambda: unplugged != [])
        await asyncio.sleep(20)
        assert b.control.displays().honba == 0
        b.control.plug()
        assert not (await b.unit.connected()).was_reset
        await b.until(lambda: b.control.displays().honba == 3, limit_s=10)

    bench(play)


def test_a_silent_host_stops_what_moves(bench: BenchRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(b: Bench) -> None:
        raising = asyncio.create_task(b.unit.raise_walls())
        await asyncio.sleep(3)
        assert b.loop.device is not None
        monkeypatch.setattr(b.loop.device, "write", lambda _: None)
        silent_from = b.loop.time()
        await asyncio.sleep(0.25)
        moving = b.control.walls()
        assert moving.lifts == "bbbb"
        assert not raising.done()
        await asyncio.sleep(5)
        assert b.control.walls().lifts == "bbbb"
        monkeypatch.undo()
        with pytest.raises(errors.HostSilentError):
            await raising
        done = b.of(MotionDone)[0]
        assert done.outcome is Outcome.HOST_SILENT
        assert 0.2 <= done.at_ms / 1000 - silent_from <= 0.31
        await b.unit.lower_walls()  # it does not latch

    bench(play)


def test_a_new_host_gets_what_the_old_one_had_not_stored(folder: Path, bench: BenchRunner) -> None:
    """The daemon dies after storing signal n but before its acknowledgement arrived: n is recognised."""
    seen: list[tuple[int, int]] = []

    async def play(b: Bench) -> None:
        await b.until(lambda: bool(b.of(Levels)))
        last = b.of(Levels)[-1]
        await b.unit.stop()
        b.control.line_reset()
        for pressed in (True, False):
            b.control.press(0, "ron", pressed)
            b.loop.now_us = b.control.step(b.loop.now_us + 50_000).now_us
        again = TableUnit(
            str(b.process.pty),
            own_thread=False,
            on_signal=lambda signal: seen.append((signal.nonce, signal.number)),
            last_signal=(last.nonce, last.number),
            transport=lambda loop: device(b, loop),
        )
        stream = again.signals()
        await again.start()
        connected = await again.connected()
        assert not connected.was_reset
        await again.report_levels()
        await b.until(lambda: len(seen) >= 3)
        assert seen[:2] == [(last.nonce, last.number + 1), (last.nonce, last.number + 2)]
        assert [number for _, number in seen] == list(range(last.number + 1, last.number + 1 + len(seen)))
        await again.stop()
        kinds = [type(event) async for event in stream]
        assert kinds[:3] == [Connected, Button, Button]

        behind: list[int] = []
        b.control.line_reset()
        third = TableUnit(
            str(b.process.pty),
            own_thread=False,
            on_signal=lambda signal: behind.append(signal.number),
            last_signal=(last.nonce + 1, 5),
            transport=lambda loop: device(b, loop),
        )
        await third.start()
        assert (await third.connected()).was_reset
        await third.stop()

    def device(b: Bench, loop: asyncio.AbstractEventLoop) -> SerialDevice:
        b.loop.device = SerialDevice(loop, str(b.process.pty))
        return b.loop.device

    bench(play)


def test_frames_of_another_session_do_nothing(bench: BenchRunner) -> None:
    async def play(b: Bench) -> None:
        assert b.loop.device is not None
        sent = b.unit.counters
        before = b.control.starts()
        roll = next(kind for kind in BY_ID.values() if kind.__name__ == "RollDice")
        for sequence in range(1, 40):
            b.loop.device.write(encode(LinkFrame(roll.ID, sequence, 0x1234, bytes(4))))
        b.loop.device.write(encode(LinkFrame(Beat.ID, 0, 0x1234, bytes(4))))
        await asyncio.sleep(3)
        assert b.control.starts() == before
        assert b.unit.state is LinkState.READY
        assert sent.frames.bad_crc == 0

    bench(play)


def test_signals_are_dated_within_5_ms_by_a_drifting_unit(bench: BenchRunner) -> None:
    """A resonator 0.3 % too fast, a late line: a minute of presses, all within 5 ms."""

    async def play(b: Bench) -> None:
        pressed_ms = []
        await asyncio.sleep(10)
        for number in range(120):
            pressed_ms.append(b.loop.time() * 1000)
            b.control.press(0, "kan", number % 2 == 0)
            await asyncio.sleep(0.5)
        await b.until(lambda: len(b.of(Button)) == 120)
        worst = max(abs(s.at_ms - at) for s, at in zip(b.of(Button), pressed_ms, strict=True))
        assert worst <= 5

    bench(play, process={"drift_ppm": 3000}, trouble={"delay_ms": 4})
    bench(play, process={"drift_ppm": -3000})


def test_another_dictionary_is_refused_with_advice(
    bench: BenchRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(b: Bench) -> None:
        await b.until(lambda: b.unit.state is LinkState.INCOMPATIBLE)
        await b.until(lambda: bool(b.of(Lost)))
        assert "firmware" in b.of(Lost)[0].advice
        with pytest.raises(errors.IncompatibleFirmwareError):
            await b.unit.roll_dice()

    monkeypatch.setattr("firmware_bridge.link.link.MESSAGE_DICTIONARY", 0x0BAD)
    bench(play, connect=False)


def test_the_link_in_its_own_thread_with_a_loop_of_ones_own(folder: Path) -> None:
    """In real time: the thread, two loops, and the calls between them."""
    made: list[asyncio.AbstractEventLoop] = []
    stored: list[Signal] = []

    def loop_factory() -> asyncio.AbstractEventLoop:
        made.append(asyncio.new_event_loop())
        return made[-1]

    async def main() -> None:
        unit = TableUnit(str(folder / "unit"), loop_factory=loop_factory, on_signal=stored.append)
        stream = unit.signals()
        await unit.start()
        with UnitProcess(folder, clock="real") as process:
            await asyncio.wait_for(unit.connected(), 10)
            assert 1 <= (await unit.roll_dice())[0] <= 6
            process.control.press(1, "judge", pressed=True)
            async for event in stream:
                if isinstance(event, Button):
                    assert event in stored
                    break
            with pytest.raises(errors.UnitError):
                await unit.start()
            await unit.stop()
        assert unit.state is LinkState.CLOSED
        assert made[0].is_closed()

    asyncio.run(main())


@pytest.mark.parametrize("plugged", [False, True])
def test_the_name_of_a_killed_unit_leads_to_no_other_pty(folder: Path, plugged: bool) -> None:
    """A program that opens ptys meanwhile would get its number, and the host would talk to that program."""
    process = UnitProcess(folder)
    process.start()
    if plugged:
        process.control.unplug()
        assert not process.pty.is_symlink()
        process.control.plug()
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    others: list[int] = []
    try:
        while process.pid is not None:
            time.sleep(0.005)
        for _ in range(16):
            others += pty.openpty()
        assert process.pty.is_symlink()
        assert not process.pty.exists()
        process.kill()
        process.start()
        assert process.pty.exists()
    finally:
        for side in others:
            os.close(side)
        process.stop()
    assert not process.pty.is_symlink()


def test_control_socket_says_what_is_wrong(folder: Path) -> None:
    with UnitProcess(folder) as process:
        control = process.control
        for line, reason in (
            ("step 5x", "step <t_us>"),
            ("hand 4 1", "<chair> 0|1"),
            ("press 0 riichy 1", "riichi"),
            ("fault nothing 1", "no such fault"),
            ("fault lift_stuck_7 1", "no such fault"),
            ("tiles 2 136", "tiles <set> <n>"),
            ("dance", "unknown request"),
        ):
            with pytest.raises(UnitProcessError, match=reason.replace("|", r"\|")):
                control.ask(line)
        control.step(5_000)
        with pytest.raises(UnitProcessError, match="back"):
            control.step(4_000)
        process.kill()
        with pytest.raises(UnitProcessError):
            control.step(6_000)
        with pytest.raises(UnitProcessError, match="not started"):
            _ = process.control
    with pytest.raises(UnitProcessError, match="no unit process listens"):
        MachineControl(folder / "nowhere.sock")


def test_the_state_machine_is_closed_and_every_state_can_be_left() -> None:
    assert set(TRANSITIONS) == set(LinkState)
    reached = {state for ways in TRANSITIONS.values() for state in ways.values()}
    assert reached == set(LinkState)
    assert all(TRANSITIONS.values())


def test_a_way_that_is_not_in_the_state_machine_is_refused() -> None:
    class Nothing:
        bytes_written = bytes_read = 0
        trouble: OSError | None = None

        def start(self, receiver: Any) -> None: ...

        def write(self, data: bytes) -> None: ...

        async def close(self) -> None: ...

    loop = asyncio.new_event_loop()
    link = Link(loop, Nothing(), on_event=lambda _: None)
    with pytest.raises(RuntimeError, match="no way"):
        link._go(Happening.GREETED)
    loop.close()


@pytest.mark.parametrize(("beat_ms", "idle_ms"), [(0, 100), (151, 100), (100, 0), (100, 1001)])
def test_heartbeats_too_rare_for_the_unit_are_refused(beat_ms: int, idle_ms: int) -> None:
    loop = asyncio.new_event_loop()
    with pytest.raises(ValueError, match="heartbeat_ms is"):
        Link(
            loop,
            SerialDevice(loop, "none"),
            on_event=lambda _: None,
            heartbeat_ms=beat_ms,
            idle_heartbeat_ms=idle_ms,
        )
    loop.close()


def test_a_unit_at_rest_is_heard_when_somebody_asks_and_seldom_otherwise(bench: BenchRunner) -> None:
    async def play(b: Bench) -> None:
        await asyncio.sleep(3)
        beats = b.unit.counters.beats
        await asyncio.sleep(10)
        assert b.unit.counters.beats - beats <= 10_000 // IDLE_HEARTBEAT_MS + 1
        for late_ms in (0, 30, 200):
            await asyncio.sleep(0.15)
            wanted_ms = b.now_ms + late_ms
            beats = b.unit.counters.beats
            for _ in range(5):
                b.unit.ask(wanted_ms)
            await b.until(lambda wanted_ms=wanted_ms: (b.unit.heard or (0, 0))[1] >= wanted_ms)  # type: ignore[misc]
            assert b.now_ms < wanted_ms + 30
            assert b.unit.counters.beats == beats + 1
            b.unit.ask(wanted_ms)  # it has been heard since
            await asyncio.sleep(0.02)
            assert b.unit.counters.beats == beats + 1

    bench(play)


def test_asking_again_and_again_keeps_no_beat_from_a_motion(bench: BenchRunner) -> None:
    """The host asks about a moment that is always near, and the unit still hears it often enough not to break the
    motion off."""

    async def play(b: Bench) -> None:
        raising = asyncio.create_task(b.unit.raise_walls())
        while not raising.done():
            b.unit.ask(b.now_ms + 40)
            await asyncio.sleep(0.02)
        await raising
        assert b.unit.state is LinkState.READY

    bench(play)


def test_a_motion_of_a_unit_at_rest_is_kept_going_from_its_start(bench: BenchRunner) -> None:
    """The next beat of a unit at rest may be a second away; without one for 300 ms it would break the motion off."""

    async def play(b: Bench) -> None:
        await asyncio.sleep(5)
        beats = b.unit.counters.beats
        await b.until(lambda: b.unit.counters.beats > beats)
        await b.unit.raise_walls()

    bench(play, idle_heartbeat_ms=1000)
