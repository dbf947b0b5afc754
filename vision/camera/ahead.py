"""Takes every frame of a live camera as it comes, even while one is being read, so that a film shows them all."""

import logging
import threading
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from vision.camera.frames import CameraError, DamagedError, Frame, FrameSource
from vision.camera.pace import FramePace

LOG = logging.getLogger(__name__)
HANGS_S: Final = 5.0
"""A driver without a frame for this long hangs, and is not waited for. [s; judged: twice what a frame may
take]"""
MOST_FRAMES: Final = 120
"""The number of frames to keep for a late reader; the oldest are dropped. [frames; judged: four seconds of thirty a
second, more than the first reading of a full table takes]"""


class ReadAhead:
    """The frames of a source that its reader wants, each with the unread frames before it.

    Args:
        source: gives frames at its own pace, as JPEGs.
        pace: decides which of them are read; the reader gets the newest of these.
    """

    def __init__(self, source: FrameSource, pace: FramePace) -> None:
        self._source = source
        self._pace = pace
        self._news = threading.Condition()
        self._waiting: deque[Frame] = deque(maxlen=MOST_FRAMES)
        self._due = False
        self._ended = False
        self._closed = False
        self._thread: threading.Thread | None = None
        self._error: CameraError | None = None

    def frames(self) -> Iterator[Frame]:
        """All frames.

        Raises:
            CameraError: the camera failed.
        """
        self._thread = threading.Thread(target=self._follow, name="frames", daemon=True)
        self._thread.start()
        while True:
            with self._news:
                self._news.wait_for(lambda: self._due or self._ended)
                if not self._due:
                    break
                *passed, frame = self._waiting
                self._waiting.clear()
                self._due = False
            try:
                yield replace(frame, passed=tuple(passed)).checked()
            except DamagedError as error:
                LOG.warning("frame %d is left out: %s", frame.number, error)
        if self._error is not None:
            raise self._error

    def _follow(self) -> None:
        """Take the frames of the source until it ends."""
        try:
            for frame in self._source.frames():
                if self._closed:
                    return
                with self._news:
                    self._waiting.append(frame)
                    self._due = self._pace.due(frame.at_ms) or self._due
                    self._news.notify_all()
        except CameraError as error:
            self._error = error
        except Exception as error:
            LOG.exception("the camera failed")
            self._error = CameraError(f"the camera failed: {error}")
        finally:
            with self._news:
                self._ended = True
                self._news.notify_all()

    def reported(self, number: int) -> None:
        """Do nothing: nobody waits for a live camera's frames."""

    def done(self, number: int) -> None:
        """Do nothing: nobody waits for a live camera's frames."""

    def close(self) -> None:
        # A driver may not be closed while a frame is taken from it.
        self._closed = True
        if self._thread is not None:
            self._thread.join(HANGS_S)
            if self._thread.is_alive():
                return
        self._source.close()
