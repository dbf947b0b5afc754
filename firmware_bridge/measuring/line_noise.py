"""A noisy line, to measure how a link copes: each byte may arrive as any other."""

import random
from collections import Counter

from firmware_bridge.link.framing import Decoder, encode
from firmware_bridge.link.transport import Receiver, Transport


class NoisyLine:
    """A transport around another one.

    Args:
        inner: the line itself.
        noise: chance that a byte becomes any byte (itself in one case of 256), both ways.
        seed: the seed of the noise.

    Attributes:
        sizes: the bytes on the line of the newest whole frame, by direction (``out``, ``in``) and message id.
    """

    def __init__(self, inner: Transport, noise: float, seed: int = 1) -> None:
        self._inner = inner
        self._noise = noise
        self._random = random.Random(seed)  # noqa: S311 - noise, not a secret
        self._receiver: Receiver | None = None
        self._decoders = {"out": Decoder(), "in": Decoder()}
        self.sizes: dict[tuple[str, int], int] = {}
        self.frames: Counter[tuple[str, int]] = Counter()

    @property
    def bytes_written(self) -> int:
        """Bytes written since the line was last opened."""
        return self._inner.bytes_written

    @property
    def bytes_read(self) -> int:
        """Bytes received since the line was last opened."""
        return self._inner.bytes_read

    @property
    def trouble(self) -> OSError | None:
        """The error of the last attempt to open the line; None if it succeeded."""
        return self._inner.trouble

    def start(self, receiver: Receiver) -> None:
        self._receiver = receiver
        self._inner.start(self)

    def write(self, data: bytes) -> None:
        """Send, with noise."""
        self._count("out", data)
        self._inner.write(self._spoil(data))

    async def close(self) -> None:
        await self._inner.close()

    def opened(self) -> None:
        if self._receiver is not None:
            self._receiver.opened()

    def received(self, data: bytes) -> None:
        """Pass received bytes on, with noise."""
        self._count("in", data)
        if self._receiver is not None:
            self._receiver.received(self._spoil(data))

    def closed(self, reason: str) -> None:
        if self._receiver is not None:
            self._receiver.closed(reason)

    def _count(self, way: str, data: bytes) -> None:
        for frame in self._decoders[way].feed(data):
            self.sizes[way, frame.id] = len(encode(frame))
            self.frames[way, frame.id] += 1

    def _spoil(self, data: bytes) -> bytes:
        if not self._noise:
            return data
        chance = self._random
        return bytes(chance.randrange(256) if chance.random() < self._noise else byte for byte in data)
