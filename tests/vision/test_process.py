"""Vision as a process: reports arrive, frames are acknowledged, ends are clean."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import cv2
import pytest

from tests.vision.tabletop import camera, photograph, pond
from vision.clips.clips import ClipOrder
from vision.sightings import (
    CameraAlert,
    HandsOver,
    LostTrack,
    PlacedTile,
    Spot,
    TileMoved,
    Watermark,
    ZoneReading,
)
from vision.tracking.expectation import Expectation
from vision.worker import process, started
from vision.worker.process import VisionProcess, VisionStoppedError
from vision.worker.wire import (
    FrameReport,
    FrameTaken,
    decode_of_parent,
    decode_report,
    encode,
)
from vision.zones import TABLE, ZoneId

ENDS_WHILE_A_THREAD_DECODES = """
import socket, sys, threading, time
import cv2
import numpy as np
from vision.worker import child

def decode():
    while True:
        cv2.imdecode(picture, cv2.IMREAD_COLOR)

def main(arguments):
    for _ in range(3):
        threading.Thread(target=decode, daemon=True).start()
    time.sleep(0.05)
    return 5

_, picture = cv2.imencode(".jpg", np.random.default_rng(1).integers(0, 255, (1440, 1920, 3), np.uint8))
child.main = main
ours, theirs = socket.socketpair()
ours.sendall(b"[]\\n")
sys.argv = ["child", str(theirs.fileno())]
child.run()
"""
"""A thread that reads a camera is within OpenCV when the child ends."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(4):
        laid = pond(0, [1, 2, 35])
        cv2.imwrite(
            str(tmp_path / f"{number:03}-{number * 100}.png"), photograph(laid, camera(), seed=number)
        )
    return tmp_path


def test_an_end_while_a_camera_is_read_is_no_crash() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ENDS_WHILE_A_THREAD_DECODES], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (5, "")


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
                if isinstance(sighting, ZoneReading) and sighting.zone == ZoneId("pond", 0)
            ]
            assert [tile.tile for tile in read.tiles] == [1, 2, 35]
            assert all(isinstance(report.sightings[-1], Watermark) for report in reports)

    asyncio.run(run())


def test_two_cameras_are_looked_through_together(folder: Path) -> None:
    """The second one's pictures end before the first one's: the reports go on."""
    other = folder / "second"
    other.mkdir()
    for number in range(2):
        picture = photograph(pond(0, [1, 2, 35]), camera(tilt_deg=9.0), seed=9 + number)
        cv2.imwrite(str(other / f"{number:03}-{number * 100}.png"), picture)

    async def run() -> None:
        vision = VisionProcess(f"folder:{folder}", others=[(f"folder:{other}", folder / "camera-2.json")])
        await vision.start()
        reports = await collect(vision)
        await vision.stop()
        assert [report.at_ms for report in reports] == [0, 100, 200, 300]
        readings = [
            [tile.tile for tile in each.tiles]
            for report in reports
            for each in report.sightings
            if isinstance(each, ZoneReading) and each.zone == ZoneId("pond", 0)
        ]
        assert readings == [[1, 2, 35]]

    asyncio.run(run())


def test_what_is_expected_arrives_with_an_acknowledgement(tmp_path: Path) -> None:
    """A change where one is likely is reported a frame earlier than elsewhere, which shows that the message arrived."""
    laid = ([1, 2, 33], [1, 2, 33, 9])
    for number in range(8):
        cv2.imwrite(
            str(tmp_path / f"{number:03}-{number * 100}.png"),
            photograph([*pond(0, laid[number > 3]), *pond(1, laid[number > 3])], camera(), seed=number),
        )
    expectation = Expectation(
        zones=(ZoneId("pond", 1),), sideways={ZoneId("meld", 2): (4, 34)}, red_fives=True
    )

    async def run() -> None:
        vision = VisionProcess(f"folder:{tmp_path}")
        await vision.start()
        dates: dict[ZoneId, int] = {}
        async for report in vision.reports():
            dates |= {
                sighting.zone: report.frame
                for sighting in report.sightings
                if isinstance(sighting, ZoneReading)
            }
            vision.acknowledge(report.frame, expectation)
        await vision.stop()
        assert (dates[ZoneId("pond", 1)], dates[ZoneId("pond", 0)]) == (5, 6)

    asyncio.run(run())
    for taken in (FrameTaken(7, expectation), FrameTaken(8)):
        assert decode_of_parent(encode(taken)) == taken
    with pytest.raises(ValueError, match=r"at `\$\.expect\.tiles`"):
        decode_of_parent(b'{"type": "FrameTaken", "frame": 1, "expect": {"tiles": 3}}')
    with pytest.raises(ValueError, match="Expected `object`"):
        decode_of_parent(b"17")


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


class Other(VisionProcess):
    """A child that sends something, does not read its input, and exits."""

    def __init__(self, says: bytes, *, resets: bool = False) -> None:
        super().__init__("none")
        self._says = says
        self._resets = resets

    def _spawn(self) -> socket.socket:
        ours, theirs = socket.socketpair()
        with theirs:
            theirs.sendall(self._says)
            if self._resets:
                ours.sendall(b"never read")
        return ours


REPORT = encode(FrameReport(0, 0, (Watermark(0, 0, 0),)))


@pytest.mark.parametrize(
    ("says", "resets", "message"),
    [
        (REPORT + REPORT[:20], False, "in the middle of a report"),
        (REPORT + b"nonsense\n", False, "no report"),
        (REPORT + b"[]\n", False, "no report"),
        (REPORT + b'{"frame": 1, "at_ms": 2, "sightings": [3]}\n', False, "no report"),
        (REPORT + b"\xff\n", False, "no report"),
        (REPORT + b"x" * (1 << 14), False, "too long"),
        (b"", True, "its line broke"),
    ],
)
def test_whatever_vision_does_it_has_only_stopped(
    says: bytes, resets: bool, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A caller that restarts it handles no other failure."""
    monkeypatch.setattr(process, "MAX_REPORT_BYTES", 1 << 12)

    async def run() -> None:
        vision = Other(says, resets=resets)
        await vision.start()
        with pytest.raises(VisionStoppedError, match=message):
            _ = [report async for report in vision.reports()]
        await vision.stop()

    asyncio.run(run())


def test_what_is_told_to_a_vision_that_is_gone_harms_nobody() -> None:
    async def run() -> None:
        vision = Other(REPORT)
        order = ClipOrder(1, (1,), 0, "why")
        assert not vision.keep(order)
        await vision.start()
        reports = vision.reports()
        first = await anext(reports)
        for _ in range(10):
            vision.keep(order)
            vision.acknowledge(first.frame)
            await asyncio.sleep(0)
        with pytest.raises((VisionStoppedError, StopAsyncIteration)):
            await anext(reports)
        assert not vision.keep(order)
        await vision.stop()
        with pytest.raises(VisionStoppedError):
            vision.acknowledge(first.frame)

    asyncio.run(run())


def test_a_child_that_was_started_ahead_reads_what_it_gets_later(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        vision = VisionProcess(f"folder:{folder}")
        await vision.start()
        assert vision.pid == ahead.process.pid
        assert len(await collect(vision)) == 4
        await vision.stop()
        with pytest.raises(VisionStoppedError, match="cannot be started"):
            await vision.start()

    with started.started_ahead("here"):
        ahead = started._ahead[0]
        assert ahead.process.poll() is None
        monkeypatch.setattr(sys, "executable", "none")  # no other can be started
        asyncio.run(run())


def test_a_child_that_was_started_ahead_ends_with_its_program() -> None:
    child = started.StartedChild.start("here")
    child.connection.close()
    assert child.process.wait(60) == 0


def test_a_child_that_was_started_ahead_ends_if_nobody_takes_it() -> None:
    """The daemon may refuse to run before it needs vision."""
    with started.started_ahead("here"):
        ahead = started._ahead[0]
    assert ahead.process.returncode is not None
    assert ahead.connection.fileno() == -1


def test_a_child_that_ended_before_it_was_needed_is_replaced(folder: Path) -> None:
    async def run() -> None:
        vision = VisionProcess(f"folder:{folder}")
        await vision.start()
        assert len(await collect(vision)) == 4
        await vision.stop()

    with started.started_ahead("here"):
        ahead = started._ahead[0]
        ahead.process.kill()
        ahead.process.wait()
        asyncio.run(run())


def test_a_vision_that_cannot_be_started_has_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "none"))

    async def run() -> None:
        with pytest.raises(VisionStoppedError, match="cannot be started"):
            await VisionProcess("none").start()

    asyncio.run(run())


@pytest.mark.sampled(1)
@pytest.mark.parametrize("nonsense", [b"nonsense\n", b'{"keep": {}}\n', b'{"frame": "x"}\n', b"[]\n"])
def test_a_child_that_does_not_understand_ends(folder: Path, nonsense: bytes) -> None:
    """It would wait for an acknowledgement for ever."""

    class Confused(VisionProcess):
        def _spawn(self) -> socket.socket:
            ours = super()._spawn()
            ours.sendall(nonsense)
            return ours

    async def run() -> None:
        vision = Confused(f"folder:{folder}")
        await vision.start()
        with pytest.raises(VisionStoppedError, match="did not understand"):
            await asyncio.wait_for(collect(vision), 30)
        await vision.stop()

    asyncio.run(run())


def test_it_ends_with_its_parent(folder: Path) -> None:
    """The parent is killed while a frame waits: the child's end of the socket closes, and it goes."""
    parent = (
        "import asyncio, os, sys\n"
        "from vision.worker.process import VisionProcess\n"
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
            ZoneReading(ZoneId("pond", 1), (PlacedTile(35, -52.5, 84.2, True, 0, 3, 998),), 7, 640, 60, 700),
            TileMoved(
                "called", 35, Spot(ZoneId("pond", 1), 84.2, 52.5, False, 0, 3), None, (2,), 998, 7, 640, 60
            ),
            LostTrack(TABLE, "the picture is dark", 650),
            HandsOver(((ZoneId("wall", 3), (0, 3)),), 7, 700),
            Watermark(7, 700, 640, ((ZoneId("meld", 2), 640), (ZoneId("pond", 1), 650))),
        ),
    )
    line = encode(report)
    assert decode_report(line) == report
    assert b'"target":null,"hands":[2],' in line
    assert b'{"type":"HandsOver","hands":[["wall/3",[0,3]]],"frame":7,"at_ms":700}' in line
    assert b'"safe_ms":640,"behind":[["meld/2",640],["pond/1",650]]}' in line
    with pytest.raises(ValueError, match="no zone"):
        decode_report(line.replace(b"wall/3", b"wall/4"))
    with pytest.raises(ValueError, match="missing required field `at_ms`"):
        decode_report(b'{"frame": 1}\n')


def test_a_calibration_that_cannot_be_read_is_reported(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "camera.json").write_text("{")

    async def run() -> None:
        vision = VisionProcess(f"folder:{folder}", state=tmp_path)
        await vision.start()
        try:
            with pytest.raises(VisionStoppedError, match="calibration cannot be read; calibrate again"):
                await collect(vision)
        finally:
            await vision.stop()

    asyncio.run(run())


def test_an_alert_of_the_camera_goes_over_the_line() -> None:
    alert = CameraAlert("moved", "the camera has moved", 7)
    report = FrameReport(3, 7, (alert, Watermark(3, 7, 7)))
    assert decode_report(encode(report)) == report
