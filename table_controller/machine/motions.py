"""Requests each motion until the unit makes it, and alerts people to whatever hinders it, with advice."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from config.log_line import TROUBLE, Say
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
from wording import unit_texts
from wording.alerts.declaration import DeclaredAlert, RaiseAlert, Trouble

RETRY_S: Final = 2.0
BUSY_LONGEST_S: Final = 5.0
BUSY_TOLD_S: Final = 240.0
"""The longest time for which a motion keeps a part of the machine busy."""
ATTEMPTS: Final = 3
"""The number of quick retries of a motion that met something solid. After them it waits for a person to look."""
PATIENCE_S: Final = 30.0
GUARD_S: Final = 0.5
"""The interval at which a motion that waits for the end of a hand checks for it."""
TOLD_AT: Final = (3, 10, 30, 100)
"""The numbers of breaks in a row that raise an alert, although each cause passed by itself."""
PASSING: Final = (HostSilentError, UnitResetError, LinkLostError, CurtainBlockedError)
"""Failures that pass without anybody reaching into the machine."""


@dataclass(slots=True)
class _Hindered:
    """A hindrance to one motion, and whether it needs an alert.

    Attributes:
        newest: the text of the newest alert.
        times: the number of times in a row that the motion broke off.
        busy_s: the time since which only a busy unit has hindered it.
    """

    newest: str = ""
    times: int = 0
    busy_s: float | None = None

    def is_to_be_told(self, error: UnitError, now_s: float) -> bool:
        """Note the present hindrance; return whether it needs an alert, which a short silence or a moving part does not."""
        if isinstance(error, RefusedError) and error.result is Result.BUSY:
            self.busy_s = now_s if self.busy_s is None else self.busy_s
            tells = now_s - self.busy_s >= BUSY_TOLD_S and str(error) != self.newest
        else:
            self.busy_s = None
            self.times += 1
            again = isinstance(error, PASSING) and self.times in TOLD_AT[1 if self.newest else 0 :]
            tells = again or (str(error) != self.newest and not isinstance(error, HostSilentError))
        if tells:
            self.newest = str(error)
        return tells

    def trouble(self, error: UnitError) -> Trouble:
        """Return the trouble for the alert, with the number of times that it has happened."""
        message = unit_texts.said_of(error)
        text = unit_texts.Unit.times(self.times, message) if self.times in TOLD_AT else message
        return Trouble(text, unit_texts.advice_of(error))


class Mover:
    """Makes motions, each in a coroutine that insists.

    Args:
        in_hand: returns whether a hand is in play, during which only the drum and the dice may move.
        alert: raises an alert when a motion fails, and withdraws it when the motion works.
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
        """Repeat a motion that waits after a failure at once, because a person has looked."""
        self._again.set()

    async def allowed(self, *, in_hand: bool = False) -> None:
        """Wait until motions may start, and until the hand is over unless this one may run ``in_hand``."""
        raised = False
        while True:
            await self._running.wait()
            if in_hand or not self._in_hand():
                return
            if not raised:
                raised = True
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
        """Request a motion until the unit makes it, and raise an alert for whatever hinders it.

        Outcomes in ``gives_up`` are raised as errors instead, for the caller to handle.
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
                if hindered.newest:
                    self._alert(alert, None)
                return

    async def person(self) -> None:
        """Wait, for as long as it takes, until a person says that he has looked."""
        self._again.clear()
        await self._again.wait()

    async def _pause_s(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._again.wait(), seconds)
        except TimeoutError:
            return
