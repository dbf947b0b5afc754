"""Requests that came over the broker and their answers: each is done once, however often it is delivered."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

REMEMBERED: Final = 64
"""Answers kept, because a command may be delivered twice."""

Answer: TypeAlias = dict[str, Any]
Asked: TypeAlias = tuple[str | None, bytes]
"""A request: where its answer goes and its correlation data, which is the asker's own."""
Command: TypeAlias = "Callable[[str, dict[str, Any], Callable[[Answer], None]], None]"
"""Called in the broker's thread with name, arguments and where the answer goes (any thread)."""


class Requests:
    """What was asked, and answers that wait to be sent.

    Args:
        command: does what is asked.
        nudge: called when an answer is there to be sent.
    """

    def __init__(self, command: Command, nudge: Callable[[], None]) -> None:
        self._command = command
        self._nudge = nudge
        self._answers: OrderedDict[Asked, Answer | None] = OrderedDict()
        """What was answered to whom; None while it is being done."""
        self._outbox: list[tuple[str, bytes | None, Answer]] = []
        self._lock = threading.Lock()

    @property
    def waiting(self) -> bool:
        """Whether an answer is to be sent."""
        return bool(self._outbox)

    def take(self, name: str, payload: bytes, answer_to: str | None, correlation: bytes | None) -> None:
        """A command came; one that came before is only answered again."""
        if self._is_repeat(answer_to, correlation):
            return
        arguments = _arguments(payload)
        if arguments is None:
            refusal = {"ok": False, "error": "the payload must be a JSON object"}
            self._answer(answer_to, correlation, refusal)
            return

        def reply(answer: Answer) -> None:
            self._answer(answer_to, correlation, answer)

        self._command(name, arguments, reply)

    def next(self) -> tuple[str, bytes | None, Answer] | None:
        """The next answer to send: where to, correlation data, what; None if there is none."""
        with self._lock:
            return self._outbox.pop(0) if self._outbox else None

    def put_back(self, answered: tuple[str, bytes | None, Answer]) -> None:
        """It could not be sent: it is the next one again."""
        with self._lock:
            self._outbox.insert(0, answered)

    def _is_repeat(self, answer_to: str | None, correlation: bytes | None) -> bool:
        """Whether this was asked before; if it has been answered the answer is given once more."""
        if not correlation:
            return False
        with self._lock:
            asked = answer_to, correlation
            if asked not in self._answers:
                self._answers[asked] = None
                return False
            known = self._answers[asked]
        if known is not None:
            self._answer(answer_to, correlation, known)
        return True

    def _answer(self, answer_to: str | None, correlation: bytes | None, answer: Answer) -> None:
        with self._lock:
            if correlation:
                self._answers[answer_to, correlation] = answer
                while len(self._answers) > REMEMBERED:
                    self._answers.popitem(last=False)
            if answer_to:
                self._outbox.append((answer_to, correlation, answer))
        self._nudge()


def _arguments(payload: bytes) -> dict[str, Any] | None:
    """The arguments of a command; None if they are no JSON object."""
    try:
        arguments = json.loads(payload or b"{}")
    except (ValueError, RecursionError):
        return None
    return arguments if isinstance(arguments, dict) else None
