"""The link's event loop: a thread of its own, so that nothing starves the heartbeat, or the caller's loop."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from firmware_bridge.messages.errors import UnitError, UnitStoppedError

T = TypeVar("T")


class LinkThread:
    """Runs the link's coroutines, which may be awaited from any other loop.

    Args:
        loop_factory: makes the thread's event loop.
        own: False runs everything in the loop that calls ``start``.
    """

    def __init__(self, loop_factory: Callable[[], asyncio.AbstractEventLoop], *, own: bool) -> None:
        self._loop_factory = loop_factory
        self._own = own
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The link's loop; ``UnitStoppedError`` if it is not running."""
        if self._loop is None or self._loop.is_closed():
            raise UnitStoppedError("the link does not run")
        return self._loop

    @property
    def runs(self) -> bool:
        """True if it was started and not stopped."""
        return self._loop is not None

    async def start(self, begin: Callable[[], None]) -> None:
        """Start, and call ``begin`` in the link's loop first of all; an error of ``begin`` is raised here."""
        if self._loop is not None:
            raise UnitError("the link runs already")
        if not self._own:
            self._loop = asyncio.get_running_loop()
            begin()
            return
        loop = self._loop = self._loop_factory()

        async def first() -> None:
            begin()

        def run() -> None:
            asyncio.set_event_loop(loop)
            try:
                loop.run_forever()
            finally:
                loop.run_until_complete(loop.shutdown_asyncgens())
                loop.close()

        self._thread = threading.Thread(target=run, name="table-unit-link", daemon=True)
        self._thread.start()
        try:
            await self.do(first())
        except BaseException:
            await self.stop()
            self._loop = None
            raise

    async def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Await something in the link's loop; ``UnitStoppedError`` if it is not running."""
        try:
            loop = self.loop
        except UnitStoppedError:
            work.close()
            raise
        if not self._own:
            return await work
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, loop))

    async def stop(self) -> None:
        if self._loop is not None and self._thread is not None:
            self._loop.call_soon_threadsafe(self._loop.stop)
            await asyncio.get_running_loop().run_in_executor(None, self._thread.join)
        self._thread = self._loop = None
