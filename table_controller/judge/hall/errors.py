"""What can go wrong between a judge and a table, in words for the judge."""

from __future__ import annotations


class JudgeError(Exception):
    """Base: the text says what went wrong and what to do."""


class LoginError(JudgeError):
    """No broker is there, or it refuses the login."""


class OrderError(JudgeError):
    """An order is not understood; nothing was sent."""


class NotSentError(JudgeError):
    """The broker does not pass the order on: no right to it, no table that listens, no connection."""


class UnansweredError(JudgeError):
    """The order was sent and no answer came."""
