"""Chooses the frames of a camera that are read: ten a second, or one while the table rests."""

from __future__ import annotations

from typing import Final

LOOK_MS: Final = 79
"""In play, the next frame is read this much later. [ms; derived: every third of thirty frames a second, every other of
25, and each of ten although their times vary]"""
REST_MS: Final = 950
"""While the table rests, the next frame is read this much later. [ms; derived: a second less half a frame of ten a
second, so that it is each tenth frame although their times vary]"""


class FramePace:
    """Asked by a live source before it makes a picture of a frame. ``rests`` may be set from another thread.

    A frame that is left out costs next to nothing: it is taken from the driver, for films and to keep the next one fresh,
    but is not unpacked.
    """

    def __init__(self) -> None:
        self.rests = False
        self._like: FramePace | None = None
        self._last_ms: int | None = None

    def beside(self) -> FramePace:
        """The pace of another camera, which rests when this one does."""
        other = FramePace()
        other._like = self
        return other

    def due(self, at_ms: int) -> bool:
        """Return whether to read the frame of a time; if so, the wait for the next one starts there."""
        rests = self.rests if self._like is None else self._like.rests
        if self._last_ms is not None and at_ms - self._last_ms < (REST_MS if rests else LOOK_MS):
            return False
        self._last_ms = at_ms
        return True
