"""The reasons why a report cannot be made or read."""

from referee.texts.language import WordedError


class ReportError(WordedError):
    """A report cannot be made or read; nothing was written."""
