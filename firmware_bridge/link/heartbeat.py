"""The heartbeat: the host speaks often enough to keep motions going, and the unit's answers show that it is there."""

import asyncio
from collections.abc import Callable
from typing import Final

from firmware_bridge.link.counters import Counters
from firmware_bridge.link.retry import RetryTime
from firmware_bridge.messages.messages import (
    SILENCE_MS,
    BeatAnswer,
    Levels,
    Motion,
    MotionDone,
    MotionStarted,
)
from firmware_bridge.messages.signals import UnitEvent

LOST_AFTER_MS: Final = 1_000
"""A unit that has not answered for this long is lost."""

LONGEST_IDLE_MS: Final = 1_000
"""The unit holds signals back when it has not heard the host for 3 s; some beats may be lost on the way."""

IDLE_HEARTBEAT_MS: Final = 500
"""The time between beats while nothing moves, unless ``ask`` wants one sooner."""

KEPT_TOKENS: Final = 16


class Heartbeat:
    """Beats while the link is ready.

    Args:
        loop: its clock gives all times.
        retry: the wait after an unanswered beat before the next one, or the heartbeat if that is shorter.
        counters: of the link.
        send: puts a beat with a token on the line.
        sample: called with the time a beat was sent, the time its answer came, and the unit's time in it.
        on_silence: called when the unit has not answered for ``LOST_AFTER_MS``.
        heartbeat_ms: time between beats while something moves or may move.
        idle_heartbeat_ms: time between beats while nothing moves. The unit needs none then; but with fewer beats a loss is
            noticed later, and the clock gets fewer samples.

    Raises:
        ValueError: with beats so far apart the unit would break off motions or hold signals back.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        *,
        retry: RetryTime,
        counters: Counters,
        send: Callable[[int], None],
        sample: Callable[[float, float, int], None],
        on_silence: Callable[[str], None],
        heartbeat_ms: int,
        idle_heartbeat_ms: int,
    ) -> None:
        if not 1 <= heartbeat_ms <= SILENCE_MS // 2:
            raise ValueError(f"heartbeat_ms is {heartbeat_ms}: allowed are 1 to {SILENCE_MS // 2}")
        if not 1 <= idle_heartbeat_ms <= LONGEST_IDLE_MS:
            raise ValueError(f"idle_heartbeat_ms is {idle_heartbeat_ms}: allowed are 1 to {LONGEST_IDLE_MS}")
        self._loop = loop
        self._retry = retry
        self._counters = counters
        self._send = send
        self._sample = sample
        self._on_silence = on_silence
        self._heartbeat_ms = heartbeat_ms
        self._idle_heartbeat_ms = idle_heartbeat_ms
        self._timer: asyncio.TimerHandle | None = None
        self._sent: dict[int, float] = {}
        self._token = 0
        self._silent_since_ms: float | None = None
        self._goals: set[int] = set()
        self._levels_known = False
        self._others: set[Motion] = set()
        self._regular_ms = 0.0
        self._due_ms = 0.0
        self._heard_ms = 0.0
        self._asked_ms = 0.0

    def start(self) -> None:
        """Beat at once: the link is ready."""
        self._beat()

    def stop(self) -> None:
        """Stop beating: the link is no longer ready. When it is again, nobody knows what moves."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._sent.clear()
        self._silent_since_ms = None
        self._levels_known = False

    def new_boot(self) -> None:
        """Forget all motions: the reset has stopped them."""
        self._goals.clear()
        self._others.clear()

    def heard(self) -> None:
        """Note that a frame of the unit's session came."""
        self._silent_since_ms = None
        self._heard_ms = self._loop.time() * 1000

    def ask(self, at_ms: float) -> None:
        """Get an answer at this time or soon after it; a frame that comes anyway will do."""
        self._asked_ms = max(self._asked_ms, at_ms)
        # An unanswered beat is repeated soon.
        if self._timer is not None and self._silent_since_ms is None and at_ms < self._due_ms:
            self._wait_until(at_ms)

    def answered(self, answer: BeatAnswer) -> None:
        sent_ms = self._sent.pop(answer.token, None)
        if sent_ms is None:
            return
        now_ms = self._loop.time() * 1000
        self._counters.round_trip_ms = now_ms - sent_ms
        self._retry.sample(now_ms - sent_ms)
        self._sample(sent_ms, now_ms, answer.at_ms)
        self._plan()

    def motion_started(self, goal: int) -> None:
        """Note a motion that began: from now on the unit stops it if it hears nothing."""
        self._goals.add(goal)
        if self._timer is not None:
            self._plan()

    def signal(self, event: UnitEvent) -> None:
        """Note what a signal says about motions."""
        if isinstance(event, MotionDone):
            self._goals.discard(event.goal)
            self._others.discard(event.motion)
        elif isinstance(event, MotionStarted):
            self.motion_started(event.goal)
        elif isinstance(event, Levels):
            self._levels_known = True
            self._others = {motion for motion in Motion if event.moving >> motion & 1}

    def _beat(self) -> None:
        now_ms = self._loop.time() * 1000
        if self._silent_since_ms is None:
            self._silent_since_ms = now_ms
        elif now_ms - self._silent_since_ms >= LOST_AFTER_MS:
            self._on_silence(f"no answer for {LOST_AFTER_MS} ms")
            return
        else:
            self._counters.beats_unanswered += 1
        self._token = (self._token + 1) & 0xFFFFFFFF
        self._sent[self._token] = now_ms
        while len(self._sent) > KEPT_TOKENS:
            self._sent.pop(next(iter(self._sent)))
        self._counters.beats += 1
        self._send(self._token)
        # Not doubled like a request's: each try may be the one that keeps a motion going.
        self._regular_ms = now_ms + min(self._heartbeat_ms, self._retry.wait_ms(1))
        self._wait_until(self._regular_ms)

    def _plan(self) -> None:
        """Plan the next beat, after an answer: one interval from now, or at the time that ``ask`` wants."""
        quiet = self._levels_known and not self._goals and not self._others
        now_ms = self._loop.time() * 1000
        self._regular_ms = now_ms + (self._idle_heartbeat_ms if quiet else self._heartbeat_ms)
        asked = self._asked_ms > now_ms
        self._wait_until(min(self._regular_ms, self._asked_ms) if asked else self._regular_ms)

    def _wait_until(self, due_ms: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._due_ms = due_ms
        self._timer = self._loop.call_at(due_ms / 1000, self._due)

    def _due(self) -> None:
        if self._due_ms < self._regular_ms and self._heard_ms >= self._asked_ms:
            self._wait_until(self._regular_ms)  # a frame came meanwhile, which is all that ``ask`` wanted
        else:
            self._beat()
