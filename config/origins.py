"""The place of each value of a TOML file, and the comment behind it."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

_TOKEN: Final = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|[^\"'#]+")


class Source(NamedTuple):
    """The origin of a value.

    Attributes:
        text: the comment behind the value, "" for none.
        file: the path of the file.
        line: its line in the file, from 1.
        book: the first rulebook that this file follows, "" if it names none.
    """

    text: str
    file: str
    line: int
    book: str


def origins(text: str, mapping: Mapping[str, Any], file: str) -> dict[str, Source]:
    """Return the origin of each value and table of a file, by dotted key.

    Args:
        text: the file's text.
        mapping: the parsed text.
        file: the file's path, for people.
    """
    books = mapping.get("sources")
    book = str(books[0]) if isinstance(books, list) and books else ""
    lines = text.split("\n")
    return {
        key: Source(_comment(lines[number - 1]), file, number, book)
        for key, number in toml_lines(text).items()
    }


def _comment(line: str) -> str:
    """Return the text after the first ``#`` outside a quoted string."""
    at = 0
    while token := _TOKEN.match(line, at):
        at = token.end()
    return line[at + 1 :].strip() if line[at : at + 1] == "#" else ""


def toml_lines(text: str) -> dict[str, int]:
    """Return the line, from 1, on which each value and table of a valid TOML text begins, by dotted key.

    A TOML statement is valid by itself and ends with its line. So lines that are not valid yet continue on the next one.
    """
    found: dict[str, int] = {}
    table: tuple[str, ...] = ()
    statement, start = "", 0
    for number, line in enumerate(text.split("\n"), 1):
        start = start or number
        statement += line + "\n"
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
