"""The line of each value of a TOML file."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


def toml_lines(text: str) -> dict[str, int]:
    """The line, from 1, on which each value and each table of a valid TOML text begins, by dotted key.

    Each statement of TOML is valid by itself and ends with its line, so what is not valid goes on in the next one.
    """
    found: dict[str, int] = {}
    table: tuple[str, ...] = ()
    statement, start = "", 0
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        start = start or number
        statement += line
        try:
            said = tomllib.loads(statement)
        except tomllib.TOMLDecodeError:
            continue
        ways = list(_ways(said))
        if statement.lstrip().startswith("["):
            table = ways[-1]
            ways = [table[:deep] for deep in range(1, len(table) + 1)]
        else:
            ways = [table + way for way in ways]
        for way in ways:
            found.setdefault(".".join(way), start)
        statement, start = "", 0
    return found


def _ways(said: Any) -> Iterator[tuple[str, ...]]:
    """The keys of all values and tables, each with those of the tables around it."""
    if isinstance(said, list) and said:
        yield from _ways(said[-1])
    elif isinstance(said, dict):
        for key, value in said.items():
            yield (key,)
            if isinstance(value, dict):
                for way in _ways(value):
                    yield (key, *way)
