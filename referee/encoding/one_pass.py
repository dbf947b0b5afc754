"""Observations and events straight from a JSON text, several times quicker than by way of mappings.

Each class has a twin with the same fields in the types of a text. msgspec fills the twin in one pass and checks integers,
texts, booleans, names of tiles and lists of them; the ``codec`` decodes everything else (melds, messages). The result is the
same as the codec's. A text refused here may still be right: the codec reads it, or says what is wrong.
"""

from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_
from types import GenericAlias, NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

from msgspec import NODEFAULT, Struct, defstruct, field
from msgspec.json import Decoder
from msgspec.structs import asdict, astuple

from referee.encoding.codec import EVENTS, OBSERVATIONS, TILE_FIELDS, decoder_of, shape
from referee.tiles import NAMES

_NAME: Final = Literal[NAMES]
"""The type that a tile has in a text."""
_TILES: Final = {None: None} | {name: tile for tile, name in enumerate(NAMES)}
"""Tiles by their names; None where there may be no tile."""
_SCALARS: Final = frozenset({int, str, bool, NoneType})


class _Strict(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A class that refuses unknown fields, which msgspec would otherwise skip."""


class _Given(type):
    """The type of a value that the codec has made, so that it need not be checked again."""

    def __instancecheck__(cls, _given: object) -> bool:
        return True


class OnePass:
    """Reads texts that hold observations and events beside other fields.

    Args:
        text: the other fields of a text, by name, with their types. ``observation`` and ``events`` are added.
    """

    def __init__(self, text: Mapping[str, Any]) -> None:
        self._made_by: dict[type, Callable[[Any], Any]] = {}
        observation = reduce(or_, map(self._like, OBSERVATIONS.values()))
        events = GenericAlias(tuple, (reduce(or_, map(self._like, EVENTS.values())), ...))
        whole = [*text.items(), ("observation", observation), ("events", events)]
        read = defstruct("Text", whole, bases=(_Strict,))
        decoder: Decoder[Any] = Decoder(read, dec_hook=lambda kind, value: self._made_by[kind](value))
        self.read: Final = decoder.decode
        """A text with its fields as attributes; calling an observation or event gives one of its own class. Those that hold
        more than numbers, tiles and words of the program say so by ``has_text``.

        Raises:
            ValueError, TypeError, RecursionError: it cannot be read in one pass; the slower reader may still read it.
        """

    def _like(self, cls: type[Struct]) -> type[Struct]:
        """Return the twin of a class: its fields in the types of a text, and calling one makes one of the class."""
        names, defaults = cls.__struct_fields__, cls.__struct_defaults__
        absent = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
        held = [
            (name, self._kind(kind, tile=name in TILE_FIELDS), field(default=absent.get(name, NODEFAULT)))
            for name, kind in shape(cls)
        ]
        name = cls.__name__
        has_text = not all(_is_without_text(kind) for _, kind in shape(cls))
        called = {"__call__": _maker(cls), "has_text": has_text}
        return defstruct(
            name, held, bases=(_Strict,), namespace=called, tag=name, tag_field="type", kw_only=True
        )

    def _kind(self, kind: Any, *, tile: bool) -> Any:
        """Return the type that msgspec checks for a field of this type."""
        if _is_plain(kind):
            return _named(kind) if tile else kind
        if get_origin(kind) in {Union, UnionType}:
            (kind,) = (arg for arg in get_args(kind) if arg is not NoneType)
            return self._kind(kind, tile=tile) | None
        given = _Given("Given", (), {})
        self._made_by[given] = decoder_of(kind, tile)
        return given


def _maker(cls: type[Struct]) -> Callable[[Any], Any]:
    """Return the function that makes an instance of a class from its twin; by position, where the class allows it."""
    if cls.__match_args__ != tuple(name for name, _ in shape(cls)):
        tiles = TILE_FIELDS & {name for name, kind in shape(cls) if _is_plain(kind)}
        return lambda read: cls(**asdict(read) | {name: _tiles(getattr(read, name)) for name in tiles})
    named = [
        (place, _TILES.__getitem__ if kind is int else _tiles)
        for place, (name, kind) in enumerate(shape(cls))
        if name in TILE_FIELDS and _is_plain(kind)
    ]

    def make(read: Any) -> Any:
        values = [*astuple(read)]
        for place, tile in named:
            values[place] = tile(values[place])
        return cls(*values)

    return make if named else lambda read: cls(*astuple(read))


def _tiles(named: Any) -> Any:
    """The tile of a name, or those of the names in a tuple."""
    return tuple(map(_tiles, named)) if isinstance(named, tuple) else _TILES[named]


def _named(kind: Any) -> Any:
    """Return the type of a text for a type that is made of tiles."""
    if kind is int:
        return _NAME
    origin = get_origin(kind)
    if origin is tuple:
        return GenericAlias(tuple, tuple(map(_named, get_args(kind))))
    return reduce(or_, map(_named, get_args(kind))) if origin in {Union, UnionType} else kind


def _is_without_text(kind: Any) -> bool:
    """Return whether values of this type are made of numbers, tiles and given words only."""
    if get_origin(kind) in {Union, UnionType, tuple}:
        return all(map(_is_without_text, (arg for arg in get_args(kind) if arg is not Ellipsis)))
    return kind in _SCALARS - {str} or get_origin(kind) is Literal


def _is_plain(kind: Any) -> bool:
    """Return whether a value of this type stands in a text unchanged."""
    origin = get_origin(kind)
    if origin in {Union, UnionType, tuple}:
        return all(_is_plain(arg) for arg in get_args(kind) if arg is not Ellipsis)
    return kind in _SCALARS or origin in {Literal, dict}
