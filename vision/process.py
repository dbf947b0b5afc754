"""Vision in a process of its own: frames go in, reports come out, each frame is acknowledged.

The parent owns one end of a socket pair, the child the other. The child sends a report for each frame and waits until
the parent has acknowledged it before it tells the camera that the frame is done: whoever counts frames at the camera
knows that everything they showed has arrived. The child ends when the parent's end closes, however that happened.
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
from typing import TYPE_CHECKING, Final

import cv2

from vision.camera import CameraError, open_camera
from vision.geometry import load_geometry
from vision.tracker import TableReader
from vision.wire import FrameReport, decode_report, encode_report

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from vision.camera import FrameSource

LOG = logging.getLogger(__name__)
STOP_TIMEOUT_S: Final = 5.0
CAMERA_FAILED: Final = 3
"""Exit code of the child when its camera cannot be opened or fails."""
MAX_REPORT_BYTES: Final = 1 << 22


class VisionStoppedError(RuntimeError):
    """The vision process ended by itself."""


class VisionProcess:
    """The parent's handle: start it, iterate over ``reports()``, ``acknowledge`` each one taken in.

    Args:
        camera: source as for ``open_camera``.
        table: name or path of the table geometry.
        zero_s: ``time.monotonic()`` at table time 0, for live cameras.
    """

    def __init__(self, camera: str, table: str = "standard", *, zero_s: float = 0.0) -> None:
        self._arguments = ["--camera", camera, "--table", table, "--zero", repr(zero_s)]
        self._child: subprocess.Popen[bytes] | None = None
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._frames_done = 0

    @property
    def frames_done(self) -> int:
        """Frames acknowledged since the last start."""
        return self._frames_done

    @property
    def pid(self) -> int | None:
        """Process id of the running child."""
        return None if self._child is None else self._child.pid

    async def start(self) -> None:
        """Start the child; after it stopped it may be started again."""
        ours = self._spawn()
        self._frames_done = 0
        self._reader, self._writer = await asyncio.open_connection(sock=ours, limit=MAX_REPORT_BYTES)

    def _spawn(self) -> socket.socket:
        ours, theirs = socket.socketpair()
        with theirs:
            self._child = subprocess.Popen(
                [sys.executable, "-m", "vision.process", "--fd", str(theirs.fileno()), *self._arguments],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
            )
        return ours

    async def reports(self) -> AsyncIterator[FrameReport]:
        """The reports in the order of frames; the iteration ends when the source of frames ends.

        Raises:
            VisionStoppedError: the child failed; its exit code is in the text.
        """
        if self._reader is None:
            raise VisionStoppedError("vision was not started")
        while line := await self._reader.readline():
            yield decode_report(line)
        code = await asyncio.to_thread(self._wait)
        if code:
            reason = "its camera failed" if code == CAMERA_FAILED else "see its log"
            raise VisionStoppedError(f"vision stopped with exit code {code}: {reason}")

    def acknowledge(self, frame: int) -> None:
        """Everything frame ``frame`` reported has been taken in."""
        if self._writer is None:
            raise VisionStoppedError("vision was not started")
        self._writer.write(b"%d\n" % frame)
        self._frames_done += 1

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


def serve(connection: socket.socket, source: FrameSource, reader: TableReader) -> None:
    """Read every frame of ``source``, report it, wait for its acknowledgement, tell the source.

    Raises:
        CameraError: the source failed.
    """
    acknowledged: queue.SimpleQueue[int] = queue.SimpleQueue()

    def listen() -> None:
        # A parent that was killed resets the connection instead of closing it.
        with suppress(OSError), connection.makefile("rb") as lines:
            for line in lines:
                acknowledged.put(int(line))
        os._exit(0)  # the parent is gone: a frame may never come, so the main thread cannot be asked

    threading.Thread(target=listen, name="acknowledgements", daemon=True).start()
    for frame in source.frames():
        sightings = tuple(reader.read(frame))
        connection.sendall(encode_report(FrameReport(frame.number, frame.at_ms, sightings)))
        while acknowledged.get() != frame.number:
            LOG.warning("an acknowledgement of another frame than %d", frame.number)
        source.done(frame.number)


def main(arguments: Sequence[str] | None = None) -> int:
    """The child's entry."""
    parser = argparse.ArgumentParser(prog="vision.process")
    parser.add_argument("--fd", type=int, required=True)
    parser.add_argument("--camera", required=True)
    parser.add_argument("--table", required=True)
    parser.add_argument("--zero", type=float, default=0.0)
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="vision: %(levelname)s %(name)s: %(message)s")
    # Ctrl-C is for the parent, whose end is this process's end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cv2.setNumThreads(1)
    zero_s: float = options.zero
    with socket.socket(fileno=options.fd) as connection:
        try:
            reader = TableReader(load_geometry(options.table))
            source = open_camera(options.camera, lambda: round((time.monotonic() - zero_s) * 1000))
            serve(connection, source, reader)
        except CameraError as error:
            LOG.error("%s", error)
            return CAMERA_FAILED
        except BrokenPipeError:
            return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
