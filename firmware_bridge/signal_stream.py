"""Events of the unit as an asynchronous stream, from the link's thread into any consumer's loop."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.signals import UnitEvent


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
        """Take no more events; what was handed over before can still be read."""
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
