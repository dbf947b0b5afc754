"""Requests that came over the broker and their answers: each passes the gate and is done once, however often delivered.

Who asks is known from the topic, ``command/<login>/<name>``, which the broker's access list binds to the login.
Answers go below ``answer/<login>/`` only. Everybody has a bounded line of answers of his own, sent in turn.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from table_controller.mqtt import gate
from table_controller.mqtt.fair_queue import FairQueue
from table_controller.mqtt.gate import GateError

if TYPE_CHECKING:
    from collections.abc import Callable

REMEMBERED: Final = 256
"""Answers kept in memory, because the broker may deliver a command twice; orders that were done are kept on disk."""
ANSWERS_EACH: Final = 64
"""Answers that wait for one login: who asks for more without hearing them loses the rest."""
ASKERS: Final = 256
OLD_TOPIC: Final = "command/<name> goes with the next release: send to command/<login>/<name>"
"""Stands in the answer to a command whose topic does not name the login."""

Answer: TypeAlias = dict[str, Any]
Reply: TypeAlias = "Callable[[Answer], None]"
"""Takes the answer, in any thread."""


@dataclass(frozen=True, slots=True)
class DeliveredMessage:
    """A command as the broker delivered it; ``levels`` is its topic after ``command/``."""

    levels: tuple[str, ...]
    payload: bytes
    answer_to: str | None = None
    correlation: bytes | None = None


@dataclass(frozen=True, slots=True)
class CommandRequest:
    """What is asked.

    Attributes:
        name: of the command.
        arguments: as the gate let them in.
        login: who asks; empty where the topic does not say.
        key: what names the request for ever: who asks and the request's own id; empty where it has none.
    """

    name: str
    arguments: dict[str, Any]
    login: str = ""
    key: str = ""


Command: TypeAlias = "Callable[[CommandRequest, Reply], None]"
"""Called in the broker's thread."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer on its way: to whom, which topic, with which correlation data."""

    owner: str
    topic: str
    correlation: bytes | None
    answer: Answer


class Requests:
    """What was asked, and answers that wait to be sent.

    Args:
        answers: the topic below which answers go, ``jantaku/1/<hall>/answer/``.
        command: does what is asked.
        nudge: called when an answer is there to be sent.
    """

    def __init__(self, answers: str, command: Command, nudge: Callable[[], None]) -> None:
        self._answers_below = answers
        self._command = command
        self._nudge = nudge
        self._answered: OrderedDict[str, Answer | None] = OrderedDict()
        """Answers by the key of their request; None while it is being done."""
        self._outbox: FairQueue[Answered] = FairQueue(ANSWERS_EACH, ASKERS)
        self._lock = threading.Lock()

    @property
    def waiting(self) -> bool:
        """Whether an answer is to be sent."""
        return bool(len(self._outbox))

    def take(self, message: DeliveredMessage) -> None:
        """A command came; one that came before is only answered again."""
        *named, name = message.levels
        login = named[0] if named else ""
        below = f"{self._answers_below}{login}/" if login else self._answers_below
        answer_to = None
        try:
            # First where the answer goes: what is refused after it can be told.
            if message.answer_to is not None:
                answer_to = gate.answer_topic_in(message.answer_to, below)
            key = _key(answer_to, message.correlation)
            if self._is_repeat(key, answer_to, message.correlation):
                return
        except GateError as refused:
            self._answer("", answer_to, None, {"ok": False, "error": str(refused)})
            return

        def reply(answer: Answer) -> None:
            self._answer(
                key, answer_to, message.correlation, answer if login else {**answer, "note": OLD_TOPIC}
            )

        try:
            for level in message.levels:
                gate.level_in(level, "the topic")
            request = CommandRequest(name, gate.mapping_in(message.payload), login, key)
        except GateError as refused:
            reply({"ok": False, "error": str(refused)})
            return
        self._command(request, reply)

    def next(self) -> Answered | None:
        """The next answer to send; None if there is none."""
        got = self._outbox.get()
        return None if got is None else got[1]

    def put_back(self, answered: Answered) -> None:
        """It could not be sent: it is the next one again."""
        self._outbox.put_back(answered.owner, answered)

    def _is_repeat(self, key: str, answer_to: str | None, correlation: bytes | None) -> bool:
        """Whether this was asked before; if it has been answered the answer is given once more."""
        if not key:
            return False
        with self._lock:
            if key not in self._answered:
                self._answered[key] = None
                while len(self._answered) > REMEMBERED:
                    self._answered.popitem(last=False)
                return False
            known = self._answered[key]
        if known is not None:
            self._answer(key, answer_to, correlation, known)
        return True

    def _answer(self, key: str, answer_to: str | None, correlation: bytes | None, answer: Answer) -> None:
        with self._lock:
            if key in self._answered:
                self._answered[key] = answer
        if answer_to is None:
            return
        owner = answer_to.removeprefix(self._answers_below).partition("/")[0]
        if self._outbox.put(owner, Answered(owner, answer_to, correlation, answer)):
            self._nudge()


def _key(answer_to: str | None, correlation: bytes | None) -> str:
    if not correlation:
        return ""
    if len(correlation) > gate.MOST_CORRELATION:
        raise GateError(f"the correlation data is longer than {gate.MOST_CORRELATION} bytes")
    return f"{answer_to or ''} {correlation.hex()}"
