"""Keeps up a work that needs a server and a store, both of which may be away."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Final

from config.log_line import TROUBLE
from referee.hall.store import StoreError
from table_controller.journal.forwarding.stream import StreamTroubles, without_login

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from config.log_line import Say
    from referee.hall.store import SqlStore

FIRST_PAUSE_S: Final = 0.25
LONGEST_PAUSE_S: Final = 5.0


class Trying:
    """Begins a work again whenever it fails; the same trouble is said once.

    Args:
        url: of the server.
        store: opens the store.
        say: takes lines for the log.
        stopping: set when it is to end.
    """

    def __init__(self, url: str, store: Callable[[], SqlStore], say: Say, stopping: asyncio.Event) -> None:
        self._place = without_login(url)
        self._open = store
        self._say = say
        self._stopping = stopping
        self._trouble = ""
        self._pause_s = FIRST_PAUSE_S

    async def run(self, work: Callable[[SqlStore], Awaitable[None]]) -> None:
        """Do the work, which returns when it is to end."""
        while not self._stopping.is_set():
            try:
                with contextlib.closing(self._open()) as store:
                    await work(store)
            except (*StreamTroubles, StoreError) as error:
                said = f"{self._place}: {str(error) or type(error).__name__}"
                if said != self._trouble:
                    self._say(f"{said}; trying again", TROUBLE)
                self._trouble = said
            if await self.waited(self._pause_s):
                return
            self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)

    def goes(self, what: str) -> None:
        """Server and store are there: say what is done now."""
        self._say(f"{what} {self._place}")
        self._trouble, self._pause_s = "", FIRST_PAUSE_S

    async def waited(self, most_s: float) -> bool:
        """Whether it is to end, after waiting so long for that."""
        if most_s <= 0:
            await asyncio.sleep(0)
        else:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), most_s)
        return self._stopping.is_set()
