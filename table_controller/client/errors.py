"""Errors between a judge and a table, worded for the judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.texts.language import english

if TYPE_CHECKING:
    from referee.texts.message import Message


class JudgeError(Exception):
    """The base class; the text names the error and gives advice.

    Args:
        why: for the judge, worded by the terminal in its language; the error's own text is English.
    """

    def __init__(self, why: Message) -> None:
        super().__init__(english(why))
        self.why = why


class LoginError(JudgeError):
    """There is no broker, or it refuses the login."""


class OrderError(JudgeError):
    """An order was not understood, and nothing was sent."""


class NotSentError(JudgeError):
    """The broker did not pass the order on: the login may not give it, no table listens, or there is no connection."""


class UnansweredError(JudgeError):
    """The order was sent and no answer came."""
