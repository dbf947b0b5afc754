"""Films the simulated table: renders frames in table time and shows them to the daemon."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, Protocol

import cv2

if TYPE_CHECKING:
    from pathlib import Path

    from table_controller.simulation.camera.plates import Plate
    from table_controller.simulation.camera.shared_frames import FramePublisher

PERIOD_MS: Final = 100
"""Ten frames a second, as a Pi delivers them."""
STILL_FRAMES: Final = 5
"""Frames shown after the last movement; vision needs several to agree."""
STILL_PERIOD_MS: Final = 500
"""When nothing moves, a frame at least this often: a camera that is silent for a second counts as blind."""


class Picture(Protocol):
    """What is filmed."""

    def render(self, at_ms: int, out: Plate) -> object:
        """Draw the frame of this table time, BGR, on the plate ``out``."""

    def prepare(self, at_ms: int, out: Plate | None) -> None:
        """Draw as much of this table time's frame as can be drawn now, on the plate on which it will be rendered."""

    def moving(self, at_ms: int) -> bool:
        """Whether anything has changed since the last frame, or is about to."""


class CameraLoop:
    """Films until it is cancelled.

    Args:
        picture: what is filmed.
        publisher: where frames go.
        every_frame: show every frame; otherwise most frames in which nothing moves are left out.
        save: folder that gets every frame shown as a JPEG, None to keep none.
    """

    def __init__(
        self, picture: Picture, publisher: FramePublisher, *, every_frame: bool, save: Path | None = None
    ) -> None:
        self._picture = picture
        self._publisher = publisher
        self._every_frame = every_frame
        self._save = save
        self._still = 0
        self._ahead_ms: int | None = None
        self._last_ms = -STILL_PERIOD_MS

    async def run(self) -> None:
        """Film; table time comes from the running loop."""
        loop = asyncio.get_running_loop()
        number = 0
        while True:
            number = max(number + 1, int(loop.time() * 1000) // PERIOD_MS)
            at_ms = self._ahead_ms = number * PERIOD_MS
            await asyncio.sleep(max(0.0, at_ms / 1000 - loop.time()))
            if self._publisher.connected and self._due(at_ms):
                await self._show(at_ms)

    def draw_ahead(self) -> None:
        """Draw the next frame once, as far as it is known, while the last one is still being read."""
        if self._ahead_ms is not None and self._publisher.connected:
            self._picture.prepare(self._ahead_ms, self._slot())
        self._ahead_ms = None

    def _slot(self) -> Plate | None:
        """Where the next frame goes; None while everything is still being read."""
        if self._publisher.sent - self._publisher.done >= self._publisher.slots:
            return None
        return self._publisher.slot()

    def _due(self, at_ms: int) -> bool:
        self._still = 0 if self._picture.moving(at_ms) else self._still + 1
        if self._every_frame or self._still <= STILL_FRAMES or at_ms - self._last_ms >= STILL_PERIOD_MS:
            self._last_ms = at_ms
            return True
        return False

    async def _show(self, at_ms: int) -> None:
        frame = self._slot()
        if frame is None:
            # The reader is slower than the camera: a camera drops frames then.
            return
        self._picture.render(at_ms, frame)
        number = self._publisher.announce(at_ms)
        if self._save is not None:
            file = self._save / f"frame-{number:06d}-{at_ms}.jpg"
            if not cv2.imwrite(str(file), frame.picture):
                raise OSError(f"{file}: the picture could not be written")
