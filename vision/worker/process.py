"""The parent's side of the vision process: reports come out, and each frame is acknowledged.

The parent owns one end of a socket pair, the child the other (``child``, which alone loads the readers). The parent may
send its expectation with an acknowledgement, and order a clip of the last seconds.
"""

import asyncio
import logging
import socket
import subprocess
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Final

from vision.clips.clips import ClipOrder
from vision.tracking.expectation import Expectation
from vision.worker.exits import EXIT_REASONS
from vision.worker.started import started_child
from vision.worker.state_files import CAMERA_FILE, CLIPS_FOLDER, ENROLLED_FILE, kept_frames_file
from vision.worker.wire import FrameReport, FrameTaken, KeepClip, TableRests, decode_report, encode

LOG = logging.getLogger(__name__)
STOP_TIMEOUT_S: Final = 5.0
"""The child has this long to end before it is killed. [s; judged: a frame, a clip's flush and a loaded machine]"""
MAX_REPORT_BYTES: Final = 1 << 22
"""Longest line that the parent accepts. [bytes; judged: far above a report of a whole table]"""


class VisionStoppedError(RuntimeError):
    """The vision process ended by itself."""


class VisionProcess:
    """The parent's handle: start it, iterate over ``reports()``, ``acknowledge`` each one taken in.

    Args:
        camera: the source, as for ``open_camera``.
        others: source of each further camera, and the file of its calibration, which need not exist.
        table: name or path of the table geometry.
        zero_s: ``time.monotonic()`` at table time 0, for live cameras.
        state: folder of the camera's calibration and the club's own tiles, which need not exist, and of clips.
        clip_s: the length of a clip; 0 keeps no pictures for clips.
        levels: true if the child's lines begin with their level, for systemd's journal.
        frames: the folder in which each child keeps the pictures that it reads, and the most bytes for all; None keeps
            none.
    """

    def __init__(
        self,
        camera: str,
        table: str = "standard",
        *,
        others: Sequence[tuple[str, Path]] = (),
        zero_s: float = 0.0,
        state: Path | None = None,
        clip_s: float = 0.0,
        levels: bool = False,
        frames: tuple[Path, int] | None = None,
    ) -> None:
        self._table = camera if state is None else str(state)
        self._arguments = ["--camera", camera, "--table", table, "--zero", repr(zero_s)]
        for url, of_it in others:
            self._arguments += ["--other", url, str(of_it)]
        if state is not None:
            self._arguments += ["--kept", str(state / CAMERA_FILE), "--enrolled", str(state / ENROLLED_FILE)]
            if clip_s:
                self._arguments += ["--clips", str(state / CLIPS_FOLDER), "--clip-seconds", repr(clip_s)]
        if levels:
            self._arguments.append("--levels")
        self._frames = frames
        self._lives = 0
        self._child: subprocess.Popen[bytes] | None = None
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._frames_done = 0
        self._acknowledged: int | None = None
        self._expected: Expectation | None = None
        self._rests = False

    @property
    def frames_done(self) -> int:
        """Frames acknowledged since the last start."""
        return self._frames_done

    @property
    def pid(self) -> int | None:
        """Process id of the running child."""
        return None if self._child is None else self._child.pid

    async def start(self) -> None:
        """Start the child; it may be started again after it stopped.

        Raises:
            VisionStoppedError: the child cannot be started.
        """
        try:
            ours = self._spawn()
        except OSError as error:
            raise VisionStoppedError(f"vision cannot be started: {error}") from error
        self._frames_done = 0
        self._acknowledged = self._expected = None
        self._rests = False
        self._reader, self._writer = await asyncio.open_connection(sock=ours, limit=MAX_REPORT_BYTES)

    def _spawn(self) -> socket.socket:
        child = started_child(self._table)
        self._child = child.process
        child.begin([*self._arguments, *self._keeping()])
        self._lives += 1
        return child.connection

    def _keeping(self) -> list[str]:
        """Return the options that name the file of the next child's pictures, and the number of bytes left for them."""
        if self._frames is None:
            return []
        folder, most = self._frames
        earlier = (kept_frames_file(folder, life) for life in range(1, self._lives + 1))
        left = most - sum(each.stat().st_size for each in earlier if each.exists())
        return [
            "--frames",
            str(kept_frames_file(folder, self._lives + 1)),
            "--frames-bytes",
            str(max(0, left)),
        ]

    async def reports(self) -> AsyncIterator[FrameReport]:
        """The reports in the order of frames; the iteration ends when the source of frames ends.

        Raises:
            VisionStoppedError: the child failed (its exit code is in the text), or it sent something other than a
            report.
        """
        if self._reader is None:
            raise VisionStoppedError("vision was not started")
        broken = ""
        while True:
            try:
                line = await self._reader.readline()
            except OSError as error:
                broken = f"its line broke: {error}"
                break
            except ValueError as error:
                raise VisionStoppedError(f"vision sent a report that is too long: {error}") from error
            if not line:
                break
            if not line.endswith(b"\n"):
                broken = "it ended in the middle of a report"
                break
            try:
                report = decode_report(line)
            except ValueError as error:
                raise VisionStoppedError(f"vision sent what is no report: {error}") from error
            yield report
        code = await asyncio.to_thread(self._wait)
        if code or broken:
            reason = EXIT_REASONS.get(code, broken or "the daemon's log says more")
            raise VisionStoppedError(f"the vision process has ended ({code}): {reason}")

    def acknowledge(self, frame: int, expectation: Expectation | None = None) -> None:
        """Acknowledge the report of frame ``frame``; the expectation holds from the next frame on.

        Raises:
            VisionStoppedError: no child runs, or it cannot be reached.
        """
        if self._writer is None:
            raise VisionStoppedError("vision was not started")
        news = None if expectation == self._expected else expectation
        try:
            self._writer.write(encode(FrameTaken(frame, news)))
        except OSError as error:
            raise VisionStoppedError(f"vision cannot be reached: {error}") from error
        self._expected = news or self._expected
        if frame != self._acknowledged:
            self._frames_done += 1
        self._acknowledged = frame

    def keep(self, order: ClipOrder) -> bool:
        """Order a clip of the last seconds; a report says when it is done. False if no child takes it."""
        if self._writer is None or self._writer.is_closing():
            return False
        try:
            self._writer.write(encode(KeepClip(order)))
        except OSError as error:
            LOG.warning("vision cannot be asked for a clip: %s", error)
            return False
        return True

    def rest(self, *, rests: bool) -> None:
        """Say whether the table rests: the child then reads one frame a second. A new child reads each frame."""
        if rests == self._rests or self._writer is None or self._writer.is_closing():
            return
        try:
            self._writer.write(encode(TableRests(rests)))
        except OSError as error:
            LOG.warning("vision did not get the order how often to look: %s", error)
            return
        self._rests = rests

    async def stop(self) -> None:
        """End the child and wait for it."""
        if self._writer is not None:
            self._writer.close()
            self._writer = self._reader = None
        if self._child is not None:
            await asyncio.to_thread(self._wait)
            self._child = None

    def _wait(self) -> int:
        if self._child is None:
            return 0
        try:
            return self._child.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._child.kill()
            return self._child.wait()
