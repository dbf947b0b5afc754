"""Plays one game on the simulated table, from the start of its programs to the report."""

from __future__ import annotations

import asyncio
import signal
import time
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Final

from simulation.playing.failure import Failure, GoesBackError, ImpossibleRecordError
from simulation.playing.games import GameChooser
from simulation.playing.keys import PAUSED
from simulation.playing.programs import Programs
from simulation.processes.supervisor import ProgramFailedError, say
from wording.terminal.exit_status import ExitStatus

if TYPE_CHECKING:
    from simulation.people.players import ScriptedTable
    from simulation.playing.games import ChosenGame
    from simulation.playing.setup import GameSetup

EPILOGUE_S: Final = 4.0
"""The table time after the last gesture, in which vision settles and the last hand is closed and published."""


class Simulation:
    """One game; made in its loop."""

    def __init__(self, setup: GameSetup) -> None:
        self._setup = setup
        self._failure = Failure()

    async def play(self) -> int:
        """Set up the table, play, clear up, compare; return the exit status."""
        started = time.monotonic()
        setup, loop = self._setup, asyncio.get_running_loop()
        # When the simulation ends, it ends broker, unit and table too.
        for ending in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(ending, self._failure.fail, ProgramFailedError("ended from outside"))
        async with AsyncExitStack() as stack:
            programs = Programs(setup, self._failure)
            game = await self._chosen(stack, programs)
            # Slow to import: meanwhile the daemon starts, which needs nothing from here at first.
            from simulation.playing.outcome import report_on  # noqa: PLC0415
            from simulation.playing.seating import TablePeople  # noqa: PLC0415

            people = TablePeople(setup, self._failure, programs, self.go_back)
            table = await people.seat(stack, game)
            await self._failure.until_done(self._play(table, len(game.record.hands)))
            await self._failure.until_done(asyncio.sleep(EPILOGUE_S))
            report = report_on(setup, game, table, people, time.monotonic() - started)
            if not setup.options.headless:
                await self._stay()
        return ExitStatus.DONE if report.as_wanted else ExitStatus.NOT_DONE

    async def _chosen(self, stack: AsyncExitStack, programs: Programs) -> ChosenGame:
        """Choose the game and start the programs, first if the built-in players can play it while they start."""
        chooser = stack.enter_context(GameChooser(self._setup))
        foreseen = chooser.foreseen()
        if foreseen is not None:
            await programs.start(stack, *foreseen)
            return chooser.choose()
        game = chooser.choose()
        await programs.start(stack, game.rules, game.record.names)
        return game

    async def _play(self, table: ScriptedTable, hands: int) -> None:
        options, before = self._setup.options, self._setup.beginning.hands
        try:
            last = min(hands, options.hands or hands)
            left = None if options.hands is None else options.hands - before
            await table.play(range(before, last), left)
        except (ValueError, LookupError) as error:
            raise ImpossibleRecordError(f"this game cannot be played: {error}") from error
        if table.left_because:
            say(f"The players left the table: {table.left_because}")

    async def _stay(self) -> None:
        """Leave everything as it is until the user ends the simulation."""
        say("The table stays as it is until you press Ctrl-C.")
        frozen = self._setup.conductor.frozen
        frozen.add("over")
        try:
            await self._failure.until_done(asyncio.Event().wait())
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None:
                task.uncancel()
        finally:
            frozen.discard("over")

    def go_back(self, hand: int | None) -> None:
        """End here, to play on from the beginning of a hand; None: the newest hand that has begun.

        If the hand has not begun, print a refusal instead.
        """
        # Slow to import, and few users go back.
        from referee.journal.entry import JournalError  # noqa: PLC0415
        from simulation.playing.continued import hands_begun  # noqa: PLC0415

        try:
            begun = hands_begun(self._setup.state)
        except JournalError as error:
            say(f"back: {error}")
            return
        number = len(begun) if hand is None else hand
        if not 0 < number <= len(begun):
            there = f"hands 1 to {len(begun)} have" if begun else "no hand has"
            say(f"back: {there} begun{f', not {number}' if number else ''}.")
            return
        self._setup.conductor.frozen.discard(PAUSED)  # ending the programs in order takes table time
        self._failure.fail(GoesBackError(number, begun[number - 1]))
