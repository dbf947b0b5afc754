"""The reasons why a report cannot be made or read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.texts.language import english

if TYPE_CHECKING:
    from referee.texts.message import Message


class ReportError(Exception):
    """A report cannot be made or read; nothing was written.

    Args:
        why: for people; the error's own text is English.
    """

    def __init__(self, why: Message) -> None:
        self.why = why
        super().__init__(english(why))
