"""Reasons why a recording cannot be played back."""

from referee.texts.language import WordedError


class RecordingError(WordedError):
    """A recording cannot be read or played back."""
