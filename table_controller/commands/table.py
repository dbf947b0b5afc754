"""The machine, alerts and faults."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any, get_args

from table_controller.commands.arguments import Answer, CommandRefusedError, Topic, who
from table_controller.machine import Command, Order, OrderRefusedError

if TYPE_CHECKING:
    from table_controller.daemon import Daemon


class TableCommands:
    """What moves, and what a person has seen to."""

    def __init__(self, daemon: Daemon) -> None:
        self._daemon = daemon

    def topic(self) -> Topic:
        """The commands by name."""
        return {
            "pause": self._pause,
            "machine": self._machine,
            "resolve": self._resolve,
            "reset_faults": self._reset_faults,
        }

    def _pause(self, arguments: Answer) -> Answer:
        """``on`` true or false: no motion starts meanwhile."""
        on = bool(arguments.get("on", True))
        self._daemon.machine.pause(who(arguments) if on else "")
        return {"paused": on}

    def _machine(self, arguments: Answer) -> Answer:
        """``do``: ``set``, ``dice``, ``stop`` or ``retry``; ``id`` names the request: done once however often it comes."""
        order: Any = arguments.get("do")
        if order not in get_args(Order):
            raise CommandRefusedError(f"do must be one of {', '.join(get_args(Order))}")
        name = str(arguments.get("id") or uuid.uuid4())
        try:
            self._daemon.machine.command(Command(f"mqtt:{name}", order, who(arguments)))
        except OrderRefusedError as error:
            raise CommandRefusedError(str(error)) from None
        return {"id": name, "phase": self._daemon.machine.phase.value}

    def _resolve(self, arguments: Answer) -> Answer:
        """``id`` of an alert that a person has seen to."""
        self._daemon.health.resolve(str(arguments.get("id", "")))
        return {}

    async def _reset_faults(self, _arguments: Answer) -> Answer:
        await self._daemon.unit.reset_faults()
        self._daemon.machine.try_again()
        return {}
