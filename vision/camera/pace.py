"""Chooses the frames of a camera that are read.

These are ten a second while a hand is over ponds or walls, five otherwise, and one while the table rests. Every frame is
read while a tile is laid, and until it has come into sight.
"""

from __future__ import annotations

from typing import Final

NOW_MS: Final = 0
"""The next frame is read. [ms; defined]"""
LOOK_MS: Final = 79
"""While a hand is over ponds or walls, the next frame is read this much later. [ms; derived: every third of thirty frames a second, every other of
25, and each of ten although their times vary]"""
CALM_MS: Final = 179
"""While nothing happens over ponds or walls, the next frame is read this much later. [ms; judged: a hand that reaches,
takes or lays and withdraws is seen two or three times; derived: every sixth of thirty frames a second, every second of
ten]"""
REST_MS: Final = 950
"""While the table rests, the next frame is read this much later. [ms; derived: a second less half a frame of ten a
second, so that it is each tenth frame although their times vary]"""


class FramePace:
    """A live source queries it before it makes a picture of a frame. Both attributes may be set from another thread.

    A skipped frame costs almost nothing: it is taken from the driver, for films and to keep the next one fresh, but not
    unpacked.

    Attributes:
        rests: True if the table rests.
        wait_ms: the least time between two frames that are read while it does not rest.
    """

    def __init__(self) -> None:
        self.rests = False
        self.wait_ms = LOOK_MS
        self._like: FramePace | None = None
        self._last_ms: int | None = None

    def beside(self) -> FramePace:
        """Return the pace for another camera of the same table."""
        other = FramePace()
        other._like = self
        return other

    @property
    def next_ms(self) -> int:
        """The time before which no frame is read, at the present pace."""
        return (self._last_ms or 0) + (self._like or self).wait_ms

    def due(self, at_ms: int) -> bool:
        """Return whether to read the frame taken at a time; if so, start the wait for the next one."""
        pace = self._like or self
        if self._last_ms is not None and at_ms - self._last_ms < (REST_MS if pace.rests else pace.wait_ms):
            return False
        self._last_ms = at_ms
        return True
