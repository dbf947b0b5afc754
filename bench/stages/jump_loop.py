"""An event loop for tests in one process: when nothing is left to do, time jumps to the next timer."""

import asyncio
import math
import selectors
from collections.abc import Callable, Coroutine
from typing import Any

from table_controller.daemon.clock import JumpingLoop


class _JumpSelector(selectors.DefaultSelector):
    now_us = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            return super().select(None)
        events = super().select(0)
        if not events:
            self.now_us += math.ceil(timeout * 1_000_000 - 1e-3)
        return events


class JumpLoop(JumpingLoop):
    """A loop whose time is table time and never waits."""

    def __init__(self) -> None:
        self._jump = _JumpSelector()
        super().__init__(self._jump)
        self._clock_resolution = 1e-6

    @property
    def now_ms(self) -> int:
        """Table time in milliseconds."""
        return self._jump.now_us // 1000

    def begin_at(self, now_ms: int) -> None:
        """Set the start time."""
        self._jump.now_us = now_ms * 1000

    def time(self) -> float:
        return self._jump.now_us / 1_000_000


def in_table_time(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a coroutine in a loop of its own."""
    with asyncio.Runner(loop_factory=JumpLoop) as runner:
        runner.run(work())
