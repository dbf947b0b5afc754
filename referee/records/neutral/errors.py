"""Faults of a record, and their places."""


class RecordError(ValueError):
    """A record cannot be read: ``place`` says where in it, ``reason`` why."""

    def __init__(self, path: str, place: str, reason: str) -> None:
        """Name the record by its ``path``."""
        super().__init__(f"{path}: {place}: {reason}")
        self.path = path
        self.place = place
        self.reason = reason


class NotWritableError(ValueError):
    """A game cannot be written in a format; the text says where and why."""
