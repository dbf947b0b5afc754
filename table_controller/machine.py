"""The table's cycle: tiles into the well, the other set up as walls, dice; meanwhile the first set is shuffled.

State machine (``TRANSITIONS``)::

    WAITING --set--> COLLECTING --hands away, or set--> RAISING --walls up--> READY --dice--> WAITING
       ^                  |
       +---- no next hand-+

Where it stands is on disk before anything moves, so that a restart goes on from there. A motion that fails is told
with advice and tried again; nothing here decides anything about the game.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, Protocol

from firmware_bridge.errors import (
    HostSilentError,
    LinkLostError,
    RefusedError,
    UnitError,
    UnitResetError,
    UnitStoppedError,
)
from firmware_bridge.messages import Result
from firmware_bridge.signals import ButtonName

if TYPE_CHECKING:
    from pathlib import Path

COLLECT_LEAST_S: Final = 4.0
"""Pushing four players' tiles into the well takes at least this long."""
HANDS_AWAY_S: Final = 1.5
"""No hand across any elevator line for so long: all tiles are in."""
COLLECT_MOST_S: Final = 60.0
"""After this a curtain that stays broken is not waited for; the unit itself will not move a lift under a hand."""
RETRY_S: Final = 2.0
BUSY_LONGEST_S: Final = 5.0
LEVELS_S: Final = 2.0
ROLL_AGAIN_S: Final = 4.0
ALL_CHAIRS: Final = 0b1111
SHUFFLE_RETRY_S: Final = 15.0
GONE_ON: Final = (HostSilentError, UnitResetError, LinkLostError)
"""Failures that pass by themselves: the same motion is asked for again at once."""


class Phase(Enum):
    """Where the cycle stands."""

    WAITING = "waiting"
    COLLECTING = "collecting"
    RAISING = "raising"
    READY = "ready"


TRANSITIONS: Final[dict[Phase, frozenset[Phase]]] = {
    Phase.WAITING: frozenset({Phase.COLLECTING}),
    Phase.COLLECTING: frozenset({Phase.RAISING, Phase.WAITING}),
    Phase.RAISING: frozenset({Phase.READY}),
    Phase.READY: frozenset({Phase.WAITING}),
}


class Motions(Protocol):
    """What the machine needs of the table unit."""

    async def raise_walls(self, set: int | None = None) -> None:  # noqa: A002
        """Raise the walls of a stacked set."""

    async def shuffle(self, set: int) -> None:  # noqa: A002
        """Shuffle and stack the tiles in the drum."""

    async def roll_dice(self, seed: int | None = None) -> tuple[int, int]:
        """Roll both dice."""

    async def report_levels(self) -> None:
        """Ask how everything stands; ``levels`` is told."""

    async def open_lid(self) -> None:
        """Open the centre lid."""

    async def close_lid(self) -> None:
        """Close the centre lid."""


Alert = Callable[[str, str | None, str], None]
"""Called with a name, a text (None when it is resolved) and advice."""


@dataclass(slots=True)
class _Kept:
    """What is on disk.

    ``walls`` is the set that stands as walls, ``raised_for`` the number of the hand it was raised for; ``lifting``: the
    other set was stacked and its walls were told to rise. ``dice``: they were asked for and have not been rolled.
    """

    phase: str = Phase.WAITING.value
    walls: int | None = None
    raised_for: int = 0
    lifting: bool = False
    dice: bool = False


class TableMachine:
    """Runs the cycle; all methods belong to one event loop.

    Args:
        unit: moves things.
        file: where it keeps its place.
        next_hand: number of the hand that will be dealt next (1 for the first); None if none will be.
        alert: told what fails.
        say: takes lines for the log.
    """

    def __init__(
        self,
        unit: Motions,
        file: Path,
        *,
        next_hand: Callable[[], int | None],
        alert: Alert,
        say: Callable[[str], None],
    ) -> None:
        self._unit = unit
        self._file = file
        self._next_hand = next_hand
        self._alert = alert
        self._say = say
        self._kept = self._load()
        self._pressed = asyncio.Event()
        self._dice = asyncio.Event()
        self._begin = asyncio.Event()
        self._across: dict[int, bool] = {}
        self._hands_moved = asyncio.Event()
        self._shuffling: asyncio.Task[None] | None = None
        self._levels = asyncio.Event()
        self._lifts_up = self._stacked = 0
        self._running = asyncio.Event()
        self._running.set()

    @property
    def phase(self) -> Phase:
        """Where the cycle stands."""
        return Phase(self._kept.phase)

    @property
    def walls(self) -> int | None:
        """The set that stands as walls; None if none does."""
        return self._kept.walls

    # What comes from outside

    def press(self, button: ButtonName) -> None:
        """The set button (while no hand is played) or the dice button was pressed.

        When this returns, what follows from it is on disk.
        """
        if button is ButtonName.DICE:
            if self.phase in {Phase.RAISING, Phase.READY}:
                # Also while the walls rise: a dealer who sees them up does not press twice.
                self._kept.dice = True
                self._store()
                self._dice.set()
            return
        if self.phase is Phase.WAITING:
            self._go(Phase.COLLECTING)
            self._begin.set()
        elif self.phase is Phase.COLLECTING:
            self._pressed.set()

    def hand_closed(self) -> None:
        """The referee has closed the hand; its tiles may be collected."""
        if self.phase is Phase.WAITING:
            self._go(Phase.COLLECTING)
            self._begin.set()

    def dealt(self) -> None:
        """The dice have been read: the hand is played on the walls that stand."""
        if self.phase is Phase.READY:
            self._go(Phase.WAITING)
            self._begin.set()

    def rolled(self) -> None:
        """The dice lie still: they need not be rolled again."""
        if self._kept.dice:
            self._kept.dice = False
            self._store()
        self._dice.clear()

    def curtain(self, chair: int, broken: bool) -> None:
        """A hand went across a chair's elevator line, or left it."""
        self._across[chair] = broken
        self._hands_moved.set()

    def levels(self, lifts_up: int, stacked: int) -> None:
        """How the machine stands: masks of lifts that are up (by chair) and of sets that stand in their stackers."""
        self._lifts_up, self._stacked = lifts_up, stacked
        self._levels.set()

    def pause(self, paused: bool) -> None:
        """Start no further motion until it is taken back."""
        if paused:
            self._running.clear()
        else:
            self._running.set()

    def resume(self, hands_dealt: int, playing: bool) -> None:
        """After a start: see from the journal whether a hand was closed or dealt just before the end."""
        if self.phase is Phase.READY and self._kept.raised_for <= hands_dealt:
            self._go(Phase.WAITING)
        if self.phase is Phase.WAITING and not playing and self._kept.walls is not None:
            self._go(Phase.COLLECTING)

    # The cycle

    async def run(self) -> None:
        """Go through the cycle until cancelled."""
        if self._kept.dice:
            # They may have been rolled just before the end: what the unit has to say of it comes first.
            asyncio.get_running_loop().call_later(ROLL_AGAIN_S, self._dice.set)
        other = None if self._kept.walls is None else 1 - self._kept.walls
        if other is not None and self.phase in {Phase.WAITING, Phase.READY}:
            self._start_shuffle(other)
        try:
            while True:
                if self.phase is Phase.WAITING:
                    self._begin.clear()
                    await self._begin.wait()
                elif self.phase is Phase.COLLECTING:
                    await self._collect()
                elif self.phase is Phase.RAISING:
                    await self._raise()
                else:
                    await self._roll()
        finally:
            if self._shuffling is not None:
                self._shuffling.cancel()

    async def _collect(self) -> None:
        self._pressed.clear()
        if self._kept.walls is not None:
            # A set that lies on the table goes into the well; before the first hand there is none.
            await self._shuffled()
            await self._insist("lid", self._unit.open_lid)
            await self._tiles_in()
            await self._insist("lid", self._unit.close_lid)
        if self._next_hand() is None:
            self._say("the hanchan is over: the walls stay down until the next one begins")
            collected, self._kept.walls = self._kept.walls, None
            self._go(Phase.WAITING)
            if collected is not None:
                self._start_shuffle(collected)
            return
        self._go(Phase.RAISING)

    async def _tiles_in(self) -> None:
        """Wait until all hands have been away for a while, or the set button says so."""
        loop = asyncio.get_running_loop()
        least, most = loop.time() + COLLECT_LEAST_S, loop.time() + COLLECT_MOST_S
        quiet_since = loop.time()
        while not self._pressed.is_set():
            if any(self._across.values()):
                quiet_since = loop.time()
                until = most
            else:
                until = min(max(quiet_since + HANDS_AWAY_S, least), most)
            if loop.time() >= until:
                return
            self._hands_moved.clear()
            waits = [asyncio.ensure_future(each.wait()) for each in (self._hands_moved, self._pressed)]
            await asyncio.wait(waits, timeout=until - loop.time(), return_when=asyncio.FIRST_COMPLETED)
            for each in waits:
                each.cancel()
            if self._hands_moved.is_set() and not any(self._across.values()):
                quiet_since = loop.time()

    async def _raise(self) -> None:
        standing = self._kept.walls
        rising = 0 if standing is None else 1 - standing
        if not self._kept.lifting:
            await self._shuffled()
            await self._stack(rising)
            # Once the walls are on the lifts the set is stacked no more, and must not be looked for in the drum.
            self._kept.lifting = True
            self._store()
        await self._insist("walls", lambda: self._walls_up(rising))
        self._kept.walls = rising
        self._kept.lifting = False
        self._kept.raised_for = self._next_hand() or 0
        self._go(Phase.READY)
        self._say(f"walls of set {rising} are up; the dealer rolls the dice")
        self._start_shuffle(1 - rising)

    async def _walls_up(self, rising: int) -> None:
        """Raise a set, unless it came up while this program was away."""
        try:
            await self._unit.raise_walls(rising + 1)
        except RefusedError as error:
            if error.result is not Result.NOT_STACKED:
                raise
            self._levels.clear()
            await self._unit.report_levels()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._levels.wait(), LEVELS_S)
            if self._lifts_up != ALL_CHAIRS or self._stacked >> rising & 1:
                raise

    async def _roll(self) -> None:
        while self.phase is Phase.READY:
            waits = [asyncio.ensure_future(each.wait()) for each in (self._dice, self._begin)]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for each in waits:
                each.cancel()
            self._begin.clear()
            self._dice.clear()
            if self._kept.dice and self.phase is Phase.READY:
                await self._running.wait()
                await self._roll_once()

    async def _roll_once(self) -> None:
        try:
            await self._unit.roll_dice()
        except UnitStoppedError:
            raise
        except UnitError as error:
            if not isinstance(error, RefusedError) or error.result is not Result.BUSY:
                self._alert("dice", str(error), error.advice)
            await asyncio.sleep(RETRY_S)
            self._dice.set()
        else:
            self._alert("dice", None, "")
            self.rolled()

    # Motions

    def _start_shuffle(self, tile_set: int) -> None:
        self._shuffling = asyncio.get_running_loop().create_task(self._stack(tile_set))

    async def _shuffled(self) -> None:
        """Wait for the shuffle that goes on meanwhile."""
        if self._shuffling is not None:
            await self._shuffling
            self._shuffling = None

    async def _stack(self, tile_set: int) -> None:
        """See to it that a set stands ready in its stacker."""

        async def shuffle() -> None:
            try:
                await self._unit.shuffle(tile_set + 1)
            except RefusedError as error:
                if error.result is not Result.ALREADY_STACKED:
                    raise

        await self._insist("shuffle", shuffle, SHUFFLE_RETRY_S)

    async def _insist(
        self, name: str, motion: Callable[[], Awaitable[None]], pause_s: float = RETRY_S
    ) -> None:
        """Ask for a motion until it has been made; tell what hinders it."""
        told = ""
        while True:
            await self._running.wait()
            try:
                await motion()
            except UnitStoppedError:
                raise
            except UnitError as error:
                if isinstance(error, RefusedError) and error.result is Result.BUSY:
                    await asyncio.sleep(min(pause_s, BUSY_LONGEST_S))
                    continue
                if str(error) != told and not isinstance(error, HostSilentError):
                    told = str(error)
                    self._say(f"{told}. {error.advice}".rstrip())
                    self._alert(name, told, error.advice)
                await asyncio.sleep(RETRY_S if isinstance(error, GONE_ON) else pause_s)
            else:
                if told:
                    self._alert(name, None, "")
                return

    # Its place on disk

    def _go(self, phase: Phase) -> None:
        if phase not in TRANSITIONS[self.phase]:
            raise RuntimeError(f"the table's cycle does not go from {self.phase.value} to {phase.value}")
        self._kept.phase = phase.value
        self._store()

    def _load(self) -> _Kept:
        try:
            return _Kept(**json.loads(self._file.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return _Kept()
        except (ValueError, TypeError) as error:
            # Written whole or not at all: this is a damaged disk, and a hand can always be collected anew.
            self._say(f"{self._file}: cannot be read ({error}); the table's cycle starts over")
            return _Kept()

    def _store(self) -> None:
        new = self._file.with_suffix(".new")
        with new.open("w", encoding="utf-8") as file:
            json.dump(asdict(self._kept), file)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self._file)
