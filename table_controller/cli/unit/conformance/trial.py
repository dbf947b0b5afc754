"""A driver on trial: opens it, calls it, and keeps everything that it delivers."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from firmware_bridge.drivers.capabilities import Capabilities, Display, Organ, Part
from firmware_bridge.drivers.port import TableDriver
from firmware_bridge.drivers.wires import Wires
from firmware_bridge.messages.errors import UnitError
from firmware_bridge.messages.signals import Button, Curtain, Signal, StickSlot, UnitEvent, WallTouch
from referee.texts.message import Message
from table_controller.cli.unit.conformance.hands import HandsError, MachineHands
from wording.command_line.conformance_texts import Came

T = TypeVar("T")
CONNECTS_S: Final = 30.0
"""A machine that is on answers within this time. [s; judged: a controller starts within 10]"""
CALL_S: Final = 30.0
"""A call ends within this time after its line broke. [s; judged: a person has looked up by then]"""
ENDS_S: Final = 5.0
"""A motion that is stopped ends within this time. [s; judged: a motor runs out within one]"""
ARRIVES_S: Final = 4.0
"""A signal arrives within this time over a whole line. [s; judged: twenty repeats on a noisy line]"""
QUIET_S: Final = 0.7
"""The time within which any repeat comes. [s; judged: repeats are sent within half a second]"""
LOOK_S: Final = 0.02

SENSED: Final[dict[Organ, type[Signal]]] = {
    "buttons": Button,
    "call_buttons": Button,
    "curtains": Curtain,
    "wall_touch": WallTouch,
    "sticks": StickSlot,
}


class TrialError(Exception):
    """A check has not passed; ``came`` says why."""

    def __init__(self, came: Message) -> None:
        super().__init__(came.code)
        self.came = came


class FailedError(TrialError):
    """The driver breaks its promise."""


class NotDoneError(TrialError):
    """The check could not be done."""


class NotApplicableError(TrialError):
    """The driver lacks the capability that the check needs."""


@dataclass
class OpenedDriver:
    """A started driver and everything that it has delivered."""

    driver: TableDriver
    offered: list[Signal] = field(default_factory=list)
    """The signals in the order of the calls of ``on_signal``, repeats included."""
    stored: list[Signal] = field(default_factory=list)
    """The signals for which ``on_signal`` did not raise."""
    came_ms: list[float] = field(default_factory=list)
    """The time at which each signal came, by the suite's clock."""
    events: list[UnitEvent] = field(default_factory=list)
    refuse: int = 0
    """The number of further calls of ``on_signal`` that raise."""

    def of(self, kind: type[Signal]) -> list[Signal]:
        return [signal for signal in self.stored if isinstance(signal, kind)]


@dataclass(frozen=True)
class Trial:
    """A driver on trial.

    Attributes:
        make: creates a new driver from its arguments.
        hands: the hands at its machine.
        loop_factory: given to the driver; its clock is not the system's.
        now_ms: returns the time of such a loop.
    """

    make: Callable[[Wires], TableDriver]
    capabilities: Capabilities
    hands: MachineHands
    loop_factory: Callable[[], asyncio.AbstractEventLoop]
    now_ms: Callable[[], float]

    @contextlib.asynccontextmanager
    async def opened(
        self, last_signal: tuple[int, int] | None = None, *, connect: bool = True
    ) -> AsyncIterator[OpenedDriver]:
        """Open a driver, wait until it has connected, and stop it afterwards."""
        there: list[OpenedDriver] = []

        def on_signal(signal: Signal) -> None:
            opened = there[0]
            opened.offered.append(signal)
            if opened.refuse:
                opened.refuse -= 1
                raise OSError("the suite refuses this signal")
            opened.stored.append(signal)
            opened.came_ms.append(self.now_ms())

        driver = self.make(
            Wires(on_signal=on_signal, last_signal=last_signal, loop_factory=self.loop_factory)
        )
        opened = OpenedDriver(driver)
        there.append(opened)
        stream = driver.signals()

        async def collect() -> None:
            async for event in stream:
                opened.events.append(event)

        collecting = asyncio.create_task(collect())
        try:
            await within(CONNECTS_S, driver.start(), Came.never_returns("start"))
            if connect and self.capabilities.any:
                await within(CONNECTS_S, driver.connected(), Came.never_connects())
            yield opened
        finally:
            try:
                await within(CALL_S, driver.stop(), Came.never_returns("stop"))
            finally:
                collecting.cancel()

    # What the hands see

    async def ask(self, deed: str, *words: str) -> str:
        """Ask the hands to do a deed and return what they see.

        Raises:
            NotDoneError: the hands cannot do it.
        """
        try:
            return await self.hands.do(deed, *words)
        except HandsError as error:
            raise NotDoneError(Came.no_hands(deed, str(error))) from error

    async def count(self, part: Part) -> int | None:
        """Return the number of times that a part has moved; None if nobody can count it."""
        try:
            return int(await self.hands.do("count", part))
        except (HandsError, ValueError):
            return None

    async def counts(self) -> dict[Part, int]:
        """Return the number of moves of each part that can be counted."""
        counted = {part: await self.count(part) for part in sorted(self.capabilities.moves)}
        return {part: number for part, number in counted.items() if number is not None}

    async def moves(self) -> bool:
        """Return whether anything moves."""
        return (await self.ask("moving")).lower() in {"yes", "y", "1", "はい"}

    async def at_rest(self) -> bool:
        """Return whether everything comes to rest in time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ENDS_S):
                while True:
                    if not await self.moves():
                        return True
                    await asyncio.sleep(LOOK_S)
        return False

    def organ(self) -> Organ:
        """Return a sensor that hands can trigger.

        Raises:
            NotApplicableError: the machine has no such sensor.
        """
        found = [organ for organ in SENSED if organ in self.capabilities.senses]
        if not found:
            raise NotApplicableError(Came.not_sensed())
        return found[0]

    async def sense(self, opened: OpenedDriver, times: int) -> list[Signal]:
        """Trigger a sensor this many times; return the signals, two for each time."""
        organ = self.organ()
        kind = SENSED[organ]
        before = len(opened.of(kind))
        await self.ask("sense", organ, str(times))
        await until(lambda: len(opened.of(kind)) - before >= 2 * times, ARRIVES_S)
        await asyncio.sleep(QUIET_S)
        return opened.of(kind)[before:]


async def within(seconds: float, call: Awaitable[T], never: Message) -> T:
    """Return the result of a call.

    Raises:
        FailedError: the call does not return in time.
    """
    task = asyncio.ensure_future(call)
    done, _ = await asyncio.wait({task}, timeout=seconds)
    if not done:
        task.cancel()
        raise FailedError(never)
    return task.result()


async def until(condition: Callable[[], bool], seconds: float) -> bool:
    """Wait for a condition; returns whether it came true in time."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while True:
                if condition():
                    return True
                await asyncio.sleep(LOOK_S)
    return condition()


def motions_of(part: Part) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return one call for each motion, in an order that a machine can carry out."""
    return {
        "lid": (("open_lid", ()), ("close_lid", ())),
        "dice": (("roll_dice", ()),),
        "walls": (("raise_walls", ()),),
        "deal": (("deal", (0,)),),
        "shuffle": (("shuffle", (1,)),),
    }[part]


def display_calls(display: Display) -> tuple[str, tuple[int, ...], str]:
    """Return the call that shows a value, its arguments, and the value as hands read it."""
    return {
        "dealer": ("show_dealer", (2,), "2"),
        "honba": ("show_honba", (3,), "3"),
        "points": ("show_points", (0, 27_300), "27300"),
        "round": ("show_round", (6,), "6"),
    }[display]


async def ending(call: Awaitable[Any], seconds: float, name: str) -> UnitError | None:
    """Return the error that a call raises; None if it succeeds.

    Raises:
        FailedError: the call does not end, or raises an error other than ``UnitError``.
    """
    try:
        await within(seconds, call, Came.never_returns(name))
    except UnitError as error:
        return error
    except TrialError:
        raise
    except Exception as error:
        raise FailedError(Came.foreign_error(name, repr(error))) from error
    return None
