"""The lines that the parts of a table log, and their severity."""

import logging
from typing import Final, Protocol

TROUBLE: Final = logging.WARNING
"""The level of trouble that the program survives."""
FAILURE: Final = logging.ERROR
"""The level of a failed part of the program."""


class Say(Protocol):
    """Takes lines for the log."""

    def __call__(self, text: str, level: int = logging.INFO, /) -> None:
        """Write a line; its level is one of ``logging``."""


def unsaid(_text: str, _level: int = logging.INFO, /) -> None:
    """Drop a line: for parts whose lines nobody reads."""
