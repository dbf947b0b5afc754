"""Types in words: the name of one, and the values that an argument may have."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect as types

from referee.texts.language import english
from referee.texts.message import Message
from referee.texts.refused import Bounds, Wanted

UNBOUNDED: Final = 2**53
KEY: Final = "key"
"""Stands in a place for each name in a mapping; any other step is one of its values."""


def name_of(kind: type) -> str:
    """The name of what is declared: ``AdjustPoints`` is ``adjust_points``."""
    return re.sub(r"(?<!^)([A-Z])", r"_\1", kind.__name__).lower()


def wanted(kind: type, place: str) -> Message:
    """Describe the value that a structure must have at a place: ``wins[0].seat`` is ``a seat 0 to 3``."""
    return message_of(_at(kind, place))


def is_named(kind: type, place: str) -> bool:
    """Return whether the value at a place is one of a few: a choice, or something with a name, such as a tile."""
    at, title = titled(_at(kind, place))
    inner = list(_inner(at))
    titles = [title, *(titled(each)[1] for each in at.types)] if isinstance(at, types.UnionType) else [title]
    return any(isinstance(each, types.LiteralType) for each in inner) or any(
        each not in {None, "text"} for each in titles
    )


def help_of(kind: type, field: str) -> str:
    """The help text from a field's declaration."""
    text: Any = ""
    at: types.Type = _within(_info(kind), field)
    while isinstance(at, types.Metadata) and not text:
        text = (at.extra_json_schema or {}).get("description", "")
        at = at.type
    return str(text)


def text_of(kind: type) -> str:
    """Return a command's effect, in a line: the first of its docstring."""
    first = (kind.__doc__ or "").strip().partition("\n")[0].rstrip(".")
    return first[:1].lower() + first[1:]


def details_of(kind: type) -> str:
    """The rest of a command's docstring, in one line."""
    return " ".join((kind.__doc__ or "").strip().partition("\n")[2].split())


def choices_at(kind: type, field: str) -> tuple[str, ...]:
    """The words that a field may be, in the order in which they are declared."""
    for at in _inner(_within(_info(kind), field)):
        if isinstance(at, types.LiteralType):
            return choices(at)
    raise TypeError(f"{field} of {kind.__name__} is no choice")


def _inner(kind: types.Type) -> Iterator[types.Type]:
    """A type and the types of its alternatives or items, without annotations; not those of its fields."""
    kind = plain(kind)
    yield kind
    if isinstance(kind, types.UnionType):
        for each in kind.types:
            yield from _inner(each)
    elif isinstance(kind, types.VarTupleType):
        yield from _inner(kind.item_type)


def plain(kind: types.Type) -> types.Type:
    """A type without its annotations."""
    return titled(kind)[0]


def _at(kind: type, place: str) -> types.Type:
    at: types.Type = _info(kind)
    for name in re.findall(r"[^.\[\]]+", place):
        at = _within(at, name)
    return at


def words(kind: types.Type) -> str:
    """A type in English words: ``a seat 0 to 3``."""
    return english(message_of(kind))


def message_of(kind: types.Type, *, many: bool = False) -> Message:
    """Describe a value of a type: ``a seat 0 to 3``, or with ``many`` ``seats 0 to 3``."""
    kind, title = titled(kind)
    if title is not None:
        return (Wanted.several if many else Wanted.one)(title, _bounds(kind))
    if isinstance(kind, types.IntType):
        return _number(kind, many=many)
    if isinstance(kind, types.StrType):
        return (Wanted.several if many else Wanted.one)("text", _bounds(kind))
    if isinstance(kind, types.BoolType):
        return Wanted.true_or_false()
    if isinstance(kind, types.LiteralType):
        listed = choices(kind)
        text = Wanted.only if len(listed) == 1 else Wanted.some_of if many else Wanted.one_of
        return text(listed)
    if isinstance(kind, types.UnionType):
        left = [message_of(each) for each in kind.types if not isinstance(each, types.NoneType)]
        return left[0] if len(left) == 1 else Wanted.either(left)
    if isinstance(kind, types.TupleType):
        inner = message_of(kind.item_types[0], many=True)
        return (Wanted.lists_of_count if many else Wanted.list_of_count)(len(kind.item_types), inner)
    if isinstance(kind, types.VarTupleType):
        inner = message_of(kind.item_type, many=True)
        if inner.code == Wanted.some_of.code:
            return inner
        if kind.min_length and kind.max_length:
            return Wanted.list_within(kind.min_length, kind.max_length, inner)
        return Wanted.list_of(inner)
    if isinstance(kind, types.StructType):
        names = [each.encode_name for each in kind.fields]
        return (Wanted.mappings_with if many else Wanted.mapping_with)(names[:-1], names[-1])
    return Wanted.mappings() if many else Wanted.mapping()


def choices(kind: types.LiteralType) -> tuple[str, ...]:
    """The words of a choice in the order in which they are declared, which msgspec does not keep."""
    return _DECLARED.get(frozenset(kind.values), tuple(str(each) for each in kind.values))


_DECLARED: Final[dict[frozenset[Any], tuple[str, ...]]] = {}


@cache
def _info(kind: type) -> types.Type:
    for literal in _literals(kind):
        _DECLARED[frozenset(get_args(literal))] = get_args(literal)
    return types.type_info(kind)


def fields_of(kind: type) -> tuple[types.Field, ...]:
    """The fields of a structure, in the order of declaration."""
    info = _info(kind)
    assert isinstance(info, types.StructType)
    return info.fields


def _literals(hint: Any) -> Iterator[Any]:
    """Every choice within a type."""
    if get_origin(hint) is Literal:
        yield hint
    elif isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        for name, each in get_type_hints(hint, include_extras=True).items():
            if name in hint.__struct_fields__:
                yield from _literals(each)
    for inner in get_args(hint):
        yield from _literals(inner)


def _within(kind: types.Type, name: str) -> types.Type:
    """The type of a field by name, of an item by its number, or of what a mapping has."""
    kind, _ = titled(kind)
    if isinstance(kind, types.UnionType):
        kind = next(each for each in kind.types if _holds(each))
        kind, _ = titled(kind)
    if isinstance(kind, types.StructType):
        return next(each.type for each in kind.fields if each.encode_name == name)
    if isinstance(kind, types.TupleType):
        return kind.item_types[int(name)]
    if isinstance(kind, types.VarTupleType):
        return kind.item_type
    if isinstance(kind, types.DictType):
        return kind.key_type if name == KEY else kind.value_type
    raise TypeError(f"nothing lies in {kind}")


def _holds(kind: types.Type) -> bool:
    kind, _ = titled(kind)
    return isinstance(kind, types.StructType | types.TupleType | types.VarTupleType | types.DictType)


def titled(kind: types.Type) -> tuple[types.Type, str | None]:
    """A type without its annotations, and its title."""
    title: Any = None
    while isinstance(kind, types.Metadata):
        title = title or (kind.extra_json_schema or {}).get("title")
        kind = kind.type
    return kind, title


def _number(kind: types.IntType, *, many: bool) -> Message:
    if kind.ge is None:
        return Wanted.whole_numbers() if many else Wanted.whole_number()
    if kind.le is None or kind.le >= UNBOUNDED:
        return (Wanted.from_numbers if many else Wanted.from_number)(kind.ge)
    return (Wanted.in_ranges if many else Wanted.in_range)(kind.ge, kind.le)


def _bounds(kind: types.Type) -> Message | None:
    if isinstance(kind, types.IntType) and kind.ge is not None:
        if kind.le is None or kind.le >= UNBOUNDED:
            return Bounds.counted(kind.ge)
        return Bounds.within(kind.ge, kind.le)
    if isinstance(kind, types.StrType) and kind.max_length is not None and kind.pattern is None:
        if kind.min_length:
            return Bounds.between(kind.min_length, kind.max_length)
        return Bounds.at_most(kind.max_length)
    return None
