"""Observations and events straight from a JSON text, several times quicker than by way of mappings.

Each class has a twin with the same fields in the types of a text. msgspec fills the twin in one pass and checks integers,
texts, booleans and lists of them; the ``codec`` decodes everything else (tiles, melds, messages). The result is the same as
the codec's. A text refused here may still be right: the codec reads it, or says what is wrong.
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
        self._makers: dict[type, Callable[[Any], Any]] = {}
        observation = reduce(or_, map(self._like, OBSERVATIONS.values()))
        events = GenericAlias(tuple, (reduce(or_, map(self._like, EVENTS.values())), ...))
        whole = [*text.items(), ("observation", observation), ("events", events)]
        read = defstruct("Text", whole, bases=(_Strict,))
        decoder: Decoder[Any] = Decoder(read, dec_hook=lambda kind, value: self._made_by[kind](value))
        self.read: Final = decoder.decode
        """A text with its fields as attributes.

        Raises:
            ValueError, TypeError, RecursionError: it cannot be read in one pass; the slower reader may still read it.
        """

    def thing(self, read: Struct) -> Any:
        """The observation or event that was read."""
        return self._makers[type(read)](read)

    def _like(self, cls: type[Struct]) -> type[Struct]:
        """Return the twin of a class: its fields in the types of a text."""
        names, defaults = cls.__struct_fields__, cls.__struct_defaults__
        absent = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
        held = [
            (name, self._kind(kind, tile=name in TILE_FIELDS), field(default=absent.get(name, NODEFAULT)))
            for name, kind in shape(cls)
        ]
        name = cls.__name__
        like = defstruct(name, held, bases=(_Strict,), tag=name, tag_field="type", kw_only=True)
        self._makers[like] = _maker(cls, like)
        return like

    def _kind(self, kind: Any, *, tile: bool) -> Any:
        """Return the type that msgspec checks for a field of this type."""
        if not tile and _is_plain(kind):
            return kind
        if get_origin(kind) in {Union, UnionType}:
            (kind,) = (arg for arg in get_args(kind) if arg is not NoneType)
            return self._kind(kind, tile=tile) | None
        given = _Given("Given", (), {})
        self._made_by[given] = decoder_of(kind, tile)
        return given


def _maker(cls: type[Struct], like: type[Struct]) -> Callable[[Any], Any]:
    """Return the function that makes an instance of a class from its twin; without names in a third of the time."""
    if cls.__match_args__ == like.__struct_fields__:
        return lambda read: cls(*astuple(read))
    return lambda read: cls(**asdict(read))


def _is_plain(kind: Any) -> bool:
    """Return whether a value of this type stands in a text unchanged."""
    origin = get_origin(kind)
    if origin in {Union, UnionType, tuple}:
        return all(_is_plain(arg) for arg in get_args(kind) if arg is not Ellipsis)
    return kind in _SCALARS or origin in {Literal, dict}
