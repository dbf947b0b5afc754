"""A unit process addressed with bare frames, in virtual time, without any of the link's own code in between."""

import binascii
import os
import time
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from firmware_bridge.link.framing import Decoder, LinkFrame, encode
from firmware_bridge.messages.messages import (
    BY_ID,
    PROTOCOL_MAJOR,
    PROTOCOL_MINOR,
    Answer,
    Beat,
    Hello,
    HelloAsk,
    MotionDone,
    NoSession,
    Request,
    Result,
    Signal,
    SignalAck,
)
from firmware_bridge.messages.wire import WireMessage
from firmware_bridge.unit.machine_control import MachineControl
from firmware_bridge.unit.process import UnitProcess

POWERED = (1 << 17) - 1
"""Outputs that switch something that moves."""
BEAT_US = 250_000
"""Between two beats: less than the 300 ms after which the unit takes the host for silent."""


class RawUnit:
    """Steps a unit; ``beats`` False makes the host silent."""

    def __init__(self, folder: Path, **process: Any) -> None:
        self.process = UnitProcess(folder, **process)
        self.beats = True
        self.acknowledges = True
        self.signals: list[Signal] = []
        self.hellos: list[Hello] = []
        self.refused = 0
        self.now_us = 0
        self._decoder = Decoder()
        self._answers: list[tuple[int, Answer]] = []
        self._session = 0
        self._sequence = 0
        self._spoke_us = 0
        self._written = self._read = self._sent = 0
        self._fd = -1

    def __enter__(self) -> Self:
        self.process.start()
        self.open()
        self.hello()
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._fd)
        self.process.stop()

    @property
    def control(self) -> MachineControl:
        return self.process.control

    def open(self) -> None:
        """Open the line anew."""
        if self._fd >= 0:
            os.close(self._fd)
        self._fd = os.open(self.process.pty, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._fd)
        self._written = self._read = self._sent = 0

    def send(self, message: WireMessage, *, sequence: int = 0, session: int | None = None) -> None:
        name = self._session if session is None else session
        wire = encode(LinkFrame(message.ID, sequence, name, message.to_payload()))
        self._written += os.write(self._fd, wire)
        self._spoke_us = self.now_us
        while (there := self.control.step(self.now_us)).received < self._written:
            time.sleep(0.0002)  # the kernel has not passed them on yet
        self._sent = there.sent

    def step(self, until_us: int) -> None:
        """Let time pass to ``until_us`` or to the unit's next bytes, and take these."""
        if self._sent == self._read:
            there = self.control.step(until_us)
            self.now_us, self._sent = there.now_us, there.sent
        while self._read < self._sent:
            try:
                data = os.read(self._fd, 4096)
            except BlockingIOError:
                time.sleep(0.0002)
                continue
            self._read += len(data)
            for frame in self._decoder.feed(data):
                self._frame(frame)

    def _frame(self, frame: LinkFrame) -> None:
        message = BY_ID[frame.id].from_payload(frame.payload)
        if isinstance(message, Hello):
            self.hellos.append(message)
        elif isinstance(message, NoSession):
            self.refused += 1
        elif isinstance(message, Answer):
            self._answers.append((frame.sequence, message))
        elif isinstance(message, Signal):
            if message.number not in {signal.number for signal in self.signals}:
                self.signals.append(message)
            if self.acknowledges:
                self.send(SignalAck(number=message.number))

    def run(self, ms: float) -> None:
        """Let so many milliseconds pass, beating often enough that no motion ends for silence."""
        end = self.now_us + round(ms * 1000)
        while self.now_us < end:
            due = self._spoke_us + BEAT_US if self.beats else end
            if due <= self.now_us:
                self.send(Beat(token=1))
                continue
            self.step(min(due, end))

    def until(self, condition: Callable[[], bool], limit_ms: float = 200_000, step_ms: float = 20) -> None:
        """Let time pass until the condition holds."""
        end = self.now_us + limit_ms * 1000
        while not condition():
            assert self.now_us < end, "the condition did not come true"
            self.run(step_ms)

    def hello(self, nonce: int = 7) -> Hello:
        """Greet, and use the session from now on."""
        count = len(self.hellos)
        while len(self.hellos) == count:
            self.send(HelloAsk(major=PROTOCOL_MAJOR, minor=PROTOCOL_MINOR, host_nonce=nonce), session=0)
            self.step(self.now_us + 20_000)
        hello = self.hellos[-1]
        both = hello.boot_nonce.to_bytes(4, "little") + nonce.to_bytes(4, "little")
        self._session = binascii.crc_hqx(both, 0xFFFF) or 1
        self._sequence = 0
        return hello

    def ask(self, request: Request) -> Answer:
        """One request and its answer."""
        self._sequence = self._sequence % 255 + 1
        self.send(request, sequence=self._sequence)
        end = self.now_us + 100_000
        while not any(sequence == self._sequence for sequence, _ in self._answers):
            assert self.now_us < end, "no answer"
            self.step(self.now_us + 5_000)
        answer = next(answer for sequence, answer in self._answers if sequence == self._sequence)
        self._answers.clear()
        return answer

    def begin(self, request: Request) -> int:
        """Begin a motion; gives its goal."""
        answer = self.ask(request)
        assert answer.result is Result.STARTED, answer
        return answer.goal

    def of(self, kind: type[Any]) -> list[Any]:
        """The signals of a type."""
        return [signal for signal in self.signals if isinstance(signal, kind)]

    def done(self, goal: int) -> MotionDone | None:
        """The report of a motion's end."""
        return next((done for done in self.of(MotionDone) if done.goal == goal), None)

    def finish(self, goal: int, limit_ms: float = 200_000) -> MotionDone:
        """Wait for a motion's end."""
        end = self.now_us + round(limit_ms * 1000)
        while (done := self.done(goal)) is None:
            assert self.now_us < end, "the motion did not end"
            if self.beats and self._spoke_us + BEAT_US <= self.now_us:
                self.send(Beat(token=1))
            self.step(self._spoke_us + BEAT_US if self.beats else end)
        return done

    def on(self, output: int) -> bool:
        """Return whether an output is switched on."""
        return bool(self.control.motors().on >> output & 1)

    @property
    def moves(self) -> bool:
        """True if anything that moves is switched on."""
        return bool(self.control.motors().on & POWERED)
