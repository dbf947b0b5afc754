"""The sources of frames: a camera, a folder of pictures, a film, or a ring in shared memory.

Every source gives BGR pictures with the table time of their exposure. If the writer waits (shared memory), the source
notifies it when a frame is no longer needed.
"""

import json
import mmap
import re
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.ahead import ReadAhead
from vision.camera.frames import CameraError, Frame, FrameSource
from vision.camera.kinds import fault_of
from vision.camera.live import LiveCamera, LiveOptions, PiCamera
from vision.camera.pace import FramePace
from vision.camera.reduced import SHRINK, Reduced

CONNECT_TIMEOUT_S = 20.0
"""The program waits this long for a simulated camera. [s; judged: a simulation needs a few seconds to start, more on a
loaded machine]"""
AGAIN_S: Final = 0.05
"""Time between two attempts to reach a camera that is not there yet. [s; judged: not felt by a person]"""
RECORDED = ("folder:", "file:")
"""Sources that may give the same picture twice without a fault."""
SENSORS = ("v4l2:", "picamera2:")
"""Sources that give pictures at their own pace, however fast they are read."""
FILM_FRAME_MS = 100
"""The time between pictures of a folder whose names do not give their times. [ms; derived: ten frames a second, as
the table's camera gives]"""


def open_camera(
    url: str, table_time_ms: Callable[[], int] | None = None, pace: FramePace | None = None
) -> FrameSource:
    """The source of a camera option.

    Args:
        url: ``shm:PATH``, ``v4l2:N`` or ``v4l2:PATH``, ``picamera2:N``, ``folder:DIR`` or ``file:VIDEO``; live ones take
            options, ``v4l2:0?size=1920x1440&fps=30&exposure=lock&mains=50``.
        table_time_ms: the table's clock, for a live camera; monotonic time by default.
        pace: decides which frames of a live or simulated camera are read; without it, all are.

    Raises:
        CameraError: the kind is unknown, or the camera cannot be opened.
    """
    if wrong := fault_of(url):
        raise CameraError(wrong)
    kind, _, place = url.partition(":")
    if kind == "shm":
        return SharedMemoryCamera(Path(place), pace=pace)
    if kind == "folder":
        return FolderCamera(Path(place))
    if kind == "file":
        return FilmCamera(Path(place))
    place, _, query = place.partition("?")
    now_ms = table_time_ms or (lambda: time.monotonic_ns() // 1_000_000)
    if kind == "v4l2":
        pace = pace or FramePace()
        live = LiveCamera(place, LiveOptions.parse(query), now_ms, pace=pace)
        return ReadAhead(live, pace) if live.packed else live
    return PiCamera(place, LiveOptions.parse(query), now_ms, pace=pace)


class SharedMemoryCamera:
    """Frames in a POSIX shared memory or a file, by its path, announced as JSON lines on a Unix socket.

    An announcement is ``{"frame": n, "at_ms": t, "shm": name, "offset": o, "width": w, "height": h}``, with ``"half"`` and
    ``"quarter"`` where the same picture lies reduced at these offsets. The answer ``{"read": n, "next_ms": t}`` says
    that the frame's report has been sent and that frames before ``t`` will be left out, ``{"done": n}`` lets the writer
    use the place again. A frame that ``pace`` leaves out is done at once.
    """

    def __init__(
        self, path: Path, timeout_s: float = CONNECT_TIMEOUT_S, pace: FramePace | None = None
    ) -> None:
        self._pace = pace or FramePace()
        self._socket = self._connect(path, timeout_s)
        self._lines = self._socket.makefile("r", encoding="utf-8")
        self._memories: dict[str, mmap.mmap] = {}

    @staticmethod
    def _connect(path: Path, timeout_s: float) -> socket.socket:
        end = time.monotonic() + timeout_s
        while True:
            connection = socket.socket(socket.AF_UNIX)
            try:
                connection.connect(str(path))
            except OSError as error:
                connection.close()
                if time.monotonic() >= end:
                    raise CameraError(f"no camera at {path}: {error.strerror}") from error
                time.sleep(AGAIN_S)
            else:
                return connection

    def frames(self) -> Iterator[Frame]:
        for line in self._lines:
            header = json.loads(line)
            if not self._pace.due(header["at_ms"]):
                self.done(header["frame"])
                continue
            reduced = None
            if "half" in header and "quarter" in header:
                halves = (
                    self._picture(header, header["half"], 2),
                    self._picture(header, header["quarter"], SHRINK),
                )
                reduced = Reduced(*halves).kept()
            yield Frame(header["frame"], header["at_ms"], self._picture(header, header["offset"], 1), reduced)

    def _picture(self, header: dict[str, Any], offset: int, share: int) -> NDArray[np.uint8]:
        """Return the picture at an offset of the announced memory, each side shorter than the frame's by a factor."""
        width, height, memory = (
            header["width"] // share,
            header["height"] // share,
            self._memory(header["shm"]),
        )
        size = width * height * 3
        if offset < 0 or offset + size > len(memory):
            raise CameraError(f"frame {header['frame']} lies outside its shared memory")
        return np.frombuffer(memory, np.uint8, size, offset).reshape(height, width, 3)

    def _memory(self, name: str) -> mmap.mmap:
        if name not in self._memories:
            with Path("/dev/shm", name).open("rb") as file:  # noqa: S108 - POSIX shared memory
                self._memories[name] = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        return self._memories[name]

    def reported(self, number: int) -> None:
        self._socket.sendall(f'{{"read": {number}, "next_ms": {self._pace.next_ms}}}\n'.encode())

    def done(self, number: int) -> None:
        self._socket.sendall(f'{{"done": {number}}}\n'.encode())

    def close(self) -> None:
        self._lines.close()
        self._socket.close()


class FolderCamera:
    """Pictures of a folder in the order of their names; a name's last number is its time in ms."""

    def __init__(self, folder: Path) -> None:
        self._files = sorted(
            file for file in folder.glob("*") if file.suffix.lower() in {".png", ".jpg", ".jpeg"}
        )
        if not self._files:
            raise CameraError(f"no pictures in {folder}")

    def frames(self) -> Iterator[Frame]:
        for number, file in enumerate(self._files):
            image = cv2.imread(str(file))
            if image is None:
                raise CameraError(f"not a picture: {file}")
            digits = re.findall(r"\d+", file.stem)
            at_ms = int(digits[-1]) if digits else number * FILM_FRAME_MS
            yield Frame(number, at_ms, np.asarray(image, np.uint8))

    def reported(self, number: int) -> None:
        """Do nothing: nobody waits for pictures on disk."""

    def done(self, number: int) -> None:
        """Do nothing: nobody waits for pictures on disk."""

    def close(self) -> None:
        self._files = []


class FilmCamera:
    """A film; its own time stamps are the table time."""

    def __init__(self, file: Path) -> None:
        self._capture = cv2.VideoCapture(str(file))
        if not self._capture.isOpened():
            raise CameraError(f"not a film: {file}")

    def frames(self) -> Iterator[Frame]:
        number = 0
        while True:
            good, image = self._capture.read()
            if not good:
                return
            at_ms = round(self._capture.get(cv2.CAP_PROP_POS_MSEC))
            yield Frame(number, at_ms, np.asarray(image, np.uint8))
            number += 1

    def reported(self, number: int) -> None:
        """Do nothing: nobody waits for a film."""

    def done(self, number: int) -> None:
        """Do nothing: nobody waits for a film."""

    def close(self) -> None:
        self._capture.release()


__all__ = [
    "RECORDED",
    "SENSORS",
    "CameraError",
    "FilmCamera",
    "FolderCamera",
    "Frame",
    "FrameSource",
    "SharedMemoryCamera",
    "open_camera",
]
