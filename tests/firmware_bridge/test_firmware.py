"""The program is built when its sources changed, is clean under sanitizers, and is quick."""

import asyncio
import os
import shutil
from pathlib import Path

import pytest

from firmware_bridge.messages.errors import MotionFailedError
from firmware_bridge.unit import workshop
from firmware_bridge.unit.process import UnitProcess, UnitProcessError
from firmware_bridge.unit.workshop import FIRMWARE
from tests.firmware_bridge.conftest import Bench, BenchRunner


def test_a_cycle_with_every_fault_under_sanitizers(bench: BenchRunner) -> None:
    """The sanitized process ends with an error at the first overflow or undefined operation."""

    async def play(b: Bench) -> None:
        await b.unit.raise_walls()
        shuffling = asyncio.create_task(b.unit.shuffle(2))
        assert b.loop.device is not None
        for size in range(0, 300, 7):
            b.loop.device.write(bytes((size * 31 + i) % 256 for i in range(size)))
            await asyncio.sleep(0.05)
        for chair in range(4):
            b.control.press(chair, "set", pressed=True)
            b.control.stick(chair, present=True)
        with pytest.raises(MotionFailedError):
            await shuffling
        for fault in ("lift_stuck_0", "curtain_dirty_3", "lid_blocked", "emergency"):
            b.control.fault(fault, active=True)
            await asyncio.sleep(1)
        assert b.process.pid is not None

    bench(play, process={"kind": "sanitized"})


def test_idle_time_costs_nothing(folder: Path) -> None:
    """200 s of an idle table take a moment of processor time, and 10,000 steps take at most a second."""

    def spent_s() -> float:
        words = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    with UnitProcess(folder) as process:
        control = process.control
        began = spent_s()
        assert control.step(200_000_000).now_us == 200_000_000
        assert spent_s() - began < 0.1
        began = spent_s()
        for number in range(2000):
            control.step(200_000_000 + number * 1000)
        assert spent_s() - began < 0.2


def sources_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the sources to build instead of this tree's; nothing is built yet."""
    copy = folder / "firmware_bridge" / "firmware"
    shutil.copytree(FIRMWARE, copy, ignore=shutil.ignore_patterns("build"))
    monkeypatch.setattr(workshop, "FIRMWARE", copy)
    monkeypatch.setenv("OPTIMIZE", "-O0")  # twice as fast
    return copy


def test_the_binary_is_rebuilt_when_a_source_is_newer(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    copy = sources_in(tmp_path, monkeypatch)
    (tmp_path / "pyproject.toml").touch()
    built = copy / "build" / "jantaku-unit"
    built.parent.mkdir()
    built.touch()
    assert workshop.build() == built
    assert built.stat().st_size == 0, "what is newer than its sources is not built again"
    source = copy / "core" / "base" / "pins.h"
    text = source.read_text()
    os.utime(built, (0, 0))
    source.write_text('#include "not_there.h"')
    with pytest.raises(UnitProcessError, match=r"make host failed[\s\S]*not_there\.h"):
        workshop.build()
    source.write_text(text)
    assert workshop.build().stat().st_size > 0


def test_an_installed_program_builds_the_firmware_in_the_users_cache(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    copy = sources_in(tmp_path / "site-packages", monkeypatch)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    installed = sorted(copy.parent.rglob("*"))
    first = workshop.build()
    assert first.is_relative_to(tmp_path / "cache")
    assert sorted(copy.parent.rglob("*")) == installed, "nothing is written beside installed files"
    at = first.stat().st_mtime_ns
    assert workshop.build() == first
    assert first.stat().st_mtime_ns == at
    source = copy / "core" / "motions" / "dice.c"
    source.write_text(source.read_text() + "/* a newer version */\n")
    assert workshop.built() != first.parent, "each version of the sources is built in a folder of its own"


def test_a_cache_that_cannot_be_written_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    sources_in(tmp_path / "site-packages", monkeypatch)
    (tmp_path / "cache").write_text("a file where the folder should be")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with pytest.raises(UnitProcessError, match=f"cannot be built in {tmp_path}/cache/jantaku/"):
        workshop.build()


def test_a_program_that_a_package_brings_is_used_whatever_its_age(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    copy = sources_in(tmp_path / "site-packages", monkeypatch)
    brought = copy / "build" / "jantaku-unit"
    brought.parent.mkdir()
    brought.touch()
    os.utime(brought, (0, 0))
    assert workshop.build() == brought
    assert brought.stat().st_size == 0
