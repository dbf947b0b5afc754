"""Takes commands from the broker's thread and carries them out in the daemon's loop.

An answer has ``ok``; if that is false, ``error`` says why. Orders are done one after the other and before queries; no
login delays another. A completed order is recognised for ever by its request, so that it is not done twice.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import nullcontext, suppress
from typing import Any, Final

import msgspec

from config import ConfigError
from config.log_line import FAILURE
from firmware_bridge.messages.errors import UnitError
from referee.journal.journal import JournalError
from referee.texts.message import Message
from table_controller.broker.fairness.fair_queue import FairQueue
from table_controller.broker.requests import CommandRequest, Reply
from table_controller.commands.catalogue.catalogue import COMMANDS
from table_controller.commands.commanded_table import CommandedTable
from table_controller.commands.declaration import UNNAMED, Answer, Command, parse
from table_controller.commands.desk import CommandDesk
from table_controller.commands.hanchans import Hanchans
from table_controller.commands.refused import CommandRefusedError
from table_controller.commands.service.rehearsal import Rehearsal
from table_controller.commands.service.stale import refuse_if_stale
from table_controller.journal.inputs import GameInputs
from table_controller.mqtt.logins import LoginsFile
from table_controller.mqtt.messages import noting, refusing
from table_controller.mqtt.roles import may_one_of, refusal
from wording.barred import Aside
from wording.declined import Declined
from wording.terminal.log import say
from wording.unit_texts import said_of

WAITING_EACH: Final = 32
"""The most commands of one login that may wait."""
LOGINS: Final = 128
"""The most logins with waiting commands."""


class _Worker:
    """Carries out the commands in a queue, one after the other."""

    def __init__(self, service: Commands) -> None:
        self._service = service
        self._queue: FairQueue[tuple[CommandRequest, Reply]] = FairQueue(WAITING_EACH, LOGINS)
        self._loop = asyncio.get_running_loop()
        self._task: asyncio.Task[None] | None = None

    def put(self, request: CommandRequest, reply: Reply) -> None:
        """Called in any thread."""
        if not self._queue.put(request.login, (request, reply)):
            reply(self._service.refusing(Declined.too_much()))
            return
        with suppress(RuntimeError):  # the daemon ends
            self._loop.call_soon_threadsafe(self._wake)

    def room(self, login: str) -> bool:
        """Return whether the queue has room for a command of this login."""
        return self._queue.room(login)

    def _wake(self) -> None:
        if self._task is None or self._task.done():
            self._task = self._loop.create_task(self._run())

    async def _run(self) -> None:
        while (got := self._queue.get()) is not None:
            request, reply = got[1]
            try:
                reply(await self._service.answer(request))
            except Exception as error:  # noqa: BLE001 - do not leave the sender and the next command waiting
                say(f"command {request.name} of {request.login or 'nobody'} failed: {error!r}", FAILURE)
                reply(self._service.refusing(Declined.failed(repr(error))))
            # Let the daemon's loop do other work before the next command.
            await asyncio.sleep(0)


class Commands:
    """Carries out commands in the daemon's loop.

    Args:
        table: the table's game and its parts.
        logins: the logins with their rights; None if the broker alone decides.
        commands: the commands by name.
        inputs: where orders come in.
    """

    def __init__(
        self,
        table: CommandedTable,
        logins: LoginsFile | None = None,
        commands: Mapping[str, type[Command]] = COMMANDS,
        inputs: GameInputs | None = None,
    ) -> None:
        self._inputs = inputs or GameInputs(table.game.now_ms)
        self._journal = table.game.journal
        self._desk = CommandDesk(table, Hanchans(self._journal))
        self._settings = table.game.settings
        self._logins = logins
        self._commands = commands
        self._orders = _Worker(self)
        self._readings = _Worker(self)

    def heard(self, request: CommandRequest, reply: Reply) -> None:
        """Called in the broker's thread."""
        self._worker(request.name).put(request, reply)

    def room(self, name: str, login: str) -> bool:
        """Return whether there is room for a command of this name and login; called in the broker's thread."""
        return self._worker(name).room(login)

    def _worker(self, name: str) -> _Worker:
        kind = self._commands.get(name)
        return self._readings if kind is not None and kind.reads else self._orders

    async def answer(self, request: CommandRequest) -> Answer:
        """Carry out a request once and answer with the outcome."""
        try:
            command = self._command(request)
        except CommandRefusedError as refused:
            return self.refusing(refused.why, **refused.more)
        kept = "" if command.reads or command.dry_run else request.key
        if kept:
            try:
                before = self._journal.answered(kept)
            except JournalError as error:
                return self.refusing(Declined.journal_fails(str(error)))
            if before is not None:
                return json.loads(before) if before else self._done_before()
        answer = await self._do(request, command, kept)
        if command.reads and command.masked and not self._may_know(request.login):
            masked: Answer = self._journal.masked(answer)
            return masked
        if kept and answer["ok"]:
            try:
                self._journal.note_answer(kept, json.dumps(answer))
            except JournalError as error:
                # The order is done, even if the record of it may be lost.
                say(str(error))
        return answer

    def _command(self, request: CommandRequest) -> Command:
        """The requested command, if the login may give it.

        Raises:
            CommandRefusedError: there is no such command, its arguments are wrong, or the login may not give it.
        """
        kind = self._commands.get(request.name)
        if kind is None:
            raise CommandRefusedError(Declined.no_command(request.name, sorted(self._commands)))
        self._refuse_login(request.login, kind)
        return _signed(parse(kind, request.arguments), request.login)

    def _refuse_login(self, name: str, kind: type[Command]) -> None:
        """Check that the login may give this command, without relying on the broker.

        Raises:
            CommandRefusedError: the login may not give it.
        """
        if self._logins is None:
            return
        address = self._settings.mqtt
        login = self._logins.find(name)
        needed = login.role if login is not None and kind.is_for(login.role) else kind.roles[0]
        reason = refusal(login, name, needed, hall=address.hall, table=address.table)
        if reason:
            raise CommandRefusedError(reason)

    def _may_know(self, name: str) -> bool:
        """Return whether a login gets people's names even if topics hide them."""
        if self._settings.mqtt.public_names:
            return True
        login = None if self._logins is None else self._logins.find(name)
        return login is not None and may_one_of(login.role, ("referee", "organiser"))

    def refusing(self, why: Message, **more: Any) -> Answer:
        """The answer to a refused command, in the table's language."""
        return refusing(why, self._settings.language, **more)

    def _done_before(self) -> Answer:
        return {"ok": True, **noting(Aside.done_before(), self._settings.language)}

    def repeat(self, request: CommandRequest) -> None:
        """Repeat an order's changes to the game, at a table that has repeated everything before it.

        Raises:
            CommandRefusedError: the request is no such order.
        """
        command = self._command(request)
        with suppress(CommandRefusedError, UnitError, ConfigError):
            doing: Any = self._begin(command, self._desk, request.key)
            if asyncio.iscoroutine(doing):
                # Later effects only look things up or move the machine.
                doing.close()

    def _begin(self, command: Command, desk: CommandDesk, kept: str) -> Any:
        refuse_if_stale(command, desk)
        if command.several() and desk is self._desk:
            command.do(Rehearsal(desk))
        with self._journal.on_request(kept):
            return command.do(desk)

    async def _do(self, request: CommandRequest, command: Command, kept: str) -> Answer:
        desk = Rehearsal(self._desk) if command.dry_run else self._desk
        changes = not (command.reads or command.dry_run)
        try:
            with self._inputs.record_input("command", request) if changes else nullcontext():
                doing = self._begin(command, desk, kept)
            answer = await doing if asyncio.iscoroutine(doing) else doing
        except CommandRefusedError as refused:
            return self.refusing(refused.why, **refused.more)
        except UnitError as error:
            return self.refusing(said_of(error))
        except JournalError as error:
            return self.refusing(Declined.journal_fails(str(error)))
        except ConfigError as error:
            return self.refusing(Declined.wrong_settings(str(error)))
        return {"ok": True, **(desk.would() if isinstance(desk, Rehearsal) else answer)}


def _signed(command: Command, login: str) -> Command:
    """Return the command signed with the login, as "name (login)" if the sender gives another name."""
    if not login:
        return command
    name = command.by if command.by not in {"", UNNAMED, login} else ""
    return msgspec.structs.replace(command, by=f"{name} ({login})" if name else login)
