"""Describes in words, made from its type, what an argument must be."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect as types

if TYPE_CHECKING:
    from collections.abc import Iterator

COUNTS: Final = {2: "two", 3: "three", 4: "four"}
UNBOUNDED: Final = 2**53


def wanted(kind: type, place: str) -> str:
    """What the value at a place of a structure must be: ``wins[0].seat`` is ``a seat 0 to 3``."""
    return words(_at(kind, place))


def noun_at(kind: type, place: str) -> str:
    """The noun for the value at a place; empty if it has none."""
    at, title = titled(_at(kind, place))
    if title is None and isinstance(at, types.UnionType):
        title = next((found for each in at.types if (found := titled(each)[1])), None)
    return "" if title is None else title.partition(" ")[0]


def help_of(kind: type, field: str) -> str:
    """The help text from a field's declaration."""
    told: Any = ""
    at: types.Type = _within(_info(kind), field)
    while isinstance(at, types.Metadata) and not told:
        told = (at.extra_json_schema or {}).get("description", "")
        at = at.type
    return str(told)


def text_of(kind: type) -> str:
    """What a command does, in a line: the first of its docstring."""
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
    """A type and the types it is made of, except fields, without annotations."""
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


def words(kind: types.Type, *, many: bool = False) -> str:
    """A type in words: ``a seat 0 to 3``, or with ``many`` ``seats 0 to 3``."""
    kind, title = titled(kind)
    if title is not None:
        noun = _plural(title) if many else _with_article(title)
        return f"{noun}{_bounds(kind)}"
    if isinstance(kind, types.IntType):
        return _number(kind, many=many)
    if isinstance(kind, types.BoolType):
        return "true or false"
    if isinstance(kind, types.LiteralType):
        listed = ", ".join(choices(kind))
        return listed if len(kind.values) == 1 else f"{'some' if many else 'one'} of {listed}"
    if isinstance(kind, types.UnionType):
        return " or ".join(words(each) for each in kind.types if not isinstance(each, types.NoneType))
    if isinstance(kind, types.TupleType):
        inner = words(kind.item_types[0], many=True)
        count = COUNTS[len(kind.item_types)]
        return f"lists of {count} {inner}" if many else f"a list of {count} {inner}"
    if isinstance(kind, types.VarTupleType):
        inner = words(kind.item_type, many=True)
        return inner if inner.startswith("some of") else f"a list of {inner}"
    if isinstance(kind, types.StructType):
        names = [each.encode_name for each in kind.fields]
        return f"{'mappings' if many else 'a mapping'} with {', '.join(names[:-1])} and {names[-1]}"
    return "mappings" if many else "a mapping"


def choices(kind: types.LiteralType) -> tuple[str, ...]:
    """The words of a choice in the order in which they are declared, which msgspec does not keep."""
    return _DECLARED.get(frozenset(kind.values), tuple(str(each) for each in kind.values))


_DECLARED: Final[dict[frozenset[Any], tuple[str, ...]]] = {}


@cache
def _info(kind: type) -> types.Type:
    for literal in _literals(kind):
        _DECLARED[frozenset(get_args(literal))] = get_args(literal)
    return types.type_info(kind)


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
    """The type of a field by name, or of an item by its number."""
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
    raise TypeError(f"nothing lies in {kind}")


def _holds(kind: types.Type) -> bool:
    kind, _ = titled(kind)
    return isinstance(kind, types.StructType | types.TupleType | types.VarTupleType)


def titled(kind: types.Type) -> tuple[types.Type, str | None]:
    """A type without its annotations, and its title."""
    title: Any = None
    while isinstance(kind, types.Metadata):
        title = title or (kind.extra_json_schema or {}).get("title")
        kind = kind.type
    return kind, title


def _number(kind: types.IntType, *, many: bool) -> str:
    noun = "whole numbers" if many else "a whole number"
    bounds = _bounds(kind)
    if not bounds or bounds.startswith(","):
        return f"{noun}{bounds}"
    return f"{noun}{bounds}" if many else f"{bounds.strip()}, {noun}"


def _bounds(kind: types.Type) -> str:
    if isinstance(kind, types.IntType):
        if kind.le is None or kind.le >= UNBOUNDED:
            return "" if kind.ge is None else f", counted from {kind.ge}"
        return f" {kind.ge:,} to {kind.le:,}"
    if isinstance(kind, types.StrType) and kind.max_length is not None and kind.pattern is None:
        least = "" if not kind.min_length else f"{kind.min_length:,} to "
        return f" of {least or 'at most '}{kind.max_length:,} characters"
    return ""


def _with_article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _plural(noun: str) -> str:
    first, space, rest = noun.partition(" ")
    return f"{first}s{space}{rest}"
