"""A whole position as JSON and back, exactly: with such a snapshot a journal need not be folded from its start.

The entries are the truth, a snapshot never is. A snapshot that this program cannot read, because the fields of a position
have changed since, is ignored and the entries are folded instead.
"""

from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from msgspec import Struct

from referee.game.position import GameState
from referee.rules.ruleset import Ruleset
from referee.texts.message import Message, from_json, to_json


def encode_state(state: GameState) -> dict[str, Any]:
    """The mapping of a state."""
    return cast("dict[str, Any]", _encode(state))


def decode_state(mapping: dict[str, Any], *, older: bool = False) -> GameState:
    """The state of a mapping made by ``encode_state``.

    Args:
        mapping: the state.
        older: accept a mapping of an older program; fields added since get their defaults.

    Raises:
        ValueError: it is not the mapping of a state as this program knows it.
    """
    return cast("GameState", _decode(mapping, GameState, older))


def _encode(value: Any) -> Any:
    if isinstance(value, Ruleset):
        return value.to_mapping()
    if isinstance(value, Message):
        return to_json(value)
    if isinstance(value, Struct):
        return {name: _encode(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, list | tuple):
        return [_encode(each) for each in value]
    return value


@cache
def _shape(cls: type) -> dict[str, Any]:
    return get_type_hints(cls)


def _decode(value: Any, kind: Any, older: bool) -> Any:
    origin = get_origin(kind)
    if origin in {Union, UnionType}:
        kinds = [each for each in get_args(kind) if each is not NoneType]
        return None if value is None else _decode(value, kinds[0], older)
    if kind is Ruleset:
        return Ruleset.from_mapping(value)
    if kind is Message:
        return from_json(value)
    if isinstance(kind, type) and issubclass(kind, Struct):
        shape = _shape(kind)
        if not isinstance(value, dict) or not (
            value.keys() <= shape.keys() if older else value.keys() == shape.keys()
        ):
            raise ValueError(f"not a {kind.__name__}: {value!r}")
        return kind(
            **{name: _decode(value[name], hint, older) for name, hint in shape.items() if name in value}
        )
    if origin is frozenset:
        return frozenset(value)
    if origin is tuple:
        kinds = list(get_args(kind))
        if kinds[-1] is Ellipsis:
            kinds = [kinds[0]] * len(value)
        return tuple(_decode(each, hint, older) for each, hint in zip(value, kinds, strict=True))
    return value
