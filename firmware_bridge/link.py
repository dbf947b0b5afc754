"""The link to the unit: one request and one signal at a time, each exactly once, over a line that may lose anything.

State machine (``TRANSITIONS``)::

    CLOSED -> NO_DEVICE -> GREETING -> READY
                  ^           ^  |       |
                  |           |  +-> INCOMPATIBLE
                  +-----------+----------+

A session is named by the unit's boot nonce and the host's nonce; frames of another session do nothing. The unit
executes request ``n + 1`` only after ``n`` and keeps its last answer, the host takes signals in the order of their
numbers. All time is the event loop's.
"""

from __future__ import annotations

import asyncio
import binascii
import inspect
import logging
import secrets
import struct
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Final, TypeAlias

from firmware_bridge.clock import UnitClock
from firmware_bridge.errors import IncompatibleFirmwareError, LinkLostError, UnitResetError, UnitStoppedError
from firmware_bridge.framing import Decoder, Frame, FrameCounters, encode
from firmware_bridge.messages import (
    BY_ID,
    DICTIONARY,
    PROTOCOL_MAJOR,
    PROTOCOL_MINOR,
    Answer,
    Beat,
    BeatAnswer,
    Hello,
    HelloAsk,
    Levels,
    Motion,
    MotionDone,
    MotionStarted,
    NoSession,
    Request,
    Result,
    Signal,
    SignalAck,
)
from firmware_bridge.retry import RetryTime
from firmware_bridge.signals import Connected, Lost, SignalsLost, UnitEvent
from firmware_bridge.wire import Message, WireError

if TYPE_CHECKING:
    from firmware_bridge.transport import Transport

log = logging.getLogger(__name__)

OnSignal: TypeAlias = Callable[[Signal], Awaitable[None] | None]

HELLO_MS: Final = 100
"""Time between greetings while the unit does not answer."""

LOST_AFTER_MS: Final = 1_000
"""A unit that has not answered for this long is lost."""

REQUEST_MS: Final = 5_000
"""A request that was not answered for this long fails, reconnecting included."""

ADVICE_CABLE: Final = "Check the cable and the power of the table unit."


class LinkState(Enum):
    """Where the link stands."""

    CLOSED = "closed"
    NO_DEVICE = "no device"
    GREETING = "greeting"
    READY = "ready"
    INCOMPATIBLE = "incompatible"


TRANSITIONS: Final[dict[LinkState, frozenset[LinkState]]] = {
    LinkState.CLOSED: frozenset({LinkState.NO_DEVICE}),
    LinkState.NO_DEVICE: frozenset({LinkState.GREETING, LinkState.CLOSED}),
    LinkState.GREETING: frozenset(
        {LinkState.READY, LinkState.INCOMPATIBLE, LinkState.NO_DEVICE, LinkState.CLOSED}
    ),
    LinkState.READY: frozenset({LinkState.GREETING, LinkState.NO_DEVICE, LinkState.CLOSED}),
    LinkState.INCOMPATIBLE: frozenset({LinkState.READY, LinkState.NO_DEVICE, LinkState.CLOSED}),
}


@dataclass(slots=True)
class Counters:
    """What the link has met since it was started."""

    requests: int = 0
    requests_resent: int = 0
    signals: int = 0
    signals_repeated: int = 0
    signals_lost: int = 0
    beats: int = 0
    beats_unanswered: int = 0
    foreign_frames: int = 0
    resets: int = 0
    losses: int = 0
    round_trip_ms: float = 0.0
    frames: FrameCounters = field(default_factory=FrameCounters)


@dataclass(slots=True)
class _Pending:
    """A request until it is answered; ``sequence`` 0 while it was never sent."""

    request: Request
    answer: asyncio.Future[Answer]
    deadline: asyncio.TimerHandle | None = None
    sequence: int = 0
    tries: int = 0
    sent_ms: float = 0.0


def session_name(boot_nonce: int, host_nonce: int) -> int:
    """The two bytes every frame of a session carries; 0 stands for no session."""
    return binascii.crc_hqx(struct.pack("<II", boot_nonce, host_nonce), 0xFFFF) or 1


class Link:
    """See the module. ``on_event`` gets every signal (after it was stored) and the link's own events, in order."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        transport: Transport,
        *,
        on_event: Callable[[UnitEvent], None],
        on_signal: OnSignal | None = None,
        host_nonce: int | None = None,
        last_signal: tuple[int, int] | None = None,
        heartbeat_ms: int = 100,
        idle_heartbeat_ms: int = 100,
    ) -> None:
        self.transport = transport
        self.counters = Counters()
        self.clock = UnitClock()
        self.state = LinkState.CLOSED
        self._loop = loop
        self._on_event = on_event
        self._on_signal = on_signal
        self._host_nonce = secrets.randbits(32) if host_nonce is None else host_nonce
        self._heartbeat_ms = heartbeat_ms
        self._idle_heartbeat_ms = idle_heartbeat_ms
        self._decoder = Decoder()
        self.counters.frames = self._decoder.counters
        self._retry = RetryTime()
        self._boot_nonce: int | None = last_signal[0] if last_signal else None
        self._last_number: int | None = last_signal[1] if last_signal else None
        self._session = 0
        self._storing: asyncio.Task[None] | None = None
        self._last_at_ms = 0
        self._sequence = 0
        self._waiting: deque[_Pending] = deque()
        self._request_timer: asyncio.TimerHandle | None = None
        self._hello_timer: asyncio.TimerHandle | None = None
        self._hello_sent_ms = 0.0
        self._beat_timer: asyncio.TimerHandle | None = None
        self._beats: dict[int, float] = {}
        self._beat_token = 0
        self._beat_tries = 0
        self._silent_since_ms: float | None = None
        self._moving: set[int] = set()
        self._moving_known = False
        self._others_moving: set[Motion] = set()

    # Life

    def start(self) -> None:
        """Open the line and greet until somebody answers."""
        self._go(LinkState.NO_DEVICE)
        self.transport.start(self)

    async def close(self) -> None:
        """Close the line; requests under way fail."""
        if self.state is LinkState.CLOSED:
            return
        self._stop_timers()
        self._go(LinkState.CLOSED)
        if self._storing is not None:
            await asyncio.gather(self._storing, return_exceptions=True)
        for pending in self._waiting:
            self._settle(pending, UnitStoppedError("the link was closed"))
        self._waiting.clear()
        await self.transport.close()

    @property
    def boot_nonce(self) -> int | None:
        """The random number of the unit's boot, None before the first contact."""
        return self._boot_nonce

    async def request(self, request: Request) -> Answer:
        """Send a request and wait for its answer.

        Raises:
            LinkLostError: no answer within 5 s.
            UnitResetError: the unit was reset before it answered; what it did is undone by that or unknown.
            IncompatibleFirmwareError: the unit speaks another dictionary.
            WireError: a field is out of its range.
        """
        request.to_payload()
        if self.state is LinkState.CLOSED:
            raise UnitStoppedError("the link is closed")
        if self.state is LinkState.INCOMPATIBLE:
            raise self._incompatible()
        pending = _Pending(request, self._loop.create_future())
        pending.deadline = self._loop.call_later(REQUEST_MS / 1000, self._give_up, pending)
        self._waiting.append(pending)
        self.counters.requests += 1
        if self._waiting[0] is pending and self.state is LinkState.READY:
            self._send_request()
        return await asyncio.shield(pending.answer)

    # What the transport tells

    def opened(self) -> None:
        """The device is open: greet."""
        self._decoder.reset()
        self._go(LinkState.GREETING)
        self._hello()

    def closed(self, reason: str) -> None:
        """The device is gone."""
        self._leave_ready(LinkState.NO_DEVICE, f"the device is gone ({reason})")

    def received(self, data: bytes) -> None:
        """Bytes came in."""
        for frame in self._decoder.feed(data):
            kind = BY_ID.get(frame.id)
            if kind is None or kind.FROM != "unit":
                self.counters.foreign_frames += 1
                continue
            try:
                message = kind.from_payload(frame.payload)
            except WireError:
                self.counters.foreign_frames += 1
                continue
            self._frame(frame, message)

    def _frame(self, frame: Frame, message: Message) -> None:
        if isinstance(message, Hello):
            self._hello_came(message)
            return
        if isinstance(message, NoSession):
            if self.state is LinkState.READY:
                known = message.boot_nonce == self._boot_nonce
                self._leave_ready(
                    LinkState.GREETING, "it does not know this session" if known else "the unit was reset"
                )
                self._hello()
            return
        if self.state is not LinkState.READY or frame.session != self._session:
            self.counters.foreign_frames += 1
            return
        self._silent_since_ms = None
        if isinstance(message, BeatAnswer):
            self._beat_came(message)
        elif isinstance(message, Answer):
            self._answer_came(frame.sequence, message)
        elif isinstance(message, Signal):
            self._signal_came(message)

    # State

    @property
    def _now_ms(self) -> float:
        return self._loop.time() * 1000

    def _go(self, state: LinkState) -> None:
        if state is not self.state and state not in TRANSITIONS[self.state]:
            raise RuntimeError(f"no way from {self.state} to {state}")
        self.state = state

    def _stop_timers(self) -> None:
        for timer in (self._request_timer, self._hello_timer, self._beat_timer):
            if timer is not None:
                timer.cancel()
        self._request_timer = self._hello_timer = self._beat_timer = None

    def _leave_ready(self, state: LinkState, reason: str, advice: str = ADVICE_CABLE) -> None:
        was_ready = self.state is LinkState.READY
        self._stop_timers()
        self._go(state)
        self._beats.clear()
        self._silent_since_ms = None
        self._moving_known = False
        if was_ready:
            self.counters.losses += 1
            self._on_event(
                Lost(at_ms=round(self._now_ms), reason=reason, advice=advice, nonce=self._boot_nonce or 0)
            )

    # Greeting

    def _hello(self) -> None:
        if self._hello_timer is None:
            self._hello_sent_ms = self._now_ms
        self._send(
            HelloAsk(major=PROTOCOL_MAJOR, minor=PROTOCOL_MINOR, host_nonce=self._host_nonce), session=0
        )
        wait_ms = HELLO_MS * (10 if self.state is LinkState.INCOMPATIBLE else 1)
        self._hello_timer = self._loop.call_later(wait_ms / 1000, self._hello)

    def _hello_came(self, hello: Hello) -> None:
        if (
            self.state not in (LinkState.GREETING, LinkState.INCOMPATIBLE)
            or hello.host_nonce != self._host_nonce
        ):
            return
        if hello.major != PROTOCOL_MAJOR or hello.dictionary != DICTIONARY:
            self._now_incompatible(hello)
            return
        self._stop_timers()
        was_reset = self._boot_nonce is not None and self._boot_nonce != hello.boot_nonce
        if was_reset or self._boot_nonce is None:
            self._new_boot(hello, was_reset=was_reset)
        session = session_name(hello.boot_nonce, self._host_nonce)
        if session != self._session:
            self._session = session
            self._sequence = 0
            for pending in self._waiting:
                pending.sequence = pending.tries = 0
        self.clock.add(self._hello_sent_ms, self._now_ms, hello.at_ms)
        self._go(LinkState.READY)
        self._on_event(
            Connected(
                at_ms=round(self._now_ms),
                nonce=hello.boot_nonce,
                reset_cause=hello.reset_cause,
                firmware=f"{hello.firmware >> 8}.{hello.firmware & 0xFF}",
                was_reset=was_reset,
            )
        )
        self._beat()
        if self._waiting:
            self._send_request()

    def _new_boot(self, hello: Hello, *, was_reset: bool) -> None:
        self._boot_nonce = hello.boot_nonce
        self._last_number = 0 if was_reset else None
        self._moving.clear()
        self._others_moving.clear()
        self.clock = UnitClock()
        if not was_reset:
            return
        self.counters.resets += 1
        if self._waiting and self._waiting[0].sequence:
            pending = self._waiting.popleft()
            name = type(pending.request).__name__
            self._settle(
                pending, UnitResetError(f"the table unit was reset before it answered {name}", "Try again.")
            )

    def _now_incompatible(self, hello: Hello) -> None:
        self._retry = RetryTime()
        if self.state is LinkState.INCOMPATIBLE:
            return
        self._go(LinkState.INCOMPATIBLE)
        error = self._incompatible()
        self._on_event(
            Lost(at_ms=round(self._now_ms), reason=str(error), advice=error.advice, nonce=hello.boot_nonce)
        )
        while self._waiting:
            self._settle(self._waiting.popleft(), error)

    @staticmethod
    def _incompatible() -> IncompatibleFirmwareError:
        return IncompatibleFirmwareError(
            f"the unit's firmware is not for protocol {PROTOCOL_MAJOR}, dictionary {DICTIONARY:04x}",
            "Install the firmware that belongs to this version of the program.",
        )

    # Requests

    def _send_request(self) -> None:
        pending = self._waiting[0]
        if pending.sequence == 0:
            self._sequence = self._sequence % 255 + 1
            pending.sequence = self._sequence
        if pending.tries:
            self.counters.requests_resent += 1
        pending.tries += 1
        pending.sent_ms = self._now_ms
        self._send(pending.request, sequence=pending.sequence)
        if self._request_timer is not None:
            self._request_timer.cancel()
        self._request_timer = self._loop.call_later(
            self._retry.wait_ms(pending.tries) / 1000, self._send_request
        )

    def _answer_came(self, sequence: int, answer: Answer) -> None:
        if not self._waiting or self._waiting[0].sequence != sequence:
            return
        pending = self._waiting.popleft()
        if pending.tries == 1:
            self._retry.sample(self._now_ms - pending.sent_ms)
        if self._request_timer is not None:
            self._request_timer.cancel()
            self._request_timer = None
        if answer.result is Result.STARTED:
            self._moving.add(answer.goal)
            self._plan_beat()
        self._settle(pending, answer)
        if self._waiting:
            self._send_request()

    def _give_up(self, pending: _Pending) -> None:
        if pending not in self._waiting:
            return
        self._waiting.remove(pending)
        name = type(pending.request).__name__
        self._settle(pending, LinkLostError(f"{name} was not answered for {REQUEST_MS} ms", ADVICE_CABLE))
        if pending.sequence == 0:
            return
        # The unit may or may not have seen it, so the numbers no longer agree: begin a new session.
        self._host_nonce = (self._host_nonce + 1) & 0xFFFFFFFF
        if self.state is LinkState.READY:
            self._leave_ready(LinkState.GREETING, f"{name} was not answered")
            self._hello()

    @staticmethod
    def _settle(pending: _Pending, result: Answer | Exception) -> None:
        if pending.deadline is not None:
            pending.deadline.cancel()
        if pending.answer.done():
            return
        if isinstance(result, Exception):
            pending.answer.set_exception(result)
            pending.answer.exception()  # whoever asked may have been cancelled: then nobody else looks
        else:
            pending.answer.set_result(result)

    # Signals

    def _signal_came(self, signal: Signal) -> None:
        if self._storing is not None:
            return  # a repeat of the one being stored
        last = self._last_number
        if last is not None and signal.number <= last:
            self.counters.signals_repeated += 1
            self._send(SignalAck(number=last))
            return
        assert self._boot_nonce is not None
        host_ms = round(min(self.clock.to_host_ms(signal.at_ms), self._now_ms))
        stamped = replace(signal, at_ms=max(host_ms, self._last_at_ms), nonce=self._boot_nonce)
        try:
            stored = None if self._on_signal is None else self._on_signal(stamped)
        except Exception:
            log.exception("signal %s was not stored and stays with the unit", stamped)
            return
        if inspect.isawaitable(stored):
            self._storing = self._loop.create_task(self._store(stamped, stored))
        else:
            self._stored(stamped)

    async def _store(self, signal: Signal, stored: Awaitable[None]) -> None:
        try:
            await stored
        except Exception:
            log.exception("signal %s was not stored and stays with the unit", signal)
            return
        finally:
            self._storing = None
        self._stored(signal)

    def _stored(self, signal: Signal) -> None:
        self._last_at_ms = signal.at_ms
        self.counters.signals += 1
        if signal.nonce != self._boot_nonce:  # the unit was reset while the signal was being stored
            self._on_event(signal)
            return
        missing = 0 if self._last_number is None else signal.number - self._last_number - 1
        self._last_number = signal.number
        if self.state is LinkState.READY:
            self._send(SignalAck(number=signal.number))
        if missing:
            self.counters.signals_lost += missing
            self._on_event(SignalsLost(at_ms=signal.at_ms, nonce=signal.nonce, count=missing))
        if isinstance(signal, MotionDone):
            self._moving.discard(signal.goal)
            self._others_moving.discard(signal.motion)
        elif isinstance(signal, MotionStarted):
            self._moving.add(signal.goal)
            if self.state is LinkState.READY:
                self._plan_beat()
        elif isinstance(signal, Levels):
            self._moving_known = True
            self._others_moving = {motion for motion in Motion if signal.moving >> motion & 1}
        self._on_event(signal)

    # Heartbeat

    def _beat(self) -> None:
        now = self._now_ms
        if self._silent_since_ms is None:
            self._silent_since_ms = now
            self._beat_tries = 0
        elif now - self._silent_since_ms >= LOST_AFTER_MS:
            self._leave_ready(LinkState.GREETING, f"no answer for {LOST_AFTER_MS} ms")
            self._hello()
            return
        else:
            self.counters.beats_unanswered += 1
        self._beat_tries += 1
        self._beat_token = (self._beat_token + 1) & 0xFFFFFFFF
        self._beats[self._beat_token] = now
        while len(self._beats) > 16:
            self._beats.pop(next(iter(self._beats)))
        self.counters.beats += 1
        self._send(Beat(token=self._beat_token))
        wait_ms = min(self._heartbeat_ms, self._retry.wait_ms(self._beat_tries))
        self._beat_timer = self._loop.call_later(wait_ms / 1000, self._beat)

    def _beat_came(self, answer: BeatAnswer) -> None:
        sent_ms = self._beats.pop(answer.token, None)
        if sent_ms is None:
            return
        now = self._now_ms
        self.counters.round_trip_ms = now - sent_ms
        self._retry.sample(now - sent_ms)
        self.clock.add(sent_ms, now, answer.at_ms)
        self._plan_beat()

    def _plan_beat(self) -> None:
        """The unit has just spoken: the next heartbeat is due one interval from now."""
        if self._beat_timer is not None:
            self._beat_timer.cancel()
        quiet = self._moving_known and not self._moving and not self._others_moving
        wait_ms = self._idle_heartbeat_ms if quiet else self._heartbeat_ms
        self._beat_timer = self._loop.call_later(wait_ms / 1000, self._beat)

    def _send(self, message: Message, *, sequence: int = 0, session: int | None = None) -> None:
        name = self._session if session is None else session
        self.transport.write(encode(Frame(message.ID, sequence, name, message.to_payload())))
