"""The alerts that a table's checks have raised and not withdrawn."""

from __future__ import annotations

from referee.texts.language import english
from referee.texts.message import Message


class Told:
    """Takes alerts as ``Health.alert`` does; taking back what was not told fails.

    Attributes:
        open: the text of each alert that stands, by its name.
    """

    def __init__(self) -> None:
        self.open: dict[str, str] = {}

    def alert(self, name: str, text: Message | None, _advice: Message, _severity: str) -> None:
        if text is None:
            del self.open[name]
        else:
            self.open[name] = english(text)
