"""An event loop for tests in one process: when nothing is left to do, time jumps to the next timer."""

from __future__ import annotations

import asyncio
import selectors
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine


class _JumpSelector(selectors.DefaultSelector):
    now_s = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            return super().select(None)
        events = super().select(0)
        if not events:
            self.now_s += timeout
        return events


class JumpLoop(asyncio.SelectorEventLoop):
    """A loop whose time is table time and never waits."""

    def __init__(self) -> None:
        self._jump = _JumpSelector()
        super().__init__(self._jump)

    def time(self) -> float:
        return self._jump.now_s


def in_table_time(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a coroutine in a loop of its own."""
    with asyncio.Runner(loop_factory=JumpLoop) as runner:
        runner.run(work())
