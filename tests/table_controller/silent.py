"""Stand-ins for parts of a table that do nothing, for tests that do not need these parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from config.log_line import Say


class Silent:
    """Takes whatever is said to it."""

    def __getattr__(self, _name: str) -> Callable[..., None]:
        return lambda *_, **__: None


def raised(error: BaseException) -> None:
    """For a game whose failures end a test."""
    raise error


class NoFrames:
    """A camera that has seen nothing."""

    dice: tuple[int, int] | None = None

    def seen_at_s(self, _at_ms: int) -> float | None:
        return None

    def keep_pace(self, _state: object) -> None:
        """It looks at nothing."""


def said_to(take: Callable[[str], object]) -> Say:
    """Gives the lines that a part says to the log, without their levels."""

    def say(text: str, _level: int = 0, /) -> None:
        take(text)

    return say
