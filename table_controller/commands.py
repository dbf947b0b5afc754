"""What judges and technicians may ask of a table over the broker: ``command/<name>``, answered with JSON.

An answer has ``ok``; where it is false, ``error`` says why.
"""

from __future__ import annotations

import asyncio
import uuid
from typing import TYPE_CHECKING, Any, Final, get_args

from config import ConfigError, read_ruleset, ruleset_names
from firmware_bridge.errors import UnitError
from referee import observations
from referee.journal import JournalError
from table_controller.machine import Command, Order, OrderRefusedError
from table_controller.sensing import hand_over
from table_controller.settings import make_ruleset

if TYPE_CHECKING:
    from collections.abc import Callable

    from table_controller.daemon import Daemon

Answer = dict[str, Any]

IN_HAND: Final = frozenset({"dealing", "playing", "closing"})


class CommandRefusedError(Exception):
    """A command cannot be done now, or its arguments are wrong."""


class Commands:
    """Does what is asked, in the daemon's loop."""

    def __init__(self, daemon: Daemon) -> None:
        self._daemon = daemon
        self._loop = asyncio.get_running_loop()
        self._running: set[asyncio.Task[None]] = set()
        self._names: Final[dict[str, Callable[[Answer], Any]]] = {
            "begin_hanchan": self._begin_hanchan,
            "close_hand": self._close_hand,
            "close_hanchan": self._close_hanchan,
            "gong": self._gong,
            "rule": self._rule,
            "pause": self._pause,
            "machine": self._machine,
            "resolve": self._resolve,
            "reset_faults": self._reset_faults,
        }

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

    def _begin_hanchan(self, arguments: Answer) -> Answer:
        """``ruleset`` name or mapping, ``overrides``, ``names`` (4), ``force`` to end one that is running."""
        state = self._daemon.state
        if state is not None and state.phase != "ended" and state.hands and not arguments.get("force"):
            raise CommandRefusedError("a hanchan is running; close it first")
        said = arguments.get("ruleset")
        ruleset = None
        if said is not None or arguments.get("overrides"):
            # A name only: a path would let anybody on the network read files here.
            if isinstance(said, str) and said not in ruleset_names():
                raise CommandRefusedError(f"ruleset {said!r} is not one of {', '.join(ruleset_names())}")
            base = read_ruleset(said) if isinstance(said, str) else said
            ruleset = make_ruleset(
                base or self._daemon.settings.ruleset.to_mapping(), arguments.get("overrides")
            ).to_mapping()
        names = arguments.get("names")
        if names is not None and (
            not isinstance(names, list) or len(names) != 4 or not all(isinstance(name, str) for name in names)
        ):
            raise CommandRefusedError("names must be a list of four texts")
        number = self._daemon.begin_hanchan(
            ruleset, None if names is None else (names[0], names[1], names[2], names[3])
        )
        return {"number": number}

    def _close_hand(self, arguments: Answer) -> Answer:
        """``by``: who closes; ``force`` though nothing was shown."""
        state = self._daemon.state
        if state is None or state.phase not in IN_HAND:
            raise CommandRefusedError("no hand is being played")
        if not hand_over(state) and not arguments.get("force"):
            raise CommandRefusedError("the hand goes on: nothing was shown and there is no reason for a draw")
        return {"number": self._daemon.person_observes(observations.HandClosed(), _who(arguments))}

    def _close_hanchan(self, arguments: Answer) -> Answer:
        state = self._daemon.state
        if state is None or state.phase == "ended":
            raise CommandRefusedError("no hanchan is running")
        return {"number": self._daemon.person_observes(observations.HanchanClosed(), _who(arguments))}

    def _gong(self, arguments: Answer) -> Answer:
        """The hall's gong; the hand that runs is the last."""
        state = self._daemon.state
        if state is None or state.phase == "ended":
            raise CommandRefusedError("no hanchan is running")
        if not state.ruleset.flow.time_limit_minutes:
            raise CommandRefusedError("this hanchan is played without a time limit")
        if state.time_called:
            raise CommandRefusedError("the gong has sounded already")
        return {"number": self._daemon.person_observes(observations.GongHeard(), _who(arguments))}

    def _rule(self, arguments: Answer) -> Answer:
        """``ruling``, on ``finding`` (its number) or a ``seat``, with ``text`` and ``by``."""
        state = self._daemon.state
        if state is None:
            raise CommandRefusedError("no hanchan is running")
        ruling: Any = arguments.get("ruling")
        seat, finding = arguments.get("seat"), arguments.get("finding")
        if ruling not in get_args(observations.Ruling):
            raise CommandRefusedError(f"ruling must be one of {', '.join(get_args(observations.Ruling))}")
        if seat is not None and seat not in range(4):
            raise CommandRefusedError("seat must be 0 to 3")
        if finding is not None and finding not in range(len(state.findings)):
            raise CommandRefusedError(f"there are {len(state.findings)} findings, counted from 0")
        given = observations.RulingGiven(
            ruling=ruling,
            seat=seat,
            finding=finding,
            judge=_who(arguments),
            text=str(arguments.get("text", "")),
        )
        return {"number": self._daemon.person_observes(given, _who(arguments))}

    def _pause(self, arguments: Answer) -> Answer:
        """``on`` true or false: no motion starts meanwhile."""
        on = bool(arguments.get("on", True))
        self._daemon.machine.pause(_who(arguments) if on else "")
        return {"paused": on}

    def _machine(self, arguments: Answer) -> Answer:
        """``do``: ``set``, ``dice``, ``stop`` or ``retry``; ``id`` names the request: done once however often it comes."""
        order: Any = arguments.get("do")
        if order not in get_args(Order):
            raise CommandRefusedError(f"do must be one of {', '.join(get_args(Order))}")
        name = str(arguments.get("id") or uuid.uuid4())
        try:
            self._daemon.machine.command(Command(f"mqtt:{name}", order, _who(arguments)))
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


def _who(arguments: Answer) -> str:
    return str(arguments.get("by", "judge"))
