"""Takes in signals from the unit and the panel: stores them on disk, then passes them to machine, alerts and sensing."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

from config.log_line import FAILURE
from firmware_bridge.messages.signals import (
    Button,
    ButtonName,
    Connected,
    DiceRolled,
    Fault,
    Levels,
    Signal,
    SignalsLost,
    UnitEvent,
)
from referee.journal.journal import JournalAwayError
from table_controller.daemon.game.table_game import TableGame
from table_controller.health.health import TableHealth
from table_controller.journal import signals_store
from table_controller.journal.panel_signals import PanelButton, StopContact
from table_controller.machine.machine import MachineCommand, OrderRefusedError, TableMachine
from wording.alerts.texts import Place
from wording.terminal.log import say


class Intake:
    """Takes signals into the game. Made in the daemon's loop.

    Args:
        game: stores signals until they are judged.
        machine: receives dice and levels.
        health: receives faults and calls for a judge.
    """

    def __init__(self, game: TableGame, machine: TableMachine, health: TableHealth) -> None:
        self._game = game
        self._inputs = game.current.inputs
        self._sensing = game.sensing
        self._machine = machine
        self._health = health
        self._loop = asyncio.get_running_loop()

    def receive(self, signal: Signal) -> None:
        """Store a signal, on disk if possible; called in the panel's thread, or the link's before acknowledging it."""
        if self.store(signal):
            self._loop.call_soon_threadsafe(self.deliver, signal)

    def store(self, signal: Signal) -> bool:
        """Store a signal, from any thread; return whether it is new."""
        new, away = self._game.held_signals.receive(signal)
        if away is not None:
            self._loop.call_soon_threadsafe(self._game.journal_away, away)
        return new

    def resume_from_journal(self) -> None:
        """Pass on the signals that wait in the inbox; they are judged a moment later."""
        left = self._game.journal.inbox()
        if left:
            say(f"{len(left)} signals from before the restart")
        for kept in left:
            self._give_out(signals_store.from_text(kept.payload))
        self._loop.call_soon(self._game.pump)

    def deliver(self, signal: Signal) -> None:
        with self._inputs.record_input("signal", signal):
            self._give_out(signal)
            self._game.pump()

    def _give_out(self, signal: Signal) -> None:
        if isinstance(signal, DiceRolled):
            self._machine.rolled()
        elif isinstance(signal, Levels):
            self._machine.levels(signal.lifts_up, signal.stacked, signal.walls, can_deal=bool(signal.fitted))
            self._health.levels(signal)
        elif isinstance(signal, Fault):
            self._health.fault(signal)
        elif isinstance(signal, Button) and signal.button is ButtonName.JUDGE and signal.pressed:
            panel = isinstance(signal, PanelButton)
            self._health.judge_called(Place.panel() if panel else Place.chair(signal.chair))
        elif isinstance(signal, StopContact):
            self._emergency_stop(signal)
        self._sensing.signal(signal, self._inputs.now_ms())

    def receive_panel(self, signal: Signal) -> None:
        """Take a signal of the panel, in the daemon's loop; if it cannot even be held in memory, log the loss."""
        try:
            self.receive(signal)
        except JournalAwayError as error:
            self._game.journal_away(error)
            say(f"lost: {signal}: {error}", FAILURE)

    async def listen(self, stream: AsyncIterator[UnitEvent]) -> None:
        """Register for changes of the link."""
        async for event in stream:
            self._health.link(event)
            if isinstance(event, SignalsLost) or (isinstance(event, Connected) and event.was_reset):
                self.lost()

    def lost(self) -> None:
        with self._inputs.record_input("lost"):
            self._sensing.sources.unit.lost()

    def _emergency_stop(self, signal: StopContact) -> None:
        """Alert people, and pause the machine until a person resumes it."""
        self._health.emergency_stop(pressed=signal.opened)
        if signal.opened:
            with suppress(OrderRefusedError):  # the table has no machine
                stop = MachineCommand(f"panel:{signal.nonce}:{signal.number}", "stop", "the emergency stop")
                self._machine.command(stop)
