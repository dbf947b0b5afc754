"""Takes commands from the broker's thread and does them in the daemon's loop.

An answer has ``ok``; where it is false, ``error`` says why.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from config import ConfigError
from firmware_bridge.errors import UnitError
from referee.journal import JournalError
from table_controller.commands.arguments import CommandRefusedError
from table_controller.commands.corrections import CorrectionCommands
from table_controller.commands.game import GameCommands
from table_controller.commands.records import RecordCommands
from table_controller.commands.rulings import RulingCommands
from table_controller.commands.table import TableCommands

if TYPE_CHECKING:
    from collections.abc import Callable

    from table_controller.commands.arguments import Answer, Topic
    from table_controller.daemon import Daemon


def commands_of(daemon: Daemon) -> Topic:
    """All commands by name."""
    return {
        **GameCommands(daemon).topic(),
        **RulingCommands(daemon).topic(),
        **CorrectionCommands(daemon).topic(),
        **TableCommands(daemon).topic(),
        **RecordCommands(daemon).topic(),
    }


class Commands:
    """Does what is asked, in the daemon's loop."""

    def __init__(self, daemon: Daemon) -> None:
        self._loop = asyncio.get_running_loop()
        self._running: set[asyncio.Task[None]] = set()
        self._names: Final = commands_of(daemon)

    def heard(self, name: str, arguments: Answer, reply: Callable[[Answer], None]) -> None:
        """Called in the broker's thread."""
        self._loop.call_soon_threadsafe(self._start, name, arguments, reply)

    def _start(self, name: str, arguments: Answer, reply: Callable[[Answer], None]) -> None:
        task = self._loop.create_task(self._do(name, arguments, reply))
        # The loop keeps only a weak reference.
        self._running.add(task)
        task.add_done_callback(lambda done: self._ended(done, reply))

    def _ended(self, task: asyncio.Task[None], reply: Callable[[Answer], None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            # Whoever asked must not wait for ever.
            reply({"ok": False, "error": f"it failed: {error!r}"})

    async def _do(self, name: str, arguments: Answer, reply: Callable[[Answer], None]) -> None:
        command = self._names.get(name)
        if command is None:
            reply({"ok": False, "error": f"no command {name!r}; there are {', '.join(sorted(self._names))}"})
            return
        try:
            answer = command(arguments)
            if asyncio.iscoroutine(answer):
                answer = await answer
        except (CommandRefusedError, ConfigError, UnitError, JournalError) as error:
            reply({"ok": False, "error": str(error)})
        else:
            reply({"ok": True, **(answer or {})})
