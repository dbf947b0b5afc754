"""The lines that the parts of a table log, and their severity."""

from __future__ import annotations

import logging
from typing import Final, Protocol

TROUBLE: Final = logging.WARNING
"""Something is not as it should be; the program goes on."""
FAILURE: Final = logging.ERROR
"""A part of the program has failed."""


class Say(Protocol):
    """Takes lines for the log."""

    def __call__(self, text: str, level: int = logging.INFO, /) -> None:
        """Write a line; its level is one of ``logging``."""


def unsaid(_text: str, _level: int = logging.INFO, /) -> None:
    """For parts whose lines nobody reads."""
