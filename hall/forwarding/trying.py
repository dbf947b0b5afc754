"""Keeps up a work that needs a server and a store, both of which may be away."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Final

from config.backoff import Backoff
from config.log_line import TROUBLE
from hall.forwarding.stream import StreamTroubles
from hall.store.store import StoreError
from referee.journal.journal import utc_now

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from config.log_line import Say
    from hall.store.store import SqlStore

FIRST_PAUSE_S: Final = 0.25
LONGEST_PAUSE_S: Final = 5.0


class Trying:
    """Begins a work again whenever it fails; the same trouble is said once.

    Args:
        place: the server, as it may stand in a log.
        store: opens the store.
        say: takes lines for the log.
        stopping: set when it is to end.
        noted: whether the store is to have it for people that the server is away.
    """

    def __init__(
        self,
        place: str,
        store: Callable[[], SqlStore],
        say: Say,
        stopping: asyncio.Event,
        *,
        noted: bool = False,
    ) -> None:
        self._place = place
        self._open = store
        self._say = say
        self._stopping = stopping
        self._noted = noted
        self._trouble = ""
        self._pause = Backoff(FIRST_PAUSE_S, LONGEST_PAUSE_S)

    async def run(self, work: Callable[[SqlStore], Awaitable[None]]) -> None:
        """Do the work, which returns when it is to end."""
        while not self._stopping.is_set():
            try:
                with contextlib.closing(self._open()) as store:
                    try:
                        await work(store)
                    except StreamTroubles as error:
                        if self._noted:
                            store.note_stall(self._place, _brief(error), utc_now())
                        raise
            except (*StreamTroubles, StoreError) as error:
                said = f"{self._place}: {_brief(error)}"
                if said != self._trouble:
                    self._say(f"{said}; trying again", TROUBLE)
                self._trouble = said
            if await self.waited(self._pause.next()):
                return

    def goes(self, what: str, store: SqlStore) -> None:
        """Server and store are there, and entries went through or none had to: say what is done now."""
        if self._noted:
            store.note_flow(self._place)
        self._say(f"{what} {self._place}")
        self._trouble = ""
        self._pause.reset()

    async def waited(self, most_s: float) -> bool:
        """Wait so long for the end, then return whether it has come."""
        if most_s <= 0:
            await asyncio.sleep(0)
        else:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), most_s)
        return self._stopping.is_set()


def _brief(error: BaseException) -> str:
    return str(error) or type(error).__name__
