"""Keys at a real terminal, a pty: table time stands still, steps, slows down and speeds up; the terminal is
restored."""

import asyncio
import os
import pty
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, cast

import pytest

from simulation.playing.keys import HELP, PACED, PAUSED, STEP_S, TimeKeys, keys_at
from simulation.playing.typed import ORDERS_HELP, Keyboard, TypedOrders
from simulation.processes.conductor import ConductedLoop, Conductor
from simulation.replay.disturb.kinds.catalogue import FOUL_KINDS
from tests.simulation.conductor_stage import Echo
from tests.simulation.sim_process import AT_ITS_TERMINAL
from tests.table_time import real_time


@pytest.fixture
def conductor() -> Conductor:
    made = Conductor()
    made.unit = Echo()
    return made


def run(conductor: Conductor, main: object) -> None:
    with asyncio.Runner(loop_factory=lambda: ConductedLoop(conductor)) as runner:
        runner.run(main())  # type: ignore[operator]


def test_time_stands_still_goes_a_step_and_goes_on(conductor: Conductor) -> None:
    lines: list[str] = []

    async def main() -> None:
        keys = TimeKeys(conductor, lines.append)
        loop = asyncio.get_running_loop()
        await asyncio.sleep(5)
        keys.press(" ")
        assert conductor.frozen == {PAUSED}
        keys.press(".")
        assert not conductor.frozen
        while not conductor.frozen:
            await asyncio.sleep(0.1)
            if len(lines) > 1:
                break
        assert loop.time() == pytest.approx(5 + STEP_S, abs=0.2)
        keys.press(" ")
        await asyncio.sleep(60)

    run(conductor, main)
    assert conductor.now_us >= 66_000_000
    assert lines == [
        "Table time stands still at 5.0 s.",
        "Table time stands still at 6.0 s.",
        lines[-1],
    ]
    assert lines[-1].startswith("Table time goes on at 6.")


def test_slower_and_faster(conductor: Conductor) -> None:
    lines: list[str] = []
    keys = TimeKeys(conductor, lines.append)
    for key in "--x?+++":
        keys.press(key)
    assert lines == [
        "8 times real time.",
        "4 times real time.",
        HELP,
        "8 times real time.",
        "As fast as it can.",
        "As fast as it can.",
    ]
    for _ in range(10):
        keys.press("-")
    assert conductor.pace == 0.25


@pytest.mark.parametrize(
    ("pace", "slower", "faster"),
    [
        (3.0, "2 times real time.", "4 times real time."),
        (100.0, "8 times real time.", "As fast as it can."),
        (0.1, "0.1 times real time.", "0.25 times real time."),
    ],
)
def test_from_any_speed_to_the_next(conductor: Conductor, pace: float, slower: str, faster: str) -> None:
    lines: list[str] = []
    for key in "-+":
        conductor.pace = pace
        TimeKeys(conductor, lines.append).press(key)
    assert lines == [slower, faster]


def test_at_a_pace_time_is_no_faster_than_the_wall_clock_and_makes_up_for_no_pause(
    conductor: Conductor,
) -> None:
    conductor.pace = 8.0
    took: list[float] = []

    async def main() -> None:
        await asyncio.sleep(0.8)
        loop = asyncio.get_running_loop()
        conductor.frozen.add(PAUSED)
        resumed = asyncio.Event()

        def resume(_: object) -> None:
            conductor.frozen.discard(PAUSED)
            resumed.set()

        # Half a second of real time, in which table time stands still.
        loop.run_in_executor(None, time.sleep, 0.5).add_done_callback(resume)
        await resumed.wait()
        started, began = time.monotonic(), loop.time()
        await asyncio.sleep(1.6)
        took.append((loop.time() - began) / (time.monotonic() - started))

    run(conductor, main)
    assert took[0] <= 9.5


@real_time
async def test_the_terminal_of_another_program_is_left_alone() -> None:
    person, program = pty.openpty()
    before = termios.tcgetattr(program)
    with keys_at(program, print) as there:
        assert not there
        assert termios.tcgetattr(program) == before
    os.close(person)
    os.close(program)


@real_time
async def test_what_is_no_terminal_has_no_keys(tmp_path: Path) -> None:
    with (tmp_path / "input").open("w+b") as file, keys_at(file.fileno(), print) as there:
        assert not there


PROGRAM = """
import asyncio, os, sys, termios
from simulation.playing.keys import keys_at
async def main():
    done = asyncio.Event()
    def hear(key):
        print("heard", key, flush=True)
        if key == "q":
            done.set()
        if key == "!":
            raise SystemExit(3)
    with keys_at(0, hear) as there:
        print("there", there, flush=True)
        while not done.is_set():
            await asyncio.sleep(0.05)
asyncio.run(main())
"""
"""Its loop wakes by itself, as a simulation's does: Ctrl-C just before a loop waits is noticed when it wakes."""


@pytest.mark.parametrize(("typed", "status"), [("x q", 0), ("!", 3), ("\x03", -signal.SIGINT)])
def test_a_program_at_its_terminal(typed: str, status: int) -> None:
    """Keys work without Enter and are not echoed; after any end, even Ctrl-C, the terminal is restored."""
    person, program = pty.openpty()
    before = termios.tcgetattr(program)
    with subprocess.Popen(
        [sys.executable, "-c", f"import os, fcntl, termios\nfcntl.ioctl(0, termios.TIOCSCTTY, 0)\n{PROGRAM}"],
        stdin=program,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"there True\n"
        assert termios.tcgetattr(program) != before
        os.write(person, typed.encode())
        output = process.stdout.read()
        ended = process.wait(30)
    assert output == b"".join(b"heard %c\n" % each for each in typed.encode() if each != 3)
    assert ended == status
    assert termios.tcgetattr(program) == before
    os.close(person)
    os.close(program)


class Machine:
    """Keeps what is done to it."""

    def __init__(self) -> None:
        self.done: list[tuple[object, ...]] = []
        self.covered = False

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *given: self.done.append((name, *given))


def test_orders_are_carried_out_or_told_what_is_wrong() -> None:
    machine, lines, back, fouls = Machine(), list[str](), list[int | None](), list[str]()
    orders = TypedOrders(
        cast("Any", machine), cast("Any", machine), lines.append, back=back.append, foul=fouls.append
    )
    for line in ("back", "back 3", "foul kuikae_same"):
        orders.do(line)
    assert (back, fouls) == ([None, 3], ["kuikae_same"])
    orders.do("foul list")
    assert lines.pop().split() == list(FOUL_KINDS)
    for line in ("fault lift_stuck", "fault lift_stuck_2 off", "noise 20", "reset", "lens covered", ""):
        orders.do(line)
    assert machine.done == [
        ("fault", "lift_stuck", True),
        ("fault", "lift_stuck_2", False),
        ("noise", 20),
        ("reset",),
    ]
    assert machine.covered
    assert len(lines) == 5
    lines.clear()
    for line in ("fault lift_stock", "noise 1001", "lens", "fault", "back -1"):
        orders.do(line)
    TypedOrders(None, cast("Any", machine), lines.append, back=back.append, foul=fouls.append).do("reset")
    assert len(back) == 2
    assert lines == [
        "There is no fault 'lift_stock'; did you mean lift_stuck?",
        "noise: 0 to 1000 bytes in a thousand, not 1001",
        f"'lens' is not an order. {ORDERS_HELP}",
        f"'fault' is not an order. {ORDERS_HELP}",
        f"'back -1' is not an order. {ORDERS_HELP}",
        "Another maker's machine does not have this.",
    ]
    assert len(machine.done) == 4


def test_a_line_begins_with_a_colon_and_can_be_put_right_or_given_up(conductor: Conductor) -> None:
    machine, lines, shown = Machine(), list[str](), list[str]()
    back, fouls = list[int | None](), list[str]()
    orders = TypedOrders(
        cast("Any", machine), cast("Any", machine), lines.append, back=back.append, foul=fouls.append
    )
    keyboard = Keyboard(TimeKeys(conductor, lines.append), orders, shown.append)
    for key in ":reset\x1b:lens cover\x7fred\n-":
        keyboard.press(key)
    assert machine.done == []
    assert lines == ["The lens is covered.", "8 times real time."]
    assert "".join(shown) == ":reset\n:lens cover\b \bred\n"
    assert (back, fouls) == ([], [])
    for key in "b:b\x1bb":
        keyboard.press(key)
    assert back == [None, None]


def until(output: IO[bytes], line: bytes) -> None:
    """Read on until a line begins so."""
    for printed in output:
        if printed.startswith(line):
            return
    raise AssertionError(f"{line!r} was not said")


@contextmanager
def at_a_terminal(state: Path, *words: str) -> Iterator[tuple[subprocess.Popen[bytes], int, IO[bytes]]]:
    """Yield a simulation of one hand at a terminal, the person's end of that terminal, and the output.

    In the end the terminal is as it was.
    """
    person, program = pty.openpty()
    before = termios.tcgetattr(program)
    sim = ["sim", "--headless", "--seed", "21", "--hands", "1", "--state", str(state), *words]
    with subprocess.Popen(
        [sys.executable, "-c", AT_ITS_TERMINAL, sys.executable, "-m", "jantaku.main", *sim],
        stdin=program,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        try:
            yield process, person, process.stdout
            assert process.wait(60) == 130
        finally:
            process.terminate()
    assert termios.tcgetattr(program) == before
    os.close(person)
    os.close(program)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("speed", "slower"), [("max", b"8 times real time."), ("4", b"2 times real time.")])
def test_a_simulation_at_a_terminal(tmp_path: Path, speed: str, slower: bytes) -> None:
    """Paused, given a fault that the table then reports, stepped, and ended by Ctrl-C."""
    with at_a_terminal(tmp_path / "state", "--speed", speed) as (_process, person, output):
        until(output, b"Keys: space pauses")
        os.write(person, b" ")
        until(output, b"Table time stands still at ")
        os.write(person, b":fault lift_stuck\r:fault lift_stuk\x7fck_2\r:lens covered\r")
        until(
            output,
            b"the unit refuses 'fault lift_stuck 1': no such fault; for one chair it is lift_stuck_0 to ",
        )
        until(output, b"Fault lift_stuck_2 is on.")
        until(output, b"The lens is covered.")
        os.write(person, b".")
        until(output, b"Table time stands still at ")
        os.write(person, b"-")
        until(output, slower)
        os.write(person, b" +++++")
        until(output, b"Table time goes on at ")
        until(output, b"[table] the walls did not come up: the lift of chair 2 ")
        os.write(person, b"\x03")
        rest = output.read()
    assert b"Traceback" not in rest


def clock_of(state: Path) -> str:
    """The clock that a simulation has given to its table."""
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (place / "cmdline").read_bytes().decode().split("\0")
            if str(state) in words and "--clock" in words:
                return words[words.index("--clock") + 1]
    raise AssertionError("no table is there")


@pytest.mark.prove
def test_at_a_speed_the_conductor_owns_the_time_only_where_keys_are_heard(tmp_path: Path) -> None:
    """Without keys each program follows the wall clock, so their real speed can be measured."""
    with at_a_terminal(tmp_path / "keys", "--speed", "2") as (_process, person, output):
        until(output, PACED.encode())
        assert clock_of(tmp_path / "keys").startswith("unix:")
        os.write(person, b"\x03")
        output.read()
    with at_a_terminal(tmp_path / "none", "--speed", "2", "--no-keys") as (_process, person, output):
        until(output, b"[table] camera: the table is seen")
        assert clock_of(tmp_path / "none").startswith("real:2.0@")
        os.write(person, b" \x03")
        rest = output.read()
    assert b"Keys:" not in rest
    assert b"stands still" not in rest
