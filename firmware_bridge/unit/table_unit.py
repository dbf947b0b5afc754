"""The table as a program sees it: motions to wait for, displays to set, a stream of signals.

The methods may be awaited from any loop; the link runs in a thread of its own (``link.thread``).
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

from firmware_bridge.link.counters import Counters, Telemetry, telemetry
from firmware_bridge.link.heartbeat import IDLE_HEARTBEAT_MS
from firmware_bridge.link.inbox import OnSignal
from firmware_bridge.link.link import Link
from firmware_bridge.link.state import LinkState
from firmware_bridge.link.transport import SerialDevice, Transport
from firmware_bridge.messages.errors import RefusedError, UnitError, UnitStoppedError
from firmware_bridge.messages.messages import (
    Answer,
    CloseLid,
    Deal,
    FaultName,
    Health,
    Levels,
    LowerWalls,
    Motion,
    OpenLid,
    Probe,
    RaiseWalls,
    ReportHealth,
    ReportLevels,
    Request,
    ResetFaults,
    Result,
    RollDice,
    ShowDealer,
    ShowHonba,
    ShowPoints,
    ShowRound,
    Shuffle,
    StopMotion,
)
from firmware_bridge.messages.signals import Connected, Lost, Signal, SignalsLost, UnitEvent
from firmware_bridge.unit.goals import Goals
from firmware_bridge.unit.machine_calls import MachineCalls
from firmware_bridge.unit.signal_stream import SignalStream, Streams

S = TypeVar("S", bound=Signal)
LATCHING: Final = sum(
    1 << fault
    for fault in (
        FaultName.EMERGENCY_STOP,
        FaultName.OVER_CURRENT,
        FaultName.CHAIN_RUNS_ON,
        FaultName.ON_TOO_LONG,
    )
)
"""The mask of the faults after which nothing moves until they are reset."""
RELEASE_LOOK_S: Final = 0.5
RELEASE_LOOKS: Final = 4
"""The number of looks at the faults; by the last one the unit has released all that it will."""


class TableUnit(MachineCalls[Request]):
    """A table's microcontroller behind a serial device.

    Args:
        device: path of the serial device; it may appear later, vanish and come back.
        on_signal: called in the link's thread for each signal, before the signal is acknowledged. Once it has returned, or
            the awaitable that it returns is done, the signal must be stored. If it raises, the signal is not acknowledged
            and comes again.
        last_signal: ``(nonce, number)`` of the last signal stored by an earlier run; repeats of it and of those
            before are dropped.
        loop_factory: makes the link's event loop; every timer is that loop's ``call_later``, so a loop with a virtual
            clock makes the link virtual.
        heartbeat_ms: time between heartbeats while something moves.
        idle_heartbeat_ms: time between heartbeats while nothing moves.
        transport: another way to the unit than a serial device (made in the link's thread).
        own_thread: False runs the link in the loop that calls ``start`` (``loop_factory`` is not used then).
    """

    def __init__(
        self,
        device: str,
        *,
        on_signal: OnSignal | None = None,
        last_signal: tuple[int, int] | None = None,
        loop_factory: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop,
        heartbeat_ms: int = 100,
        idle_heartbeat_ms: int = IDLE_HEARTBEAT_MS,
        transport: Callable[[asyncio.AbstractEventLoop], Transport] | None = None,
        own_thread: bool = True,
    ) -> None:
        super().__init__(loop_factory, own_thread=own_thread)
        self.device = device
        self.streams = Streams()
        self._on_signal = on_signal
        self._last_signal = last_signal
        self._heartbeats_ms = (heartbeat_ms, idle_heartbeat_ms)
        self._make_transport = transport or (lambda loop: SerialDevice(loop, device))
        self._link: Link | None = None
        self._ready: asyncio.Event | None = None
        self._connected: Connected | None = None

    # Life

    async def start(self) -> None:
        """Start the link's thread; the unit is reached when ``connected()`` returns."""
        await self._thread.start(self._begin)

    def _begin(self) -> None:
        loop = self._thread.loop
        self._ready = asyncio.Event()
        self._goals = Goals(loop, ready=lambda: self.state is LinkState.READY)
        self._link = Link(
            loop,
            self._make_transport(loop),
            on_signal=self._on_signal,
            on_event=self._event,
            last_signal=self._last_signal,
            heartbeat_ms=self._heartbeats_ms[0],
            idle_heartbeat_ms=self._heartbeats_ms[1],
        )
        self._link.start()

    async def stop(self) -> None:
        """Close the device and end the thread; calls that wait for a motion get ``UnitStoppedError``."""
        if not self._thread.runs:
            return
        await self._thread.do(self._end())
        await self._thread.stop()
        self.streams.end()

    async def _end(self) -> None:
        assert self._link is not None
        self._break_off("the link was closed")
        await self._link.close()

    async def connected(self) -> Connected:
        """Wait until the unit answers."""
        return await self._thread.do(self._wait_connected())

    async def _wait_connected(self) -> Connected:
        assert self._ready is not None
        while self._connected is None:
            await self._ready.wait()
        return self._connected

    @property
    def state(self) -> LinkState:
        """The link's state."""
        return self._link.state if self._link is not None else LinkState.CLOSED

    @property
    def counters(self) -> Counters:
        """The counters of the link since ``start``."""
        if self._link is None:
            raise UnitError("the link was not started")
        return self._link.counters

    @property
    def telemetry(self) -> Telemetry:
        """State, counters and clock of the link; may be read from any thread."""
        link = self._link
        if link is None:
            raise UnitError("the link was not started")
        return telemetry(
            link.counters,
            state=link.state.value,
            firmware=link.firmware,
            offset_ms=link.clock.offset_ms,
            drift=link.clock.drift,
            outliers=link.clock.outliers,
        )

    @property
    def heard(self) -> tuple[int, int] | None:
        """The start of the newest session and the time of the last frame in it, in host milliseconds; None before the first.

        May be read from any thread.
        """
        return self._link.heard if self._link is not None else None

    def ask(self, at_ms: float) -> None:
        """Get a frame of the unit at this time or soon after it, in host milliseconds; may be called from any thread."""
        link = self._link
        if link is not None:
            with suppress(UnitStoppedError, RuntimeError):
                self._thread.loop.call_soon_threadsafe(link.ask, at_ms)

    @property
    def bytes_written(self) -> int:
        """Bytes given to the device since it was last opened."""
        return self._link.transport.bytes_written if self._link is not None else 0

    @property
    def bytes_read(self) -> int:
        """Bytes taken from the device since it was last opened."""
        return self._link.transport.bytes_read if self._link is not None else 0

    def signals(self) -> SignalStream:
        """Return a stream of all events from now on, in order; each caller has its own."""
        return self.streams.add()

    # Motions

    async def raise_walls(self, set: int | None = None) -> None:  # noqa: A002 - the word of the trade
        """Push a stacked set (1 or 2; whichever is stacked, if None) onto the lifts and raise the walls; about 8 s."""
        await self._move(Motion.RAISE_WALLS, RaiseWalls(set=0 if set is None else set))

    async def lower_walls(self) -> None:
        """Lower the four lifts; about 3 s."""
        await self._move(Motion.LOWER_WALLS, LowerWalls())

    async def shuffle(self, set: int) -> None:  # noqa: A002
        """Shuffle the tiles in the drum and stack them as set 1 or 2; 60 to 120 s.

        Other motions may run meanwhile. If not 136 tiles went through, the error's ``done.detail`` says how many.
        """
        await self._move(Motion.SHUFFLE, Shuffle(set=set))

    async def deal(self, dealer: int) -> None:
        """Deal the hands off the walls, 14 tiles to chair ``dealer`` and 13 to the others, on a table that can.

        ``RefusedError`` with ``NOT_FITTED`` on one that cannot.
        """
        await self._move(Motion.DEAL, Deal(dealer=dealer))

    async def roll_dice(self, seed: int | None = None) -> tuple[int, int]:
        """Roll the dice (1 to 6 each) by the unit's own entropy, or always the same for a ``seed`` from 1 on.

        The ``DiceRolled`` signal carries the seed they were made from either way.
        """
        goal = await self._move(Motion.ROLL_DICE, RollDice(seed=0 if seed is None else seed))
        return await self._thread.do(self._dice_of(goal))

    async def _dice_of(self, goal: int) -> tuple[int, int]:
        assert self._goals is not None
        return self._goals.dice(goal)

    async def open_lid(self) -> None:
        """Open the centre lid; refused while the drum turns."""
        await self._move(Motion.OPEN_LID, OpenLid())

    async def close_lid(self) -> None:
        """Close the centre lid."""
        await self._move(Motion.CLOSE_LID, CloseLid())

    async def stop_motions(self, goal: int = 0) -> None:
        """Stop all motions, or one by its ``goal``; the call that waits for it gets ``MotionFailedError``."""
        await self._ask(StopMotion(goal=goal))

    async def reset_faults(self) -> None:
        """Release latched faults; ``RefusedError`` while their cause is there.

        If the chain ran on, the unit first watches it for a second.
        """
        await self._ask(ResetFaults())
        for _ in range(RELEASE_LOOKS):
            if not (await self.report_levels()).faults & LATCHING:
                return
            await asyncio.sleep(RELEASE_LOOK_S)
        raise RefusedError(ResetFaults.__name__, Result.STILL_ACTIVE)

    # Asking

    async def report_levels(self) -> Levels:
        """Return all levels as they are now; after a connection the signal comes without asking."""
        return await self._reported(ReportLevels(), Levels)

    async def report_health(self) -> Health:
        """Return temperature, supply and the highest current of each motor since the last report."""
        return await self._reported(ReportHealth(), Health)

    async def probe(self, data: bytes = b"") -> int:
        """Send a probe of 0 to 40 bytes, which does nothing; return the number of probes since the unit's boot (16 bits)."""
        return (await self._ask(Probe(data=data))).goal

    # Displays: levels, not events. They are shown again after a reset of the unit.

    async def show_honba(self, honba: int) -> None:
        """Show the number of honba (0 to 99)."""
        await self._display(ShowHonba(honba=honba))

    async def show_round(self, number: int) -> None:
        """Show the hand: 1 is East 1, 5 South 1; 0 is dark (to 20)."""
        await self._display(ShowRound(round=number))

    async def show_points(self, chair: int, points: int) -> None:
        """Show a chair's points."""
        await self._display(ShowPoints(chair=chair, points=points), chair)

    async def show_dealer(self, chair: int | None) -> None:
        """Light the dealer's lamp of a chair; None lights none."""
        await self._display(ShowDealer(chair=255 if chair is None else chair))

    # Underneath

    async def _ask(self, request: Request) -> Answer:
        return await self._thread.do(self._ask_here(request))

    async def _ask_here(self, request: Request) -> Answer:
        assert self._link is not None
        answer = await self._link.request(request)
        if answer.result not in (Result.DONE, Result.STARTED):
            raise RefusedError(type(request).__name__, answer.result)
        return answer

    async def _send(self, request: str, command: Request) -> int:  # noqa: ARG002 - the command has its name
        return (await self._ask_here(command)).goal

    @property
    def _levels_command(self) -> Request:
        return ReportLevels()

    async def _display(self, request: Request, place: int = 0) -> None:
        request.to_payload()
        await self._thread.do(self._show(type(request).__name__, place, request))

    async def _move(self, motion: Motion, request: Request) -> int:
        request.to_payload()
        return await self._thread.do(self._move_here(motion, request))

    async def _move_here(self, motion: Motion, request: Request) -> int:
        assert self._goals is not None
        goal = (await self._ask_here(request)).goal
        await self._goals.reached(goal, motion)
        return goal

    async def _reported(self, request: Request, kind: type[S]) -> S:
        return await self._thread.do(self._report(type(request).__name__, request, kind))

    def _event(self, event: UnitEvent) -> None:
        assert self._ready is not None
        if isinstance(event, Connected):
            self._connected = event
            self._ready.set()
        elif isinstance(event, Lost):
            self._connected = None
            self._ready.clear()
        super()._event(event)


__all__ = ["Connected", "Lost", "Signal", "SignalStream", "SignalsLost", "TableUnit", "UnitEvent"]
