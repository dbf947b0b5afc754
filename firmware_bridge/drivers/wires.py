"""The connections of a driver: the receiver of its signals, and its clock."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from firmware_bridge.link.inbox import OnSignal


@dataclass(frozen=True, slots=True)
class Wires:
    """The connections of a driver.

    Attributes:
        on_signal: called for each signal, from any thread, before the signal is acknowledged to the machine. It stores the
            signal. If it raises, the signal is not stored and must come again.
        last_signal: nonce and number of the last signal stored by an earlier run; repeats of it and of those before
            are dropped.
        loop_factory: makes an event loop in table time. A driver takes its times from such a loop, so that it follows
            a clock that jumps.
    """

    on_signal: OnSignal | None = None
    last_signal: tuple[int, int] | None = None
    loop_factory: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop
