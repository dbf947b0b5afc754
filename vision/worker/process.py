"""Vision in a process of its own: frames go in, reports come out, each frame is acknowledged.

The parent owns one end of a socket pair, the child the other. The child sends a report for each frame and waits until
the parent has acknowledged it before it tells the camera that the frame is done: whoever counts frames at the camera
    knows that all their reports have arrived. With an acknowledgement the parent may send what it expects to be seen
    next; it may also order a clip of the last seconds. The child ends when the parent's end closes, whatever the
    reason.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2

from vision.calibration.camera_file import CameraFileError, read_camera_file
from vision.camera.camera import RECORDED, CameraError, open_camera
from vision.clips.evidence import Ring
from vision.clips.writing import ClipWriter
from vision.geometry import load_geometry
from vision.model.classifier import Classifier
from vision.model.enrolled import EnrolledError, read_enrolled
from vision.tracking.tracker import TableReader
from vision.worker.wire import (
    FrameReport,
    decode_acknowledgement,
    decode_keep,
    decode_report,
    encode_acknowledgement,
    encode_keep,
    encode_report,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from vision.camera.camera import FrameSource
    from vision.clips.clips import ClipOrder
    from vision.tracking.expectation import Expectation

LOG = logging.getLogger(__name__)
STOP_TIMEOUT_S: Final = 5.0
CAMERA_FAILED: Final = 3
"""Exit code of the child when its camera cannot be opened or fails."""
CALIBRATION_UNREADABLE: Final = 4
"""Exit code of the child when it cannot read the calibration file."""
ENROLLED_UNREADABLE: Final = 5
"""Exit code of the child when it cannot use the enrolled tiles."""
MISUNDERSTOOD: Final = 6
"""Exit code of the child when it cannot understand its parent's message."""
EXIT_REASONS: Final = {
    MISUNDERSTOOD: "it did not understand the daemon: are both of one version?",
    CAMERA_FAILED: "its camera failed",
    ENROLLED_UNREADABLE: "the enrolled tiles cannot be used; enrol them again (jantaku vision enrol) or delete the file",
    CALIBRATION_UNREADABLE: "the camera's calibration cannot be read; calibrate again: jantaku vision calibrate",
}
MAX_REPORT_BYTES: Final = 1 << 22


class VisionStoppedError(RuntimeError):
    """The vision process ended by itself."""


class VisionProcess:
    """The parent's handle: start it, iterate over ``reports()``, ``acknowledge`` each one taken in.

    Args:
        camera: source as for ``open_camera``.
        table: name or path of the table geometry.
        zero_s: ``time.monotonic()`` at table time 0, for live cameras.
        kept: file of the camera's calibration, which need not exist.
        enrolled: file of the club's own tiles, which need not exist.
        clips: folder for clips of the last ``clip_s`` seconds; None keeps no pictures.
    """

    def __init__(
        self,
        camera: str,
        table: str = "standard",
        *,
        zero_s: float = 0.0,
        kept: Path | None = None,
        enrolled: Path | None = None,
        clips: Path | None = None,
        clip_s: float = 15.0,
    ) -> None:
        self._arguments = ["--camera", camera, "--table", table, "--zero", repr(zero_s)]
        if kept is not None:
            self._arguments += ["--kept", str(kept)]
        if enrolled is not None:
            self._arguments += ["--enrolled", str(enrolled)]
        if clips is not None:
            self._arguments += ["--clips", str(clips), "--clip-seconds", repr(clip_s)]
        self._child: subprocess.Popen[bytes] | None = None
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._frames_done = 0
        self._acknowledged: int | None = None
        self._expected: Expectation | None = None

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
            VisionStoppedError: it cannot be started.
        """
        try:
            ours = self._spawn()
        except OSError as error:
            raise VisionStoppedError(f"vision cannot be started: {error}") from error
        self._frames_done = 0
        self._acknowledged = self._expected = None
        self._reader, self._writer = await asyncio.open_connection(sock=ours, limit=MAX_REPORT_BYTES)

    def _spawn(self) -> socket.socket:
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                self._child = subprocess.Popen(
                    [
                        sys.executable,
                        "-m",
                        "vision.worker.process",
                        "--fd",
                        str(theirs.fileno()),
                        *self._arguments,
                    ],
                    pass_fds=[theirs.fileno()],
                    stdin=subprocess.DEVNULL,
                )
            except OSError:
                ours.close()
                raise
        return ours

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
            raise VisionStoppedError(f"the program that looks has ended ({code}): {reason}")

    def acknowledge(self, frame: int, expectation: Expectation | None = None) -> None:
        """Acknowledge the report of frame ``frame``; the expectation holds from the next frame on.

        Raises:
            VisionStoppedError: no child runs, or it cannot be reached.
        """
        if self._writer is None:
            raise VisionStoppedError("vision was not started")
        news = None if expectation == self._expected else expectation
        try:
            self._writer.write(encode_acknowledgement(frame, news))
        except OSError as error:
            raise VisionStoppedError(f"vision cannot be told: {error}") from error
        self._expected = news or self._expected
        if frame != self._acknowledged:
            self._frames_done += 1
        self._acknowledged = frame

    def keep(self, order: ClipOrder) -> bool:
        """Order a clip of the last seconds; a report says when it is done. False if no child takes it."""
        if self._writer is None or self._writer.is_closing():
            return False
        try:
            self._writer.write(encode_keep(order))
        except OSError as error:
            LOG.warning("vision cannot be asked for a clip: %s", error)
            return False
        return True

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


def serve(
    connection: socket.socket, source: FrameSource, reader: TableReader, ring: Ring, writer: ClipWriter
) -> None:
    """Read every frame of ``source``, report it, wait for its acknowledgement, tell the source.

    The pictures go into ``ring``, from which ``writer`` makes the clips that are ordered.

    Raises:
        CameraError: the source failed.
    """
    acknowledged: queue.SimpleQueue[tuple[int, Expectation | None]] = queue.SimpleQueue()

    def listen() -> None:
        code = MISUNDERSTOOD
        try:
            # A parent that was killed resets the connection instead of closing it.
            with suppress(OSError), connection.makefile("rb") as lines:
                for line in lines:
                    order = decode_keep(line)
                    if order is None:
                        acknowledged.put(decode_acknowledgement(line))
                    else:
                        writer.order(order)
            code = 0
        except Exception:
            LOG.exception("what the parent said is not understood")
        finally:
            # The parent is gone or not understood: no further frame may come, so the main thread would never notice.
            os._exit(code)

    threading.Thread(target=listen, name="acknowledgements", daemon=True).start()
    report: FrameReport | None = None
    for frame in source.frames():
        sightings = tuple(reader.read_frame(frame.checked()))
        report = FrameReport(frame.number, frame.at_ms, sightings, writer.done())
        connection.sendall(encode_report(report))
        source.reported(frame.number)
        # The picture is kept while the parent processes the report.
        ring.add(frame, reader.calibration, sightings)
        number, expectation = acknowledged.get()
        while number != frame.number:
            LOG.warning("an acknowledgement of another frame than %d", frame.number)
            number, expectation = acknowledged.get()
        if expectation is not None:
            reader.expect(expectation)
        writer.take_orders()
        source.done(frame.number)
    if (clips := writer.finish()) and report is not None:
        # No frame will follow to carry it: the last one is reported again, without its sightings.
        connection.sendall(encode_report(FrameReport(report.frame, report.at_ms, (), clips)))
        acknowledged.get()


def main(arguments: Sequence[str] | None = None) -> int:
    """The child's entry."""
    parser = argparse.ArgumentParser(prog="vision.worker.process")
    parser.add_argument("--fd", type=int, required=True)
    parser.add_argument("--camera", required=True)
    parser.add_argument("--table", required=True)
    parser.add_argument("--zero", type=float, default=0.0)
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--enrolled", type=Path)
    parser.add_argument("--clips", type=Path)
    parser.add_argument("--clip-seconds", type=float, default=0.0)
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="vision: %(levelname)s %(name)s: %(message)s")
    # Ctrl-C is for the parent; this process ends with it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cv2.setNumThreads(1)
    zero_s: float = options.zero
    with socket.socket(fileno=options.fd) as connection:
        try:
            kept = read_camera_file(options.kept) if options.kept and options.kept.exists() else None
            live = not options.camera.startswith(RECORDED)
            geometry = load_geometry(options.table)
            enrolled = (
                read_enrolled(options.enrolled) if options.enrolled and options.enrolled.exists() else None
            )
            reader = TableReader(geometry, Classifier(enrolled=enrolled), kept=kept, live=live)
            ring = Ring(geometry, options.clip_seconds)
            writer = ClipWriter(options.clips, ring.footage)
            source = open_camera(options.camera, lambda: round((time.monotonic() - zero_s) * 1000))
            serve(connection, source, reader, ring, writer)
        except CameraError as error:
            LOG.error("%s", error)
            return CAMERA_FAILED
        except CameraFileError as error:
            LOG.error("%s", error)
            return CALIBRATION_UNREADABLE
        except EnrolledError as error:
            LOG.error("%s", error)
            return ENROLLED_UNREADABLE
        except BrokenPipeError:
            return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
