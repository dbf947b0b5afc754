"""Arguments of commands, read and checked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from referee.decide import advance
from referee.rulings.topics import refusal
from table_controller.reactions import MOST_POINTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.events import Four
    from referee.observations import Observation
    from table_controller.daemon import Daemon

Answer: TypeAlias = "dict[str, Any]"
Topic: TypeAlias = "dict[str, Callable[[Answer], Any]]"
"""Commands by name."""


class CommandRefusedError(Exception):
    """A command cannot be done now, or its arguments are wrong."""


def who(arguments: Answer) -> str:
    """``by``: who asks."""
    return str(arguments.get("by", "judge"))


def why(arguments: Answer) -> str:
    """``text``: why."""
    return str(arguments.get("text", ""))


def said(daemon: Daemon, observation: Observation, arguments: Answer) -> Answer:
    """Let a judge say something, unless the rules or the game as it stands refuse it.

    Raises:
        CommandRefusedError: it makes no sense now.
    """
    reason = refusal(daemon.state, observation)
    if reason:
        raise CommandRefusedError(reason)
    _, after = advance(daemon.state, replace(observation, at_ms=daemon.now_ms()))
    if after is not None and any(abs(score) > MOST_POINTS for score in after.scores):
        raise CommandRefusedError(
            f"a score would be more than {MOST_POINTS:,} points, which no table can show"
        )
    return {"number": daemon.person_observes(observation, who(arguments))}


def seat_in(arguments: Answer, name: str = "seat") -> int:
    """A seat that must be given.

    Raises:
        CommandRefusedError: it is missing or none.
    """
    seat = seat_or_none(arguments, name)
    if seat is None:
        raise CommandRefusedError(f"{name} must be 0 to 3")
    return seat


def seat_or_none(arguments: Answer, name: str = "seat") -> int | None:
    """A seat that may be left out.

    Raises:
        CommandRefusedError: it is none.
    """
    seat = arguments.get(name)
    if seat is None:
        return None
    if type(seat) is not int or not 0 <= seat <= 3:
        raise CommandRefusedError(f"{name} must be 0 to 3")
    return seat


def seats_in(arguments: Answer, name: str) -> tuple[int, ...]:
    """A list of seats, empty if it is left out.

    Raises:
        CommandRefusedError: it is no such list.
    """
    seats = arguments.get(name, [])
    if not isinstance(seats, list) or not all(type(seat) is int and 0 <= seat <= 3 for seat in seats):
        raise CommandRefusedError(f"{name} must be a list of seats 0 to 3")
    return tuple(seats)


def number_in(arguments: Answer, name: str, default: int | None = None) -> int:
    """An integer.

    Raises:
        CommandRefusedError: it is missing or none.
    """
    number = arguments.get(name, default)
    if type(number) is not int:
        raise CommandRefusedError(f"{name} must be a whole number")
    return number


def number_or_none(arguments: Answer, name: str) -> int | None:
    """An integer that may be left out.

    Raises:
        CommandRefusedError: it is none.
    """
    return None if arguments.get(name) is None else number_in(arguments, name)


def four_in(arguments: Answer, name: str) -> Four:
    """Four integers, by seat.

    Raises:
        CommandRefusedError: they are not four integers.
    """
    four = arguments.get(name)
    if not isinstance(four, list) or len(four) != 4 or not all(type(each) is int for each in four):
        raise CommandRefusedError(f"{name} must be a list of four whole numbers")
    return cast("Four", tuple(four))


def word_in(arguments: Answer, name: str, words: tuple[str, ...]) -> Any:
    """One of some words.

    Raises:
        CommandRefusedError: it is none of them.
    """
    word = arguments.get(name)
    if word not in words:
        raise CommandRefusedError(f"{name} must be one of {', '.join(words)}")
    return word


def flag_in(arguments: Answer, name: str, *, default: bool) -> bool:
    """True or false.

    Raises:
        CommandRefusedError: it is neither.
    """
    flag = arguments.get(name, default)
    if type(flag) is not bool:
        raise CommandRefusedError(f"{name} must be true or false")
    return flag
