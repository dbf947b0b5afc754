"""Takes commands from the broker's thread and does them in the daemon's loop.

An answer has ``ok``; where it is false, ``error`` says why. Orders are done one after the other, before anything is read
for somebody; what one login asks keeps no other waiting. An order that was done is known by its request for ever.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
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
from table_controller.fair_queue import FairQueue
from table_controller.log import say
from table_controller.roles import needed_for, refusal

if TYPE_CHECKING:
    from table_controller.commands.arguments import Answer, Topic
    from table_controller.daemon import Daemon
    from table_controller.logins import LoginsFile
    from table_controller.requests import Reply, Request

WAITING_EACH: Final = 32
"""Commands that wait for one login."""
LOGINS: Final = 128
"""Logins for whom something waits."""
READINGS: Final = frozenset({"history", "results"})
"""Commands that change nothing."""
BUSY: Final = {"ok": False, "error": "too much is asked at once: wait for the answers, then ask again"}
DONE_BEFORE: Final = {
    "ok": True,
    "note": "this was done before the table was started anew; what it answered is not known any more",
}


def commands_of(daemon: Daemon) -> Topic:
    """All commands by name."""
    return {
        **GameCommands(daemon).topic(),
        **RulingCommands(daemon).topic(),
        **CorrectionCommands(daemon).topic(),
        **TableCommands(daemon).topic(),
        **RecordCommands(daemon).topic(),
    }


class _Worker:
    """Does what waits in a queue, one after the other."""

    def __init__(self, service: Commands) -> None:
        self._service = service
        self._queue: FairQueue[tuple[Request, Reply]] = FairQueue(WAITING_EACH, LOGINS)
        self._loop = asyncio.get_running_loop()
        self._task: asyncio.Task[None] | None = None

    def put(self, request: Request, reply: Reply) -> None:
        """Called in any thread."""
        if not self._queue.put(request.login, (request, reply)):
            reply(BUSY)
            return
        with contextlib.suppress(RuntimeError):  # the daemon ends
            self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        if self._task is None or self._task.done():
            self._task = self._loop.create_task(self._run())

    async def _run(self) -> None:
        while (got := self._queue.get()) is not None:
            request, reply = got[1]
            try:
                reply(await self._service.answer(request))
            except Exception as error:  # noqa: BLE001 - whoever asked must not wait, nor the next one
                say(f"command {request.name} of {request.login or 'nobody'} failed: {error!r}")
                reply({"ok": False, "error": f"it failed: {error!r}"})
            # Others in the daemon's loop go before the next command.
            await asyncio.sleep(0)


class Commands:
    """Does what is asked, in the daemon's loop.

    Args:
        daemon: of the table.
        logins: who may ask for what; None where the broker alone decides.
    """

    def __init__(self, daemon: Daemon, logins: LoginsFile | None = None) -> None:
        self._journal = daemon.journal
        self._logins = logins
        self._daemon = daemon
        self._orders = _Worker(self)
        self._readings = _Worker(self)
        self._names: Final = commands_of(daemon)

    def heard(self, request: Request, reply: Reply) -> None:
        """Called in the broker's thread."""
        worker = self._readings if request.name in READINGS else self._orders
        worker.put(request, reply)

    async def answer(self, request: Request) -> Answer:
        """Do what is asked, once, and say what became of it."""
        if why := self._refused(request):
            return {"ok": False, "error": why}
        kept = request.key if request.name not in READINGS else ""
        if kept:
            try:
                before = self._journal.answered(kept)
            except JournalError as error:
                return {"ok": False, "error": str(error)}
            if before is not None:
                return json.loads(before) if before else DONE_BEFORE
        answer = await self._do(request, kept)
        if kept and answer["ok"]:
            try:
                self._journal.note_answer(kept, json.dumps(answer))
            except JournalError as error:
                # It is done: that it may be forgotten changes nothing of it.
                say(str(error))
        return answer

    def _refused(self, request: Request) -> str:
        """Why who asks may not ask for this, whatever the broker lets through; empty if they may."""
        if self._logins is None:
            return ""
        login, address = self._logins.find(request.login), self._daemon.settings.mqtt
        needed = needed_for(request.name)
        return refusal(login, request.login, needed, hall=address.hall, table=address.table)

    async def _do(self, request: Request, kept: str) -> Answer:
        command = self._names.get(request.name)
        if command is None:
            there = ", ".join(sorted(self._names))
            return {"ok": False, "error": f"no command {request.name!r}; there are {there}"}
        try:
            with self._journal.on_request(kept):
                answer = command(_signed(request))
            if asyncio.iscoroutine(answer):
                answer = await answer
        except (CommandRefusedError, ConfigError, UnitError, JournalError) as error:
            return {"ok": False, "error": str(error)}
        return {"ok": True, **(answer or {})}


def _signed(request: Request) -> Answer:
    """The arguments, with the login as who asks; another name that is claimed stands before it."""
    arguments, login = request.arguments, request.login
    if not login:
        return arguments
    claimed = arguments.get("by")
    name = claimed if isinstance(claimed, str) and claimed not in {"", login} else ""
    return {**arguments, "by": f"{name} ({login})" if name else login}
