"""Events of the unit as an asynchronous stream, from the link's thread into any consumer's loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Self

from firmware_bridge.messages.signals import UnitEvent


class SignalStream:
    """An endless stream of unit events for one consumer; it begins when it is made, not when it is first read."""

    def __init__(self, forget: Callable[[SignalStream], None]) -> None:
        self._forget = forget
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[UnitEvent | None] = asyncio.Queue()

    def put(self, event: UnitEvent | None) -> None:
        """Hand over an event from the link's thread; None ends the stream."""
        with suppress(RuntimeError):  # the consumer's loop has been closed
            self._loop.call_soon_threadsafe(self._queue.put_nowait, event)

    def close(self) -> None:
        """Accept no more events; those handed over before can still be read."""
        self._forget(self)
        self.put(None)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> UnitEvent:
        event = await self._queue.get()
        if event is None:
            self._queue.put_nowait(None)
            raise StopAsyncIteration
        return event


class Streams:
    """All streams, one for each listener."""

    def __init__(self) -> None:
        self._open: list[SignalStream] = []
        self._lock = threading.Lock()

    def add(self) -> SignalStream:
        stream = SignalStream(self._forget)
        with self._lock:
            self._open.append(stream)
        return stream

    def put(self, event: UnitEvent) -> None:
        """Hand an event to every stream, from the link's thread."""
        with self._lock:
            streams = list(self._open)
        for stream in streams:
            stream.put(event)

    def end(self) -> None:
        with self._lock:
            streams, self._open = self._open, []
        for stream in streams:
            stream.put(None)

    def _forget(self, stream: SignalStream) -> None:
        with self._lock:
            if stream in self._open:
                self._open.remove(stream)
