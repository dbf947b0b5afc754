"""Keeps vision running and passes its reports to sensing, frame by frame."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Final

from msgspec.structs import replace

from config.backoff import Backoff
from referee.game.position import GameState
from table_controller.daemon.clock import Clock, RealClock
from table_controller.daemon.game.table_game import TableGame
from table_controller.health.evidence import Evidence
from table_controller.health.health import TableHealth
from table_controller.health.table_checks import TableChecks
from table_controller.sensing.sensing import Sensing
from vision.sightings import CameraAlert, CameraTrouble, PlacedTile, ZoneReading
from vision.worker.process import VisionProcess, VisionStoppedError
from vision.worker.wire import FrameReport
from vision.zones import ZoneId
from wording.alerts.declared import TableAlert

VISION_RETRY_S: Final = 2.0
VISION_LONGEST_RETRY_S: Final = 30.0
FIRST_FRAME_S: Final = 30.0
"""A small, busy computer may take this long to start vision and read one frame."""
SILENT_S: Final = 10.0
"""People are alerted when a camera that worked has given no picture for this long."""
HANGS_S: Final = 60.0
"""Vision is restarted after being silent for this long. Until then, it looks for an unplugged camera by itself."""
FRAMES_KEPT: Final = 600


class VisionPace:
    """Has vision look at each frame, or at one a second while the table rests.

    Args:
        vision: the vision process.
        clock: table time.
        sensing: knows whether the table is at rest.
    """

    def __init__(self, vision: VisionProcess, clock: Clock, sensing: Sensing) -> None:
        self._vision = vision
        self._clock = clock
        self._sensing = sensing

    def keep(self, state: GameState | None) -> None:
        """Have vision look as often as this state needs: a hanchan may have just begun or ended.

        Under a conductor, look at each frame: otherwise the choice would depend on which process is faster. Its
        camera already leaves out frames in which nothing moves.
        """
        if isinstance(self._clock, RealClock):
            self._vision.rest(rests=self._sensing.rest.rests(state, self._clock.now_ms()))


class Watching:
    """Vision's reports on their way to sensing.

    Args:
        vision: the vision process.
        clock: table time.
        game: gets the sightings, through its sensing, and goes on after each report.
        health: learns whether the table is seen.
        evidence: learns which clips are done.
        checks: checks of the table by camera.
        moved: called whenever this loop runs, even while the camera is away.
    """

    def __init__(
        self,
        vision: VisionProcess,
        clock: Clock,
        game: TableGame,
        *,
        health: TableHealth,
        evidence: Evidence,
        checks: TableChecks,
        moved: Callable[[], None] = lambda: None,
    ) -> None:
        self._moved = moved
        self._vision = vision
        self._clock = clock
        self._game = game
        self._inputs = game.current.inputs
        self._sensing = game.sensing
        self._health = health
        self._evidence = evidence
        self._checks = checks
        self._frames: dict[int, float] = {}
        self._told: dict[tuple[CameraTrouble, int | None], CameraAlert] = {}
        self._lying: dict[ZoneId, tuple[PlacedTile, ...]] = {}
        self._sensing.also(CameraAlert, self._camera_alert)
        self._sensing.also(ZoneReading, self._note_reading)

    async def run(self) -> None:
        """Keep vision running and take its reports, until cancelled."""
        pause = Backoff(VISION_RETRY_S, VISION_LONGEST_RETRY_S)
        while True:
            self._moved()
            try:
                await self._vision.start()
                self.begin()
                reason = await self._take_reports()
            except VisionStoppedError as error:
                reason = str(error)
            if self._health.camera_lost(reason):
                pause.reset()
            self._moved()
            await self._vision.stop()
            await asyncio.sleep(pause.next())

    def begin(self) -> None:
        """Forget earlier reports, since vision was started."""
        with self._inputs.record_input("vision"):
            self._sensing.vision_started(self._inputs.now_ms())
            self._evidence.vision_started()
            self._checks.forget()
            for (kind, _), alert in self._told.items():
                if kind == "lost":
                    # Restarted vision reports it again.
                    self._health.camera(replace(alert, text=""))
            self._told.clear()
            self._lying.clear()

    def _note_reading(self, reading: ZoneReading) -> None:
        self._lying[reading.zone] = reading.tiles

    def lying(self, zone: ZoneId) -> tuple[PlacedTile, ...]:
        """Return the tiles last read in a zone; none if vision has not read it since its start."""
        return self._lying.get(zone, ())

    async def _take_reports(self) -> str:
        """Take reports until they end; returns the reason.

        Raises:
            VisionStoppedError: vision has ended, or hangs.
        """
        reports = self._vision.reports()
        silent_s = FIRST_FRAME_S
        while True:
            # Do not cancel a late report: it may still come.
            coming = asyncio.ensure_future(_next(reports))
            try:
                await self._wait(coming, silent_s)
                report = coming.result()
            finally:
                coming.cancel()
            if report is None:
                return "its frames have ended"
            self._moved()
            self.receive(report)
            silent_s = SILENT_S

    async def _wait(self, coming: asyncio.Future[FrameReport | None], silent_s: float) -> None:
        """Wait for a report; alert people when it is late, give up when it is very late.

        Raises:
            VisionStoppedError: no report comes.
        """
        # The camera runs in real time, however fast the table's clock runs.
        speed = self._clock.speed if isinstance(self._clock, RealClock) else 1.0
        if (await asyncio.wait([coming], timeout=silent_s * speed))[0]:
            return
        self._moved()
        self._health.camera_lost(
            f"the camera has given no picture for {silent_s:.0f} s", TableAlert.no_picture(round(silent_s))
        )
        if not (await asyncio.wait([coming], timeout=(HANGS_S - silent_s) * speed))[0]:
            raise VisionStoppedError(f"the camera has given no picture for {HANGS_S:.0f} s")

    @property
    def dice(self) -> tuple[int, int] | None:
        """The dice that the camera saw thrown and that began no hand; None if there are none."""
        return self._checks.dice.offered

    @property
    def hidden(self) -> dict[str, str]:
        """Return the reason why each unreadable zone cannot be read, by the zone's name."""
        return self._checks.losses.reasons

    def alert_of(self, kind: CameraTrouble) -> CameraAlert | None:
        """Return the camera's alert of this kind, or the first of several; None if there is none."""
        return next((each for each in self._told.values() if each.kind == kind and each.text), None)

    def seen_at_s(self, at_ms: int) -> float | None:
        """Return ``time.monotonic()`` of the frame at a table time; None if it is not among the newest."""
        return self._frames.get(at_ms)

    def receive(self, report: FrameReport) -> None:
        with self._inputs.record_input("report", report):
            self._pass_on(report)
        self._vision.acknowledge(report.frame, self._sensing.expectation())

    def _pass_on(self, report: FrameReport) -> None:
        now_ms = self._inputs.now_ms()
        self._health.camera_sees()
        self._frames[report.at_ms] = self._real_s_of(report.at_ms)
        while len(self._frames) > FRAMES_KEPT:
            del self._frames[next(iter(self._frames))]
        for sighting in report.sightings:
            self._sensing.sighting(sighting, now_ms)
        self._evidence.done(report.clips)
        self._evidence.complete_clips(report.at_ms)
        self._game.pump()
        if not self._game.is_behind:
            self._checks.raise_alerts(self._sensing.state, now_ms)

    def _camera_alert(self, alert: CameraAlert) -> None:
        self._health.camera(alert)
        self._told[alert.kind, alert.camera] = alert

    def _real_s_of(self, at_ms: int) -> float:
        """Return ``time.monotonic()`` of a frame, or of its report under a conductor, where time jumps."""
        real_s = time.monotonic()
        if isinstance(self._clock, RealClock):
            real_s -= max(0, self._clock.now_ms() - at_ms) / 1000 / self._clock.speed
        return real_s


async def _next(reports: AsyncIterator[FrameReport]) -> FrameReport | None:
    """Return the next report; None after the last one."""
    return await anext(reports, None)
