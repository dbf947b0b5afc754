"""What can go wrong between a judge and a table, in words for the judge."""

from __future__ import annotations


class JudgeError(Exception):
    """Base: the text says what went wrong and what to do."""


class LoginError(JudgeError):
    """There is no broker, or it refuses the login."""


class OrderError(JudgeError):
    """An order is not understood; nothing was sent."""


class NotSentError(JudgeError):
    """The broker does not pass the order on: the login may not give it, no table listens, or there is no connection."""


class UnansweredError(JudgeError):
    """The order was sent and no answer came."""
