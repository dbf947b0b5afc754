"""``jantaku firmware``, ``jantaku link bench`` and ``jantaku unit``: on a unit that runs here, and with tools
missing."""

import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.link.transport import SerialDevice
from firmware_bridge.messages.messages import Button, ButtonName, Levels, Position
from firmware_bridge.messages.signals import Connected, ResetCause
from firmware_bridge.unit.process import UnitProcess
from firmware_bridge.unit.table_unit import TableUnit
from jantaku import main as cli
from table_controller.cli import firmware as firmware_command
from table_controller.cli.firmware import line_of
from table_controller.cli.unit.panel import UnitPanel, panel_rows
from table_controller.cli.unit.unit_orders import orders
from tests.conftest import ROOT
from tests.firmware_bridge.conftest import SteppedLoop

FIELDS = {"commands", "retries", "wire_out", "wire_in", "p50_ms", "p99_ms", "commands_per_s", "exactly_once"}


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a short name: that of a socket must fit into 107 bytes."""
    with tempfile.TemporaryDirectory(prefix="unit-") as path:
        yield Path(path)


def jantaku(*arguments: str, typed: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "jantaku.main", *arguments],
        input=typed, capture_output=True, text=True, check=False, timeout=120, cwd=ROOT,
    )  # fmt: skip


def without(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    which = shutil.which
    monkeypatch.setattr(shutil, "which", lambda name: None if name == program else which(name))


@pytest.mark.parametrize("noise", [0.0, 0.02])
def test_the_bench_counts_what_went_over_the_line(noise: float, capsys: pytest.CaptureFixture[str]) -> None:
    """20 bytes of payload: header 4, CRC 2, COBS 1, delimiter 1; the answer's payload has 3."""
    assert cli.main(["link", "bench", "--count", "60", "--bytes", "20", "--noise", str(noise), "--json"]) == 0
    measured = json.loads(capsys.readouterr().out)
    assert set(measured) == FIELDS
    assert (measured["commands"], measured["wire_out"], measured["wire_in"]) == (60, 28, 11)
    assert measured["exactly_once"] is True
    assert 0 < measured["p50_ms"] <= measured["p99_ms"]
    assert measured["commands_per_s"] > 0
    assert (measured["retries"] > 10) == (noise > 0)


def test_the_bench_notices_a_command_that_was_done_twice(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from firmware_bridge.unit.table_unit import TableUnit

    real = TableUnit.probe
    calls = [0]

    async def twice(self: TableUnit, data: bytes = b"") -> int:
        calls[0] += 1
        if calls[0] == 6:
            await real(self, data)
        return await real(self, data)

    monkeypatch.setattr(TableUnit, "probe", twice)
    assert cli.main(["link", "bench", "--count", "10", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["exactly_once"] is False


def test_the_bench_measures_a_device_and_says_when_nobody_is_there(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with UnitProcess(folder, clock="real") as unit:
        assert cli.main(["link", "bench", "--device", str(unit.pty), "--count", "5", "--bytes", "0"]) == 0
    assert "5 commands, each exactly once, 0 sent again" in capsys.readouterr().out
    monkeypatch.setattr("firmware_bridge.measuring.bench.CONNECT_S", 0.3)
    assert cli.main(["link", "bench", "--device", str(folder / "nothing")]) == 1
    assert "no unit answers" in capsys.readouterr().err


@pytest.mark.parametrize(
    "wrong", [("--bytes", "41"), ("--bytes", "-1"), ("--noise", "1"), ("--count", "0"), ("--unit", "pic")]
)
def test_the_bench_refuses_what_makes_no_sense(wrong: tuple[str, str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["link", "bench", *wrong])
    assert ended.value.code == 2


@pytest.mark.parametrize(
    ("program", "arguments", "advice"),
    [
        ("avr-gcc", ("build", "--target", "avr"), "apt install gcc-avr avr-libc"),
        ("cc", ("build", "--target", "host"), "apt install gcc"),
        ("make", ("emulate",), "apt install make"),
        ("avrdude", ("flash", "--port", "/dev/null"), "apt install avrdude"),
    ],
)
def test_a_missing_tool_is_named_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    program: str,
    arguments: tuple[str, ...],
    advice: str,
) -> None:
    without(monkeypatch, program)
    assert cli.main(["firmware", *arguments]) == 1
    output = capsys.readouterr().err
    assert f"there is no {program} on this machine" in output
    assert advice in output


def test_build_prints_what_was_built(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["firmware", "build", "--target", "host"]) == 0
    assert any(Path(line).name == "jantaku-unit" for line in capsys.readouterr().out.splitlines())


def test_flash_writes_the_image_with_avrdude(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A program of this name stands in for avrdude: there is no chip here."""
    log = tmp_path / "said"
    avrdude = tmp_path / "avrdude"
    avrdude.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {log}\nexit $(cat {tmp_path}/status)\n')
    avrdude.chmod(0o755)
    port = tmp_path / "ttyUSB0"
    port.touch()
    (tmp_path / "status").write_text("0")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(firmware_command, "BUILD_NEEDS", {"avr": (), "host": ()})
    made: list[str] = []
    monkeypatch.setattr(firmware_command, "make", made.append)
    assert cli.main(["firmware", "flash", "--port", str(port), "--chip", "atmega2560"]) == 0
    words = log.read_text().splitlines()
    assert made == ["avr"]
    assert words[:8] == ["-p", "m2560", "-c", "wiring", "-P", str(port), "-b", "115200"]
    assert re.fullmatch(r"flash:w:.*jantaku-atmega2560\.hex:i", words[-1])
    (tmp_path / "status").write_text("1")
    assert cli.main(["firmware", "flash", "--port", str(port)]) == 1
    assert "does nothing else use it" in capsys.readouterr().err
    assert cli.main(["firmware", "flash", "--port", str(tmp_path / "gone")]) == 1
    assert "plug the board in" in capsys.readouterr().err


def test_emulate_until_it_is_ended_and_monitor_it(folder: Path) -> None:
    emulator = subprocess.Popen(
        [sys.executable, "-m", "jantaku.main", "firmware", "emulate", "--folder", str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert emulator.stdout is not None
    try:
        device = emulator.stdout.readline().split()[-1]
        assert emulator.stdout.readline().split()[-1] == str(folder / "unit.sock")
        watched = jantaku("firmware", "monitor", device, "--count", "2")
        assert "Connected: reset cause POWER_ON" in watched.stdout
        assert "Levels 1: " in watched.stdout
        assert re.search(r"^bad crc +0$", watched.stdout, re.MULTILINE)
    finally:
        emulator.send_signal(signal.SIGTERM)
        assert emulator.wait(20) == 0
        emulator.stdout.close()


def by_hand(process: UnitProcess, typed: str) -> int:
    """Type at the panel of a unit, on its clock, and return the panel's exit status."""

    def transport(loop: asyncio.AbstractEventLoop) -> SerialDevice:
        assert isinstance(loop, SteppedLoop)
        loop.device = SerialDevice(loop, str(process.pty))
        return loop.device

    async def main() -> int:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, SteppedLoop)
        loop.process = process
        lines: asyncio.Queue[str | None] = asyncio.Queue()
        for line in (*typed.splitlines(), None):
            lines.put_nowait(line)
        unit = TableUnit(str(process.pty), own_thread=False, transport=transport)
        return await UnitPanel(unit, str(process.pty), on_screen=False).run(lines)

    with process, asyncio.Runner(loop_factory=SteppedLoop) as runner:
        return runner.run(main())


def test_every_actuator_by_hand(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    typed = """
        help
        raise 1
        lower
        lid open
        lid close
        dice 3
        honba 4
        round 5
        points 2 -1200
        dealer 3
        dealer none
        levels
        health
        probe 00ff
        counters
        stop
        reset
        quit
    """
    status = by_hand(UnitProcess(folder), typed)
    output = capsys.readouterr().out
    assert status == 0, output
    for done in ("raise 1", "lower", "lid open", "honba 4", "points 2 -1200", "dealer none", "stop", "reset"):
        assert f"  {done}: done\n" in output
    assert re.search(r"dice 3: [1-6] and [1-6]\n", output)
    assert "lifts_down=15" in output
    assert "probe 00ff: 1 done" in output
    assert "motion OPEN_LID, outcome REACHED" in output


def test_wrong_orders_are_explained() -> None:
    tried = jantaku(
        "unit", "--emulate", "host", typed="jump\nraise 3\nhonba x\npoints 1\nlid up\nprobe 0g\nraise 2\n"
    )
    assert tried.returncode == 1
    assert "no order 'jump'; there are raise, lower" in tried.stdout
    assert "? RaiseWalls.set is 3" in tried.stdout
    assert "'x' is not a whole number" in tried.stdout
    assert "? points CHAIR N" in tried.stdout
    assert "lid open, or lid close" in tried.stdout
    assert "not in hexadecimal" in tried.stdout
    assert re.search(r"! the walls did not come up: .+\. .+", tried.stdout)  # refused, with advice


def test_the_panel_has_an_order_for_every_motion_and_display() -> None:
    words = set(orders(None))  # type: ignore[arg-type]
    assert {"raise", "lower", "shuffle", "lid", "deal", "dice", "honba", "round", "points", "dealer"} <= words


class FakeLink:
    """The part of a unit that the panel's rows need."""

    class telemetry:  # noqa: N801
        state, firmware, round_trip_ms = "ready", "0.1", 4.2
        retries, bad_crc, resets, signals_lost = 3, 2, 1, 0


def test_the_panel_s_rows() -> None:
    link: Any = FakeLink()
    assert "nothing is known" in panel_rows("/dev/x", link, None)[1]
    levels = Levels(
        curtains=0b0010, touches=0b1000, sticks=0b0001, lifts_up=0b0100, lifts_down=0b0001,
        lid=Position.UP, buttons=(0, 1 << ButtonName.RON, 0, 0), stacked=0b10, faults=0b1, moving=0b101,
    )  # fmt: skip
    rows = panel_rows("/dev/x", link, levels)
    assert rows[0].startswith(
        "/dev/x: ready, firmware 0.1, round trip 4.2 ms, 3 retries, 2 bad CRC, 1 resets"
    )
    assert "lid open" in rows[1]
    assert "stacked 2" in rows[1]
    assert "moving raise walls, shuffle" in rows[1]
    assert "faults emergency stop" in rows[1]
    assert re.match(r"chair 0  lift down .*stick$", rows[2])
    assert re.match(r"chair 1  lift between .*ron .*hand$", rows[3])
    assert re.match(r"chair 2  lift up ", rows[4])
    assert rows[5].endswith("wall touched")
    assert panel_rows("/dev/x", link, replace(levels, lid=Position.BETWEEN, moving=0))[1].count("none") == 1


def test_a_line_for_each_event() -> None:
    pressed = Button(number=17, at_ms=12_345, chair=2, button=ButtonName.RON, pressed=True)
    assert line_of(pressed) == "      12.345 s  Button 17: chair 2, button RON, pressed yes"
    here = Connected(at_ms=5, nonce=1, reset_cause=ResetCause.BROWN_OUT, firmware="0.1", was_reset=False)
    assert line_of(here).endswith("Connected: reset cause BROWN_OUT, firmware 0.1, was reset no, away ms 0")
