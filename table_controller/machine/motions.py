"""Requests each motion until it is made; people are told, with advice, what hinders it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from config.log_line import TROUBLE
from firmware_bridge.messages.errors import (
    CurtainBlockedError,
    HostSilentError,
    LinkLostError,
    RefusedError,
    UnitError,
    UnitResetError,
    UnitStoppedError,
)
from firmware_bridge.messages.messages import Result
from table_controller.wording import unit_texts
from table_controller.wording.alerts.declaration import Trouble

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from config.log_line import Say
    from table_controller.wording.alerts.declaration import DeclaredAlert, RaiseAlert

RETRY_S: Final = 2.0
BUSY_LONGEST_S: Final = 5.0
BUSY_TOLD_S: Final = 240.0
"""No motion keeps a part of the machine busy for longer."""
ATTEMPTS: Final = 3
"""The number of quick retries of a motion that met something solid; after them a person gets time to look."""
PATIENCE_S: Final = 30.0
GUARD_S: Final = 0.5
"""The interval between checks for the end of the hand that keeps a motion waiting."""
TOLD_AT: Final = (3, 10, 30, 100)
"""After this many breaks in a row people are told, and told again, although each cause passed by itself."""
PASSING: Final = (HostSilentError, UnitResetError, LinkLostError, CurtainBlockedError)
"""Failures that pass without anybody reaching into the machine."""


@dataclass(slots=True)
class _Hindered:
    """A hindrance to one motion, and whether people need to hear of it.

    Attributes:
        told: the text last told.
        times: how often in a row the motion was broken off.
        busy_s: since when only a busy unit has hindered it.
    """

    told: str = ""
    times: int = 0
    busy_s: float | None = None

    def is_to_be_told(self, error: UnitError, now_s: float) -> bool:
        """Note the present hindrance: a short silence or a part that still moves is not told unless it lasts."""
        if isinstance(error, RefusedError) and error.result is Result.BUSY:
            self.busy_s = now_s if self.busy_s is None else self.busy_s
            tells = now_s - self.busy_s >= BUSY_TOLD_S and str(error) != self.told
        else:
            self.busy_s = None
            self.times += 1
            again = isinstance(error, PASSING) and self.times in TOLD_AT[1 if self.told else 0 :]
            tells = again or (str(error) != self.told and not isinstance(error, HostSilentError))
        if tells:
            self.told = str(error)
        return tells

    def trouble(self, error: UnitError) -> Trouble:
        """The trouble to tell, with how often it has happened."""
        said = unit_texts.said_of(error)
        text = unit_texts.Unit.times(self.times, said) if self.times in TOLD_AT else said
        return Trouble(text, unit_texts.advice_of(error))


class Mover:
    """Makes motions, with one coroutine each that insists.

    Args:
        in_hand: whether a hand is played: then only the drum and the dice may move.
        alert: called when a motion fails, and when it no longer does.
        say: takes lines for the log.
    """

    def __init__(
        self,
        *,
        in_hand: Callable[[], bool],
        alert: RaiseAlert,
        say: Say,
    ) -> None:
        self._in_hand = in_hand
        self._alert = alert
        self._say = say
        self._running = asyncio.Event()
        self._running.set()
        self._again = asyncio.Event()

    def pause(self, paused: bool) -> None:
        """Start no further motion until the pause ends."""
        if paused:
            self._running.clear()
        else:
            self._running.set()

    def try_again(self) -> None:
        """Retry at once a motion that waits after a failure: somebody has looked."""
        self._again.set()

    async def allowed(self, *, in_hand: bool = False) -> None:
        """Wait until motions may start; one that must not run during a hand waits until the hand is over."""
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
        alert: DeclaredAlert,
        motion: Callable[[], Awaitable[None]],
        *,
        in_hand: bool = False,
        retry_s: float = RETRY_S,
        gives_up: tuple[type[UnitError], ...] = (),
    ) -> None:
        """Request a motion until it is made, and tell in an alert what hinders it.

        Outcomes in ``gives_up`` are raised instead, and the caller tells them.
        """
        hindered = _Hindered()
        failures = 0
        while True:
            await self.allowed(in_hand=in_hand)
            self._again.clear()
            try:
                await motion()
            except UnitStoppedError:
                raise
            except gives_up:
                raise
            except UnitError as error:
                if hindered.is_to_be_told(error, asyncio.get_running_loop().time()):
                    trouble = hindered.trouble(error)
                    self._say(trouble.line, TROUBLE)
                    self._alert(alert, trouble)
                if isinstance(error, RefusedError) and error.result is Result.BUSY:
                    await asyncio.sleep(min(retry_s, BUSY_LONGEST_S))
                    continue
                if isinstance(error, PASSING):
                    await self._pause_s(RETRY_S)
                    continue
                failures += 1
                await self._pause_s(retry_s if failures <= ATTEMPTS else max(retry_s, PATIENCE_S))
            else:
                if hindered.told:
                    self._alert(alert, None)
                return

    async def person(self) -> None:
        """Wait, however long it takes, until somebody says that he has looked."""
        self._again.clear()
        await self._again.wait()

    async def _pause_s(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._again.wait(), seconds)
        except TimeoutError:
            return
