"""What a command answers, or why it was not done."""

from __future__ import annotations

from typing import Any, TypedDict


class CommandRefusedError(Exception):
    """A command cannot be done now, or its arguments are wrong.

    Args:
        text: why, for people.
        more: what else the answer has.
    """

    def __init__(self, text: str, **more: Any) -> None:
        super().__init__(text)
        self.more = more


class Numbered(TypedDict):
    """An answer with the journal entry that was written."""

    number: int
