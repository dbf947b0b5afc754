"""The unit's signals, taken in the order of their numbers and stored before they are acknowledged."""

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from firmware_bridge.link.counters import Counters
from firmware_bridge.messages.messages import Signal
from firmware_bridge.messages.signals import SignalsLost, UnitEvent

log = logging.getLogger(__name__)

OnSignal: TypeAlias = Callable[[Signal], Awaitable[None] | None]


class SignalInbox:
    """Takes each signal once, one after the other.

    Args:
        loop: the loop in which an awaitable store runs.
        counters: of the link.
        on_signal: stores a signal before it is acknowledged; if it raises, the signal stays with the unit.
        on_event: gets every stored signal, and ``SignalsLost`` before the signal that shows the gap.
        acknowledge: tells the unit that everything up to a number is stored (nothing if the link is not ready).
        last_signal: ``(nonce, number)`` of the last signal stored by an earlier run.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        *,
        counters: Counters,
        on_signal: OnSignal | None,
        on_event: Callable[[UnitEvent], None],
        acknowledge: Callable[[int], None],
        last_signal: tuple[int, int] | None,
    ) -> None:
        self._loop = loop
        self._counters = counters
        self._on_signal = on_signal
        self._on_event = on_event
        self._acknowledge = acknowledge
        self._nonce: int | None = last_signal[0] if last_signal else None
        self._last_number: int | None = last_signal[1] if last_signal else None
        self._storing: asyncio.Task[None] | None = None
        self._logged: tuple[int, int] | None = None
        self.last_at_ms = 0

    def new_boot(self, nonce: int, *, was_reset: bool) -> None:
        """Expect numbers from 1 again: the unit has restarted.

        Without ``was_reset`` this is the first contact, and any number may come first.
        """
        self._nonce = nonce
        self._last_number = 0 if was_reset else None

    def receive_signal(self, signal: Signal) -> None:
        """Take a signal, dated in host time."""
        if self._storing is not None:
            return  # a repeat of the one being stored
        last = self._last_number
        if last is not None and signal.number <= last:
            self._counters.signals_repeated += 1
            self._acknowledge(last)
            return
        try:
            stored = None if self._on_signal is None else self._on_signal(signal)
        except Exception as error:  # noqa: BLE001 - whatever the store raises, the unit keeps the signal
            self._not_stored(signal, error)
            return
        if inspect.isawaitable(stored):
            self._storing = self._loop.create_task(self._store(signal, stored))
        else:
            self._stored(signal)

    async def settle(self) -> None:
        """Wait until nothing is being stored."""
        if self._storing is not None:
            await self._storing

    async def _store(self, signal: Signal, stored: Awaitable[None]) -> None:
        try:
            await stored
        except Exception as error:  # noqa: BLE001 - whatever the store raises, the unit keeps the signal
            self._not_stored(signal, error)
            return
        finally:
            self._storing = None
        self._stored(signal)

    def _not_stored(self, signal: Signal, error: Exception) -> None:
        """Log it once: the unit sends the signal again until it is stored."""
        key = (signal.nonce, signal.number)
        if self._logged != key:
            self._logged = key
            log.warning("signal %s was not stored and stays with the unit: %s", signal, error)

    def _stored(self, signal: Signal) -> None:
        self.last_at_ms = signal.at_ms
        self._counters.signals += 1
        if signal.nonce != self._nonce:  # the unit was reset while the signal was being stored
            self._on_event(signal)
            return
        missing = 0 if self._last_number is None else signal.number - self._last_number - 1
        self._last_number = signal.number
        self._acknowledge(signal.number)
        if missing:
            self._counters.signals_lost += missing
            self._on_event(SignalsLost(at_ms=signal.at_ms, nonce=signal.nonce, count=missing))
        self._on_event(signal)
