"""A daemon that kills itself at a given step; the world of its table is kept in a file. Run as a program.

Usage: mortal_daemon.py FOLDER STEP [RECORDINGS] - dies by SIGKILL at its STEP-th point: before and after each write of
the journal, and on either side of each acknowledgement to the unit. Ends with status 0 once the game is over and
journalled. With RECORDINGS, it records its inputs in that folder.
"""

import argparse
import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, cast

from bench.stages.jump_loop import JumpLoop
from firmware_bridge.drivers.capabilities import EVERYTHING
from firmware_bridge.drivers.wires import Wires
from firmware_bridge.link.counters import Counters, telemetry
from firmware_bridge.messages.signals import (
    Button,
    ButtonName,
    Connected,
    DiceRolled,
    ResetCause,
    Signal,
    StickSlot,
    WallTouch,
)
from referee.journal.journal import Journal, utc_now
from referee.journal.sqlite import SqliteRecorder
from simulation.replay.playback.recorder import InputsRecorder
from table_controller.daemon import wiring
from table_controller.daemon.daemon import Daemon
from table_controller.daemon.ending import Ending
from table_controller.settings.options import add_options
from table_controller.settings.settings import Settings, read_settings
from tests.table_controller.seen_table import row
from vision.sightings import Watermark, ZoneReading
from vision.worker.wire import FrameReport
from vision.zones import ZoneId

NONCE = 77
GAP_MS = 1000
"""Time between two events in the world."""
WINNING = "1m2m3m4p5p6p7s8s9s1z1z1z2z|2z"


def touch(chair: int) -> Signal:
    return WallTouch(chair=chair, touching=True)


def press(chair: int, button: ButtonName) -> Signal:
    return Button(chair=chair, button=button, pressed=True)


WORLD: list[Signal | tuple[ZoneId, str]] = [
    DiceRolled(goal=1, first=3, second=4),
    (ZoneId("wall", 0), "####1s####"),
    touch(0),
    (ZoneId("pond", 0), "9s"),
    touch(1),
    (ZoneId("pond", 1), "5p"),
    press(3, ButtonName.PON),
    (ZoneId("pond", 1), ""),
    (ZoneId("meld", 3), "5p_5p0p"),
    (ZoneId("pond", 3), "7z"),
    touch(0),
    press(0, ButtonName.RIICHI),
    (ZoneId("pond", 0), "9s_8s"),
    StickSlot(chair=0, present=True),
    touch(1),
    (ZoneId("pond", 1), "9p"),
    touch(2),
    (ZoneId("pond", 2), "3z"),
    touch(3),
    (ZoneId("pond", 3), "7z4z"),
    touch(0),
    press(0, ButtonName.TSUMO),
    (ZoneId("hand", 0), WINNING),
    (ZoneId("ura", 0), "4z"),
    press(0, ButtonName.SET),
]
ZONES = tuple(ZoneId(kind, chair) for kind in ("pond", "meld", "wall", "hand", "ura") for chair in range(4))


class Death:
    """The count of points at which a process may die."""

    step = 0
    at = 0

    @classmethod
    def point(cls) -> None:
        cls.step += 1
        if cls.step == cls.at:
            os.kill(os.getpid(), signal.SIGKILL)


def around(cls: type, name: str) -> None:
    """A point before and one after every call of a method."""
    whole: Callable[..., Any] = getattr(cls, name)

    def mortal(self: Any, *args: Any, **kwargs: Any) -> Any:
        Death.point()
        result = whole(self, *args, **kwargs)
        Death.point()
        return result

    setattr(cls, name, mortal)


class World:
    """The progress of the events, which do not wait for the daemon and do not happen twice."""

    file: ClassVar[Path]

    def __init__(self) -> None:
        kept = json.loads(self.file.read_text()) if self.file.exists() else {}
        self.done: int = kept.get("done", 0)
        self.acked: int = kept.get("acked", 0)
        self.start_ms: int = kept.get("now_ms", 0)
        self.at_ms: list[int] = kept.get("at_ms", [])

    def store(self, now_ms: int) -> None:
        new = self.file.with_suffix(".new")
        new.write_text(
            json.dumps({"done": self.done, "acked": self.acked, "now_ms": now_ms, "at_ms": self.at_ms})
        )
        new.replace(self.file)

    def signals(self) -> list[tuple[int, Signal]]:
        """The unit's signals so far with their numbers."""
        happened = [
            (index, what) for index, what in enumerate(WORLD[: self.done]) if not isinstance(what, tuple)
        ]
        return [
            (number, replace(what, number=number, nonce=NONCE, at_ms=self.at_ms[index]))
            for number, (index, what) in enumerate(happened, 1)
        ]

    def zone(self, name: ZoneId) -> str:
        content = ""
        for what in WORLD[: self.done]:
            if isinstance(what, tuple) and what[0] == name:
                content = what[1]
        return content


class FakeUnit:
    bytes_written = bytes_read = 0
    heard = None
    capabilities = EVERYTHING
    telemetry = telemetry(Counters(), state="ready", firmware="0.1", offset_ms=0, drift=0, outliers=0)

    def __init__(self, _place: str, wires: Wires) -> None:
        assert wires.on_signal is not None
        self._on_signal = wires.on_signal
        self._last = 0 if wires.last_signal is None else wires.last_signal[1]

    def ask(self, _at_ms: float) -> None:
        """It is never heard."""

    async def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._play())
        self._task.add_done_callback(lambda task: task.cancelled() or task.result())

    async def _play(self) -> None:
        loop = asyncio.get_running_loop()
        world = THE_WORLD
        while True:
            for number, what in world.signals():
                if number > world.acked:
                    self._deliver(number, what)
                    world.acked = number
                    world.store(round(loop.time() * 1000))
            await asyncio.sleep(GAP_MS / 1000)
            if world.done < len(WORLD):
                world.done += 1
                world.at_ms.append(round(loop.time() * 1000))
                world.store(round(loop.time() * 1000))

    def _deliver(self, number: int, what: Signal) -> None:
        Death.point()
        if number > self._last:
            self._on_signal(what)
        Death.point()

    async def stop(self) -> None:
        self._task.cancel()

    async def signals(self) -> AsyncIterator[Any]:
        yield Connected(
            at_ms=0, nonce=NONCE, reset_cause=ResetCause.POWER_ON, firmware="0.1", was_reset=False
        )
        await asyncio.Event().wait()

    def __getattr__(self, name: str) -> Any:
        """Every motion and every display succeeds at once."""

        async def succeed(*_: Any) -> None:
            await asyncio.sleep(0.5)

        return succeed


class FakeVision:
    frames_done = 0
    pid = None

    def __init__(self, *_: Any, **__: Any) -> None:
        self._shown: dict[ZoneId, str] = {}

    async def start(self) -> None:
        self._shown.clear()

    async def stop(self) -> None:
        self._shown.clear()

    async def reports(self) -> AsyncIterator[FrameReport]:
        loop = asyncio.get_running_loop()
        frame = 0
        while True:
            frame += 1
            await asyncio.sleep(0.2)
            now_ms = round(loop.time() * 1000)
            readings: list[Any] = []
            for zone in ZONES:
                content = self.content(zone)
                if self._shown.get(zone) != content:
                    self._shown[zone] = content
                    readings.append(ZoneReading(zone, row(content), frame, now_ms - 100, 100, now_ms))
            yield FrameReport(frame, now_ms, (*readings, Watermark(frame, now_ms, now_ms)))

    def content(self, zone: ZoneId) -> str:
        return THE_WORLD.zone(zone)

    def acknowledge(self, _frame: int, _expectation: object = None) -> None:
        Death.point()

    def keep(self, _order: object) -> bool:
        return True


class JumpClock:
    """Table time from the world's file, which jumps."""

    def __init__(self, loop: JumpLoop) -> None:
        self._loop = loop

    def now_ms(self) -> int:
        return self._loop.now_ms

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        return self._loop

    def hold(self) -> Any:
        return nullcontext()

    def count_traffic(self, _traffic: Any) -> None:
        """Nobody asks."""

    def close(self) -> None:
        """Nothing to stop."""


def end_when_played(daemon: Daemon) -> None:
    """End once the hand has ended and nothing waits in the inbox."""
    state = daemon.game.state
    if state is not None and state.last is not None and not daemon.game.journal.inbox():
        os._exit(0)
    asyncio.get_running_loop().call_later(0.5, end_when_played, daemon)


def journal_at(state: Path, recorder: InputsRecorder | None = None) -> Journal:
    return Journal(settings_at(state).journal, utc_now if recorder is None else recorder.wall)


def settings_at(state: Path) -> Settings:
    parser = argparse.ArgumentParser()
    add_options(parser)
    options = f"--http 0 --mqtt 127.0.0.1:1 --ruleset tenhou --auto-begin --state {state}"
    return read_settings(parser.parse_args(options.split()))


async def live(state: Path, journal: Journal, recorder: InputsRecorder | None = None, **parts: type) -> None:
    """Run the daemon with this state folder at the world's table; ``parts`` replace those of the wiring."""
    for name, part in {
        "driver_at": lambda _, place, wires: FakeUnit(place, wires),
        "VisionProcess": FakeVision,
        **parts,
    }.items():
        setattr(wiring, name, part)
    loop, ending = asyncio.get_running_loop(), Ending()
    clock = JumpClock(cast("JumpLoop", loop))
    ending.heed(clock, ())
    loaded = journal.load()
    inputs = None if recorder is None else recorder.inputs(journal, clock.now_ms)
    daemon = wiring.wire(settings_at(state), journal, clock, loaded, ending, inputs=inputs)
    loop.call_soon(end_when_played, daemon)
    await daemon.run()


def main() -> None:
    folder, Death.at = Path(sys.argv[1]), int(sys.argv[2])
    World.file = folder / "world.json"
    global THE_WORLD  # noqa: PLW0603 - one process, one world
    THE_WORLD = World()
    for name in ("receive", "insert_events", "discard"):
        around(SqliteRecorder, name)
    loop = JumpLoop()
    loop.begin_at(THE_WORLD.start_ms)
    recordings = sys.argv[3:]
    recorder = InputsRecorder(Path(recordings[0]), settings_at(folder).journal) if recordings else None
    loop.run_until_complete(live(folder, journal_at(folder, recorder), recorder))


THE_WORLD: World

if __name__ == "__main__":
    main()
