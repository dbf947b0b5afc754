"""Errors between a judge and a table, worded for the judge."""

from referee.texts.language import WordedError


class JudgeError(WordedError):
    """The base class; the text names the error and gives advice."""


class LoginError(JudgeError):
    """There is no broker, or it refuses the login."""


class OrderError(JudgeError):
    """An order was not understood, and nothing was sent."""


class NotSentError(JudgeError):
    """The broker did not pass the order on: the login may not give it, no table listens, or there is no connection."""


class UnansweredError(JudgeError):
    """The order was sent and no answer came."""
