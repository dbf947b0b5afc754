"""Errors between a judge and a table, in words for the judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.texts.language import english

if TYPE_CHECKING:
    from referee.texts.message import Message


class JudgeError(Exception):
    """Base: says what went wrong and what to do.

    Args:
        why: for the judge; the terminal puts it into its language, the error's own text is English.
    """

    def __init__(self, why: Message) -> None:
        super().__init__(english(why))
        self.why = why


class LoginError(JudgeError):
    """There is no broker, or it refuses the login."""


class OrderError(JudgeError):
    """An order is not understood; nothing was sent."""


class NotSentError(JudgeError):
    """The broker does not pass the order on: the login may not give it, no table listens, or there is no connection."""


class UnansweredError(JudgeError):
    """The order was sent and no answer came."""
