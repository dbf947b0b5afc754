"""Requests from the broker and their answers: each request passes the gate and is done once, however often delivered.

The topic, ``command/<login>/<name>``, names the sender; the broker's access list binds it to the login. Answers go
only below ``answer/<login>/``. Each login has its own bounded queue of answers, sent in turn.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from referee.texts.language import LanguageName
from table_controller.broker.fairness.fair_queue import FairQueue
from table_controller.mqtt import gate
from table_controller.mqtt.client import encoded
from table_controller.mqtt.gate import GateError, Topic
from table_controller.mqtt.messages import noting, refusing
from wording.barred import Aside, Barred, Where
from wording.declined import Declined

REMEMBERED: Final = 256
"""Answers kept in memory, because the broker may deliver an order twice; orders that were done are kept on disk."""
ANSWER_BYTES_EACH: Final = 2 * 1024 * 1024
"""The bytes of answers that may wait for one login; if it requests more without receiving them, it loses the rest."""
ANSWERS_EACH: Final = 64
"""The number of answers that may wait for one login, even short ones."""
ASKERS: Final = 256

Answer: TypeAlias = dict[str, Any]
Reply: TypeAlias = "Callable[[Answer], None]"
"""Takes the answer, in any thread."""


@dataclass(frozen=True, slots=True)
class DeliveredMessage:
    """A command delivered by the broker; ``levels`` is its topic after ``command/``."""

    levels: tuple[str, ...]
    payload: bytes
    answer_to: str | None = None
    correlation: bytes | None = None


@dataclass(frozen=True, slots=True)
class CommandRequest:
    """A request for a command.

    Attributes:
        name: the command's name.
        arguments: the arguments, which have passed the gate.
        login: the sender; empty if the topic does not name one.
        key: identifies the request for ever: the sender and the request's own id; empty if it has none.
    """

    name: str
    arguments: dict[str, Any]
    login: str = ""
    key: str = ""


Command: TypeAlias = "Callable[[CommandRequest, Reply], None]"
"""Called in the broker's thread."""
Room: TypeAlias = "Callable[[str, str], bool]"
"""A function that returns whether there is room for a command of this name and login; called in the broker's thread."""
Reads: TypeAlias = "Callable[[str], bool]"
"""A function that returns whether a command of this name only reads; called in the broker's thread."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer to be sent: its login, topic, correlation data and JSON."""

    owner: str
    topic: Topic
    correlation: bytes | None
    payload: bytes

    @property
    def weight(self) -> int:
        """Its share of ``ANSWER_BYTES_EACH``."""
        return max(len(self.payload), ANSWER_BYTES_EACH // ANSWERS_EACH)


@dataclass(frozen=True, slots=True)
class Admission:
    """The commands to accept, and those that may be done twice: ``room`` and ``reads`` of ``Requests``."""

    room: Room
    reads: Reads


def always(_name: str, _login: str) -> bool:
    """Return True: there is room for everything."""
    return True


def never(_name: str) -> bool:
    """Return False: treat every command as an order, not as a question."""
    return False


ANYTHING: Final = Admission(always, never)


class Requests:
    """The requests received, and the answers that wait to be sent.

    Args:
        answers: the topic below which answers go, ``jantaku/1/<hall>/answer/``.
        command: carries out a command.
        nudge: called when an answer is ready to be sent.
        words: the language of refusals.
        room: returns whether a command of this name and login may wait; the payloads of others are not parsed.
        reads: returns whether a command of this name only reads; it may be done twice, and its answer, which may be
            long, is not remembered.
    """

    def __init__(
        self,
        answers: str,
        command: Command,
        nudge: Callable[[], None],
        words: LanguageName = "en",
        *,
        room: Room = always,
        reads: Reads = never,
    ) -> None:
        self._answers_below = answers
        self._command = command
        self._nudge = nudge
        self._words: LanguageName = words
        self._room = room
        self._reads = reads
        self._answered: OrderedDict[str, Answer | None] = OrderedDict()
        """Answers by the key of their request; None while the request is being done."""
        self._outbox: FairQueue[Answered] = FairQueue(
            ANSWER_BYTES_EACH, ASKERS, lambda answered: answered.weight
        )
        self._lock = threading.Lock()

    @property
    def waiting(self) -> bool:
        """True if an answer is to be sent."""
        return bool(len(self._outbox))

    def accept_command(self, message: DeliveredMessage) -> None:
        """Take a delivered command; a repeated one is only answered again."""
        *named, name = message.levels
        login = named[0] if named else ""
        below = f"{self._answers_below}{login}/" if login else self._answers_below
        answer_to: Topic | None = None
        try:
            # The answer's topic comes first, so that any later refusal can be answered.
            if message.answer_to is not None:
                answer_to = gate.answer_topic_in(message.answer_to, below)
            key = _key(answer_to, message.correlation)
            if self._reads(name):
                key = ""
            if self._is_repeat(key, answer_to, message.correlation):
                return
        except GateError as refused:
            self._answer("", answer_to, None, refusing(refused.why, self._words))
            return

        def reply(answer: Answer) -> None:
            noted = answer if login else {**answer, **noting(Aside.old_topic(), self._words)}
            self._answer(key, answer_to, message.correlation, noted)

        try:
            for level in message.levels:
                gate.level_in(level, Where.topic())
            if not self._room(name, login):
                reply(refusing(Declined.too_much(), self._words))
                return
            request = CommandRequest(name, gate.mapping_in(message.payload), login, key)
        except GateError as refused:
            reply(refusing(refused.why, self._words))
            return
        self._command(request, reply)

    def next(self) -> Answered | None:
        """Return the next answer to send; None if there is none."""
        got = self._outbox.get()
        return None if got is None else got[1]

    def put_back(self, answered: Answered) -> None:
        """Put an answer that could not be sent back to the front."""
        self._outbox.put_back(answered.owner, answered)

    def _is_repeat(self, key: str, answer_to: Topic | None, correlation: bytes | None) -> bool:
        """Return whether a request was made before; if its answer is known, queue it again."""
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

    def _answer(self, key: str, answer_to: Topic | None, correlation: bytes | None, answer: Answer) -> None:
        with self._lock:
            if key in self._answered:
                self._answered[key] = answer
        if answer_to is None:
            return
        owner = answer_to.removeprefix(self._answers_below).partition("/")[0]
        if self._outbox.put(owner, Answered(owner, answer_to, correlation, encoded(answer))):
            self._nudge()


def _key(answer_to: str | None, correlation: bytes | None) -> str:
    if not correlation:
        return ""
    if len(correlation) > gate.MOST_CORRELATION:
        raise GateError(Barred.correlation_too_long(gate.MOST_CORRELATION))
    return f"{answer_to or ''} {correlation.hex()}"
