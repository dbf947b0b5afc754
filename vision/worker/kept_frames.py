"""Keeps the pictures that vision read, so that it can read them again with the same result.

A picture is kept as a JPEG, and vision reads that JPEG rather than the camera's picture. So a reader that gets the file
and the same expectations reports the same sightings. The first line of a file says how the reader was made; each shot
is a line with its number and, of each camera, time and length of its picture (null where it gave none), and then the
bytes of the pictures. A file is only appended to, so after a kill it is whole up to its last shot but one.
"""

import base64
import json
import logging
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final

import cv2
import numpy as np

from vision.calibration.camera_file import CameraFileError
from vision.camera.frames import CameraError, DamagedError, Frame, Shot
from vision.camera.jpeg import Jpeg
from vision.model.enrolled import EnrolledError
from vision.sightings import Sighting
from vision.tracking.expectation import Expectation
from vision.tracking.tracker import TableReader
from vision.worker.reader_made import reader_of
from vision.worker.state_files import KeptFramesError

LOG = logging.getLogger(__name__)
KEPT_VERSION: Final = 2
"""Version of the file. [version; defined]"""
JPEG_QUALITY: Final = 90
"""The quality of the pictures. [percent; judged: what cameras send by themselves; a simulated hand is reconstructed
with it as without]"""
MEASURED_AFTER_MS: Final = 10_000
"""The size of a minute is logged after this table time. [ms; judged: the table has been seen at rest and at work]"""
MB: Final = 1_000_000
"""A megabyte of a disk. [bytes; defined]"""


class FrameKeeper:
    """Keeps pictures in a file until it would be too long.

    Args:
        file: the file to create, which must not exist.
        most_bytes: the most bytes of the file.
        table, kept, enrolled, live, others: the same as for ``reader_of``.

    Raises:
        OSError: the file cannot be made.
    """

    def __init__(
        self,
        file: Path,
        most_bytes: int,
        table: str,
        kept: Path | None,
        enrolled: Path | None,
        *,
        live: bool,
        others: Sequence[Path] = (),
    ) -> None:
        head = {
            "version": KEPT_VERSION,
            "table": table,
            "live": live,
            "kept": _told_file(kept),
            "enrolled": _told_file(enrolled),
            "others": [_told_file(each) for each in others],
        }
        self._most = most_bytes
        self._bytes = 0
        self._first_ms: int | None = None
        self._warned = False
        opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        self._file: BinaryIO | None = os.fdopen(opened, "wb", buffering=0)
        self._write(json.dumps(head).encode() + b"\n")

    def keep_shot(self, shot: Shot) -> Shot:
        """Keep the pictures of a shot, and return the shot to read. After the first one not kept, keep no more."""
        if self._file is None:
            return shot
        jpegs: list[Any] = []
        for frame in shot.frames:
            good, jpeg = (True, None) if frame is None else _packed(frame)
            if not good:
                self._end("a picture cannot be made a JPEG")
                return shot
            jpegs.append(jpeg)
        both = [*zip(shot.frames, jpegs, strict=True)]
        cameras = [
            None if frame is None else {"at_ms": frame.at_ms, "bytes": jpeg.nbytes} for frame, jpeg in both
        ]
        head = json.dumps({"frame": shot.number, "cameras": cameras}).encode() + b"\n"
        content = b"".join([head, *(jpeg.tobytes() for jpeg in jpegs if jpeg is not None)])
        if self._bytes + len(content) > self._most:
            self._end(f"the limit of {self._most // MB:,} MB is reached")
            return shot
        try:
            self._write(content)
        except OSError as error:
            self._end(str(error))
            return shot
        self._tell(shot.at_ms)
        return Shot.of(*(None if frame is None else _again(frame, jpeg) for frame, jpeg in both))

    def _write(self, content: bytes) -> None:
        assert self._file is not None
        left = memoryview(content)
        while left:
            left = left[self._file.write(left) :]
        self._bytes += len(content)

    def _end(self, why: str) -> None:
        LOG.warning("no more pictures are kept from here on; vision goes on: %s", why)
        assert self._file is not None
        self._file.close()
        self._file = None

    def _tell(self, at_ms: int) -> None:
        """Log once how much a minute takes."""
        self._first_ms = at_ms if self._first_ms is None else self._first_ms
        seen_ms = at_ms - self._first_ms
        if self._warned or seen_ms < MEASURED_AFTER_MS:
            return
        self._warned = True
        minute = self._bytes * 60_000 / seen_ms
        LOG.info(
            "a minute of pictures takes %.0f MB so far; there is room for %.0f minutes",
            minute / MB,
            (self._most - self._bytes) / max(minute, 1.0),
        )


class FramesAgain:
    """Reads kept pictures again, each when it is asked for.

    Args:
        file: the pictures kept from one start of vision.

    Raises:
        KeptFramesError: the file is of another kind or version.
        OSError: the file cannot be read.
    """

    def __init__(self, file: Path) -> None:
        self._name = str(file)
        self._shots = self._read(file)
        with tempfile.TemporaryDirectory(prefix="jantaku-frames-") as folder:
            self._reader = self._made(next(self._shots, None), Path(folder))
        self._expected: Expectation | None = None

    def expect(self, expectation: Expectation | None) -> None:
        """Set the expectation for the next picture on, the same that the reader had when it read them first."""
        if expectation is not None and expectation != self._expected:
            self._expected = expectation
            self._reader.expect(expectation)

    def read(self, number: int) -> tuple[Sighting, ...] | None:
        """Return the sightings in the next picture, which must be of this frame; None if no more were kept.

        Raises:
            KeptFramesError: the next picture is of another frame, or damaged.
        """
        shot = next(self._shots, None)
        if shot is None:
            return None
        if not isinstance(shot, Shot) or shot.number != number:
            raise KeptFramesError(f"{self._name}: the picture of frame {number} is missing")
        return tuple(self._reader.read_shot(shot))

    def _read(self, file: Path) -> Iterator[Any]:
        """Yield the content of the first line, then every shot that is whole."""
        with file.open("rb") as kept:
            yield (head := self._head(kept.readline()))
            count = 1 + len(head["others"])
            while (line := kept.readline()).endswith(b"\n"):
                number, cameras = self._shot_told(line, count)
                frames: list[Frame | None] = []
                for at_ms, length in cameras:
                    content = kept.read(length)
                    if len(content) < length:
                        return
                    frames.append(self._frame_of(number, at_ms, content) if length else None)
                yield Shot.of(*frames)

    def _shot_told(self, line: bytes, count: int) -> tuple[int, list[tuple[int, int]]]:
        """The number of a shot, and the time and length of each camera's picture; the length is 0 if it gave none."""
        head = self._head(line)
        try:
            cameras = [
                (0, 0) if each is None else (int(each["at_ms"]), int(each["bytes"]))
                for each in head["cameras"]
            ]
            lengths = [length for _, length in cameras]
            if len(cameras) == count and any(lengths) and min(lengths) >= 0:
                return int(head["frame"]), cameras
        except (KeyError, TypeError, ValueError):
            pass
        raise KeptFramesError(f"{self._name}: no picture where one should be")

    def _frame_of(self, number: int, at_ms: int, content: bytes) -> Frame:
        try:
            return _read_from(content, number, at_ms)
        except CameraError:
            raise KeptFramesError(f"{self._name}: the picture of frame {number} is damaged") from None

    def _head(self, line: bytes) -> dict[str, Any]:
        try:
            head = json.loads(line)
        except (ValueError, RecursionError):
            head = None
        if not isinstance(head, dict):
            raise KeptFramesError(f"{self._name}: no file of kept pictures, or damaged")
        return head

    def _made(self, head: Any, folder: Path) -> TableReader:
        if not isinstance(head, dict) or "version" not in head:
            raise KeptFramesError(f"{self._name}: no file of kept pictures, or damaged")
        if head["version"] != KEPT_VERSION:
            raise KeptFramesError(
                f"{self._name}: pictures of version {head['version']}; this program knows version {KEPT_VERSION}"
            )
        try:
            kept, enrolled = (_file_of(head[name], folder / name) for name in ("kept", "enrolled"))
            others = [
                _file_of(encoded, folder / f"other-{number}") or folder / "none"
                for number, encoded in enumerate(head["others"])
            ]
            return reader_of(head["table"], kept, enrolled, live=head["live"], others=others)
        except (KeyError, TypeError, ValueError, CameraFileError, EnrolledError) as error:
            raise KeptFramesError(f"{self._name}: {error}") from error


def _packed(frame: Frame) -> tuple[bool, Any]:
    """Return whether the picture could be made a JPEG, and that JPEG; the camera's own, if it sent one."""
    if isinstance(frame.picture, Jpeg):
        return True, np.frombuffer(frame.picture.data, np.uint8)
    return cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])


def _again(frame: Frame, jpeg: Any) -> Frame:
    if isinstance(frame.picture, Jpeg):
        return frame
    return _read_from(jpeg.tobytes(), frame.number, frame.at_ms)


def _read_from(content: bytes, number: int, at_ms: int) -> Frame:
    """Return a frame that was kept.

    Raises:
        CameraError: the frame is damaged.
    """
    picture = Jpeg.of(content)
    if picture is None:
        raise DamagedError("no picture")
    return Frame(number, at_ms, picture).checked()


def _told_file(file: Path | None) -> str | None:
    return base64.b64encode(file.read_bytes()).decode() if file and file.exists() else None


def _file_of(encoded: str | None, file: Path) -> Path | None:
    if encoded is None:
        return None
    file.write_bytes(base64.b64decode(encoded))
    return file
