"""The session with a machine: who is there, its clock, commands carried out once, events stored once.

A maker derives from ``MachineSession`` and adds only the machine's own messages; ``examples/`` has two.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import ClassVar, Final, Generic, TypeVar

from firmware_bridge.drivers.wires import Wires
from firmware_bridge.link.clock import UnitClock
from firmware_bridge.link.counters import Counters
from firmware_bridge.link.inbox import SignalInbox
from firmware_bridge.messages.errors import (
    ADVICE_LOST,
    RESETS,
    DriverError,
    LinkLostError,
    RefusedError,
    UnitError,
    UnitResetError,
    UnitStoppedError,
    failed_text,
)
from firmware_bridge.messages.messages import ResetCause, Result
from firmware_bridge.messages.signals import Connected, Lost, Signal, UnitEvent

log = logging.getLogger(__name__)

C = TypeVar("C")
"""A command of the machine, in whatever form the maker's ``send_command`` takes."""
ANSWER_S: Final = 8.0
"""A call that was not answered for so long ends with an error; the port allows 30."""
FAREWELL_S: Final = 1.0
"""The time that calls have to end, and the machine to stop its motors, when the driver stops."""
KEPT_PINGS: Final = 16
"""Pings whose answers are still waited for."""


class MachineSession(ABC, Generic[C]):
    """The host's end of the connection; everything is called in one loop, whose clock gives all times.

    A maker writes the abstract methods and the three commands, and calls ``greeted``, ``clock_read``, ``answered``,
    ``refused``, ``event_came`` and ``lose`` when the machine's messages say so.

    Args:
        loop: the driver's loop.
        place: the setting ``serial``.
        wires: the connections of the driver.
        on_event: gets each stored signal, ``Connected`` and ``Lost``.
    """

    machine: ClassVar[str] = "the table"
    """The name of the other end in errors."""
    ping_s: ClassVar[float] = 0.2
    """The time between two pings, well below the silence after which the machine stops its motors."""
    silence_ms: ClassVar[float] = 1_000.0
    """A machine that has answered no ping for this long counts as lost."""
    repeat_s: ClassVar[float] = 0.2
    """A command that was not answered is sent again after this time."""
    stop_command: C
    """The command that stops whatever moves."""
    leave_command: C
    """The last command of a session: stops whatever moves, and says farewell if the machine wants that."""
    report_command: C
    """The command that is followed by the signal ``Levels``."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        place: str,
        wires: Wires,
        on_event: Callable[[UnitEvent], None],
    ) -> None:
        self.clock = UnitClock()
        self.counters = Counters()
        self.firmware = ""
        self.heard: tuple[int, int] | None = None
        self._loop = loop
        self._place = place
        self._on_event = on_event
        # A machine that has restarted since the last signal was stored has another boot number.
        self._boot = wires.last_signal[0] if wires.last_signal else None
        self._inbox = SignalInbox(
            loop,
            counters=self.counters,
            on_signal=wires.on_signal,
            on_event=on_event,
            acknowledge=self._acknowledge,
            last_signal=wires.last_signal,
        )
        self._connected: Connected | None = None
        self._woken = asyncio.Event()
        self._ended = False
        self._lost_ms: float | None = None
        self._token = 0
        self._pinged_ms: dict[int, float] = {}
        self._number = 0
        self._turn = asyncio.Lock()
        self._asked: tuple[int, str, asyncio.Future[int]] | None = None
        self._pings: asyncio.Task[None] | None = None
        self._unread: set[type[Exception]] = set()

    # Written by the maker

    @classmethod
    def check_place(cls, place: str) -> None:
        """Raise ``ValueError`` if no such machine can be at a place; its text says what a place looks like."""

    @abstractmethod
    def open(self) -> None:
        """Begin to look for the machine, and look again whenever the line breaks, until ``shut``."""

    @abstractmethod
    async def shut(self) -> None:
        """Close the line for good."""

    @abstractmethod
    def send_ping(self, token: int) -> None:
        """Send a ping whose answer carries the token; until the machine is connected, a greeting."""

    @abstractmethod
    def send_command(self, number: int, boot: int, command: C) -> None:
        """Send a command under its number; the machine carries out a number once and answers repeats alike.

        Args:
            number: counts the commands of this run of the driver from 1.
            boot: the boot number of the machine for which the command is meant.
            command: the driver's command.
        """

    @abstractmethod
    def send_stored(self, boot: int, number: int) -> None:
        """Acknowledge every event up to this number."""

    # Called by the maker

    @contextmanager
    def reading(self, message: object) -> Iterator[None]:
        """Read a message: an error in it is counted, logged when it is the first of its kind, and ends nothing."""
        try:
            yield
        except Exception as error:
            self.counters.foreign_frames += 1
            if type(error) not in self._unread:
                self._unread.add(type(error))
                log.exception("%s could not read the message %.200r", type(self).__name__, message)

    def ping(self) -> None:
        """Ping or greet the machine now; it happens every ``ping_s`` anyway."""
        self._token += 1
        self._pinged_ms[self._token] = self._now_ms()
        while len(self._pinged_ms) > KEPT_PINGS:
            del self._pinged_ms[next(iter(self._pinged_ms))]
        self.send_ping(self._token)

    def greeted(self, token: int, ms: int, *, boot: int, cause: ResetCause, firmware: str) -> None:
        """Take the answer to a greeting: the machine is there.

        Args:
            token: the token of the ping or greeting that it answers.
            ms: the machine's clock.
            boot: a number that no other start of the machine has.
            cause: the reason of this start.
            firmware: the version.
        """
        if token not in self._pinged_ms:
            return  # too late to tell the time
        if self._connected is not None and boot != self._boot:
            self.lose(f"{self.machine} was restarted")
        now_ms = round(self._now_ms())
        was_reset = self._boot not in {None, boot}
        if boot != self._boot:
            self.clock = UnitClock()
            self._inbox.new_boot(boot, was_reset=was_reset)
        self._boot, self.firmware = boot, firmware
        self.clock_read(token, ms)
        if self._connected is not None:
            return
        self.counters.resets += was_reset
        self.heard = (now_ms, now_ms)
        self._connected = Connected(
            at_ms=now_ms,
            nonce=boot,
            reset_cause=cause,
            firmware=firmware,
            was_reset=was_reset,
            away_ms=0 if self._lost_ms is None else round(now_ms - self._lost_ms),
        )
        self._woken.set()
        self._on_event(self._connected)

    def clock_read(self, token: int, ms: int) -> None:
        """Take the answer to a ping, with the machine's clock."""
        pinged_ms = self._pinged_ms.pop(token, None)
        if pinged_ms is None:
            return
        self.counters.round_trip_ms = self._now_ms() - pinged_ms
        self.clock.add(pinged_ms, self._now_ms(), ms)
        if self.heard is not None:
            self.heard = (self.heard[0], round(self._now_ms()))

    def answered(self, number: int, motion: int = 0) -> None:
        """Take the answer to a command; ``motion`` numbers the motion that has begun, 0 if nothing moves."""
        if answer := self._waits_for(number):
            answer[1].set_result(motion)

    def refused(self, number: int, result: Result, own: str = "", advice: str = "") -> None:
        """Take the refusal of a command: nothing has moved.

        Args:
            number: the number of the command.
            result: the nearest reason that Jantaku has.
            own: the machine's own reason, in words for the people at the table, if ``result`` is not near enough.
            advice: their next step, with ``own``.
        """
        if answer := self._waits_for(number):
            answer[1].set_exception(RefusedError(answer[0], result, own=own, advice=advice))

    def event_came(self, number: int, ms: int, signal: Signal) -> None:
        """Take an event: its number since the machine's start, the machine's clock, and what it means."""
        if self._boot is None:
            return
        # The estimate of the machine's clock gets better meanwhile: no signal is dated before the last, or in the future.
        at_ms = max(self._inbox.last_at_ms, round(min(self.clock.to_host_ms(ms), self._now_ms())))
        self._inbox.receive_signal(replace(signal, number=number, at_ms=at_ms, nonce=self._boot))

    def lose(self, reason: str) -> None:
        """Report that the machine is out of reach."""
        if self._connected is None:
            return
        self._connected, self._lost_ms = None, self._now_ms()
        self.counters.losses += 1
        self._on_event(Lost(at_ms=round(self._lost_ms), reason=reason, advice=ADVICE_LOST))

    # Called by the driver

    @property
    def is_connected(self) -> bool:
        """True while the machine answers."""
        return self._connected is not None

    @property
    def bytes_written(self) -> int:
        """Bytes given to a serial device since it was last opened."""
        return 0

    @property
    def bytes_read(self) -> int:
        """Bytes taken from a serial device since it was last opened."""
        return 0

    def start(self) -> None:
        """Look for the machine, until ``close``."""
        self.open()
        self._pings = self._loop.create_task(self._keep_pinging())

    async def close(self) -> None:
        """Have the machine stop whatever moves, and close the line."""
        if self.is_connected:
            with suppress(TimeoutError, UnitError):  # the machine stops by itself when it hears nothing
                async with asyncio.timeout(FAREWELL_S):
                    await self.ask("StopMotion", self.leave_command)
        self._ended = True
        self._woken.set()
        if self._pings is not None:
            self._pings.cancel()
        await self.shut()
        await self._inbox.settle()

    async def connected(self) -> Connected:
        """Wait until the machine answers."""
        while self._connected is None:
            if self._ended:
                raise UnitStoppedError("the driver was ended")
            self._woken.clear()
            await self._woken.wait()
        return self._connected

    async def ask(self, request: str, command: C) -> int:
        """Have the machine carry out a command, once; return the number of the motion that began, 0 if none did.

        The command is sent with the same number until it is answered.

        Args:
            request: the name of the request in errors.
            command: the command for ``send_command``.

        Raises:
            RefusedError: the machine refuses.
            LinkLostError: it did not answer in time.
            UnitResetError: it was restarted before it answered.
            UnitStoppedError: the session was closed.
            DriverError: the maker's code raised an error.
        """
        try:
            # The wait for other commands counts too: no call is to last longer because others wait as well.
            async with asyncio.timeout(ANSWER_S), self._turn:
                return await self._answer(request, command)
        except TimeoutError:
            text = f"{failed_text(request)}: {self.machine} did not answer"
            raise LinkLostError(text, ADVICE_LOST, request=request, waited_s=round(ANSWER_S)) from None
        except UnitError:
            raise
        except Exception as error:
            raise DriverError(request, f"{type(self).__name__}.send_command", error) from error

    async def _answer(self, request: str, command: C) -> int:
        self._number += 1
        self.counters.requests += 1
        future: asyncio.Future[int] = self._loop.create_future()
        self._asked = (self._number, request, future)
        boot: int | None = None
        try:
            while not future.done():
                if self._ended:
                    raise UnitStoppedError("the driver was ended")
                if self._connected is not None:
                    if boot not in {None, self._connected.nonce}:
                        cause = self._connected.reset_cause
                        text, advice = RESETS[cause]
                        text = f"{failed_text(request)}: {text}"
                        raise UnitResetError(text, advice, request=request, cause=cause)
                    self.counters.requests_resent += boot is not None
                    boot = self._connected.nonce
                    self.send_command(self._number, boot, command)
                await asyncio.wait({future}, timeout=self.repeat_s)
            return future.result()
        finally:
            self._asked = None

    def _waits_for(self, number: int) -> tuple[str, asyncio.Future[int]] | None:
        if self._asked is None or self._asked[0] != number or self._asked[2].done():
            return None
        return self._asked[1:]

    def _acknowledge(self, number: int) -> None:
        if self.is_connected and self._boot is not None:
            self.send_stored(self._boot, number)

    async def _keep_pinging(self) -> None:
        while True:
            try:
                self.ping()
            except Exception:
                log.exception("%s.send_ping has failed; it is tried again", type(self).__name__)
            await asyncio.sleep(self.ping_s)
            if self.heard is not None and self._now_ms() - self.heard[1] > self.silence_ms:
                self.lose(f"{self.machine} does not answer")

    def _now_ms(self) -> float:
        return self._loop.time() * 1000
