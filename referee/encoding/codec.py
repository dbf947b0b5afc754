"""Observations and events as canonical JSON-able mappings with a ``type``, and back, exactly.

Tiles are mpsz names, everything else integers, texts, booleans, null, lists and mappings; never a float.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from types import NoneType, UnionType
from typing import Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import fields

from referee.game import events, judge_events, judge_observations, observations
from referee.game.events import Event
from referee.game.observations import Observation
from referee.texts.message import Message, MessageError, from_json, to_json
from referee.tiles import NAMES, Tile, parse_tile

_T = TypeVar("_T")
_Decoder = Callable[[Any], Any]
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
        self._text = text
        self.where = where
        self.unknown = tuple(sorted(unknown))
        self.missing = tuple(sorted(missing))

    def within(self, name: str) -> CodecError:
        """The same error as seen from outside the field, element or class ``name``."""
        return CodecError(self._text, (name, *self.where), unknown=self.unknown, missing=self.missing)


def _classes(modules: tuple[Any, ...], base: type[_T]) -> dict[str, type[_T]]:
    found = (value for module in modules for value in vars(module).values() if isinstance(value, type))
    bases = {base, judge_observations.JudgeObservation}
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
    if isinstance(value, Struct):
        return _encode_fields(value)
    return value


_SHAPES: dict[type, tuple[tuple[str, Any], ...]] = {}


def shape(cls: type[Any]) -> tuple[tuple[str, Any], ...]:
    """The fields of an observation or event, or of what it holds, with their types, as it is encoded."""
    known = _SHAPES.get(cls)
    if known is None:
        known = _SHAPES[cls] = tuple(get_type_hints(cls).items())
    return known


def _decode_typed(classes: dict[str, type[_T]], mapping: dict[str, Any]) -> _T:
    if not isinstance(mapping, dict):
        raise CodecError(f"not a mapping: {mapping!r}")
    name = mapping.get("type")
    cls = classes.get(name) if isinstance(name, str) else None
    if cls is None:
        raise CodecError(f"type: {name!r} is not one of {', '.join(sorted(classes))}")
    try:
        return _plan(cls).decode({key: value for key, value in mapping.items() if key != "type"})
    except CodecError as error:
        raise error.within(cls.__name__) from None


class _Plan(Generic[_T]):
    """A plan for decoding mappings into a class, made once: looking up its annotations each time would be slow."""

    __slots__ = ("_cls", "_decoders", "_required")

    def __init__(self, cls: Any) -> None:
        self._cls: Callable[..., _T] = cls
        self._decoders = {name: decoder_of(kind, name in TILE_FIELDS) for name, kind in shape(cls)}
        # Older journals lack fields that have a default.
        self._required = frozenset(field.name for field in fields(cls) if field.required)

    def decode(self, mapping: Any) -> _T:
        """An instance of the class.

        Raises:
            CodecError: it is no mapping, or one of its fields is unknown, missing or wrong.
        """
        if not isinstance(mapping, dict):
            raise CodecError(f"not a mapping: {mapping!r}")
        decoders, given = self._decoders, mapping.keys()
        if not (given <= decoders.keys() and given >= self._required):
            unknown, missing = given - decoders.keys(), self._required - given
            text = f"unknown {sorted(unknown)}, missing {sorted(missing)}"
            raise CodecError(text, unknown=unknown, missing=missing)
        values = {}
        for name, decode in decoders.items():
            if name in mapping:
                try:
                    values[name] = decode(mapping[name])
                except CodecError as error:
                    raise error.within(name) from None
        return self._cls(**values)


_PLANS: dict[type, _Plan[Any]] = {}


def _plan(cls: type[_T]) -> _Plan[_T]:
    known = _PLANS.get(cls)
    if known is None:
        known = _PLANS[cls] = _Plan(cls)
    return known


def decoder_of(kind: Any, tile: bool) -> _Decoder:
    """Return the decoder for values of a type; with ``tile`` its integers are tiles."""
    origin = get_origin(kind)
    if origin in {Union, UnionType}:
        return _optional(decoder_of(next(arg for arg in get_args(kind) if arg is not NoneType), tile))
    if origin is tuple:
        return _tuple(get_args(kind), tile)
    if tile and kind is int:
        return _tile
    if kind is Message:
        return _message
    if isinstance(kind, type) and issubclass(kind, Struct):
        # The plan is made only when it is needed, because classes may hold each other.
        return lambda value: _plan(kind).decode(value)
    if origin is not None and origin is not dict:
        return _one_of(get_args(kind))
    return _exactly(dict if origin is dict else kind)


def _optional(decode: _Decoder) -> _Decoder:
    return lambda value: None if value is None else decode(value)


def _tile(value: Any) -> Tile:
    try:
        return parse_tile(value)
    except (ValueError, TypeError) as error:
        raise CodecError(f"{error}") from None


def _message(value: Any) -> Message:
    try:
        return from_json(value)
    except MessageError as error:
        raise CodecError(f"{error}") from None


def _one_of(values: tuple[Any, ...]) -> _Decoder:
    def decode(value: Any) -> Any:
        if value not in values:
            raise CodecError(f"{value!r} is not one of {values}")
        return value

    return decode


def _exactly(wanted: Any) -> _Decoder:
    def decode(value: Any) -> Any:
        if type(value) is not wanted:
            raise CodecError(f"must be {wanted.__name__}, not {value!r}")
        return value

    return decode


def _tuple(kinds: tuple[Any, ...], tile: bool) -> _Decoder:
    alike = bool(kinds) and kinds[-1] is Ellipsis
    decoders = [decoder_of(kind, tile) for kind in (kinds[:1] if alike else kinds)]

    def decode(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise CodecError(f"must be a list, not {value!r}")
        if not alike and len(decoders) != len(value):
            raise CodecError(f"must have {len(decoders)} values, not {len(value)}")
        found: list[Any] = []
        try:
            for each, decode_one in zip(value, decoders * len(value) if alike else decoders, strict=True):
                found.append(decode_one(each))
        except CodecError as error:
            raise error.within(str(len(found))) from None
        return tuple(found)

    return decode
