"""A table whose unit or camera is not there, or hangs: an alert says so within seconds and ends when the part is
back."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import pty
import signal
import socket
import threading
import tty
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, cast, get_args

import pytest

from bench.stages.jump_loop import JumpLoop
from config.log_line import unsaid
from firmware_bridge.drivers.capabilities import EVERYTHING
from firmware_bridge.drivers.wires import Wires
from firmware_bridge.messages.errors import LINK_TEXTS
from firmware_bridge.unit.table_unit import TableUnit
from referee.journal.journal import Journal, JournalAwayError
from referee.texts.journal_texts import BadJournal
from referee.texts.language import english
from table_controller.broker.broker import Broker
from table_controller.daemon import watching, wiring
from table_controller.daemon.clock import RealClock
from table_controller.daemon.ending import Ending
from table_controller.daemon.game.table_game import JOURNAL_AGAIN_S
from table_controller.daemon.watching import FIRST_FRAME_S, HANGS_S, SILENT_S, Watching
from table_controller.health.evidence import ClipChoice, Evidence
from table_controller.health.table_checks import TableChecks
from table_controller.sensing.sensing import Sensing
from table_controller.web.doors.onlooker_door import KEY_FILE
from tests.conftest import signals_put_back
from tests.table_controller.begin_and_time_stage import CLUB, Table, settings_of
from tests.table_controller.mortal_daemon import JumpClock
from tests.table_time import table_time
from vision.sightings import (
    CameraAlert,
    DiceSeen,
    FoundTrack,
    HandsOver,
    LostTrack,
    Sighting,
    SticksSeen,
    TileMoved,
    WallSeen,
    Watermark,
    ZoneReading,
)
from vision.worker.process import VisionProcess
from vision.worker.wire import FrameReport
from vision.zones import ZoneId
from wording.alerts.declared import TableAlert


class StubbornCamera:
    """Vision that gives a certain number of frames in each life, one a second, and then hangs.

    The first frame shows what it ``sees``.
    """

    frames_done = 0

    def __init__(self, frames: list[int], sees: tuple[Sighting, ...] = ()) -> None:
        self.frames = frames
        self.sees = sees
        self.lives: list[float] = []

    def __call__(self, *_: Any, **__: Any) -> StubbornCamera:
        return self

    async def start(self) -> None:
        self.lives.append(asyncio.get_running_loop().time())

    async def stop(self) -> None:
        """Stop as easily as a process that is killed."""

    async def reports(self) -> AsyncIterator[FrameReport]:
        life = min(len(self.lives), len(self.frames)) - 1
        for frame in range(self.frames[life]):
            await asyncio.sleep(1)
            now_ms = round(asyncio.get_running_loop().time() * 1000)
            sees = () if frame else self.sees
            yield FrameReport(frame, now_ms, (*sees, Watermark(frame, now_ms, now_ms)))
        await asyncio.Event().wait()

    def acknowledge(self, _frame: int, _expectation: object = None) -> None:
        """Nobody waits."""

    def keep(self, _order: object) -> bool:
        return False


class UnitInOurLoop(TableUnit):
    capabilities = EVERYTHING

    def __init__(self, place: str, wires: Wires) -> None:
        super().__init__(place, on_signal=wires.on_signal, last_signal=wires.last_signal, own_thread=False)


FOREVER = 10**6


def alerts_over_time(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    serial: str,
    frames: list[int],
    seconds: int,
    *,
    http: int = 0,
    driver: str | None = None,
    sees: tuple[Sighting, ...] = (),
) -> list[tuple[int, str, str, str]]:
    """Return a daemon's alerts over a span of table time as (second, alert, text, advice); without a text the alert
    ended."""
    reported: list[tuple[int, str, str, str]] = []
    camera = StubbornCamera(frames, sees)
    if driver is None:
        monkeypatch.setattr(wiring, "driver_at", lambda _name, place, wires: UnitInOurLoop(place, wires))
    monkeypatch.setattr(wiring, "VisionProcess", camera)

    class Noting(Broker):
        def alert(self, name: str, alert: dict[str, Any] | None) -> None:
            text, advice = ("", "") if alert is None else (alert["text"], alert["advice"])
            reported.append((round(loop.time()), name, text, advice))
            super().alert(name, alert)

    monkeypatch.setattr(wiring, "Broker", Noting)
    options = ["--http", str(http), "--mqtt", "127.0.0.1:1", "--serial", serial]
    settings = settings_of(folder, "", *options, *([] if driver is None else ["--driver", driver]))
    journal = Journal(settings.journal)
    loop = JumpLoop()

    async def live(came: list[int]) -> None:
        ending, clock = Ending(), cast("Any", JumpClock(loop))
        ending.heed(clock, came)
        daemon = wiring.wire(settings, journal, clock, journal.load(), ending)
        running = asyncio.create_task(daemon.run())
        await asyncio.sleep(seconds)
        ending.ask()
        await running

    try:
        with signals_put_back() as came:
            loop.run_until_complete(live(came))
    finally:
        loop.close()
        journal.close()
    return reported


@pytest.fixture
def mute() -> Iterator[str]:
    """A serial device on which nobody answers."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    yield os.ttyname(theirs)
    os.close(ours)
    os.close(theirs)


def test_no_unit_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alerts = alerts_over_time(tmp_path, monkeypatch, f"{tmp_path}/ttyACM0", [FOREVER], 60)
    ((second, name, text, advice),) = [each for each in alerts if each[2]]
    assert (name, advice) == ("unit", LINK_TEXTS["absent"][1])
    assert text.startswith("The table unit does not answer: its serial device is not there")
    assert f"{tmp_path}/ttyACM0" in text
    assert second <= 10


def test_people_who_are_not_there_are_called_about_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []

    def send(_address: object, title: str, body: str, *, over: bool) -> str:
        sent.append(f"{title}, {over}: {body[:32]}")
        return ""

    monkeypatch.setattr(wiring, "send", send)
    (tmp_path / "addresses").write_text("ntfy://club\n")
    monkeypatch.setenv("JANTAKU_CALLS__ADDRESSES_FILE", f"{tmp_path}/addresses")
    alerts_over_time(tmp_path, monkeypatch, f"{tmp_path}/ttyACM0", [FOREVER], 60)
    assert sent == ["Table 1 (home), False: The table unit does not answer: "]


def test_a_table_that_needs_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole daemon runs without connections: nothing is missing, and all its parts stay alive."""
    alerts = alerts_over_time(tmp_path, monkeypatch, "", [FOREVER], 60, driver="none")
    assert [each for each in alerts if each[2]] == []


POND, WALL = ZoneId("pond", 0), ZoneId("wall", 0)
SEES: tuple[Sighting, ...] = (
    ZoneReading(POND, (), 0, 0, 0, 0),
    TileMoved("taken", 3, None, None, (), 990, 0, 0, 0),
    HandsOver(((WALL, (0,)),), 0, 0),
    SticksSeen((), 0, 0),
    DiceSeen((2, 5), 0, 0, 990),
    WallSeen(WALL, (), None, 0, 0),
    LostTrack(POND, "an arm", 0),
    FoundTrack(POND, 0),
    CameraAlert("moved", "", 0),
)


@pytest.mark.parametrize("driver", ["none", None])
def test_whatever_the_eyes_see_reaches_sensing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mute: str, driver: str | None
) -> None:
    """Alerts are raised from it on the way, but only sensing knows what it means at this table."""
    assert {type(each) for each in SEES} == set(get_args(Sighting)) - {Watermark}
    came: list[Sighting] = []
    means = Sensing.sighting

    def noting(sensing: Sensing, sighting: Sighting, now_ms: int) -> None:
        came.append(sighting)
        means(sensing, sighting, now_ms)

    monkeypatch.setattr(Sensing, "sighting", noting)
    serial = mute if driver is None else ""
    alerts_over_time(tmp_path, monkeypatch, serial, [FOREVER], 5, driver=driver, sees=SEES)
    assert tuple(each for each in came if not isinstance(each, Watermark)) == SEES


def test_a_pty_on_which_nobody_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mute: str) -> None:
    alerts = alerts_over_time(tmp_path, monkeypatch, mute, [FOREVER], 60)
    assert [each[1:] for each in alerts if each[2]] == [
        (
            "unit",
            "The table unit does not answer: nothing on its serial line answers",
            LINK_TEXTS["unanswered"][1],
        )
    ]


def camera_alerts(reported: list[tuple[int, str, str, str]]) -> list[tuple[int, str]]:
    assert all(
        advice == english(TableAlert.no_picture(1).advice)
        for _, name, text, advice in reported
        if name == "camera" and text
    )
    # At its start a daemon withdraws alerts that an earlier life may have left.
    return [
        (second, text) for second, name, text, _ in reported if name == "camera" and (second, text) != (0, "")
    ]


def test_a_camera_that_opens_and_never_gives_a_frame(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mute: str
) -> None:
    alerts = alerts_over_time(tmp_path, monkeypatch, mute, [0], 600)
    ((second, text),) = camera_alerts(alerts)
    assert text == f"The table cannot see: the camera has given no picture for {FIRST_FRAME_S:.0f} s"
    assert FIRST_FRAME_S <= second <= FIRST_FRAME_S + 1


def test_one_that_hangs_is_started_anew_and_the_alert_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mute: str
) -> None:
    alerts = alerts_over_time(tmp_path, monkeypatch, mute, [3, FOREVER], 200)
    (came, text), (ended, nothing) = camera_alerts(alerts)
    assert text == f"The table cannot see: the camera has given no picture for {SILENT_S:.0f} s"
    assert nothing == ""
    assert came == 3 + SILENT_S
    assert 3 + HANGS_S < ended < 3 + HANGS_S + 35


def test_a_slow_frame_is_no_new_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mute: str) -> None:
    alerts = alerts_over_time(tmp_path, monkeypatch, mute, [FOREVER], 120)
    assert camera_alerts(alerts) == []


class SocketCamera:
    """The announcing side of ``shm:PATH``: announces a black frame several times to each client, then nothing."""

    def __init__(self, folder: Path, frames: list[int]) -> None:
        self.path = folder / "camera.sock"
        self._memory = f"jantaku-test-{os.getpid()}"
        self._frames = frames
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self.path))
        self._listener.listen()
        with open(f"/dev/shm/{self._memory}", "wb") as file:  # noqa: PTH123
            file.write(bytes(320 * 240 * 3))
        self._kept: list[socket.socket] = []
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            for frames in self._frames:
                line, _ = self._listener.accept()
                self._kept.append(line)
                for number in range(frames):
                    announcement = {
                        "frame": number,
                        "at_ms": number * 100,
                        "shm": self._memory,
                        "offset": 0,
                        "width": 320,
                        "height": 240,
                    }
                    line.sendall(json.dumps(announcement).encode() + b"\n")

    def close(self) -> None:
        for each in (self._listener, *self._kept):
            each.close()
        os.unlink(f"/dev/shm/{self._memory}")  # noqa: PTH108


class NotingHealth:
    """Keeps what is reported about the camera, until it has seen four pictures."""

    def __init__(self, lines: list[str], done: asyncio.Event) -> None:
        self._lines = lines
        self._done = done

    def camera_lost(self, reason: str, _text: object = None) -> bool:
        self._lines.append(reason)
        return True

    def camera_sees(self) -> None:
        self._lines.append("sees")
        if self._lines.count("sees") == 4:
            self._done.set()

    def camera(self, _alert: object) -> None:
        """Its alerts do not matter here."""

    def alert(self, *_: object) -> None:
        """Nor do the table's alerts."""


@pytest.mark.prove
def test_a_real_vision_process_whose_camera_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It opens and gives nothing, is restarted, gives one frame and hangs, is restarted, and sees."""
    # A busy machine takes seconds to start vision, which is allowed for and does not end it.
    for name, seconds in (
        ("FIRST_FRAME_S", 0.2),
        ("SILENT_S", 0.5),
        ("HANGS_S", 15.0),
        ("VISION_RETRY_S", 0.1),
    ):
        monkeypatch.setattr(watching, name, seconds)
    camera = SocketCamera(tmp_path, [0, 1, 3])
    lines: list[str] = []
    done = asyncio.Event()

    async def live() -> None:
        vision = VisionProcess(f"shm:{camera.path}")
        health, clock = cast("Any", NotingHealth(lines, done)), RealClock()
        game = Table(settings_of(tmp_path, CLUB), clock=clock)
        evidence = Evidence(tmp_path, ClipChoice(), keep=lambda _: False, kept=lambda *_: None, say=unsaid)
        checks = TableChecks(game.sensing, health.alert, 100, dice_begin=True)
        looking = Watching(vision, clock, game, health=health, evidence=evidence, checks=checks)
        task = asyncio.create_task(looking.run())
        async with asyncio.timeout(200):
            await done.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await vision.stop()

    try:
        asyncio.run(live())
    finally:
        camera.close()
    assert lines.count("sees") == 4
    assert any("no picture for 15 s" in each for each in lines)


class NotedChecks:
    """Counts how often the table was compared with the game."""

    def __init__(self) -> None:
        self.times = 0

    def raise_alerts(self, *_: object) -> None:
        self.times += 1


@table_time
async def test_the_table_is_not_compared_with_a_game_that_lags_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full() -> None:
        raise JournalAwayError(BadJournal.nothing_written("disk full"))

    game, checks = Table(settings_of(tmp_path, CLUB)), NotedChecks()
    evidence = Evidence(tmp_path, ClipChoice(), keep=lambda _: False, kept=lambda *_: None, say=unsaid)
    looking = Watching(
        cast("Any", StubbornCamera([])),
        RealClock(),
        game,
        health=cast("Any", NotingHealth([], asyncio.Event())),
        evidence=evidence,
        checks=cast("Any", checks),
    )
    report = FrameReport(1, 1000, ())
    with monkeypatch.context() as broken:
        broken.setattr(game.journal, "try_writing", full)
        game.journal_away(JournalAwayError(BadJournal.nothing_written("disk full")))
        looking.receive(report)
        await asyncio.sleep(JOURNAL_AGAIN_S + 1)
        looking.receive(report)
        assert checks.times == 0
    await asyncio.sleep(JOURNAL_AGAIN_S + 1)
    looking.receive(report)
    game.stop_timer()
    assert checks.times == 1


def test_a_daemon_that_has_ended_leaves_interrupts_to_the_next_test(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mute: str
) -> None:
    before = signal.getsignal(signal.SIGINT)
    alerts_over_time(tmp_path, monkeypatch, mute, [FOREVER], 1)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_table_whose_links_cannot_be_kept_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: Path) -> bytes:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(wiring, "key_of", full)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    alerts = alerts_over_time(tmp_path, monkeypatch, str(tmp_path / "none"), [FOREVER], 2, http=port)
    (links,) = [each for each in alerts if each[1] == "links" and each[2]]
    assert links[2].endswith("stop working when the daemon restarts: [Errno 28] No space left on device")
    assert "hand the links out again" in links[3]


def test_a_table_without_a_page_has_no_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alerts = alerts_over_time(tmp_path, monkeypatch, str(tmp_path / "none"), [FOREVER], 2)
    assert "links" not in {name for _, name, text, _ in alerts if text}
    assert not (tmp_path / KEY_FILE).exists()
