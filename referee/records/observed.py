"""Observation files: a table's reports of a game, one observation per line, without the decisions.

The first line is ``{"jantaku":"observations","schema":1,"game":NAME}``. Each further line is an observation as
``referee.encoding.codec`` encodes it; the first of them is ``HanchanBegun`` with the whole ruleset. An observation without
a source gets ``observation:N``, with N counted from the ``HandDealt`` of its hand (0) and 0 before the first hand.
"""

import json
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from referee.encoding.codec import decode_observation
from referee.game.observations import HanchanBegun, HandDealt, Observation
from referee.records.neutral.errors import RecordError

SCHEMA: Final = 1
_KIND: Final = "observations"


class ObservedGame(Struct, frozen=True):
    """The observations of one game: ``beginning`` up to the first hand, then each hand up to the next deal."""

    path: str
    name: str
    beginning: tuple[Observation, ...]
    hands: tuple[tuple[Observation, ...], ...]


def looks_like(text: str) -> bool:
    """Return whether a text is an observation file, by its first line."""
    first = text.lstrip()[:200].split("\n", 1)[0]
    return first.startswith("{") and '"jantaku"' in first and f'"{_KIND}"' in first


def parse(text: str, path: str = "") -> ObservedGame:
    """The game of an observation file.

    Raises:
        RecordError: a line is no observation, the schema is unknown, or ``HanchanBegun`` is not first; says which line.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    name = _heading(lines[0][1] if lines else "", path)
    observations: list[Observation] = []
    for number, line in lines[1:]:
        try:
            observations.append(decode_observation(dict(json.loads(line))))
        except (ValueError, TypeError, RecursionError) as error:
            raise RecordError(path, f"line {number}", str(error)) from None
    if not observations or not isinstance(observations[0], HanchanBegun):
        raise RecordError(path, "line 2", "the first observation is not HanchanBegun")
    beginning: list[Observation] = []
    hands: list[list[Observation]] = []
    for each in observations:
        if isinstance(each, HandDealt):
            hands.append([])
        now = hands[-1] if hands else beginning
        number = len(now) if hands else 0
        now.append(each if each.source else replace(each, source=f"observation:{number}"))
    return ObservedGame(path, name, tuple(beginning), tuple(tuple(hand) for hand in hands))


def _heading(line: str, path: str) -> str:
    try:
        heading = json.loads(line)
    except json.JSONDecodeError as error:
        raise RecordError(path, "line 1", str(error)) from None
    if not isinstance(heading, dict) or heading.get("jantaku") != _KIND:
        raise RecordError(path, "line 1", "not the first line of an observation file")
    if heading.get("schema") != SCHEMA:
        raise RecordError(path, "line 1", f"schema {heading.get('schema')!r}, this program reads {SCHEMA}")
    name = heading.get("game", "")
    if not isinstance(name, str):
        raise RecordError(path, "line 1", "the name of the game is not text")
    return name
