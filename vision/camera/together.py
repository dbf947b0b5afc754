"""Joins the cameras of a table into one source: pictures taken at about the same time make a shot.

Cameras do not take their pictures at the same moment. The next frame of each makes a shot. A camera that keeps the
others waiting is left out until it gives a frame again. So an unplugged camera holds up nobody, and the program keeps
trying to open it while it reads the others.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final, NamedTuple, Protocol

from vision.camera.frames import CameraError, Frame, FrameSource, Shot
from vision.camera.jpeg import Jpeg

LOG = logging.getLogger(__name__)
PATIENCE_S: Final = 1.0
"""A camera that gives no frame for this long after another did is left out. [s; derived: half of the two seconds after
which a loss is reported; cameras give ten frames a second]"""
REOPEN_S: Final = 2.0
"""Time between two attempts to open a camera that has failed. [s; judged: the pause after which the parent restarts this process]"""


class ShotSource(Protocol):
    """Gives shots in order, and is notified when they are done; otherwise like ``FrameSource``."""

    def shots(self) -> Iterator[Shot]:
        """All shots until the source ends.

        Raises:
            CameraError: no camera is left.
        """

    def reported(self, number: int) -> None: ...

    def done(self, number: int) -> None: ...


class OneCamera:
    """The shots of the only camera."""

    def __init__(self, source: FrameSource) -> None:
        self._source = source

    def shots(self) -> Iterator[Shot]:
        return (Shot.of(frame.checked()) for frame in self._source.frames())

    def reported(self, number: int) -> None:
        self._source.reported(number)

    def done(self, number: int) -> None:
        self._source.done(number)


class CamerasTogether:
    """The shots of several cameras.

    Args:
        openers: for each camera a function that opens it or raises ``CameraError``.
        patience_s, reopen_s: see the constants of these names.
    """

    def __init__(
        self,
        openers: Sequence[Callable[[], FrameSource]],
        *,
        patience_s: float = PATIENCE_S,
        reopen_s: float = REOPEN_S,
    ) -> None:
        self._news = threading.Condition()
        self._feeds = [_Feed(opener, self._news, reopen_s) for opener in openers]
        self._patience_s = patience_s
        self._under_way: dict[int, tuple[_Taken | None, ...]] = {}

    def shots(self) -> Iterator[Shot]:
        for feed in self._feeds:
            feed.start()
        number, last_ms = 0, -1
        while True:
            with self._news:
                if not self._wait(last_ms):
                    return
                taken = tuple(feed.take_next() for feed in self._feeds)
            number += 1
            self._under_way[number] = taken
            frames = (None if each is None else replace(each.frame, number=number) for each in taken)
            shot = Shot.of(*frames)
            last_ms = shot.at_ms
            yield shot

    def _wait(self, last_ms: int) -> bool:
        """Wait for a frame, newer than this time, of each camera that is not late; False if no camera is left.

        Raises:
            CameraError: none is left, and one has failed.
        """
        feeds = self._feeds
        self._news.wait_for(lambda: any(feed.ready(last_ms) for feed in feeds) or not self._left())
        if not any(feed.ready(last_ms) for feed in feeds):
            error = next((feed.error for feed in feeds if feed.error is not None), None)
            if error is not None:
                raise error
            return False
        self._news.wait_for(
            lambda: all(feed.ready(last_ms) or feed.late or not feed.open for feed in feeds),
            self._patience_s,
        )
        for feed in feeds:
            feed.late = not feed.ready(last_ms)
        return True

    def _left(self) -> bool:
        return any(feed.open for feed in self._feeds)

    def reported(self, number: int) -> None:
        for each in self._under_way[number]:
            if each is not None:
                each.reported()

    def done(self, number: int) -> None:
        for each in self._under_way.pop(number):
            if each is not None:
                each.done()


class _Taken(NamedTuple):
    """A frame, and the source to notify of its progress; None if the source has gone."""

    source: FrameSource
    frame: Frame

    def reported(self) -> None:
        with suppress(OSError):
            self.source.reported(self.frame.number)

    def done(self) -> None:
        with suppress(OSError):
            self.source.done(self.frame.number)


class _Feed:
    """One camera, read by a thread of its own, a frame ahead at most.

    Attributes:
        open: True if it is known to give frames, and before it was first opened.
        late: True if it kept the others waiting, so that they no longer wait for it.
        error: the error with which it last failed.
    """

    def __init__(self, opener: Callable[[], FrameSource], news: threading.Condition, reopen_s: float) -> None:
        self.open = True
        self.late = False
        self.error: CameraError | None = None
        self._opener = opener
        self._news = news
        self._reopen_s = reopen_s
        self._next: _Taken | None = None
        self._passed: tuple[Frame, ...] = ()

    def start(self) -> None:
        threading.Thread(target=self._run, name="camera", daemon=True).start()

    def ready(self, last_ms: int) -> bool:
        """Return whether a frame newer than this time waits; drop an older one, which a film may still show."""
        if self._next is not None and self._next.frame.at_ms <= last_ms:
            self._next.done()
            dropped = self._next.frame
            if isinstance(dropped.picture, Jpeg):
                bare = replace(
                    dropped, picture=Jpeg(dropped.picture.data, dropped.size), reduced=None, passed=()
                )
                self._passed = (*dropped.passed, bare)
            self.take_next()
        return self._next is not None

    def take_next(self) -> _Taken | None:
        """Return the waiting frame, and make room for the next."""
        taken, self._next = self._next, None
        self._news.notify_all()
        return taken

    def _run(self) -> None:
        while True:
            error: CameraError | None = None
            try:
                self._follow(self._opener())
            except CameraError as failed:
                error = failed
            except Exception as failed:  # noqa: BLE001 - no error of a camera may end the thread that opens it again
                error = CameraError(f"the camera failed: {failed}")
            with self._news:
                if error is not None and (self.open or str(error) != str(self.error)):
                    LOG.warning("%s", error)
                self.open, self.error = False, error
                self._news.notify_all()
            time.sleep(self._reopen_s)

    def _follow(self, source: FrameSource) -> None:
        """Hand on the frames of a source until it ends."""
        try:
            for frame in source.frames():
                checked = frame.checked()
                with self._news:
                    checked = replace(checked, passed=(*self._passed, *frame.passed))
                    self._passed = ()
                    self.open, self._next = True, _Taken(source, checked)
                    self._news.notify_all()
                    self._news.wait_for(lambda: self._next is None)
        finally:
            source.close()
