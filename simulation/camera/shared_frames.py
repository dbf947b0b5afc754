"""The camera's end of shared-memory frames: a ring of pictures, announced over a Unix socket as JSON lines.

The reader connects to the socket and gets ``{"frame", "at_ms", "shm", "offset", "width", "height"}`` for each frame
(BGR, 8 bit). If the sides allow it, ``"half"`` and ``"quarter"`` are the offsets of the reduced picture. The reader
answers ``{"read": n, "next_ms": t}`` when it has read the frame and will leave out those before ``t``, and ``{"done":
n}`` when its report of the frame was accepted. Only then is a slot reused, so a picture is never overwritten while it
is read. ``shm`` is a path to memory that vanishes when this program ends, however it ends.
"""

import asyncio
import json
import mmap
import os
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from simulation.camera.plates import Plate
from vision.camera.reduced import SHRINK, Reduced

CHANNELS: Final = 3
PERIOD_MS: Final = 100
"""The time between frames where the conductor owns table time."""


class FramePublisher:
    """Serves frames to one reader at a time; a reader that reconnects gets only later frames.

    Args:
        path: of the Unix socket.
        width: of the pictures in pixels.
        height: of the pictures in pixels.
        slots: pictures in the ring, so the most that can be in use at once.
        on_done: called whenever the reader has finished with a frame, and with the last frame sent if the reader leaves.
    """

    def __init__(
        self,
        path: str | Path,
        width: int = 1920,
        height: int = 1440,
        slots: int = 4,
        on_done: Callable[[int], None] | None = None,
    ) -> None:
        self.path = Path(path)
        self.width = width
        self.height = height
        self.slots = slots
        self.sent = 0
        """Frames begun so far; they are numbered from 1."""
        self._sent_before = 0
        self.newest_reported = 0
        """The newest frame that the reader has reported as read."""
        self.reports = 0
        """The number of frames that the present reader has reported as read."""
        self.done = 0
        """The newest frame that the reader has finished with, or that was lost when a reader left."""
        self.next_ms = 0
        """The reader leaves out frames before this time."""
        self.skips = False
        """True if the reader leaves out the frame after the one that it read last."""
        self._on_done = on_done
        self._underway_ms: deque[int] = deque()
        self._memory: mmap.mmap | None = None
        self._file = -1
        self._plates: list[Plate] = []
        self._picture_bytes = width * height * CHANNELS
        self._reduces = not (width % SHRINK or height % SHRINK)
        # The reduced pictures take less than a third of the full one.
        self._slot_bytes = self._picture_bytes * (4 if self._reduces else 3) // 3
        self._server: asyncio.Server | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._changed = asyncio.Event()

    @property
    def connected(self) -> bool:
        """True if a reader is connected."""
        return self._writer is not None

    @property
    def filming(self) -> bool:
        """True if a reader is connected and has been sent a frame."""
        return self.connected and self.sent > self._sent_before

    @property
    def oldest_ms(self) -> int | None:
        """Return the table time of the oldest unfinished frame; None if all are finished."""
        return self._underway_ms[0] if self._underway_ms else None

    async def start(self) -> None:
        """Create the memory and listen.

        Raises:
            OSError: the socket cannot be created.
        """
        self._file = os.memfd_create("jantaku-frames")
        os.truncate(self._file, self.slots * self._slot_bytes)
        self._memory = mmap.mmap(self._file, self.slots * self._slot_bytes)
        self._plates = [self._plate(self._memory, number) for number in range(1, self.slots + 1)]
        with suppress(FileNotFoundError):
            self.path.unlink()
        self._server = await asyncio.start_unix_server(self._serve, str(self.path))

    async def stop(self) -> None:
        """Disconnect the reader and free the memory."""
        if self._writer is not None:
            self._writer.close()
        await self.wait_gone()
        if self._server is not None:
            self._server.close()
            self._server = None
        if self._memory is not None:
            self._plates = []
            self._memory.close()
            self._memory = None
            os.close(self._file)
        with suppress(FileNotFoundError):
            self.path.unlink()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    def slot(self) -> Plate:
        """Return the plate for the next frame: the same one until it is begun.

        Raises:
            RuntimeError: not started, or all slots are still being read.
        """
        if self._memory is None:
            raise RuntimeError("the publisher is not started")
        if self.sent - self.done >= self.slots:
            raise RuntimeError("every slot is still being read")
        return self._plates[self.sent % self.slots]

    def begin(self, at_ms: int) -> int:
        """Count the slot as the frame of ``at_ms``, which is underway from now on; return its number.

        Without a reader the frame is lost.
        """
        self.sent += 1
        self._underway_ms.append(at_ms)
        if self._writer is None:
            self._finish(self.sent)
        return self.sent

    def announce(self, frame: int, at_ms: int) -> None:
        """Announce a frame that was begun and is drawn now, unless its reader has left."""
        if self._writer is None or frame <= self.done:
            return
        line = {
            "frame": frame,
            "at_ms": at_ms,
            "shm": f"/proc/{os.getpid()}/fd/{self._file}",
            "offset": self._offset(frame),
            "width": self.width,
            "height": self.height,
            **self._reduced_offsets(frame),
        }
        self._writer.write(json.dumps(line).encode() + b"\n")

    def publish(self, picture: NDArray[np.uint8], at_ms: int) -> int:
        """Copy a picture into the next slot and announce it."""
        slot = self.slot()
        np.copyto(slot.picture, picture)
        slot.reduce()
        frame = self.begin(at_ms)
        self.announce(frame, at_ms)
        return frame

    async def wait_connected(self) -> None:
        """Wait until a reader is connected."""
        while self._writer is None:
            self._changed.clear()
            await self._changed.wait()

    async def wait_gone(self) -> None:
        """Wait until no reader is connected."""
        while self._writer is not None:
            self._changed.clear()
            await self._changed.wait()

    def _offset(self, frame: int) -> int:
        return (frame - 1) % self.slots * self._slot_bytes

    def _reduced_offsets(self, frame: int) -> dict[str, int]:
        if not self._reduces:
            return {}
        half = self._offset(frame) + self._picture_bytes
        return {"half": half, "quarter": half + self._picture_bytes // 4}

    def _plate(self, memory: mmap.mmap, frame: int) -> Plate:
        def picture(offset: int, share: int) -> NDArray[np.uint8]:
            return np.ndarray((self.height // share, self.width // share, CHANNELS), np.uint8, memory, offset)

        offsets = self._reduced_offsets(frame)
        reduced = (
            Reduced(picture(offsets["half"], 2), picture(offsets["quarter"], SHRINK)) if offsets else None
        )
        return Plate(picture(self._offset(frame), 1), reduced)

    def _finish(self, frame: int) -> None:
        if frame > self.done:
            for _ in range(frame - self.done):
                self._underway_ms.popleft()
            self.done = frame
            if self._on_done is not None:
                self._on_done(frame)
        self._changed.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._writer is not None:
            writer.close()
            return
        self._writer = writer
        self._sent_before = self.sent
        self.reports = self.next_ms = 0
        self.skips = False
        self._changed.set()
        try:
            while line := await reader.readline():
                answer = json.loads(line)
                read = answer.get("read")
                done = answer["done"] if read is None else None
                if isinstance(read, int) and read <= self.sent:
                    self.newest_reported = max(self.newest_reported, read)
                    self.reports += 1
                    self.next_ms = int(answer.get("next_ms", 0))
                    self.skips = self.oldest_ms is not None and self.next_ms > self.oldest_ms + PERIOD_MS
                    self._changed.set()
                if isinstance(done, int) and done <= self.sent:
                    self._finish(done)
        except (ConnectionError, ValueError, KeyError, TypeError, AttributeError):
            pass  # a reader that sends nonsense is treated as disconnected
        finally:
            self._writer = None
            writer.close()
            self._finish(self.sent)
