"""Observations and events as canonical JSON-able mappings with a ``type``, and back, exactly.

Tiles are mpsz names, everything else integers, texts, booleans, null, lists and mappings; never a float.
"""

from __future__ import annotations

import json
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from referee.game import events, judge_events, judge_observations, observations
from referee.game.events import Event
from referee.game.observations import Observation
from referee.melds import Meld, MeldKind
from referee.texts.message import Message, MessageError, from_json, to_json
from referee.tiles import NAMES, Tile, parse_tile

if TYPE_CHECKING:
    from collections.abc import Iterable

_T = TypeVar("_T")
_Path = tuple[str, ...]
TILE_FIELDS = frozenset({"tile", "tiles", "hands", "claimed", "added", "winning"})
"""Names of fields that hold tiles, wherever they occur."""


class CodecError(ValueError):
    """A mapping is no observation or event; the text says which field is wrong and why.

    Attributes:
        where: the class and the path of fields to the error; empty if there is no such class.
        unknown, missing: names of unknown and of missing fields there.
    """

    def __init__(
        self,
        text: str,
        where: tuple[str, ...] = (),
        *,
        unknown: Iterable[str] = (),
        missing: Iterable[str] = (),
    ) -> None:
        super().__init__(f"{'.'.join(where)}: {text}" if where else text)
        self.where = where
        self.unknown = tuple(sorted(unknown))
        self.missing = tuple(sorted(missing))


def _classes(modules: tuple[Any, ...], base: type[_T]) -> dict[str, type[_T]]:
    found = (value for module in modules for value in vars(module).values() if isinstance(value, type))
    bases = {base, judge_observations.Said}
    return {cls.__name__: cls for cls in found if issubclass(cls, base) and cls not in bases}


OBSERVATIONS = _classes((observations, judge_observations), Observation)
EVENTS = _classes((events, judge_events), Event)


def encode(thing: Observation | Event) -> dict[str, Any]:
    """The mapping of an observation or event."""
    return {"type": type(thing).__name__, **_encode_fields(thing)}


def decode_observation(mapping: dict[str, Any]) -> Observation:
    """The observation of a mapping made by ``encode``.

    Raises:
        CodecError: unknown type, a missing or unknown field, a wrong value.
    """
    return _decode_typed(OBSERVATIONS, mapping)


def decode_event(mapping: dict[str, Any]) -> Event:
    """The event of a mapping made by ``encode``.

    Raises:
        CodecError: as ``decode_observation``.
    """
    return _decode_typed(EVENTS, mapping)


def canonical(value: Any) -> str:
    """Canonical JSON text: sorted keys, no spaces, no floats.

    Raises:
        CodecError: a float or another value JSON has no exact form for.
    """
    _refuse_floats(value)
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _refuse_floats(value: Any) -> None:
    if isinstance(value, dict):
        for each in value.values():
            _refuse_floats(each)
    elif isinstance(value, list | tuple):
        for each in value:
            _refuse_floats(each)
    elif not isinstance(value, int | str | NoneType):
        raise CodecError(f"no exact JSON for {value!r}")


def _encode_fields(thing: Any) -> dict[str, Any]:
    return {name: _encode(getattr(thing, name), name in TILE_FIELDS) for name, _ in shape(type(thing))}


def _encode(value: Any, tile: bool) -> Any:
    if tile and isinstance(value, int):
        return NAMES[value]
    if isinstance(value, list | tuple):
        return [_encode(each, tile) for each in value]
    if isinstance(value, Message):
        return to_json(value)
    if is_dataclass(value):
        return _encode_fields(value)
    return value


_NAMES = {
    "Meld": Meld,
    "MeldKind": MeldKind,
    "Breakable": observations.Breakable,
    "Call": observations.Call,
    "Keeps": observations.Keeps,
    "Message": Message,
    "Ruling": observations.Ruling,
    "Tile": Tile,
    "Outcome": judge_observations.Outcome,
}
"""What names in annotations stand for, where their module imports them for type checkers only."""


_SHAPES: dict[type, tuple[tuple[str, Any], ...]] = {}


def shape(cls: type[Any]) -> tuple[tuple[str, Any], ...]:
    """The fields of a dataclass with their types, as it is encoded."""
    known = _SHAPES.get(cls)
    if known is None:
        hints = get_type_hints(cls, localns=_NAMES)
        known = _SHAPES[cls] = tuple((field.name, hints[field.name]) for field in fields(cls))
    return known


def _required(cls: Any) -> set[str]:
    """Fields that a mapping must have: those without a default. Older journals lack the others."""
    return {
        field.name for field in fields(cls) if field.default is MISSING and field.default_factory is MISSING
    }


def _decode_typed(classes: dict[str, type[_T]], mapping: dict[str, Any]) -> _T:
    name = mapping.get("type")
    cls = classes.get(name) if isinstance(name, str) else None
    if cls is None:
        raise CodecError(f"type: {name!r} is not one of {', '.join(sorted(classes))}")
    return _decode_fields(
        cls, {key: value for key, value in mapping.items() if key != "type"}, (cls.__name__,)
    )


def _decode_fields(cls: type[_T], mapping: Any, where: _Path) -> _T:
    if not isinstance(mapping, dict):
        raise CodecError(f"not a mapping: {mapping!r}", where)
    kinds = dict(shape(cls))
    unknown = mapping.keys() - kinds.keys()
    missing = _required(cls) - mapping.keys()
    if unknown or missing:
        raise CodecError(
            f"unknown {sorted(unknown)}, missing {sorted(missing)}", where, unknown=unknown, missing=missing
        )
    return cls(
        **{
            name: _decode(mapping[name], kind, name in TILE_FIELDS, (*where, name))
            for name, kind in kinds.items()
            if name in mapping
        }
    )


def _decode(value: Any, kind: Any, tile: bool, where: _Path) -> Any:
    origin = get_origin(kind)
    if origin in {Union, UnionType}:
        if value is None:
            return None
        return _decode(value, next(arg for arg in get_args(kind) if arg is not NoneType), tile, where)
    if origin is tuple:
        return _decode_tuple(value, get_args(kind), tile, where)
    if tile and kind is int:
        try:
            return parse_tile(value)
        except (ValueError, TypeError) as error:
            raise CodecError(f"{error}", where) from None
    if kind is Message:
        try:
            return from_json(value)
        except MessageError as error:
            raise CodecError(f"{error}", where) from None
    if is_dataclass(kind) and isinstance(kind, type):
        return _decode_fields(kind, value, where)
    if origin is not None and origin is not dict:
        if value not in get_args(kind):
            raise CodecError(f"{value!r} is not one of {get_args(kind)}", where)
        return value
    wanted = dict if origin is dict else kind
    if type(value) is not wanted:
        raise CodecError(f"must be {wanted.__name__}, not {value!r}", where)
    return value


def _decode_tuple(value: Any, kinds: tuple[Any, ...], tile: bool, where: _Path) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise CodecError(f"must be a list, not {value!r}", where)
    if kinds and kinds[-1] is Ellipsis:
        kinds = (kinds[0],) * len(value)
    if len(kinds) != len(value):
        raise CodecError(f"must have {len(kinds)} values, not {len(value)}", where)
    return tuple(
        _decode(each, kind, tile, (*where, str(at)))
        for at, (each, kind) in enumerate(zip(value, kinds, strict=True))
    )
