"""The session with the table: who is there, its clock, commands that are carried out once, events that are stored once."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Final

from firmware_bridge.link.clock import UnitClock
from firmware_bridge.link.counters import Counters
from firmware_bridge.link.inbox import SignalInbox
from firmware_bridge.messages.errors import (
    ADVICE_LOST,
    RESETS,
    LinkLostError,
    RefusedError,
    UnitResetError,
    UnitStoppedError,
    failed_text,
)
from firmware_bridge.messages.messages import ResetCause, Result
from firmware_bridge.messages.signals import Connected, Lost
from line_table.lines import CAUSES, REASONS, LineReader, signal_of, to_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.drivers.wires import Wires
    from firmware_bridge.link.transport import Transport
    from firmware_bridge.messages.signals import UnitEvent

BEAT_S: Final = 0.2
"""Between two pings, or two greetings while nobody answers. The table stops its motors after a second of silence."""
SILENCE_MS: Final = 1_000.0
"""A table that was not heard for so long is lost."""
REPEAT_S: Final = 0.2
"""A command that was not answered is sent again."""
ANSWER_S: Final = 8.0
"""A call that was not answered for so long ends with an error; the port allows 30."""
FAREWELL_S: Final = 1.0
"""The time that calls have to end, and the table to stop its motors, when the driver stops."""
REMEMBERED: Final = 16
"""Pings whose answers are still waited for."""


class Session:
    """The host's end of the line; everything is called in one loop, whose time it is.

    Args:
        transport: the line; it opens itself again.
        on_event: gets each stored signal, ``Connected`` and ``Lost``.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        transport: Transport,
        wires: Wires,
        on_event: Callable[[UnitEvent], None],
    ) -> None:
        self.transport = transport
        self.clock = UnitClock()
        self.counters = Counters()
        self.firmware = ""
        self.heard: tuple[int, int] | None = None
        self._loop = loop
        self._on_event = on_event
        # A table that has restarted since the last signal was stored has another boot number.
        self._boot = wires.last_signal[0] if wires.last_signal else None
        self._host = secrets.randbits(32)
        self._inbox = SignalInbox(
            loop,
            counters=self.counters,
            on_signal=wires.on_signal,
            on_event=on_event,
            acknowledge=self._acknowledge,
            last_signal=wires.last_signal,
        )
        self._lines = LineReader(self.counters.frames)
        self._connected: Connected | None = None
        self._woken = asyncio.Event()
        self._ended = False
        self._lost_ms: float | None = None
        self._token = 0
        self._asked_ms: dict[int, float] = {}
        self._sequence = 0
        self._turn = asyncio.Lock()
        self._answer: tuple[int, asyncio.Future[list[str]]] | None = None
        self._beats: asyncio.Task[None] | None = None

    @property
    def is_connected(self) -> bool:
        """True while the table answers."""
        return self._connected is not None

    def start(self) -> None:
        """Look for the table, until ``close``."""
        self.transport.start(self)
        self._beats = self._loop.create_task(self._beat())

    async def close(self) -> None:
        """Have the table stop whatever moves, and close the line."""
        if self.is_connected:
            try:
                async with asyncio.timeout(FAREWELL_S):
                    await self.ask("StopMotion", "STOP")
            except (TimeoutError, LinkLostError, RefusedError, UnitResetError):
                pass  # the table stops by itself when it hears nothing
        self._ended = True
        self._woken.set()
        if self._beats is not None:
            self._beats.cancel()
        await self.transport.close()
        await self._inbox.settle()

    async def connected(self) -> Connected:
        """Wait until the table answers."""
        while self._connected is None:
            if self._ended:
                raise UnitStoppedError("the line was closed")
            self._woken.clear()
            await self._woken.wait()
        return self._connected

    async def ask(self, request: str, *words: str) -> list[str]:
        """Have the table carry out a command, once; what it answers after ``OK`` or ``GO``.

        The command is sent with the same number until it is answered: the table carries out a number once.

        Args:
            request: what errors call it.
            words: the command.

        Raises:
            RefusedError: the table refuses.
            LinkLostError: it did not answer in time.
            UnitResetError: it was restarted before it answered.
            UnitStoppedError: the session was closed.
        """
        try:
            # The wait for other commands counts too: no call is to last longer because others wait as well.
            async with asyncio.timeout(ANSWER_S), self._turn:
                kind, *rest = await self._answered(request, *words)
        except TimeoutError:
            text = f"{failed_text(request)}: the table did not answer"
            raise LinkLostError(text, ADVICE_LOST, request=request, waited_s=round(ANSWER_S)) from None
        if kind == "NO":
            raise RefusedError(request, REASONS.get(rest[0], Result.UNKNOWN_REQUEST))
        return rest

    async def _answered(self, request: str, *words: str) -> list[str]:
        self._sequence += 1
        self.counters.requests += 1
        future: asyncio.Future[list[str]] = self._loop.create_future()
        self._answer = (self._sequence, future)
        boot: int | None = None
        while not future.done():
            if self._ended:
                raise UnitStoppedError("the line was closed")
            if self._connected is not None:
                if boot not in {None, self._boot}:
                    text, advice = RESETS[self._connected.reset_cause]
                    cause = self._connected.reset_cause
                    raise UnitResetError(
                        f"{failed_text(request)}: {text}", advice, request=request, cause=cause
                    )
                self.counters.requests_resent += boot is not None
                boot = self._boot
                self._send("DO", str(self._sequence), *words)
            await asyncio.wait({future}, timeout=REPEAT_S)
        return future.result()

    # Receiver of the transport

    def opened(self) -> None:
        """The device is open: whose is it?"""
        self._lines.clear()
        self._greet()

    def received(self, data: bytes) -> None:
        """Bytes came in."""
        for words in self._lines.feed(data):
            try:
                self._line(words)
            except ValueError:  # a number that is none
                self.counters.foreign_frames += 1

    def closed(self, reason: str) -> None:
        """The device is gone."""
        self._lose(f"the serial device is gone ({reason})")

    # Underneath

    def _now_ms(self) -> float:
        return self._loop.time() * 1000

    def _send(self, *words: str) -> None:
        self.transport.write(to_line(*words))

    def _asked(self) -> str:
        """A token whose answer tells the table's time."""
        self._token += 1
        self._asked_ms[self._token] = self._now_ms()
        while len(self._asked_ms) > REMEMBERED:
            del self._asked_ms[next(iter(self._asked_ms))]
        return str(self._token)

    def _greet(self) -> None:
        self._send("HELLO", self._asked(), str(self._host))

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_S)
            if self.heard is not None and self._now_ms() - self.heard[1] > SILENCE_MS:
                self._lose("the table does not answer")
            if self.is_connected:
                self._send("PING", self._asked())
            else:
                self._greet()

    def _line(self, words: list[str]) -> None:
        match words:
            case ["HI", token, host, boot, ms, cause, firmware] if host == str(self._host):
                self._greeted(int(token), int(boot), int(ms), cause, firmware)
            case ["WHO"]:
                self._lose("the table was restarted")
                self._greet()
            case ["PONG", token, ms] if self.is_connected:
                self._timed(int(token), int(ms))
            case ["OK", number] | ["GO", number, _] | ["NO", number, _] if self.is_connected:
                if words[0] == "GO":
                    int(words[2])
                if self._answer and self._answer[0] == int(number) and not self._answer[1].done():
                    self._answer[1].set_result([words[0], *words[2:]])
            case ["EV", number, ms, *event] if self.is_connected:
                self._event(int(number), int(ms), event)
            case _:
                self.counters.foreign_frames += 1
                return
        if self.is_connected and self.heard is not None:
            self.heard = (self.heard[0], round(self._now_ms()))

    def _greeted(self, token: int, boot: int, ms: int, cause: str, firmware: str) -> None:
        if self._connected is not None or token not in self._asked_ms:
            return  # the answer to a greeting that was repeated
        now_ms = round(self._now_ms())
        was_reset = self._boot not in {None, boot}
        if boot != self._boot:
            self.clock = UnitClock()
            self._inbox.new_boot(boot, was_reset=was_reset)
        self._boot, self.firmware = boot, firmware
        self._timed(token, ms)
        self.counters.resets += was_reset
        self.heard = (now_ms, now_ms)
        self._connected = Connected(
            at_ms=now_ms,
            nonce=boot,
            reset_cause=CAUSES.get(cause, ResetCause.POWER_ON),
            firmware=firmware,
            was_reset=was_reset,
            away_ms=0 if self._lost_ms is None else round(now_ms - self._lost_ms),
        )
        self._woken.set()
        self._on_event(self._connected)

    def _timed(self, token: int, ms: int) -> None:
        asked_ms = self._asked_ms.pop(token, None)
        if asked_ms is not None:
            self.counters.round_trip_ms = self._now_ms() - asked_ms
            self.clock.add(asked_ms, self._now_ms(), ms)

    def _event(self, number: int, ms: int, words: list[str]) -> None:
        assert self._boot is not None
        # The estimate of the table's clock gets better meanwhile: no signal is dated before the last, or in the future.
        at_ms = max(self._inbox.last_at_ms, round(min(self.clock.to_host_ms(ms), self._now_ms())))
        self._inbox.receive_signal(signal_of(words, number=number, at_ms=at_ms, nonce=self._boot))

    def _acknowledge(self, number: int) -> None:
        if self.is_connected:
            self._send("ACK", str(number))

    def _lose(self, reason: str) -> None:
        if self._connected is None:
            return
        self._connected, self._lost_ms = None, self._now_ms()
        self.counters.losses += 1
        self._on_event(Lost(at_ms=round(self._lost_ms), reason=reason, advice=ADVICE_LOST))
