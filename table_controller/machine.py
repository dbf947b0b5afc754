"""Runs the table's cycle: tiles into the well, the other set up as walls, dice; meanwhile the first set is shuffled.

Where the cycle stands (``cycle``) is on disk before anything moves, so that a restart goes on from there and nothing
moves twice. Commands come from buttons, judges and the network, each with an id; one that comes again is known by it.
Nothing here decides anything about the game, and nothing but the drum moves while a hand is played.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from firmware_bridge.errors import RefusedError, UnitError, UnitStoppedError
from firmware_bridge.messages import Result
from firmware_bridge.signals import ButtonName
from table_controller.cycle import Cue, Phase, SetPlace, other
from table_controller.machine_file import MachineFile
from table_controller.motions import RETRY_S, Mover

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from table_controller.motions import Unit

COLLECT_LEAST_S: Final = 4.0
"""Pushing four players' tiles into the well takes at least this long."""
HANDS_AWAY_S: Final = 1.5
"""No hand across any elevator line for so long: all tiles are in."""
COLLECT_MOST_S: Final = 60.0
"""After this a curtain that stays broken is not waited for; the unit itself will not move a lift under a hand."""
LEVELS_S: Final = 2.0
ROLL_AGAIN_S: Final = 4.0
ALL_CHAIRS: Final = 0b1111
SHUFFLE_RETRY_S: Final = 15.0

Order: TypeAlias = Literal["set", "dice", "stop", "retry"]


class OrderRefusedError(Exception):
    """A command cannot be done now."""


@dataclass(frozen=True, slots=True)
class Command:
    """What a person wants of the machine.

    ``id`` names it for ever: the boot and number of a button's signal, or what a request over the network carries. ``set``
    collects the tiles or raises the walls, and says that all tiles are in; ``dice`` rolls; ``stop`` stops what moves and
    pauses; ``retry`` tries at once what has failed.
    """

    id: str
    do: Order
    by: str


class TableMachine:
    """Runs the cycle; all methods belong to one event loop.

    Args:
        unit: moves things.
        file: where it keeps its place.
        next_hand: number of the hand that will be dealt next (1 for the first); None if none will be.
        in_hand: whether the referee holds that a hand is played.
        alert: called with a name, a text (None when it is resolved) and advice.
        say: takes lines for the log.
    """

    def __init__(
        self,
        unit: Unit,
        file: Path,
        *,
        next_hand: Callable[[], int | None],
        in_hand: Callable[[], bool],
        alert: Callable[[str, str | None, str], None],
        say: Callable[[str], None],
    ) -> None:
        self._unit = unit
        self._next_hand = next_hand
        self._in_hand = in_hand
        self._alert = alert
        self._say = say
        self._file = MachineFile(file, say)
        self._mover = Mover(in_hand=in_hand, alert=alert, say=say)
        self._tiles_in = asyncio.Event()
        self._dice = asyncio.Event()
        self._begin = asyncio.Event()
        self._across: dict[int, bool] = {}
        self._hands_moved = asyncio.Event()
        self._shuffling: asyncio.Task[None] | None = None
        self._stopping: set[asyncio.Task[None]] = set()
        self._levels = asyncio.Event()
        self._lifts_up = self._stacked = self._on_lifts = 0
        self._held = ""
        if self._file.kept.paused:
            self._mover.pause(True)

    @property
    def phase(self) -> Phase:
        """Where the cycle stands."""
        return self._file.phase

    @property
    def walls(self) -> int | None:
        """The set (1 or 2) that is played with or stands as walls; None if none does."""
        return self._file.set_at(SetPlace.TABLE)

    @property
    def paused_by(self) -> str:
        """Who has stopped all motions; empty if nobody."""
        return self._file.kept.paused

    def place(self, tile_set: int) -> SetPlace:
        """Where a set (1 or 2) is."""
        return self._file.place(tile_set)

    # What comes from outside

    def press(self, button: ButtonName, command: str, by: str = "a button") -> None:
        """The set button (while no hand is played) or the dice button was pressed; ``command`` names the press."""
        with suppress(OrderRefusedError):  # a button that means nothing now
            self.command(Command(command, "dice" if button is ButtonName.DICE else "set", by))

    def command(self, command: Command) -> None:
        """Do what a person wants, or have done it before. When this returns, what follows from it is on disk.

        Raises:
            OrderRefusedError: it means nothing as the table stands.
        """
        if command.id in self._file.kept.done:
            return
        if command.do == "dice":
            self._dice_asked(command)
        elif command.do == "set":
            self._set_asked(command)
        elif command.do == "stop":
            self._file.remember(command.id, began=False)
            self.pause(command.by)
            task = asyncio.get_running_loop().create_task(self._stop())
            self._stopping.add(task)
            task.add_done_callback(self._stopping.discard)
        else:
            self._mover.try_again()

    def _dice_asked(self, command: Command) -> None:
        # Also while the walls rise: a dealer who sees them up does not press twice.
        self._refuse_if_held()
        if self.phase not in {Phase.RAISING, Phase.READY}:
            raise OrderRefusedError("no walls are up to be broken")
        self._file.remember(command.id, began=False)
        self._file.kept.dice = True
        self._file.store()
        self._dice.set()

    def _refuse_if_held(self) -> None:
        if self._held:
            raise OrderRefusedError(f"play is stopped ({self._held.replace('_', ' ')}): a judge resumes it")

    def _set_asked(self, command: Command) -> None:
        self._refuse_if_held()
        self._mover.try_again()
        if self.phase is Phase.WAITING:
            if self.walls is None and self._next_hand() is None:
                raise OrderRefusedError("no hand comes next: begin a hanchan")
            self._file.remember(command.id, began=True)
            self._go(Cue.RAISE if self.walls is None else Cue.COLLECT)
            self._begin.set()
        elif self.phase is Phase.COLLECTING:
            self._file.remember(command.id, began=True)
            self._file.store()
            self._tiles_in.set()
        elif self.phase is Phase.PLAYING:
            if self._in_hand():
                raise OrderRefusedError("a hand is played")
            self._file.remember(command.id, began=True)
            self._go(Cue.COLLECT)
            self._begin.set()

    def hand_closed(self) -> None:
        """The referee has closed the hand; its tiles may be collected."""
        if self.phase is Phase.READY:  # its beginning was not told
            self._go(Cue.DEALT)
        if self.phase is Phase.PLAYING or (self.phase is Phase.WAITING and self.walls is not None):
            self._go(Cue.COLLECT)
            self._begin.set()

    def dealt(self) -> None:
        """The dice have been read: the hand is played on the walls that stand."""
        if self.phase is Phase.READY:
            self._go(Cue.DEALT)
            self._begin.set()

    def rolled(self) -> None:
        """The dice lie still: they need not be rolled again."""
        if self._file.kept.dice:
            self._file.kept.dice = False
            self._file.store()
        self._dice.clear()

    def curtain(self, chair: int, broken: bool) -> None:
        """A hand went across a chair's elevator line, or left it."""
        self._across[chair] = broken
        self._hands_moved.set()

    def levels(self, lifts_up: int, stacked: int, on_lifts: int) -> None:
        """How the machine stands.

        Args:
            lifts_up: mask of lifts that are up, by chair.
            stacked: mask of sets that stand in their stackers.
            on_lifts: mask of lifts with tiles on them, by chair.
        """
        self._lifts_up, self._stacked, self._on_lifts = lifts_up, stacked, on_lifts
        self._levels.set()

    def pause(self, by: str) -> None:
        """Start no further motion, also after a restart, until it is taken back; ``by`` empty takes it back."""
        self._file.kept.paused = by
        self._file.store()
        self._mover.pause(bool(by or self._held))
        self._tell_pause()

    def hold(self, reason: str) -> None:
        """Start no motion while play is stopped for this reason; empty while it goes on (SAI 53.3-4)."""
        self._held = reason
        self._mover.pause(bool(reason or self._file.kept.paused))

    def _tell_pause(self) -> None:
        by = self._file.kept.paused
        text = f"Paused by {by}" if by else None
        self._alert("paused", text, "The table moves nothing until this is taken back.")

    def try_again(self) -> None:
        """Somebody has looked: what has failed is tried at once."""
        self._mover.try_again()

    def resume(self, hands_dealt: int, *, playing: bool) -> None:
        """After a start: see from the journal whether a hand was dealt or closed just before the end."""
        if self.phase is Phase.READY and self._file.kept.raised_for <= hands_dealt:
            self._go(Cue.DEALT)
        if playing:
            if self.phase is Phase.WAITING:
                self._go(Cue.DEALT)
        elif self.phase in {Phase.PLAYING, Phase.WAITING} and hands_dealt and self.walls is not None:
            self._go(Cue.COLLECT)

    # The cycle

    async def run(self) -> None:
        """Go through the cycle until cancelled."""
        if self._file.kept.paused:
            self._tell_pause()
        if self._file.kept.dice:
            # They may have been rolled just before the end: what the unit has to say of it comes first.
            asyncio.get_running_loop().call_later(ROLL_AGAIN_S, self._dice.set)
        if self.phase in {Phase.WAITING, Phase.READY, Phase.PLAYING} and self.walls is not None:
            self._start_shuffle(other(self.walls))
        steps = {
            Phase.OPENING: self._open,
            Phase.COLLECTING: self._collect,
            Phase.CLOSING: self._close,
            Phase.RAISING: self._raise,
            Phase.READY: self._roll,
        }
        try:
            while True:
                step = steps.get(self.phase)
                if step is not None:
                    await step()
                    continue
                self._begin.clear()
                await self._begin.wait()
        finally:
            if self._shuffling is not None:
                self._shuffling.cancel()

    async def _open(self) -> None:
        await self._shuffled()  # the lid stays closed while the drum turns
        if self.walls is not None and self.place(other(self.walls)) is not SetPlace.STACKED:
            # Killed while it was shuffled: collected on top of it, both sets would be in the drum.
            await self._stack(other(self.walls))
        await self._mover.insist("lid", self._unit.open_lid)
        self._go(Cue.LID_OPEN)

    async def _collect(self) -> None:
        """Wait until all hands have been away for a while, or the set button says so."""
        loop = asyncio.get_running_loop()
        least, most = loop.time() + COLLECT_LEAST_S, loop.time() + COLLECT_MOST_S
        quiet_since = loop.time()
        self._tiles_in.clear()
        while not self._tiles_in.is_set():
            if any(self._across.values()):
                quiet_since = loop.time()
                until = most
            else:
                until = min(max(quiet_since + HANDS_AWAY_S, least), most)
            if loop.time() >= until:
                break
            self._hands_moved.clear()
            await _first_of(self._hands_moved, self._tiles_in, timeout=until - loop.time())
            if self._hands_moved.is_set() and not any(self._across.values()):
                quiet_since = loop.time()
        self._go(Cue.TILES_IN)

    async def _close(self) -> None:
        await self._mover.insist("lid", self._unit.close_lid)
        collected = self.walls
        if collected is not None:
            self._file.move(collected, SetPlace.DRUM)
        if self._next_hand() is not None:
            self._go(Cue.NEXT_HAND)
            return
        self._say("the hanchan is over: the walls stay down until the next one begins")
        self._go(Cue.NO_NEXT_HAND)
        if collected is not None:
            self._start_shuffle(collected)

    async def _raise(self) -> None:
        rising = self._file.set_at(SetPlace.LIFTING)
        if rising is None:
            await self._shuffled()
            rising = self._file.set_at(SetPlace.STACKED) or self._file.set_at(SetPlace.SHUFFLING) or 1
            await self._stack(rising)
            self._file.move(rising, SetPlace.LIFTING)
            self._file.store()
        lifted = rising
        await self._mover.insist("walls", lambda: self._walls_up(lifted))
        self._file.move(rising, SetPlace.TABLE)
        self._file.kept.raised_for = self._next_hand() or 0
        self._go(Cue.WALLS_UP)
        self._say(f"walls of set {rising} are up; the dealer rolls the dice")
        self._start_shuffle(other(rising))
        if self._in_hand():
            self._go(Cue.DEALT)

    async def _walls_up(self, rising: int) -> None:
        """Raise a set, unless it came up while this program was away."""
        try:
            await self._unit.raise_walls(rising)
        except RefusedError as error:
            if error.result is not Result.NOT_STACKED:
                raise
            if not await self._levels_came():
                raise
            stacked = bool(self._stacked >> (rising - 1) & 1)
            if self._lifts_up == ALL_CHAIRS and not stacked:
                return
            if stacked or self._on_lifts:
                raise
            # Neither in its stacker nor on the lifts: somebody has taken it out and put it into the well.
            await self._stack(rising)
            await self._unit.raise_walls(rising)

    async def _levels_came(self) -> bool:
        self._levels.clear()
        await self._unit.report_levels()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._levels.wait(), LEVELS_S)
        return self._levels.is_set()

    async def _roll(self) -> None:
        while self.phase is Phase.READY:
            await _first_of(self._dice, self._begin)
            self._begin.clear()
            self._dice.clear()
            if self._file.kept.dice and self.phase is Phase.READY:
                await self._mover.allowed(in_hand=True)
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

    async def _stop(self) -> None:
        try:
            await self._unit.stop_motions()
        except UnitError as error:
            self._say(f"{error}. {error.advice}".rstrip())

    # Shuffling, beside everything else

    def _start_shuffle(self, tile_set: int) -> None:
        if self.place(tile_set) is not SetPlace.TABLE:
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
                await self._unit.shuffle(tile_set)
            except RefusedError as error:
                if error.result is not Result.ALREADY_STACKED:
                    raise

        lifting = self.place(tile_set) is SetPlace.LIFTING
        self._file.find(tile_set, SetPlace.SHUFFLING)
        self._file.store()
        await self._mover.insist("shuffle", shuffle, in_hand=True, retry_s=SHUFFLE_RETRY_S)
        self._file.move(tile_set, SetPlace.STACKED)
        if lifting:
            self._file.move(tile_set, SetPlace.LIFTING)
        self._file.store()

    def _go(self, cue: Cue) -> None:
        before = self.phase
        self._file.go(cue)
        cause = f", {self._file.kept.cause}" if self._file.kept.cause else ""
        self._say(f"table {before.value} -> {self.phase.value} ({cue.value}{cause})")


async def _first_of(*events: asyncio.Event, timeout: float | None = None) -> None:  # noqa: ASYNC109
    """Wait until one of the events is set, or the time is over."""
    waits = [asyncio.ensure_future(event.wait()) for event in events]
    await asyncio.wait(waits, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
    for each in waits:
        each.cancel()
