"""Keeps a job running that needs a server and a store, though either may be away."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Final

from config.backoff import Backoff
from config.log_line import TROUBLE, Say
from hall.forwarding.stream import StreamTroubles
from hall.store.store import SqlStore, StoreError
from referee.journal.journal import utc_now

FIRST_PAUSE_S: Final = 0.25
LONGEST_PAUSE_S: Final = 5.0


class Trying:
    """Runs a job again whenever it fails; logs the same trouble only once.

    Args:
        place: the server, as it may stand in a log.
        store: opens the store.
        say: takes lines for the log.
        stopping: set when it is to end.
        noted: whether to note in the store that the server is away, so that people are alerted.
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
        """Run the job until ``stopping`` is set; the job returns then."""
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
                trouble = f"{self._place}: {_brief(error)}"
                if trouble != self._trouble:
                    self._say(f"{trouble}; trying again", TROUBLE)
                self._trouble = trouble
            if await self.waited(self._pause.next()):
                return

    def goes(self, what: str, store: SqlStore) -> None:
        """Note that server and store work, and log what is running now."""
        if self._noted:
            store.note_flow(self._place)
        self._say(f"{what} {self._place}")
        self._trouble = ""
        self._pause.reset()

    async def waited(self, most_s: float) -> bool:
        """Wait up to ``most_s`` for ``stopping``; return whether it is set."""
        if most_s <= 0:
            await asyncio.sleep(0)
        else:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), most_s)
        return self._stopping.is_set()


def _brief(error: BaseException) -> str:
    return str(error) or type(error).__name__
