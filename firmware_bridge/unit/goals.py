"""Motions under way: the calls that wait for them, and reports that came before any call waited."""

import asyncio
from collections.abc import Callable
from typing import Final

from firmware_bridge.messages.errors import (
    ADVICE_LOST,
    LONGEST_MS,
    LinkLostError,
    UnitError,
    failed_text,
    motion_failed,
    request_of,
)
from firmware_bridge.messages.messages import DiceRolled, Motion, MotionDone, Outcome

KEPT: Final = 16
"""Reports kept for calls to come: a report may arrive before the answer that names its goal."""


GRACE_MS: Final = 2_000
"""Once a line is back, the reports held meanwhile arrive within this time."""

AWAY_MS: Final = 30_000
"""The extra time to wait for a report that is late because the line is out."""


class Goals:
    """Waits for the ends of motions by their goals; used in the link's loop only.

    Args:
        loop: the link's loop.
        ready: returns whether the unit answers at this moment.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, ready: Callable[[], bool]) -> None:
        self._loop = loop
        self._ready = ready
        self._deadlines: dict[int, asyncio.TimerHandle] = {}
        self._waiting: dict[int, asyncio.Future[MotionDone]] = {}
        self._finished: dict[int, MotionDone] = {}
        self._dice: dict[int, tuple[int, int]] = {}

    async def reached(self, goal: int, motion: Motion) -> None:
        """Wait until a motion has reached its end.

        Raises:
            MotionFailedError: it ended in another way.
            LinkLostError: no report came in the longest time the unit allows such a motion.
            UnitResetError, UnitStoppedError: as passed to ``fail``.
        """
        done = self._finished.pop(goal, None)
        if done is None:
            future: asyncio.Future[MotionDone] = self._loop.create_future()
            self._waiting[goal] = future
            self._wait(goal, motion, LONGEST_MS[motion], AWAY_MS)
            try:
                done = await future
            finally:
                self._deadlines.pop(goal).cancel()
                self._waiting.pop(goal, None)
        if done.outcome is not Outcome.REACHED:
            raise motion_failed(done)

    def dice(self, goal: int) -> tuple[int, int]:
        """Return the dice of a motion that has reached its end."""
        return self._dice.pop(goal)

    def ended(self, done: MotionDone) -> None:
        """Take the unit's report of the end of a motion."""
        future = self._waiting.get(done.goal)
        if future is None:
            self._finished[done.goal] = done
            while len(self._finished) > KEPT:
                self._finished.pop(next(iter(self._finished)))
        elif not future.done():
            future.set_result(done)

    def rolled(self, rolled: DiceRolled) -> None:
        """Take the unit's report of the dice."""
        self._dice[rolled.goal] = (rolled.first, rolled.second)
        while len(self._dice) > KEPT:
            self._dice.pop(next(iter(self._dice)))

    def fail(self, error: UnitError) -> None:
        """Fail all waiters with this error, and forget all reports."""
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(error)
        self._waiting.clear()
        self._finished.clear()
        self._dice.clear()

    def _wait(self, goal: int, motion: Motion, wait_ms: int, away_ms: int) -> None:
        was_ready = self._ready()
        self._deadlines[goal] = self._loop.call_later(
            wait_ms / 1000, self._late, goal, motion, away_ms, was_ready
        )

    def _late(self, goal: int, motion: Motion, away_ms: int, was_ready: bool) -> None:
        future = self._waiting.get(goal)
        if future is None or future.done():
            return
        if away_ms > 0 and not (was_ready and self._ready() and away_ms < AWAY_MS):
            # The report may wait at the unit for the line to come back, or be on its way just now.
            self._wait(goal, motion, GRACE_MS, away_ms - GRACE_MS)
            return
        text = f"{failed_text(request_of(motion))}: the outcome is unknown, because the table unit never reported it"
        future.set_exception(LinkLostError(text, ADVICE_LOST, request=request_of(motion)))
