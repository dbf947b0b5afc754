"""The place of each value of a TOML file, and the comment behind it."""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

_TABLE: Final = re.compile(r"\[\s*([\w.\"-]+)\s*\]\s*(?:#.*)?$")
_VALUE: Final = re.compile(r"([\w-]+)\s*=\s*(.*)$")
_TOKEN: Final = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|[^\"'#]+")


class Source(NamedTuple):
    """The origin of a value.

    Attributes:
        text: the comment behind the value, "" for none.
        file: the path of the file.
        line: its line in the file, from 1; 0 if it has no line of its own.
        book: the first rulebook that this file follows, "" if it names none.
    """

    text: str
    file: str
    line: int
    book: str


def origins(text: str, mapping: Mapping[str, Any], file: str) -> dict[str, Source]:
    """Return the origin of each value of a file's tables, by dotted key.

    Args:
        text: the file's text.
        mapping: the parsed text.
        file: the file's path, for people.
    """
    books = mapping.get("sources")
    book = str(books[0]) if isinstance(books, list) and books else ""
    found = {}
    for key, (number, comment) in _lines(text).items():
        found[key] = Source(comment, file, number, book)
    for table, values in mapping.items():
        for key in values if isinstance(values, dict) else ():
            found.setdefault(f"{table}.{key}", Source("", file, 0, book))
    return found


def _lines(text: str) -> dict[str, tuple[int, str]]:
    """Return line and comment of each ``key = value`` and ``[table]`` by dotted key."""
    table = ""
    found: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        header = _TABLE.match(stripped)
        if header:
            table = header.group(1)
            found.setdefault(table, (number, ""))
            continue
        value = _VALUE.match(stripped)
        if value:
            key = f"{table}.{value.group(1)}" if table else value.group(1)
            found.setdefault(key, (number, _comment(value.group(2))))
    return found


def _comment(rest: str) -> str:
    """Return the text after the first ``#`` outside a quoted string."""
    at = 0
    while token := _TOKEN.match(rest, at):
        at = token.end()
    return rest[at + 1 :].strip() if rest[at : at + 1] == "#" else ""
