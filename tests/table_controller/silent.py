"""Stand-ins that do nothing, for parts of a table that a test does not need."""

from collections.abc import Callable

from config.log_line import Say


def raised(error: BaseException) -> None:
    """Raise the error, so that a game's failure ends the test."""
    raise error


def said_to(take: Callable[[str], object]) -> Say:
    """Return a log function that keeps the messages without their levels."""

    def say(text: str, _level: int = 0, /) -> None:
        take(text)

    return say
