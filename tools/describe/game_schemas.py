"""JSON schemas of observations and events as ``referee.encoding.codec`` writes them, made from their classes."""

from collections.abc import Mapping
from dataclasses import is_dataclass
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeAlias, Union, get_args, get_origin

from msgspec import Struct

from referee.encoding.codec import EVENTS, OBSERVATIONS, TILE_FIELDS, shape
from referee.rules.ruleset import Ruleset
from referee.texts.message import Message

Schema: TypeAlias = "dict[str, Any]"
SEAT_FIELDS: Final = frozenset({"seat", "source_seat", "dealer", "of", "turn", "liable"})
"""Names of fields that hold seats, wherever they occur."""
SEAT: Final[Schema] = {"$ref": "#/components/schemas/Seat"}
TILE: Final[Schema] = {"$ref": "#/components/schemas/Tile"}
MESSAGE: Final[Schema] = {"$ref": "#/components/schemas/Message"}
PLAIN: Final[Mapping[Any, Schema]] = {
    int: {"type": "integer"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
}


def observation_schemas() -> dict[str, Schema]:
    """The schema of each kind of observation, by the name of its class."""
    return {name: _typed(kind) for name, kind in sorted(OBSERVATIONS.items())}


def event_schemas() -> dict[str, Schema]:
    """The schema of each kind of event, by the name of its class."""
    return {name: _typed(kind) for name, kind in sorted(EVENTS.items())}


def first_line(kind: type) -> str:
    """The first line of a class's docstring."""
    return (kind.__doc__ or "").strip().partition("\n")[0]


def _typed(kind: type[Any]) -> Schema:
    made = _fields(kind)
    return {
        **made,
        "required": ["type", *made["required"]],
        "properties": {"type": {"const": kind.__name__}, **made["properties"]},
    }


def _fields(kind: type[Any]) -> Schema:
    held = {name: _schema(each, name) for name, each in shape(kind)}
    return {
        "type": "object",
        "description": first_line(kind),
        "required": list(held),
        "properties": held,
        "additionalProperties": False,
    }


def _schema(kind: Any, name: str) -> Schema:
    origin, inner = get_origin(kind), get_args(kind)
    if origin in {Union, UnionType}:
        return {"anyOf": [_schema(each, name) for each in inner if each is not NoneType] + [{"type": "null"}]}
    if origin is Literal:
        return {"enum": list(inner)}
    if origin is tuple:
        return _list(inner, name)
    if origin is dict or kind is dict:
        return {"type": "object"}
    if kind is Message:
        return MESSAGE
    if isinstance(kind, type) and (issubclass(kind, Struct) or is_dataclass(kind)):
        return _fields(kind)
    if kind is int and name in TILE_FIELDS:
        return TILE
    if kind is int and name in SEAT_FIELDS:
        return SEAT
    return PLAIN[kind]


def _list(kinds: tuple[Any, ...], name: str) -> Schema:
    if kinds[-1] is Ellipsis:
        return {"type": "array", "items": _schema(kinds[0], name)}
    made = [_schema(each, name) for each in kinds]
    same = all(each == made[0] for each in made)
    return {
        "type": "array",
        "items": made[0] if same else made,
        "minItems": len(made),
        "maxItems": len(made),
    }


def ruleset_schema() -> Schema:
    """The schema of a whole ruleset as a mapping (``Ruleset.to_mapping``)."""
    schema = _fields(Ruleset)
    for left_out in ("unread", "unchecked"):  # the book itself has checked every value
        schema["required"].remove(left_out)
    return schema
