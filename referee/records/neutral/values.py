"""Checks for the values of a foreign record: each must be a number, a seat or a rule."""

import json
import re
from functools import lru_cache
from typing import Any, Final

from config import ConfigError, read_ruleset

DIGITS: Final = 12
"""The most digits: no score, tile or counter has more."""
_NUMBER: Final = re.compile(r"-?[0-9]{1,10}")
"""A number in a text, where scores are given in hundreds."""
_NUMBERS: Final = re.compile(rf"{_NUMBER.pattern}(?:,{_NUMBER.pattern})*")
_PRESET: Final = re.compile(r"[\w-]+(?:\+[\w-]+(?:\.\d+)*)*")
"""The name of a ruleset: a record may name a preset, never a file."""
Four = tuple[int, int, int, int]


def number(text: str) -> int:
    """The whole number in a text.

    Raises:
        ValueError: it is not a whole number, or has too many digits.
    """
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"{text[:40]!r} is not a number")
    return int(text)


def numbers(text: str) -> list[int]:
    """The whole numbers of a text, separated by commas; an empty text has none.

    Raises:
        ValueError: one of them is not a whole number.
    """
    if _NUMBERS.fullmatch(text):
        return list(map(int, text.split(",")))
    return [number(each) for each in text.split(",")] if text else []


def whole(value: Any) -> int:
    """A whole number of a JSON value.

    Raises:
        ValueError: it is not a whole number, or has too many digits.
    """
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) >= 10**DIGITS:
        raise ValueError(f"{str(value)[:40]!r} is not a number")
    return value


def counter(value: Any) -> int:
    """A whole number that counts something.

    Raises:
        ValueError: it is not a whole number, or is below zero.
    """
    if whole(value) < 0:
        raise ValueError(f"{value} is below zero")
    return whole(value)


def seat(value: Any) -> int:
    """A seat, 0-3.

    Raises:
        ValueError: there is no such seat.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 3:
        raise ValueError(f"seat {str(value)[:40]!r}")
    return value


def as_list(value: Any) -> list[Any]:
    """A list of a JSON value.

    Raises:
        ValueError: it is none.
    """
    if isinstance(value, list):
        return value
    raise ValueError(f"{str(value)[:40]!r} is no list")


def as_object(value: Any) -> dict[str, Any]:
    """A JSON object.

    Raises:
        ValueError: it is none.
    """
    if isinstance(value, dict):
        return value
    raise ValueError(f"{str(value)[:40]!r} is no JSON object")


def four(values: Any) -> Four:
    """Four whole numbers, one a seat.

    Raises:
        ValueError: not a list of four, or not of numbers.
    """
    if len(as_list(values)) != 4:
        raise ValueError(f"{str(values)[:40]} are not four numbers")
    first, second, third, fourth = (whole(value) for value in values)
    return first, second, third, fourth


def four_names(values: Any) -> tuple[str, str, str, str]:
    """Four names, empty where the record has none.

    Raises:
        ValueError: not four of them.
    """
    if not values:
        return "", "", "", ""
    if len(as_list(values)) != 4:
        raise ValueError(f"{len(values)} players")
    first, second, third, fourth = (printable(str(value)) for value in values)
    return first, second, third, fourth


def printable(text: str) -> str:
    """The text without unpaired surrogates, which no file could hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def json_value(text: str) -> Any:
    """The value of a JSON text.

    Raises:
        ValueError: not JSON, or nested too deep to be a record.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None


def own_rules(value: Any) -> tuple[str, dict[str, Any]] | None:
    """Ruleset and overrides as our writers note them in a record; None if the note is not ours.

    Raises:
        ValueError: ours, but damaged.
    """
    if not isinstance(value, dict) or "name" not in value or "overrides" not in value:
        return None
    name, overrides = value["name"], value["overrides"]
    if not isinstance(name, str) or not _PRESET.fullmatch(name) or not isinstance(overrides, dict):
        raise ValueError(f"rule {str(value)[:40]}")
    return name, overrides


def setting(ruleset: str, overrides: dict[str, Any], key: str, default: Any) -> Any:
    """The value of a dotted key in a ruleset with overrides; ``default`` if the ruleset is not known here."""
    if key in overrides:
        return overrides[key]
    group, _, name = key.partition(".")
    return _preset(ruleset).get(group, {}).get(name, default)


@lru_cache(maxsize=16)
def _preset(ruleset: str) -> dict[str, Any]:
    """A ruleset, read only once for all records; nothing of one that is not known here."""
    try:
        return read_ruleset(ruleset)
    except ConfigError:
        return {}
