"""Runs the table's cycle: tiles into the well, the other set up as walls, dice, and meanwhile the shuffle of the first set.

The phase (``cycle``) is on disk before anything moves, so that a restart goes on from there and nothing moves twice.
Buttons, judges and the network send commands, each with an id, by which the machine recognises a repeated one. Nothing
here decides anything about the game, and only the drum, the dice and the deal move during a hand.
"""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, Protocol, TypeAlias

from config.log_line import TROUBLE, Say
from firmware_bridge.drivers.port import MotionDriver
from firmware_bridge.messages.errors import LidBlockedError, RefusedError, UnitError, UnitStoppedError
from firmware_bridge.messages.messages import Result
from firmware_bridge.messages.signals import ButtonName
from referee.game.events import HandEnded, HandStarted
from referee.game.judge_events import Refolded
from referee.game.position import GameState
from referee.journal.entry import Entry
from referee.texts.language import WordedError
from table_controller.machine.curtains import Curtains
from table_controller.machine.cycle import CycleCue, Phase, SetPlace, other
from table_controller.machine.dealing import Dealing
from table_controller.machine.file import MachineFile
from table_controller.machine.hands_away import Collecting, first_of
from table_controller.machine.motions import RETRY_S, Mover
from table_controller.machine.tile_sets import TileSets
from wording import unit_texts
from wording.alerts.declaration import RaiseAlert, Trouble
from wording.alerts.declared import TableAlert
from wording.declined import Declined
from wording.events.office import STOPS

ROLL_AGAIN_S: Final = 4.0

OPEN_AGAIN_S: Final = 0.5
OPEN_TRIES: Final = 10
"""The number of requests to open the lid in an emergency, while stopped motions still run out."""

Order: TypeAlias = Literal["set", "dice", "stop", "retry", "open_lid"]


class OrderRefusedError(WordedError):
    """The machine cannot carry out a command now."""


@dataclass(frozen=True, slots=True)
class MachineCommand:
    """A person's order to the machine.

    ``id`` identifies it for ever: the boot and number of a button's signal, or the id of a network request. ``set``
    collects the tiles or raises the walls, and means that all tiles are in. ``dice`` rolls. ``stop`` stops all motions and
    pauses. ``retry`` repeats a failed motion at once. ``open_lid`` stops all motions, pauses and opens the lid, even during
    a hand, for somebody who is caught or for forgotten tiles.
    """

    id: str
    do: Order
    by: str


class GameAtTable(Protocol):
    """The questions that the machine asks the game."""

    def next_hand(self) -> int | None:
        """The number of the next hand (1 for the first); None if no hand follows."""

    def in_hand(self) -> bool:
        """Return whether the referee has a hand in play."""

    def just_begun(self) -> bool:
        """Return whether the current hand began a moment ago, so that nobody has dealt by hand yet."""

    def deals_to(self) -> int | None:
        """The chair that gets 14 tiles when the table deals; None if people deal, even if the table could."""

    def dice_locked(self) -> bool:
        """Return whether walls may rise but dice may not roll yet (WRC 8.2)."""

    def sheet_unsigned(self) -> bool:
        """Return whether no hand follows before people sign a score sheet (WRC 8.2)."""


class TableMachine:
    """Runs the cycle; all methods belong to one event loop.

    Args:
        unit: moves things.
        file: its state on disk.
        game: the game on this table.
        alert: raises and withdraws alerts.
        say: takes lines for the log.
        curtains: the light curtains of the elevator lines; people collect tiles while hands are over them.
        cycles: true if the table has a machine that builds walls. Without one the cycle stands still: people, or a machine
            that works by itself, build them.
    """

    def __init__(
        self,
        unit: MotionDriver,
        file: Path,
        game: GameAtTable,
        *,
        alert: RaiseAlert,
        say: Say,
        curtains: Curtains | None = None,
        cycles: bool = True,
    ) -> None:
        self._unit = unit
        self._cycles = cycles
        self._game = game
        self._alert = alert
        self._say = say
        self._file = MachineFile(file, say)
        self._mover = Mover(in_hand=game.in_hand, alert=alert, say=say)
        self._sets = TileSets(unit, self._file, self._mover)
        self._collecting = Collecting(Curtains() if curtains is None else curtains)
        self._dealing = Dealing(
            unit,
            self._mover,
            self._sets,
            deals_to=game.deals_to,
            just_begun=game.just_begun,
            alert=alert,
            say=say,
        )
        self._dice = asyncio.Event()
        self._begin = asyncio.Event()
        self._stopping: set[asyncio.Task[None]] = set()
        self._held = ""
        self._played = game.in_hand()
        if self._file.kept.paused:
            self._mover.pause(True)

    @property
    def phase(self) -> Phase:
        return self._file.phase

    @property
    def walls(self) -> int | None:
        """The set (1 or 2) that is in play or up as walls; None if neither is."""
        return self._sets.on_table

    def place(self, tile_set: int) -> SetPlace:
        """Return the place of a set (1 or 2)."""
        return self._file.place(tile_set)

    @property
    def paused(self) -> str:
        """The person who stopped all motions, empty if nobody did."""
        return self._file.kept.paused

    @property
    def held(self) -> str:
        """The reason for a stop of play, during which nothing moves; empty while play goes on."""
        return self._held

    # Orders and reports from outside

    def press(self, button: ButtonName, command: str, by: str = "a button") -> None:
        """Take a press of the dice button, or of the set button between hands; ``command`` identifies the press."""
        with suppress(OrderRefusedError):  # the button has no meaning now
            self.command(MachineCommand(command, "dice" if button is ButtonName.DICE else "set", by))

    def command(self, command: MachineCommand) -> None:
        """Carry out a person's order, unless the machine has done so before. Its consequences are on disk at the return.

        Raises:
            OrderRefusedError: it means nothing in the table's present state.
        """
        if command.id in self._file.kept.done:
            return
        self._refuse_without_machine()
        if self._file.unstored:
            self._file.store()
            if self._file.unstored:
                raise OrderRefusedError(Declined.unwritable(self._file.unstored))
        if command.do == "dice":
            self._dice_asked(command)
        elif command.do == "set":
            self._set_asked(command)
        elif command.do in {"stop", "open_lid"}:
            self._file.remember(command.id, began=False)
            self.pause(command.by)
            stops = self._stop() if command.do == "stop" else self._stop_and_open()
            task = asyncio.get_running_loop().create_task(stops)
            self._stopping.add(task)
            task.add_done_callback(self._stopping.discard)
        else:
            self._mover.try_again()

    def refuse(self, command: MachineCommand) -> None:
        """Check, and do nothing else, that a command means something in the table's present state.

        Raises:
            OrderRefusedError: it means nothing.
        """
        if command.id in self._file.kept.done:
            return
        self._refuse_without_machine()
        if command.do == "dice":
            self._refuse_dice()
        elif command.do == "set":
            self._refuse_if_held()
            self._refuse_set()

    def _refuse_without_machine(self) -> None:
        if not self._cycles:
            raise OrderRefusedError(Declined.no_machine())

    def _refuse_dice(self) -> None:
        # Accept it while the walls still rise, so that a dealer who sees them come need not press twice.
        self._refuse_if_held()
        if self._game.dice_locked():
            raise OrderRefusedError(Declined.no_dice_yet())
        if self.phase not in {Phase.RAISING, Phase.READY}:
            raise OrderRefusedError(Declined.no_walls_up())

    def _refuse_set(self) -> None:
        if self.phase is Phase.WAITING and self.walls is None and self._game.next_hand() is None:
            raise OrderRefusedError(
                Declined.sheet_unsigned() if self._game.sheet_unsigned() else Declined.no_next_hand()
            )
        if self.phase is Phase.PLAYING and self._game.in_hand():
            raise OrderRefusedError(Declined.hand_is_played())

    def _dice_asked(self, command: MachineCommand) -> None:
        self._refuse_dice()
        self._file.remember(command.id, began=False)
        self._file.kept.dice = True
        self._file.store()
        self._dice.set()

    def _refuse_if_held(self) -> None:
        if self._held:
            held = Declined.held if self._held in STOPS else Declined.held_for
            raise OrderRefusedError(held(self._held))

    def _set_asked(self, command: MachineCommand) -> None:
        self._refuse_if_held()
        self._mover.try_again()
        self._refuse_set()
        if self.phase is Phase.WAITING:
            self._file.remember(command.id, began=True)
            self._go(CycleCue.RAISE if self.walls is None else CycleCue.COLLECT)
            self._begin.set()
        elif self.phase is Phase.COLLECTING:
            self._file.remember(command.id, began=True)
            self._file.store()
            self._collecting.tiles_in()
        elif self.phase is Phase.PLAYING:
            self._file.remember(command.id, began=True)
            self._go(CycleCue.COLLECT)
            self._begin.set()

    def hold_while_stopped(self, _entry: Entry, state: GameState | None) -> None:
        """Start no motion as long as play is stopped in the state after an entry."""
        self.hold("" if state is None else state.desk.stopped)

    def follow(self, entry: Entry, _state: GameState | None) -> None:
        """Note the beginning or the end of a hand in an entry."""
        played, self._played = self._played, self._game.in_hand()
        for event in entry.events:
            if isinstance(event, HandStarted):
                self.dealt()
            elif isinstance(event, HandEnded) or (
                isinstance(event, Refolded) and played and not self._played
            ):
                self.hand_closed()

    def hand_closed(self) -> None:
        """Note that the referee has closed the hand. People may collect its tiles, once a running deal has ended."""
        if not self._cycles:
            return
        if self.phase is Phase.READY:  # its beginning was not reported
            self._go(CycleCue.BEGUN)
        if self.phase is Phase.PLAYING or (self.phase is Phase.WAITING and self.walls is not None):
            self._go(CycleCue.COLLECT)
            self._begin.set()

    def dealt(self) -> None:
        """Note that the dice were read: people play the hand from the walls that are up, and the table deals if it can."""
        if not self._cycles:
            return
        if self.phase is Phase.READY:
            self._go(CycleCue.DEAL if self._dealing.begin() else CycleCue.BEGUN)
            self._begin.set()

    def rolled(self) -> None:
        """Note that the dice lie still and need not be rolled again."""
        if self._file.kept.dice:
            self._file.kept.dice = False
            self._file.store()
        self._dice.clear()

    def levels(self, lifts_up: int, stacked: int, on_lifts: int, *, can_deal: bool = False) -> None:
        """Note the positions of the machine's lifts and sets.

        Args:
            lifts_up: mask of lifts that are up, by chair.
            stacked: mask of sets that stand in their stackers.
            on_lifts: mask of lifts with tiles on them, by chair.
            can_deal: the machine has an automatic deal.
        """
        self._sets.levels(lifts_up, stacked, on_lifts, can_deal=can_deal)

    def pause(self, by: str) -> None:
        """Start no further motion, even after a restart, until an empty ``by`` ends the pause."""
        self._file.kept.paused = by
        self._file.store()
        self._mover.pause(bool(by or self._held))
        self._tell_pause()

    def hold(self, reason: str) -> None:
        """Start no motion during a stop of play for this reason; an empty reason ends the hold (SAI 53.3-4)."""
        self._held = reason
        self._mover.pause(bool(reason or self._file.kept.paused))

    def _tell_pause(self) -> None:
        by = self._file.kept.paused
        self._alert(TableAlert.PAUSED, TableAlert.paused(by) if by else None)

    def try_again(self) -> None:
        """Repeat failed motions at once, because a person has looked."""
        self._mover.try_again()

    def resume(self, hands_dealt: int, *, playing: bool) -> None:
        """Take from the journal, after a start, whether a hand was dealt or closed just before the last end."""
        if not self._cycles:
            return
        if self.phase is Phase.READY and self._file.kept.raised_for <= hands_dealt:
            deals = self._dealing.begin(playing=playing, restarted=True)
            self._go(CycleCue.DEAL if deals else CycleCue.BEGUN)
        if playing:
            if self.phase is Phase.WAITING:
                self._go(CycleCue.BEGUN)
        elif self.phase in {Phase.PLAYING, Phase.WAITING} and hands_dealt and self.walls is not None:
            self._go(CycleCue.COLLECT)

    # The cycle

    async def run(self) -> None:
        """Run the cycle until cancelled."""
        if self._file.kept.paused:
            self._tell_pause()
        if not self._cycles:
            await asyncio.Event().wait()
        if self._file.kept.dice:
            # They may have rolled just before the last end, so wait for the unit's report first.
            asyncio.get_running_loop().call_later(ROLL_AGAIN_S, self._dice.set)
        if (
            self.phase in {Phase.WAITING, Phase.READY, Phase.DEALING, Phase.PLAYING}
            and self.walls is not None
        ):
            self._sets.start_shuffle(other(self.walls))
        steps = {
            Phase.OPENING: self._open,
            Phase.COLLECTING: self._collect,
            Phase.CLOSING: self._close,
            Phase.RAISING: self._raise,
            Phase.READY: self._roll,
            Phase.DEALING: self._deal,
        }
        try:
            while True:
                await self._on_disk()
                step = steps.get(self.phase)
                if step is not None:
                    await step()
                    continue
                self._begin.clear()
                await self._begin.wait()
        finally:
            self._sets.stop()

    async def _on_disk(self) -> None:
        """Wait until the state of the cycle is on disk, before which nothing moves."""
        failed = False
        while self._file.unstored:
            self._alert(TableAlert.MACHINE_FILE, TableAlert.cycle_unwritable(self._file.unstored))
            failed = True
            await asyncio.sleep(RETRY_S)
            self._file.store()
        if failed:
            self._alert(TableAlert.MACHINE_FILE, None)

    async def _open(self) -> None:
        self._dealing.over()
        await self._sets.well_is_free()
        await self._mover.insist(TableAlert.LID, self._unit.open_lid)
        self._go(CycleCue.LID_OPEN)

    async def _collect(self) -> None:
        await self._collecting.done()
        self._go(CycleCue.TILES_IN)

    async def _close(self) -> None:
        await self._close_lid()
        collected = self.walls
        if collected is not None:
            self._file.move(collected, SetPlace.DRUM)
        if self._game.next_hand() is not None:
            self._go(CycleCue.NEXT_HAND)
            return
        self._say("the hanchan is over: the walls stay down until the next one begins")
        self._go(CycleCue.NO_NEXT_HAND)
        if collected is not None:
            self._sets.start_shuffle(collected)

    async def _close_lid(self) -> None:
        """Close the lid. Once something has blocked it, wait for a person's confirmation, even across a restart."""
        kept = self._file.kept
        while True:
            if kept.lid_held:
                outcome = f"outcome.{kept.lid_held}"
                text = unit_texts.failed("CloseLid", unit_texts.TEXTS[outcome](detail=0))
                trouble = Trouble(text, unit_texts.ADVICES[outcome](detail=0))
                self._say(trouble.line, TROUBLE)
                self._alert(TableAlert.LID, trouble)
                await self._mover.person()
            try:
                await self._mover.insist(TableAlert.LID, self._unit.close_lid, gives_up=(LidBlockedError,))
            except LidBlockedError as error:
                kept.lid_held = error.outcome.name
                self._file.store()
                continue
            if kept.lid_held:
                kept.lid_held = ""
                self._file.store()
                self._alert(TableAlert.LID, None)
            return

    async def _raise(self) -> None:
        raised = await self._sets.raise_next()
        self._file.kept.raised_for = self._game.next_hand() or 0
        self._go(CycleCue.WALLS_UP)
        self._say(f"walls of set {raised} are up; the dealer rolls the dice")
        self._sets.start_shuffle(other(raised))
        if self._game.in_hand():
            self._go(CycleCue.BEGUN)

    async def _roll(self) -> None:
        while self.phase is Phase.READY:
            await first_of(self._dice, self._begin)
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
                self._alert(TableAlert.DICE, unit_texts.trouble_of(error))
            await asyncio.sleep(RETRY_S)
            self._dice.set()
        else:
            self._alert(TableAlert.DICE, None)
            self.rolled()

    async def _deal(self) -> None:
        await self._dealing.run()
        self._go(CycleCue.HANDS_DEALT)
        if not self._game.in_hand():  # the hand was closed meanwhile
            self._go(CycleCue.COLLECT)

    async def _stop(self) -> None:
        try:
            await self._unit.stop_motions()
        except UnitError as error:
            self._say(f"{error}. {error.advice}".rstrip(), TROUBLE)

    async def _stop_and_open(self) -> None:
        await self._stop()
        for more in reversed(range(OPEN_TRIES)):
            try:
                await self._unit.open_lid()
            except UnitError as error:
                if not more or not isinstance(error, RefusedError):
                    self._alert(TableAlert.LID_OPEN, unit_texts.trouble_of(error))
                    return
                await asyncio.sleep(OPEN_AGAIN_S)
            else:
                self._alert(TableAlert.LID_OPEN, None)
                return

    def _go(self, cue: CycleCue) -> None:
        before = self.phase
        self._file.go(cue)
        cause = f", {self._file.kept.cause}" if self._file.kept.cause else ""
        self._say(f"table {before.value} -> {self.phase.value} ({cue.value}{cause})")
