"""A line that loses, damages, doubles, delays and reorders everything, in both directions."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from firmware_bridge.link.transport import SerialDevice
from firmware_bridge.measuring.line_noise import NoisyLine


@dataclass
class Trouble:
    """The damage that a bad line does, each a probability."""

    lose: float = 0.0
    garble_byte: float = 0.0
    double: float = 0.0
    delay_ms: int = 0
    """The longest delay of a frame; each has its own, so they overtake each other."""
    slow_ms: int = 0
    """The delay of every frame, in order."""
    late_copy: float = 0.0
    """A copy may come up to 300 ms later, when it no longer means anything."""
    byte_at_a_time: bool = False
    seed: int = 1


class BadLine(NoisyLine):
    """A serial device whose frames are lost, damaged, doubled, late or torn into bytes, in both directions."""

    def __init__(self, loop: asyncio.AbstractEventLoop, inner: SerialDevice, trouble: Trouble) -> None:
        super().__init__(inner, noise=0, seed=trouble.seed)
        self._loop = loop
        self._trouble = trouble
        self._held = b""

    async def close(self) -> None:
        self._receiver = None
        await super().close()

    def write(self, data: bytes) -> None:
        self._damage(data, self._inner.write)

    def opened(self) -> None:
        self._held = b""
        super().opened()

    def received(self, data: bytes) -> None:
        *frames, self._held = (self._held + data).split(b"\0")
        for frame in frames:
            self._damage(frame + b"\0", self._arrive)

    def _arrive(self, data: bytes) -> None:
        if self._receiver is not None:  # what was on its way when the line was closed
            self._receiver.received(data)

    def _damage(self, frame: bytes, pass_on: Callable[[bytes], None]) -> None:
        trouble, chance = self._trouble, self._random.random
        if chance() < trouble.lose:
            return
        spoilt = bytes(
            self._random.randrange(256) if chance() < trouble.garble_byte else byte for byte in frame
        )
        for _ in range(2 if chance() < trouble.double else 1):
            late = trouble.slow_ms + (self._random.randrange(trouble.delay_ms + 1) if trouble.delay_ms else 0)
            self._pass(spoilt, late, pass_on)
        if chance() < trouble.late_copy:
            self._pass(spoilt, self._random.randrange(20, 300), pass_on)

    def _pass(self, frame: bytes, late_ms: int, pass_on: Callable[[bytes], None]) -> None:
        for piece in [bytes([byte]) for byte in frame] if self._trouble.byte_at_a_time else [frame]:
            if late_ms:
                self._loop.call_later(late_ms / 1000, pass_on, piece)
            else:
                pass_on(piece)
