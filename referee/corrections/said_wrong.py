"""Why an act that a judge describes is none, in words that name the field and what it must be."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Final, Literal, Union, get_args, get_origin

from referee.corrections.slots import ACTS
from referee.encoding.codec import OBSERVATIONS, TILE_FIELDS, shape
from referee.game.words import kind_named

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.encoding.codec import CodecError

TILE: Final = "a tile: 1m to 9m, p, s, 1z to 7z, 0m, 0p, 0s, or ? where nobody saw it"
GIVEN: Final = frozenset({"at_ms", "within_ms", "source"})
"""What nobody says of an act."""
PLAIN: Final[Mapping[Any, str]] = {
    int: "a whole number",
    bool: "true or false",
    str: "a text",
    dict: "a mapping",
}


def said_wrong(mapping: Mapping[str, Any], error: CodecError) -> str:
    """What is wrong with an act that does not decode.

    Args:
        mapping: the act as it was said.
        error: of ``referee.encoding.codec.decode_observation``.
    """
    kind = OBSERVATIONS.get(str(mapping.get("type")))
    if kind is None:
        known = ", ".join(sorted(each.__name__ for each in ACTS))
        return f"type must be one of {known}; {mapping.get('type')!r} is none"
    fields, what = dict(shape(kind)), kind_named(kind)
    own = ", ".join(name for name in fields if name not in GIVEN)
    if error.unknown and len(error.where) == 1:
        return f"{what} has no {', '.join(error.unknown)}: it has {own}"
    if error.missing and len(error.where) == 1:
        return f"{what} needs {', '.join(error.missing)}: it has {own}"
    field = error.where[1]
    return f"{field} of {what} must be {_wanted(fields[field], field)}, not {mapping[field]!r:.60}"


def _wanted(kind: Any, name: str) -> str:
    origin, inner = get_origin(kind), get_args(kind)
    if origin in {Union, UnionType}:
        either = " or ".join(_wanted(each, name) for each in inner if each is not NoneType)
        return f"{either}, or null" if NoneType in inner else either
    if origin is Literal:
        return f"one of {', '.join(map(str, inner))}"
    if origin is tuple:
        return f"a list, each {_wanted(inner[0], name)}"
    if name in TILE_FIELDS and kind is int:
        return TILE
    return PLAIN.get(kind, "a mapping")
