"""An onlooker's line of server-sent events (HTML Living Standard, 9.2): the present view, then every change."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Final

from starlette.responses import StreamingResponse

from table_controller.web.doors.onlooker_door import OnlookerDoor, Sight

BEAT_S: Final = 10.0
"""Real time after which an idle line sends a keep-alive, and the right to it is checked again."""
NOTHING: Final = b"null"


class Looking:
    """One onlooker's line. Made in the server's loop.

    Args:
        door: the door with everything that onlookers may see.
        sight: the part of it that this onlooker sees.
        still: returns whether the onlooker may still look.
    """

    def __init__(self, door: OnlookerDoor, sight: Sight, still: Callable[[], bool]) -> None:
        self._door = door
        self._sight = sight
        self._still = still
        self._woken = asyncio.Event()
        self._over = False

    def end(self) -> None:
        self._over = True
        self._woken.set()

    def response(self, gone: Callable[[], None]) -> StreamingResponse:
        """Return the line; ``gone`` is called when it has ended."""
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(self._stream(gone), media_type="text/event-stream", headers=headers)

    async def _stream(self, gone: Callable[[], None]) -> AsyncIterator[bytes]:
        last: bytes | None = None
        try:
            with self._door.waking(self._woken):
                while not self._over:
                    self._woken.clear()
                    # Take the message before checking the right to it, so that it is never newer than the check.
                    now = self._door.shown(self._sight) or NOTHING
                    if not self._still():
                        break
                    yield b": \n\n" if now == last else b"data: " + now + b"\n\n"
                    last = now
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._woken.wait(), BEAT_S)
            yield b"event: over\ndata: \n\n"
        finally:
            gone()
