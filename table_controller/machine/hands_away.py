"""The moment at which all tiles are in the well: all hands have been away for a while, or a person says so."""

import asyncio
from typing import Final

from table_controller.machine.curtains import Curtains

COLLECT_LEAST_S: Final = 4.0
"""Four players take at least this long to push their tiles into the well."""
HANDS_AWAY_S: Final = 1.5
"""If no hand has been across any elevator line for this long, all tiles are in."""
COLLECT_MOST_S: Final = 60.0
"""After this the machine stops waiting for a curtain that stays broken; the unit itself never moves a lift under a hand."""

TICK_S: Final = 0.0005
"""A shorter rest is rounding, since table time counts milliseconds. A timer for it would fire before time has moved."""


class Collecting:
    """Watches the hands of four players. All methods, and those of the curtains, belong to one event loop."""

    def __init__(self, curtains: Curtains) -> None:
        self._curtains = curtains
        self._moved = asyncio.Event()
        self._said = asyncio.Event()
        curtains.listen(self._moved.set)

    def tiles_in(self) -> None:
        """Note that a person says all tiles are in."""
        self._said.set()

    async def done(self) -> None:
        """Wait until all hands have been away for a while, or a person says that the tiles are in."""
        loop = asyncio.get_running_loop()
        least, most = loop.time() + COLLECT_LEAST_S, loop.time() + COLLECT_MOST_S
        quiet_since = loop.time()
        self._said.clear()
        while not self._said.is_set():
            if self._curtains.any_broken:
                quiet_since = loop.time()
                until = most
            else:
                until = min(max(quiet_since + HANDS_AWAY_S, least), most)
            if loop.time() > until - TICK_S:
                break
            self._moved.clear()
            await first_of(self._moved, self._said, timeout=until - loop.time())
            if self._moved.is_set() and not self._curtains.any_broken:
                quiet_since = loop.time()


async def first_of(*events: asyncio.Event, timeout: float | None = None) -> None:  # noqa: ASYNC109
    """Wait until one of the events is set, or time runs out."""
    waits = [asyncio.ensure_future(event.wait()) for event in events]
    await asyncio.wait(waits, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
    for each in waits:
        each.cancel()
