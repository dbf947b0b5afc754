"""The end of a game before its time: a part of it has failed, or the user wants to play on from an earlier hand."""

import asyncio
from typing import Any


class ImpossibleRecordError(ValueError):
    """The game cannot be acted out, for example because somebody would have to discard a tile that is not there."""


class GoesBackError(Exception):
    """The user wants to play again from an earlier hand.

    Attributes:
        hand: its number, from 1.
        last: the newest entry before it.
    """

    def __init__(self, hand: int, last: int) -> None:
        super().__init__(f"back to hand {hand}")
        self.hand = hand
        self.last = last


class Failure:
    """The first failure of a part of the game; made in the loop of the game, and used in it only."""

    def __init__(self) -> None:
        self._first: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        # Retrieve the error, in case nobody else does.
        self._first.add_done_callback(lambda failure: failure.exception())

    def fail(self, error: Exception) -> None:
        """End the game, unless something has failed before."""
        if not self._first.done():
            self._first.set_exception(error)

    def follow(self, task: asyncio.Future[None]) -> None:
        """End the game if a task fails."""
        task.add_done_callback(self._broke)

    def _broke(self, task: asyncio.Future[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None and not self._first.done():
            self._first.set_exception(error)

    async def until_done(self, work: Any) -> None:
        """Wait for a part of the game, or for a failure.

        Raises:
            Exception: the failure.
        """
        task = asyncio.ensure_future(work)
        try:
            await asyncio.wait([task, self._first], return_when=asyncio.FIRST_COMPLETED)
            if self._first.done():
                self._first.result()
            await task
        finally:
            # Nobody plays on while the table is being cleared.
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
