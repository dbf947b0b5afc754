"""A unit that is missing, or never answers, is reported once, with advice, until it answers."""

import asyncio
import os
import pty
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.stages.jump_loop import in_table_time
from firmware_bridge.messages.errors import LINK_TEXTS
from firmware_bridge.messages.signals import Connected, Lost, UnitEvent
from firmware_bridge.unit.table_unit import TableUnit
from tests.firmware_bridge.conftest import Bench, BenchRunner


@pytest.fixture
def mute() -> Iterator[str]:
    """A serial device on which nobody answers."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    yield os.ttyname(theirs)
    os.close(ours)
    os.close(theirs)


def told_within(device: str, seconds: float) -> list[Lost]:
    """Return the losses reported for a device within this table time."""
    heard: list[UnitEvent] = []

    async def listen() -> None:
        unit = TableUnit(device, own_thread=False)
        stream = unit.signals()
        await unit.start()

        async def hear() -> None:
            heard.extend([event async for event in stream])

        task = asyncio.create_task(hear())
        await asyncio.sleep(seconds)
        await unit.stop()
        await task

    in_table_time(listen)
    return [event for event in heard if isinstance(event, Lost)]


def test_a_device_that_is_not_there(tmp_path: Path) -> None:
    (lost,) = told_within(f"{tmp_path}/ttyACM0", 60)
    text, advice = LINK_TEXTS["absent"]
    assert lost.reason == f"{text} ({tmp_path}/ttyACM0: No such file or directory)"
    assert lost.advice == advice
    assert 4000 < lost.at_ms < 8000


def test_what_is_no_serial_device(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (lost,) = told_within(f"{tmp_path}/file", 60)
    assert lost.reason.startswith(LINK_TEXTS["forbidden"][0])
    assert "Inappropriate ioctl" in lost.reason


def test_a_device_on_which_nobody_answers(mute: str) -> None:
    (lost,) = told_within(mute, 60)
    assert (lost.reason, lost.advice) == LINK_TEXTS["unanswered"]


def test_another_reason_is_reported_anew_and_the_answer_ends_it(folder: Path, bench: BenchRunner) -> None:
    """First the cable is out, then the table is off, then it is switched on."""
    name = folder / "tty"

    async def play(b: Bench) -> None:
        line, b.loop.device = b.loop.device, None  # so far no unit gets what is written
        assert line is not None
        await b.until(lambda: bool(b.of(Lost)))
        ours, theirs = pty.openpty()
        tty.setraw(theirs)
        name.symlink_to(os.ttyname(theirs))
        await b.until(lambda: len(b.of(Lost)) > 1)
        name.unlink()
        os.close(ours)
        os.close(theirs)
        await b.until(lambda: not line.is_open)
        name.symlink_to(b.process.pty)
        b.loop.device = line
        await b.until(lambda: bool(b.of(Connected)))
        absent, unanswered, _ = b.of(Lost, Connected)
        assert absent.reason.startswith(LINK_TEXTS["absent"][0])
        assert unanswered.reason == LINK_TEXTS["unanswered"][0]

    bench(play, device=str(name), connect=False)
