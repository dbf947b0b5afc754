"""Requests to the unit: one on the line at a time, sent again until answered, carried out exactly once.

The unit carries out request ``n + 1`` only after ``n`` and remembers its last answer; a repeat of ``n`` gets it again.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from firmware_bridge.link.counters import Counters
from firmware_bridge.link.retry import RetryTime
from firmware_bridge.messages.errors import ADVICE_LOST, LinkLostError, UnitResetError, failed_text
from firmware_bridge.messages.messages import Answer, Request

REQUEST_MS: Final = 8_000
"""A request that was not answered for this long fails; a line that was unplugged for 5 s is back in time."""


@dataclass(slots=True)
class _Pending:
    """A request until it is answered; ``sequence`` 0 while it was never sent."""

    request: Request
    answer: asyncio.Future[Answer]
    deadline: asyncio.TimerHandle | None = None
    sequence: int = 0
    tries: int = 0
    sent_ms: float = 0.0

    @property
    def name(self) -> str:
        return type(self.request).__name__


class RequestWindow:
    """The requests that wait for their answers, in order; only the first is on the line.

    Args:
        loop: its clock gives all times.
        retry: how long to wait for an answer.
        counters: of the link.
        send: puts a request with its sequence number on the line.
        given_up: called with the name of a request that was sent and never answered, so that the numbers may no longer agree.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        *,
        retry: RetryTime,
        counters: Counters,
        send: Callable[[Request, int], None],
        given_up: Callable[[str], None],
    ) -> None:
        self._loop = loop
        self._retry = retry
        self._counters = counters
        self._send = send
        self._given_up = given_up
        self._waiting: deque[_Pending] = deque()
        self._sequence = 0
        self._open = False
        self._timer: asyncio.TimerHandle | None = None

    def ask(self, request: Request) -> asyncio.Future[Answer]:
        """Take a request; its future gets the answer or the error."""
        pending = _Pending(request, self._loop.create_future())
        pending.deadline = self._loop.call_later(REQUEST_MS / 1000, self._give_up, pending)
        self._waiting.append(pending)
        self._counters.requests += 1
        if self._open and self._waiting[0] is pending:
            self._send_first()
        return pending.answer

    def resume(self, *, new_session: bool) -> None:
        """Send the waiting requests: the unit answers. A new session counts from 1 again."""
        if new_session:
            self._sequence = 0
            for pending in self._waiting:
                pending.sequence = pending.tries = 0
        self._open = True
        if self._waiting:
            self._send_first()

    def pause(self) -> None:
        """Keep everything: the unit does not answer."""
        self._open = False
        self._stop_timer()

    def answered(self, sequence: int, answer: Answer) -> bool:
        """Take an answer; return False if it is a late copy that answers nothing."""
        if not self._waiting or self._waiting[0].sequence != sequence:
            return False
        pending = self._waiting.popleft()
        if pending.tries == 1:  # after two sendings nobody knows which was answered (Karn)
            self._retry.sample(self._loop.time() * 1000 - pending.sent_ms)
        self._stop_timer()
        self._settle(pending, answer)
        if self._waiting:
            self._send_first()
        return True

    def unit_was_reset(self) -> None:
        """Fail the request on the line, since the unit may have begun it or not; requests never sent still wait."""
        if self._waiting and self._waiting[0].sequence:
            pending = self._waiting.popleft()
            text = f"{failed_text(pending.name)}: the table unit started anew just then"
            self._settle(pending, UnitResetError(text, "Try again.", request=pending.name))

    def fail(self, error: Exception) -> None:
        self.pause()
        while self._waiting:
            self._settle(self._waiting.popleft(), error)

    def _send_first(self) -> None:
        pending = self._waiting[0]
        if pending.sequence == 0:
            self._sequence = self._sequence % 255 + 1
            pending.sequence = self._sequence
        if pending.tries:
            self._counters.requests_resent += 1
        pending.tries += 1
        pending.sent_ms = self._loop.time() * 1000
        self._send(pending.request, pending.sequence)
        self._stop_timer()
        wait_s = self._retry.wait_ms(pending.tries) / 1000
        self._timer = self._loop.call_later(wait_s, self._send_first)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self, pending: _Pending) -> None:
        if pending not in self._waiting:
            return
        if pending is self._waiting[0]:
            self._stop_timer()
        self._waiting.remove(pending)
        text = f"{failed_text(pending.name)}: the table unit has not answered for {REQUEST_MS // 1000} s"
        error = LinkLostError(text, ADVICE_LOST, request=pending.name, waited_s=REQUEST_MS // 1000)
        self._settle(pending, error)
        if pending.sequence:
            self._given_up(pending.name)

    @staticmethod
    def _settle(pending: _Pending, result: Answer | Exception) -> None:
        if pending.deadline is not None:
            pending.deadline.cancel()
        if pending.answer.done():
            return
        if isinstance(result, Exception):
            pending.answer.set_exception(result)
            pending.answer.exception()  # the caller may have been cancelled: then nobody retrieves the error
        else:
            pending.answer.set_result(result)
