"""Vision as a process: reports arrive, frames are acknowledged, ends are clean."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import cv2
import pytest

from tests.vision.tabletop import camera, photograph, pond
from vision.process import VisionProcess, VisionStoppedError
from vision.sightings import LostTrack, PlacedTile, Watermark, ZoneReading
from vision.wire import FrameReport, decode_report, encode_report

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(4):
        laid = pond(0, [1, 2, 35])
        cv2.imwrite(
            str(tmp_path / f"{number:03}-{number * 100}.png"), photograph(laid, camera(), seed=number)
        )
    return tmp_path


async def collect(vision: VisionProcess) -> list[FrameReport]:
    reports = []
    async for report in vision.reports():
        reports.append(report)
        vision.acknowledge(report.frame)
    return reports


def test_frames_go_in_and_reports_come_out(folder: Path) -> None:
    async def run() -> None:
        vision = VisionProcess(f"folder:{folder}")
        for _ in range(2):
            await vision.start()
            reports = await collect(vision)
            assert vision.frames_done == 4
            await vision.stop()
            assert [(report.frame, report.at_ms) for report in reports] == [(n, 100 * n) for n in range(4)]
            [read] = [
                sighting
                for report in reports
                for sighting in report.sightings
                if isinstance(sighting, ZoneReading) and sighting.zone == "pond/0"
            ]
            assert [tile.tile for tile in read.tiles] == [1, 2, 35]
            assert all(isinstance(report.sightings[-1], Watermark) for report in reports)

    asyncio.run(run())


def test_a_frame_waits_for_its_acknowledgement(folder: Path) -> None:
    async def run() -> None:
        vision = VisionProcess(f"folder:{folder}")
        await vision.start()
        reports = vision.reports()
        first = await anext(reports)
        second = asyncio.ensure_future(anext(reports))
        done, _ = await asyncio.wait({second}, timeout=0.3)
        assert not done
        vision.acknowledge(first.frame)
        assert (await second).frame == 1
        await vision.stop()

    asyncio.run(run())


def test_a_camera_that_is_not_there(tmp_path: Path) -> None:
    async def run() -> None:
        vision = VisionProcess(f"folder:{tmp_path}")
        await vision.start()
        with pytest.raises(VisionStoppedError, match="camera failed"):
            await collect(vision)
        await vision.stop()

    asyncio.run(run())


def test_a_killed_process_is_noticed(folder: Path) -> None:
    async def run() -> None:
        vision = VisionProcess(f"folder:{folder}")
        await vision.start()
        reports = vision.reports()
        await anext(reports)
        assert vision.pid is not None
        os.kill(vision.pid, signal.SIGKILL)
        with pytest.raises(VisionStoppedError, match="-9"):
            await anext(reports)
        await vision.stop()

    asyncio.run(run())


def test_it_ends_with_its_parent(folder: Path) -> None:
    """The parent is killed while a frame waits: the child's end of the socket closes, and it goes."""
    parent = (
        "import asyncio, os, sys\n"
        "from vision.process import VisionProcess\n"
        "async def run():\n"
        f"    vision = VisionProcess('folder:{folder}')\n"
        "    await vision.start()\n"
        "    await anext(vision.reports())\n"
        "    print(vision.pid, flush=True)\n"
        "    os.kill(os.getpid(), 9)\n"
        "asyncio.run(run())\n"
    )
    with subprocess.Popen([sys.executable, "-c", parent], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        child = int(process.stdout.readline())
        assert child != process.pid
        # The child, too, holds its parent's standard output: reading ends when both are gone, or the test times out.
        assert process.stdout.read() == ""


def test_reports_survive_the_wire() -> None:
    report = FrameReport(
        7,
        700,
        (
            ZoneReading("pond/1", (PlacedTile(35, -52.5, 84.2, True, 0, 3, 998),), 7, 640, 60, 700),
            LostTrack("table", "the picture is dark", 650),
            Watermark(7, 700, 640),
        ),
    )
    assert decode_report(encode_report(report)) == report
    with pytest.raises(ValueError, match="not a frame's report"):
        decode_report(b'{"frame": 1}\n')
