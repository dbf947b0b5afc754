"""Stand-ins for parts of a table that do nothing, for tests that do not need these parts."""

from collections.abc import Callable

from config.log_line import Say


def raised(error: BaseException) -> None:
    """For a game whose failures end a test."""
    raise error


def said_to(take: Callable[[str], object]) -> Say:
    """Gives the lines that a part says to the log, without their levels."""

    def say(text: str, _level: int = 0, /) -> None:
        take(text)

    return say
