"""Judges who would hear a call now: their page or terminal has reported so within the last minutes, in real time.

A connection to the broker does not prove it: a telephone in a pocket keeps its session for minutes, and does not ring.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final

HEARS_S: Final = 150.0
"""The time for which a report is valid. Pages and terminals repeat it every minute, and one may get lost."""
SOONEST_S: Final = 0.1


class Listeners:
    """The judges who would hear a call.

    Args:
        changed: called when the first comes and when the last has gone, in the loop in which ``hear`` is called.
        now_s: real time.
    """

    def __init__(self, changed: Callable[[], None], now_s: Callable[[], float] = time.monotonic) -> None:
        self._changed = changed
        self._now_s = now_s
        self._until_s: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def any(self) -> bool:
        """True if somebody hears."""
        return self._until_s is not None

    def hear(self) -> None:
        """Note that a judge hears calls."""
        alone = not self.any
        self._until_s = self._now_s() + HEARS_S
        self._look_in(HEARS_S)
        if alone:
            self._changed()

    def _look_in(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(max(seconds, SOONEST_S), self._look)

    def _look(self) -> None:
        assert self._until_s is not None
        left_s = self._until_s - self._now_s()
        if left_s > 0:  # the loop has another clock, as in a simulation
            self._look_in(left_s)
            return
        self._until_s = None
        self._changed()
