"""Films the simulated table: renders frames in table time and shows them to the daemon.

Frames are drawn in a thread of their own from a copy of the scene, so people and daemon go on meanwhile.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Final, Protocol

import cv2

from simulation.camera.plates import Plate
from simulation.camera.shared_frames import PERIOD_MS, FramePublisher

MOST_A_SECOND: Final = 30.0
"""The frames a second that the daemon asks of a camera."""
STILL_FRAMES: Final = 5
"""The number of frames shown after the last movement: vision needs several that agree."""
STILL_PERIOD_MS: Final = 500
"""The longest time between frames when nothing moves: a camera that is silent for a second counts as blind."""


class Picture(Protocol):
    """The scene that is filmed."""

    def render(self, at_ms: int, out: Plate) -> object:
        """Draw the frame of this table time, BGR, on the plate ``out``."""

    def moving(self, at_ms: int) -> bool:
        """Return whether anything has changed since the last frame, or is about to."""


class CameraLoop:
    """Films until it is cancelled.

    Args:
        films: the scene and the publisher of each camera. The first camera's reader sets the pace; another camera is
            skipped while it has no reader.
        look: called in the loop before each frame; brings the scene up to date, which nothing else may change.
        wall_speed: film as a camera does: every frame, thirty a second by the wall clock, at this multiple of real
            time, but no fewer than ten a second of table time. With None, film ten a second of table time, and skip
            most frames in which nothing moves and those that the first camera's reader would leave out.
        save: folder that gets every frame shown as a JPEG; None to keep none.
    """

    def __init__(
        self,
        films: Sequence[tuple[Picture, FramePublisher]],
        *,
        look: Callable[[], None],
        wall_speed: float | None = None,
        save: Path | None = None,
    ) -> None:
        self._films = films
        self._look = look
        self._begun = False
        self._every_frame = wall_speed is not None
        self._a_second = 1000 / PERIOD_MS
        if wall_speed is not None:
            self._a_second = max(self._a_second, MOST_A_SECOND / wall_speed)
        self._save = save
        self._still = 0
        self._drawing: Future[None] | None = None
        self._last_ms = -STILL_PERIOD_MS

    async def run(self) -> None:
        """Film; table time comes from the running loop."""
        loop = asyncio.get_running_loop()
        number = 0
        with ThreadPoolExecutor(1, "camera") as thread:
            while True:
                number = max(number + 1, int(loop.time() * self._a_second))
                at_ms = round(number * 1000 / self._a_second)
                await asyncio.sleep(max(0.0, at_ms / 1000 - loop.time()))
                if self._watched():
                    if self._drawing is not None:
                        # Table time stands still until the scene is free.
                        self._drawing.result()
                    self._look()
                    if self._due(at_ms):
                        self._show(at_ms, loop, thread)

    def _watched(self) -> bool:
        """Return whether the frames have readers: at first those of all cameras, later at least that of the first."""
        connected = [publisher.connected for _, publisher in self._films]
        self._begun = connected[0] and (self._begun or all(connected))
        return self._begun

    def _due(self, at_ms: int) -> bool:
        moves = any(picture.moving(at_ms) for picture, _ in self._films)
        self._still = 0 if moves else self._still + 1
        still = self._still > STILL_FRAMES and at_ms - self._last_ms < STILL_PERIOD_MS
        unread = self._save is None and at_ms < self._films[0][1].next_ms
        return self._every_frame or not (still or unread)

    def _show(self, at_ms: int, loop: asyncio.AbstractEventLoop, thread: ThreadPoolExecutor) -> None:
        plates = [plate for _, publisher in self._films if (plate := _slot(publisher)) is not None]
        if len(plates) < len(self._films):
            # The reader is slower than the cameras, so this frame is dropped.
            return
        self._last_ms = at_ms
        numbers = [publisher.begin(at_ms) for _, publisher in self._films]

        def draw() -> None:
            for (picture, _), plate in zip(self._films, plates, strict=True):
                picture.render(at_ms, plate)
            loop.call_soon_threadsafe(self._announce, numbers, at_ms)
            if self._save is not None:
                file = self._save / f"frame-{numbers[0]:06d}-{at_ms}.jpg"
                if not cv2.imwrite(str(file), plates[0].picture):
                    raise OSError(f"{file}: the picture could not be written")

        self._drawing = thread.submit(draw)

    def _announce(self, numbers: Sequence[int], at_ms: int) -> None:
        # The conductor waits for the first camera's frame, which is announced last.
        for (_, publisher), number in zip(reversed(self._films), reversed(numbers), strict=True):
            publisher.announce(number, at_ms)


def _slot(publisher: FramePublisher) -> Plate | None:
    """Return the plate for a camera's next frame; None while all are still being read."""
    if publisher.sent - publisher.done >= publisher.slots:
        return None
    return publisher.slot()
