"""Table time: event loops whose ``time()`` is table time, real or conducted.

``RealClock`` runs at a factor of real time. ``BarrierClock`` takes its time from a conductor: when every loop of this
process is idle, it reports the end of the idle time, and time moves on only when the conductor says so. No logic in the
daemon reads any other clock, so a conducted game never sleeps and always takes the same course.

The report is a JSON line ``{"idle_until_ms", "pty_written", "pty_read", "frames_done", "seq"}``, the conductor's
answer ``{"now_ms", "seq", "pty_sent"}``; a report's ``seq`` is that of the newest answer whose time all loops have
completed. ``pty_sent`` counts the bytes sent to this end of the pty; those that are still on their way are waited for.
Bytes and frames that arrive between two answers wait for the next answer, so that their time is defined; calls from
other threads of this process are served at once and lead to a new report. From the counts the conductor knows that
nothing is still on its way.

One of the idle loops, the leader, also waits for the conductor's answer. Most answers are for the leader, so they wake
only one thread.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import select
import selectors
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import Context
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, TypeVarTuple, Unpack

from config.log_line import TROUBLE
from wording.terminal.log import say

_T = TypeVar("_T")
_Ts = TypeVarTuple("_Ts")
_RESOLUTION_S = 1e-6  # table time is in whole milliseconds: times closer than that are the same instant


BYTES_MS = 5
"""The longest real time that a report waits for bytes on the pty; after that the conductor decides."""
FIRST_WORD_S = 300.0
"""Real time within which a conductor must send the time; a conductor that ends closes the socket at once."""


class ClockError(Exception):
    """Table time is not available: there is no conductor, or it has gone."""


@dataclass(frozen=True, slots=True)
class Traffic:
    """The data that this process has exchanged so far: bytes on the serial line, camera frames done."""

    pty_written: int = 0
    pty_read: int = 0
    frames_done: int = 0


class Clock(Protocol):
    """The source of table time."""

    def now_ms(self) -> int:
        """Table time in milliseconds; never goes backwards."""

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        """A loop whose ``time()`` is table time in seconds."""

    def hold(self) -> AbstractContextManager[None]:
        """Stops table time inside this context, if this clock can."""

    def count_traffic(self, traffic: Callable[[], Traffic]) -> None:
        """Take the counts of each report from ``traffic``, which is called from any thread while all loops are idle."""

    def close(self) -> None:
        """Stop; loops must be closed before."""


class _ScaledSelector(selectors.DefaultSelector):
    """Divides every wait by a given factor."""

    def __init__(self, speed: float) -> None:
        super().__init__()
        self._speed = speed

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        return super().select(timeout if timeout is None else timeout / self._speed)


class JumpingLoop(asyncio.SelectorEventLoop):
    """An event loop whose time may jump."""

    async def shutdown_default_executor(self, timeout: float | None = None) -> None:  # noqa: ARG002, ASYNC109
        """Wait for the threads without a limit: ``timeout`` (Python 3.12) would end at the next jump of time."""
        await super().shutdown_default_executor()


class _RealLoop(JumpingLoop):
    def __init__(self, clock: RealClock, speed: float) -> None:
        self._clock = clock
        super().__init__(_ScaledSelector(speed))

    def time(self) -> float:
        return self._clock.seconds()


class RealClock:
    """Table time at ``speed`` times real time, from ``start_ms`` on."""

    def __init__(self, speed: float = 1.0, start_ms: int = 0) -> None:
        if speed <= 0:
            raise ClockError(f"speed must be above 0, not {speed}")
        self._speed = speed
        self._start_s = start_ms / 1000
        self._zero_s = time.monotonic()

    @property
    def speed(self) -> float:
        """Table seconds in a real second."""
        return self._speed

    def seconds(self) -> float:
        return self._start_s + (time.monotonic() - self._zero_s) * self._speed

    def now_ms(self) -> int:
        return int(self.seconds() * 1000)

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        return _RealLoop(self, self._speed)

    def hold(self) -> AbstractContextManager[None]:
        return nullcontext()

    def count_traffic(self, traffic: Callable[[], Traffic]) -> None:
        """Do nothing: nobody needs the counts here."""

    def close(self) -> None:
        """Do nothing: there is nothing to stop."""


class _BarrierSelector(selectors.DefaultSelector):
    """The selector of one loop in the barrier: waiting in it is what "idle" means.

    Args:
        clock: the clock that has the barrier.
        conductor: the socket of the conductor's answers.

    ``idle_until_ms``: when idle, the time of the loop's next timer (None for no timer).
    ``wakes``: calls of ``call_soon_threadsafe`` that have begun but not yet written to the loop's pipe. ``called``:
    the newest step has not reached this loop yet.
    """

    def __init__(self, clock: BarrierClock, conductor: socket.socket) -> None:
        super().__init__()
        self._clock = clock
        self._bell = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self.register(self._bell, selectors.EVENT_READ)
        self._bell_only = selectors.DefaultSelector()
        self._bell_only.register(self._bell, selectors.EVENT_READ)
        self._bell_or_answer = selectors.DefaultSelector()
        self._bell_or_answer.register(self._bell, selectors.EVENT_READ)
        self._bell_or_answer.register(conductor, selectors.EVENT_READ)
        self.idle = False
        self.idle_until_ms: int | None = None
        self.wakes = 0
        self.called = False

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is not None and timeout <= _RESOLUTION_S:
            return self._poll(0)
        until_ms = None
        if timeout is not None:
            # Rounded up: the timer is due at that millisecond, not at the one before.
            until_ms = math.ceil((self._clock.seconds() + timeout) * 1000 - 1000 * _RESOLUTION_S)
        events = self._clock.become_idle(self, until_ms)
        if events is not None:
            return events
        # Only the bell ends the wait: bytes and frames that arrive meanwhile are served at the conductor's next
        # answer, which gives them their time. Otherwise their times would depend on the speed of this machine.
        self._clock.wait(self)
        self._clock.become_busy(self)
        return self._poll(0)

    def wait_for_bell(self) -> None:
        """Wait until the loop is woken."""
        self._bell_only.select(None)

    def wait_for_bell_or_answer(self) -> bool:
        """Wait until the loop is woken or the conductor has answered; return whether the loop was woken."""
        return any(key.fd == self._bell for key, _ in self._bell_or_answer.select(None))

    def poll_now(self) -> list[tuple[selectors.SelectorKey, int]]:
        return self._poll(0)

    def has_work(self, now_ms: int) -> bool:
        """Return whether the idle loop has something to do: a timer is due, or something has arrived."""
        due = self.idle_until_ms is not None and self.idle_until_ms <= now_ms
        return due or self.wakes > 0 or bool(super().select(0))

    def ring(self) -> None:
        """Wake the loop because its time has come."""
        os.eventfd_write(self._bell, 1)

    def close(self) -> None:
        super().close()
        self._bell_only.close()
        self._bell_or_answer.close()
        os.close(self._bell)

    def _poll(self, timeout: float | None) -> list[tuple[selectors.SelectorKey, int]]:
        events = super().select(timeout)
        mine = [event for event in events if event[0].fd == self._bell]
        if mine:
            os.eventfd_read(self._bell)
            events = [event for event in events if event[0].fd != self._bell]
        return events


class VirtualLoop(JumpingLoop):
    """An event loop in table time that moves only when the barrier's conductor moves it."""

    def __init__(self, clock: BarrierClock) -> None:
        self._clock = clock
        self._barrier_selector = clock.new_selector()
        super().__init__(self._barrier_selector)
        self._clock_resolution = _RESOLUTION_S
        clock.join(self._barrier_selector)

    def time(self) -> float:
        return self._clock.seconds()

    def call_soon_threadsafe(
        self, callback: Callable[[Unpack[_Ts]], object], *args: *_Ts, context: Context | None = None
    ) -> asyncio.Handle:
        # Marked busy before it is woken: no report may say "idle" while the call is on its way.
        with self._clock.waking(self._barrier_selector):
            return super().call_soon_threadsafe(callback, *args, context=context)

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, func: Callable[..., _T], *args: Any
    ) -> asyncio.Future[_T]:
        release = self._clock.hold_open()
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(lambda _: release())
        return future

    def close(self) -> None:
        if not self.is_closed():
            self._clock.leave(self._barrier_selector)
        super().close()


class BarrierClock:
    """Table time from a conductor at a Unix socket.

    Args:
        path: the conductor's socket.
        on_lost: called once, from the thread of a loop, if the conductor goes away.

    Raises:
        ClockError: nothing listens at ``path``, or no time comes from there.
    """

    def __init__(self, path: str, on_lost: Callable[[], None] | None = None) -> None:
        self._lock = threading.RLock()
        self._now_ms = 0
        self._seq: int | None = None
        self._loops: list[_BarrierSelector] = []
        self._holds = 0
        self._closing = False
        self._on_lost = on_lost
        self._traffic: Callable[[], Traffic] = Traffic
        self._pty_sent = 0
        self._leader: _BarrierSelector | None = None
        self._gone = False
        self._received = b""
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.connect(path)
            # The conductor first sends the time; until then no timer may be set.
            self._socket.settimeout(FIRST_WORD_S)
            there = True
            while there and self._seq is None:
                there = self._hear()
            self._socket.settimeout(None)
        except (OSError, ValueError) as error:
            self._socket.close()
            reason = error.strerror if isinstance(error, OSError) and error.strerror else "it says nothing"
            raise ClockError(f"no conductor at {path}: {reason}") from error
        if not there:
            self._socket.close()
            raise ClockError(f"no conductor at {path}: it has gone")

    def on_lost(self, callback: Callable[[], None]) -> None:
        """Call ``callback`` once, from the thread of a loop, if the conductor goes away."""
        self._on_lost = callback

    def seconds(self) -> float:
        return self._now_ms / 1000

    def now_ms(self) -> int:
        return self._now_ms

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        return VirtualLoop(self)

    def new_selector(self) -> _BarrierSelector:
        return _BarrierSelector(self, self._socket)

    def count_traffic(self, traffic: Callable[[], Traffic]) -> None:
        self._traffic = traffic

    @contextmanager
    def hold(self) -> Iterator[None]:
        release = self.hold_open()
        try:
            yield
        finally:
            release()

    def hold_open(self) -> Callable[[], None]:
        """Hold time as ``hold`` does, until the returned function is called."""
        with self._lock:
            self._holds += 1

        def release() -> None:
            with self._lock:
                self._holds -= 1
                self._settle()

        return release

    def close(self) -> None:
        with self._lock:
            self._closing = True
        self._socket.close()

    # Methods that the loops call

    def join(self, selector: _BarrierSelector) -> None:
        """Add a loop to the barrier; it counts as busy until it waits."""
        with self._lock:
            self._loops.append(selector)

    def leave(self, selector: _BarrierSelector) -> None:
        with self._lock:
            self._loops.remove(selector)
            if self._leader in (None, selector):
                # One of the waiting loops has to lead now.
                self._leader = None
                for loop in self._loops:
                    loop.idle = False
                    loop.ring()
            self._settle()

    def become_idle(
        self, selector: _BarrierSelector, until_ms: int | None
    ) -> list[tuple[selectors.SelectorKey, int]] | None:
        """Note that the loop is idle until a given time.

        Return None if the loop may wait, otherwise the events that it must serve first.
        """
        with self._lock:
            events = selector.poll_now()
            if events or selector.wakes or (until_ms is not None and until_ms <= self._now_ms):
                return events
            selector.idle = True
            selector.idle_until_ms = until_ms
            self._settle()
            return None

    def wait(self, selector: _BarrierSelector) -> None:
        """Wait until the idle loop is woken, and read from the conductor meanwhile if no other loop does."""
        with self._lock:
            if self._leader is None and not self._gone and not self._closing:
                self._leader = selector
        leads = self._leader is selector
        while leads:
            if selector.wait_for_bell_or_answer():
                return
            lost = False
            with self._lock:
                if self._leader is selector:
                    lost = not self._answered()
                leads = self._leader is selector
            if lost and self._on_lost is not None:
                self._on_lost()
        selector.wait_for_bell()

    def become_busy(self, selector: _BarrierSelector) -> None:
        """Note that the loop has been woken."""
        with self._lock:
            selector.idle = False
            if self._leader is selector:
                self._leader = None

    @contextmanager
    def waking(self, selector: _BarrierSelector) -> Iterator[None]:
        """Mark the loop busy during a call from outside."""
        with self._lock:
            selector.wakes += 1
            selector.idle = False
        try:
            yield
        finally:
            with self._lock:
                selector.wakes -= 1
                selector.ring()

    # The conductor's line.

    def _settle(self) -> None:
        """Let the next loop run the newest step once all are idle, or report that all have."""
        if self._closing or self._holds or not self._loops or not all(loop.idle for loop in self._loops):
            return
        while not self._let_one_run():
            traffic = self._traffic()
            if traffic.pty_read >= self._pty_sent or not self._bytes_come():
                self._report(traffic)
                return

    def _let_one_run(self) -> bool:
        """Let the next loop run that has something to do at the newest step; False if none has."""
        for loop in self._loops:
            if loop.called:
                # One after the other in a fixed order: two loops woken together would race each other.
                loop.called = False
                if loop.has_work(self._now_ms):
                    loop.idle = False
                    # Nobody has to read from the conductor before this loop is idle again; then it leads.
                    self._leader = None
                    loop.ring()
                    return True
        return False

    def _bytes_come(self) -> bool:
        """Wait for bytes that the unit has sent: they take a moment to arrive. False if they do not, or not in time."""
        coming = select.poll()
        for loop in self._loops:
            coming.register(loop.fileno(), select.POLLIN)
        if not coming.poll(BYTES_MS):
            self._pty_sent = 0
            return False
        for loop in self._loops:
            loop.called = True
        return True

    def _report(self, traffic: Traffic) -> None:
        """Send the report that all loops are idle."""
        timers = [loop.idle_until_ms for loop in self._loops if loop.idle_until_ms is not None]
        report = {
            "idle_until_ms": min(timers) if timers else None,
            "pty_written": traffic.pty_written,
            "pty_read": traffic.pty_read,
            "frames_done": traffic.frames_done,
            "seq": self._seq,
        }
        try:
            self._socket.sendall(json.dumps(report).encode() + b"\n")
        except OSError:
            # The leading loop sees the same end of the connection and reports it.
            return

    def _answered(self) -> bool:
        """Take the conductor's message; return False if the conductor has gone. A closed clock ignores messages."""
        if self._closing:
            self._leader = None
            return True
        try:
            there = self._hear()
        except (OSError, ValueError) as error:
            there = False
            say(f"clock: {error}", TROUBLE)
        if not there:
            self._gone, self._leader = True, None
        return there

    def _hear(self) -> bool:
        """Take the conductor's message; return False if the conductor has gone.

        Raises:
            OSError: the conductor's line broke.
            ValueError: the message is no answer.
        """
        data = self._socket.recv(65536)
        *lines, self._received = (self._received + data).split(b"\n")
        for line in lines:
            step = json.loads(line)
            self._step(int(step["now_ms"]), int(step["seq"]), int(step.get("pty_sent", 0)))
        return bool(data)

    def _step(self, now_ms: int, seq: int, pty_sent: int) -> None:
        with self._lock:
            self._pty_sent = pty_sent
            self._now_ms = max(self._now_ms, now_ms)
            self._seq = seq
            for loop in self._loops:
                # Wake all loops, so that they now serve everything that arrived on their descriptors.
                loop.called = True
            self._settle()
