"""The line of each value of a TOML file."""

import tomllib
from collections.abc import Iterator
from typing import Any


def toml_lines(text: str) -> dict[str, int]:
    """Return the line, from 1, on which each value and table of a valid TOML text begins, by dotted key.

    A TOML statement is valid by itself and ends with its line. So lines that are not valid yet continue on the next one.
    """
    found: dict[str, int] = {}
    table: tuple[str, ...] = ()
    statement, start = "", 0
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        start = start or number
        statement += line
        try:
            parsed = tomllib.loads(statement)
        except tomllib.TOMLDecodeError:
            continue
        ways = list(_ways(parsed))
        if statement.lstrip().startswith("["):
            table = ways[-1]
            ways = [table[:deep] for deep in range(1, len(table) + 1)]
        else:
            ways = [table + way for way in ways]
        for way in ways:
            found.setdefault(".".join(way), start)
        statement, start = "", 0
    return found


def _ways(parsed: Any) -> Iterator[tuple[str, ...]]:
    """Yield the path of keys to each value and table."""
    if isinstance(parsed, list) and parsed:
        yield from _ways(parsed[-1])
    elif isinstance(parsed, dict):
        for key, value in parsed.items():
            yield (key,)
            if isinstance(value, dict):
                for way in _ways(value):
                    yield (key, *way)
