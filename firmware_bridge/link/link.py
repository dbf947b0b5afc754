"""The link to the unit: requests and signals, one at a time and each exactly once, over a line that may lose anything.

This module keeps sessions and states (``state``); ``requests``, ``inbox`` and ``heartbeat`` send and receive within a
session. A session is named by the unit's boot nonce and the host's nonce; frames of another session have no
effect. All time is the event loop's.
"""

import asyncio
import binascii
import errno
import secrets
import struct
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from firmware_bridge.link.clock import UnitClock
from firmware_bridge.link.counters import Counters
from firmware_bridge.link.framing import Decoder, LinkFrame, encode
from firmware_bridge.link.heartbeat import IDLE_HEARTBEAT_MS, Heartbeat
from firmware_bridge.link.inbox import OnSignal, SignalInbox
from firmware_bridge.link.requests import RequestWindow
from firmware_bridge.link.retry import RetryTime
from firmware_bridge.link.state import Happening, LinkState, after
from firmware_bridge.link.transport import Transport
from firmware_bridge.messages.errors import (
    ADVICE_LOST,
    LINK_TEXTS,
    IncompatibleFirmwareError,
    UnitStoppedError,
    failed_text,
)
from firmware_bridge.messages.messages import (
    BY_ID,
    MESSAGE_DICTIONARY,
    PROTOCOL_MAJOR,
    PROTOCOL_MINOR,
    Answer,
    Beat,
    BeatAnswer,
    Hello,
    HelloAsk,
    NoSession,
    Request,
    Result,
    Signal,
    SignalAck,
)
from firmware_bridge.messages.signals import Connected, Lost, UnitEvent, UnknownSignal
from firmware_bridge.messages.wire import WireError, WireMessage

HELLO_MS: Final = 100
"""Time between greetings while the unit does not answer."""

HELLO_INCOMPATIBLE_MS: Final = 1_000
"""Time between greetings of a unit with incompatible firmware: somebody may be installing the right one."""

HELLO_PREFIX: Final = struct.Struct("<BBI")
"""The beginning of ``HelloAsk`` and ``Hello`` in every version: major, minor and the host's nonce."""

UNANSWERED_MS: Final = 5_000
"""A unit that has never answered is reported after this time; one that is there answers the first greeting."""

NOT_THERE: Final = (errno.ENOENT, errno.ENXIO, errno.ENODEV, errno.ENOTDIR)
"""The operating system's errors for a device that is not plugged in."""

SIGNAL_IDS: Final = 0x80
"""Signals have this number or a higher one, in every version."""


def session_name(boot_nonce: int, host_nonce: int) -> int:
    """The two bytes that identify a session in each of its frames; 0 means no session."""
    return binascii.crc_hqx(struct.pack("<II", boot_nonce, host_nonce), 0xFFFF) or 1


class Link:
    """The host's end of the line.

    Args:
        loop: its clock gives all times; everything is called in it.
        transport: the line.
        on_event: gets every signal (after it was stored) and the link's own events, in order.
        on_signal: stores a signal before it is acknowledged to the unit.
        last_signal: ``(boot nonce, number)`` of the last signal stored by an earlier run.
        heartbeat_ms: between heartbeats while something moves; the unit stops after 300 ms of silence.
        idle_heartbeat_ms: between heartbeats while nothing moves; see ``Heartbeat``.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        transport: Transport,
        *,
        on_event: Callable[[UnitEvent], None],
        on_signal: OnSignal | None = None,
        last_signal: tuple[int, int] | None = None,
        heartbeat_ms: int = 100,
        idle_heartbeat_ms: int = IDLE_HEARTBEAT_MS,
    ) -> None:
        self.transport = transport
        self.counters = Counters()
        self.clock = UnitClock()
        self.state = LinkState.CLOSED
        self.firmware = ""
        self.heard: tuple[int, int] | None = None
        self._session_ms = 0
        self._loop = loop
        self._on_event = on_event
        self._host_nonce = secrets.randbits(32)
        self._boot_nonce: int | None = last_signal[0] if last_signal else None
        self._session = 0
        self._unit_minor = PROTOCOL_MINOR
        self._theirs = (PROTOCOL_MAJOR, PROTOCOL_MINOR)
        self._hello_timer: asyncio.TimerHandle | None = None
        self._hello_sent_ms = 0.0
        self._lost_ms: float | None = None
        self._decoder = Decoder()
        self.counters.frames = self._decoder.counters
        retry = RetryTime()
        self._requests = RequestWindow(
            loop,
            retry=retry,
            counters=self.counters,
            send=lambda request, sequence: self._send(request, sequence=sequence),
            given_up=self._given_up,
        )
        self._inbox = SignalInbox(
            loop,
            counters=self.counters,
            on_signal=on_signal,
            on_event=self._stored,
            acknowledge=self._acknowledge,
            last_signal=last_signal,
        )
        self._heartbeat = Heartbeat(
            loop,
            retry=retry,
            counters=self.counters,
            send=lambda token: self._send(Beat(token=token)),
            sample=self._clock_read,
            on_silence=self._greet_anew,
            heartbeat_ms=heartbeat_ms,
            idle_heartbeat_ms=idle_heartbeat_ms,
        )

    # Life

    def start(self) -> None:
        """Open the line and greet until somebody answers."""
        self._go(Happening.START)
        self.transport.start(self)
        self._loop.call_later(UNANSWERED_MS / 1000, self._never_answered, "")

    async def close(self) -> None:
        """Close the line; requests under way fail."""
        if self.state is LinkState.CLOSED:
            return
        self._rest()
        self._go(Happening.CLOSE)
        await self._inbox.settle()
        self._requests.fail(UnitStoppedError("the link was closed"))
        await self.transport.close()

    @property
    def boot_nonce(self) -> int | None:
        """The random number of the unit's boot, None before the first contact."""
        return self._boot_nonce

    async def request(self, request: Request) -> Answer:
        """Send a request and wait for its answer.

        Raises:
            LinkLostError: no answer came within 8 s, reconnecting included.
            UnitResetError: the unit was reset before it answered; what it had done is undone or unknown.
            IncompatibleFirmwareError: the unit speaks another version.
            UnitStoppedError: the link is closed.
            WireError: a field is out of its range.
        """
        request.to_payload()
        if self.state is LinkState.CLOSED:
            raise UnitStoppedError("the link is closed")
        if self.state is LinkState.INCOMPATIBLE:
            raise self._incompatible
        return await asyncio.shield(self._requests.ask(request))

    def ask(self, at_ms: float) -> None:
        """Have the unit heard once at this time or later, in host milliseconds, while it is there."""
        self._heartbeat.ask(at_ms)

    def _never_answered(self, reported: str) -> None:
        """Report that no unit has ever answered, with the reason if known; report it again when the reason changes."""
        if self._boot_nonce is not None or self.state in (LinkState.CLOSED, LinkState.INCOMPATIBLE):
            return
        trouble = self.transport.trouble
        kind = "unanswered" if trouble is None else "absent" if trouble.errno in NOT_THERE else "forbidden"
        reason, advice = LINK_TEXTS[kind]
        if trouble is not None:
            reason = f"{reason} ({trouble.filename}: {trouble.strerror})"
        if reason != reported:
            self._on_event(Lost(at_ms=round(self._now_ms), reason=reason, advice=advice, nonce=0))
        self._loop.call_later(UNANSWERED_MS / 1000, self._never_answered, reason)

    # Called by the transport

    def opened(self) -> None:
        """Greet the unit: the device is open."""
        self._decoder.reset()
        self._go(Happening.OPENED)
        self._hello()

    def closed(self, reason: str) -> None:
        """Report that the device is gone."""
        self._leave(Happening.UNPLUGGED, f"its serial line is gone ({reason})")

    def received(self, data: bytes) -> None:
        """Read the frames in these bytes."""
        for frame in self._decoder.feed(data):
            message = self._read(frame)
            if message is None:
                self.counters.foreign_frames += 1
            else:
                self._frame(frame, message)

    def _read(self, frame: LinkFrame) -> WireMessage | None:
        """Return the frame's message; None if it has none, or one that a unit never sends."""
        kind = BY_ID.get(frame.id)
        if kind is not None and kind.FROM == "unit":
            try:
                return kind.from_payload(frame.payload)
            except WireError:
                if kind is Hello:
                    self._other_hello(frame.payload)
                    return None
        if frame.id < SIGNAL_IDS or self._unit_minor <= PROTOCOL_MINOR:
            return None
        try:
            # Newer firmware may know more signals than this program. They must be acknowledged; otherwise none would
            # follow.
            return UnknownSignal.from_frame(frame.id, frame.payload)
        except WireError:
            return None

    def _frame(self, frame: LinkFrame, message: WireMessage) -> None:
        if isinstance(message, Hello):
            self._hello_came(message)
            return
        if isinstance(message, NoSession):
            if self.state is LinkState.READY:
                known = message.boot_nonce == self._boot_nonce
                self._greet_anew("it has lost this program's greeting" if known else "it started anew")
            return
        if self.state is not LinkState.READY or frame.session != self._session:
            self.counters.foreign_frames += 1
            return
        self._heartbeat.heard()
        self.heard = (self._session_ms, round(self._now_ms))
        if isinstance(message, BeatAnswer):
            self._heartbeat.answered(message)
        elif isinstance(message, Answer):
            if self._requests.answered(frame.sequence, message) and message.result is Result.STARTED:
                self._heartbeat.motion_started(message.goal)
        elif isinstance(message, Signal):
            self._signal_came(message)

    # State

    @property
    def _now_ms(self) -> float:
        return self._loop.time() * 1000

    def _go(self, happening: Happening) -> None:
        self.state = after(self.state, happening)

    def _rest(self) -> None:
        """Send no frames of a session."""
        if self._hello_timer is not None:
            self._hello_timer.cancel()
            self._hello_timer = None
        self._requests.pause()
        self._heartbeat.stop()

    def _leave(self, happening: Happening, reason: str) -> None:
        was_ready = self.state is LinkState.READY
        self._rest()
        self._go(happening)
        if was_ready:
            self.counters.losses += 1
            self._lost_ms = self._now_ms
            nonce = self._boot_nonce or 0
            self._on_event(Lost(at_ms=round(self._now_ms), reason=reason, advice=ADVICE_LOST, nonce=nonce))

    def _greet_anew(self, reason: str) -> None:
        self._leave(Happening.SILENT, reason)
        self._hello()

    def _given_up(self, name: str) -> None:
        """Begin a new session: the unit may have seen the request or not, so the numbers may no longer agree."""
        self._host_nonce = (self._host_nonce + 1) & 0xFFFFFFFF
        if self.state is LinkState.READY:
            self._greet_anew(failed_text(name))

    # Greeting

    def _hello(self) -> None:
        if self._hello_timer is None:
            self._hello_sent_ms = self._now_ms
        ask = HelloAsk(major=PROTOCOL_MAJOR, minor=PROTOCOL_MINOR, host_nonce=self._host_nonce)
        self._send(ask, session=0)
        wait_ms = HELLO_INCOMPATIBLE_MS if self.state is LinkState.INCOMPATIBLE else HELLO_MS
        self._hello_timer = self._loop.call_later(wait_ms / 1000, self._hello)

    def _other_hello(self, payload: bytes) -> None:
        """Take a Hello that cannot be fully decoded: if it answers ours, the unit has another version."""
        if len(payload) < HELLO_PREFIX.size:
            return
        major, minor, host_nonce = HELLO_PREFIX.unpack_from(payload)
        if major != PROTOCOL_MAJOR and self._is_greeted(host_nonce):
            self._refuse(major, minor, 0)

    def _is_greeted(self, host_nonce: int) -> bool:
        greets = self.state in (LinkState.GREETING, LinkState.INCOMPATIBLE)
        return greets and host_nonce == self._host_nonce

    def _hello_came(self, hello: Hello) -> None:
        if not self._is_greeted(hello.host_nonce):
            return
        same = hello.minor != PROTOCOL_MINOR or hello.dictionary == MESSAGE_DICTIONARY
        if hello.major != PROTOCOL_MAJOR or not same:
            self._refuse(hello.major, hello.minor, hello.boot_nonce)
            return
        self._rest()
        was_reset = self._boot_nonce is not None and self._boot_nonce != hello.boot_nonce
        if was_reset or self._boot_nonce is None:
            self._new_boot(hello, was_reset=was_reset)
        session = session_name(hello.boot_nonce, self._host_nonce)
        new_session, self._session = session != self._session, session
        self._unit_minor = hello.minor
        self.firmware = f"{hello.firmware >> 8}.{hello.firmware & 0xFF}"
        self.clock.add(self._hello_sent_ms, self._now_ms, hello.at_ms)
        self._go(Happening.GREETED)
        away_ms = 0.0 if self._lost_ms is None else self._now_ms - self._lost_ms
        self._lost_ms = None
        self._session_ms = round(self._now_ms)
        self._on_event(
            Connected(
                at_ms=round(self._now_ms),
                nonce=hello.boot_nonce,
                reset_cause=hello.reset_cause,
                firmware=self.firmware,
                was_reset=was_reset,
                away_ms=round(away_ms),
            )
        )
        self._heartbeat.start()
        self._requests.resume(new_session=new_session)

    def _new_boot(self, hello: Hello, *, was_reset: bool) -> None:
        self._boot_nonce = hello.boot_nonce
        self._inbox.new_boot(hello.boot_nonce, was_reset=was_reset)
        self._heartbeat.new_boot()
        self.clock = UnitClock()
        if was_reset:
            self.counters.resets += 1
            self._requests.unit_was_reset()

    def _refuse(self, major: int, minor: int, nonce: int) -> None:
        if self.state is LinkState.INCOMPATIBLE:
            return
        self._go(Happening.REFUSED)
        self._theirs = (major, minor)
        error = self._incompatible
        now_ms = round(self._now_ms)
        self._on_event(Lost(at_ms=now_ms, reason=str(error), advice=error.advice, nonce=nonce))
        self._requests.fail(error)

    @property
    def _incompatible(self) -> IncompatibleFirmwareError:
        major, minor = self._theirs
        return IncompatibleFirmwareError((major, minor), (PROTOCOL_MAJOR, PROTOCOL_MINOR))

    # Signals

    def _clock_read(self, sent_ms: float, came_ms: float, unit_ms: int) -> None:
        self.clock.add(sent_ms, came_ms, unit_ms)

    def _signal_came(self, signal: Signal) -> None:
        assert self._boot_nonce is not None
        host_ms = round(min(self.clock.to_host_ms(signal.at_ms), self._now_ms))
        at_ms = max(host_ms, self._inbox.last_at_ms)
        self._inbox.receive_signal(replace(signal, at_ms=at_ms, nonce=self._boot_nonce))

    def _stored(self, event: UnitEvent) -> None:
        if isinstance(event, UnknownSignal):
            self.counters.signals_unknown += 1
        if event.nonce == self._boot_nonce:
            self._heartbeat.signal(event)
        self._on_event(event)

    def _acknowledge(self, number: int) -> None:
        if self.state is LinkState.READY:
            self._send(SignalAck(number=number))

    def _send(self, message: WireMessage, *, sequence: int = 0, session: int | None = None) -> None:
        name = self._session if session is None else session
        self.transport.write(encode(LinkFrame(message.ID, sequence, name, message.to_payload())))
