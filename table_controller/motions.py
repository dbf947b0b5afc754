"""Motions that are asked for until they are made: what hinders them is told with advice, and tried again."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, Protocol

from firmware_bridge.errors import (
    CurtainBlockedError,
    HostSilentError,
    LinkLostError,
    RefusedError,
    UnitError,
    UnitResetError,
    UnitStoppedError,
)
from firmware_bridge.messages import Result

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

RETRY_S: Final = 2.0
BUSY_LONGEST_S: Final = 5.0
ATTEMPTS: Final = 3
"""So often a motion that met something solid is tried again soon; then a person is given time to look."""
PATIENCE_S: Final = 30.0
GUARD_S: Final = 0.5
"""Between two looks whether the hand that keeps a motion waiting is over."""
PASSING: Final = (HostSilentError, UnitResetError, LinkLostError, CurtainBlockedError)
"""Failures that pass without anybody reaching into the machine."""


class Unit(Protocol):
    """What the machine needs of the table unit."""

    async def raise_walls(self, set: int | None = None) -> None:  # noqa: A002
        """Raise the walls of a stacked set."""

    async def shuffle(self, set: int) -> None:  # noqa: A002
        """Shuffle and stack the tiles in the drum."""

    async def roll_dice(self, seed: int | None = None) -> tuple[int, int]:
        """Roll both dice."""

    async def deal(self, dealer: int) -> None:
        """Deal the hands off the walls, 14 tiles to chair ``dealer``."""

    async def report_levels(self) -> object:
        """Ask how everything stands; ``levels`` is told."""

    async def open_lid(self) -> None:
        """Open the centre lid."""

    async def close_lid(self) -> None:
        """Close the centre lid."""

    async def stop_motions(self) -> None:
        """Stop whatever moves."""


class Mover:
    """Makes motions, one insisting coroutine each.

    Args:
        in_hand: whether a hand is played: then only the drum and the dice may move.
        alert: told what fails, and when it does no longer.
        say: takes lines for the log.
    """

    def __init__(
        self,
        *,
        in_hand: Callable[[], bool],
        alert: Callable[[str, str | None, str], None],
        say: Callable[[str], None],
    ) -> None:
        self._in_hand = in_hand
        self._alert = alert
        self._say = say
        self._running = asyncio.Event()
        self._running.set()
        self._again = asyncio.Event()

    def pause(self, paused: bool) -> None:
        """Start no further motion until it is taken back."""
        if paused:
            self._running.clear()
        else:
            self._running.set()

    def try_again(self) -> None:
        """Somebody has looked: a motion that waits after a failure is tried at once."""
        self._again.set()

    async def allowed(self, *, in_hand: bool = False) -> None:
        """Wait until motions may start; those that may not be made while a hand is played, until it is over."""
        told = False
        while True:
            await self._running.wait()
            if in_hand or not self._in_hand():
                return
            if not told:
                told = True
                self._say("a hand is played: lid and walls stay as they are until it is over")
            await asyncio.sleep(GUARD_S)

    async def insist(
        self,
        name: str,
        motion: Callable[[], Awaitable[None]],
        *,
        in_hand: bool = False,
        retry_s: float = RETRY_S,
    ) -> None:
        """Ask for a motion until it has been made; tell what hinders it under ``name``."""
        told = ""
        failures = 0
        while True:
            await self.allowed(in_hand=in_hand)
            self._again.clear()
            try:
                await motion()
            except UnitStoppedError:
                raise
            except UnitError as error:
                if isinstance(error, RefusedError) and error.result is Result.BUSY:
                    await asyncio.sleep(min(retry_s, BUSY_LONGEST_S))
                    continue
                if str(error) != told and not isinstance(error, HostSilentError):
                    told = str(error)
                    self._say(f"{told}. {error.advice}".rstrip())
                    self._alert(name, told, error.advice)
                if isinstance(error, PASSING):
                    await self._pause_s(RETRY_S)
                    continue
                failures += 1
                await self._pause_s(retry_s if failures <= ATTEMPTS else max(retry_s, PATIENCE_S))
            else:
                if told:
                    self._alert(name, None, "")
                return

    async def _pause_s(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._again.wait(), seconds)
        except TimeoutError:
            return
