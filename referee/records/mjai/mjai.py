"""mjai: one JSON object a line. Concealed tiles may be ``?``.

The format grew with the programs that use it (https://gimite.net/pukiwiki/index.php?Mjai, then akochan and Mortal). What
some of them leave out is derived from the rest: the winning tile, the winner's hand, the reason of a draw, scores and bets
at the start of a hand.
"""

import json
from collections.abc import Iterator
from typing import Any, Final

from referee.records.mjai.read import MjaiReader
from referee.records.mjai.write import lines
from referee.records.neutral.errors import RecordError
from referee.records.neutral.record import GameRecord
from referee.records.neutral.values import as_object, json_value

READ_AHEAD: Final = 400
"""Number of characters within which a damaged text must reveal its format."""


def looks_like(text: str) -> bool:
    """Return whether the text is mjai: it begins with a JSON object that has a type, alone or in a list."""
    first = text.strip().split("\n", 1)[0]
    try:
        value = json_value(text if first.startswith("[") else first)
    except ValueError:
        return (
            first.startswith(("{", "["))
            and '"type"' in text[:READ_AHEAD]
            and '"log"' not in text[:READ_AHEAD]
        )
    if isinstance(value, list) and value:
        value = value[0]
    return isinstance(value, dict) and "type" in value and "log" not in value


def write(record: GameRecord) -> str:
    """The lines of a game, each ended by a line feed."""
    return "".join(
        json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines(record)
    )


def parse(text: str, path: str = "") -> GameRecord:
    """The game of mjai lines, or of one list of them. It may end after any line.

    Raises:
        RecordError: a line that is no JSON object, of an unknown type or without what its type needs; with its number.
    """
    reader = MjaiReader(path)
    for place, source in _sources(text):
        try:
            reader.read_line(as_object(json_value(source) if isinstance(source, str) else source))
        except json.JSONDecodeError as error:
            raise RecordError(path, place, f"after {reader.place}: not JSON: {error.msg}") from None
        except KeyError as error:
            raise RecordError(path, place, f"{reader.place}: {error} is missing") from None
        except ValueError as error:
            raise RecordError(path, place, f"{reader.place}: {error}") from None
    return reader.record()


def _sources(text: str) -> Iterator[tuple[str, Any]]:
    """Each line with its place, or each element of a list."""
    if text.lstrip().startswith("["):
        try:
            elements = json_value(text)
        except ValueError:
            elements = None
        if isinstance(elements, list):
            for number, element in enumerate(elements, 1):
                yield f"element {number}", element
            return
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield f"line {number}", line
