"""Options that take numbers."""

from collections.abc import Callable
from typing import Final

from wording.command_line.usage import ArgumentMessageError
from wording.misordered import Misordered

MOST: Final = 999_999_999


def whole(least: int = 1, most: int = MOST) -> Callable[[str], int]:
    """Return the ``type`` of an option that takes a whole number from ``least`` to ``most``, both at least 0."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) < 20 and least <= int(text) <= most):
            raise ArgumentMessageError(Misordered.not_whole(text[:40], least, most))
        return int(text)

    return read


def above_zero(most: int) -> Callable[[str], float]:
    """Return the ``type`` of an option that takes a number above 0, up to ``most``."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = 0.0
        if not 0 < number <= most:
            raise ArgumentMessageError(Misordered.not_above_zero(text[:40], most))
        return number

    return read
