"""The reason that a judge's description of an act does not decode: the wrong field, and what it must be."""

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

from referee.encoding.codec import OBSERVATIONS, TILE_FIELDS, CodecError, shape
from referee.journal.corrections.slots import ACTS
from referee.texts.message import Message
from referee.texts.refused import Refused, Wanted

GIVEN: Final = frozenset({"at_ms", "within_ms", "source"})
"""Fields that a judge never gives: they come from the entry itself."""
PLAIN: Final[Mapping[Any, Message]] = {
    int: Wanted.whole_number(),
    bool: Wanted.true_or_false(),
    str: Wanted.text(),
}


def explain_undecodable(mapping: Mapping[str, Any], error: CodecError) -> Message:
    """Return what is wrong with an act that does not decode.

    Args:
        mapping: the act as the judge describes it.
        error: the error of ``referee.encoding.codec.decode_observation``.
    """
    kind = OBSERVATIONS.get(str(mapping.get("type")))
    if kind is None:
        return Refused.no_such_kind(sorted(each.__name__ for each in ACTS), f"{mapping.get('type')!r:.60}")
    fields, what = dict(shape(kind)), kind.__name__
    own = [name for name in fields if name not in GIVEN]
    if error.unknown and len(error.where) == 1:
        return Refused.has_no_fields(what, error.unknown, own)
    if error.missing and len(error.where) == 1:
        return Refused.needs_fields(what, error.missing, own)
    field = error.where[1]
    return Refused.field_is_wrong(field, what, _wanted(fields[field], field), f"{mapping[field]!r:.60}")


def _wanted(kind: Any, name: str) -> Message:
    origin, inner = get_origin(kind), get_args(kind)
    if origin in {Union, UnionType}:
        either = Wanted.either([_wanted(each, name) for each in inner if each is not NoneType])
        return Wanted.or_null(either) if NoneType in inner else either
    if origin is Literal:
        return Wanted.one_of([str(each) for each in inner])
    if origin is tuple:
        return Wanted.each(_wanted(inner[0], name))
    if name in TILE_FIELDS and kind is int:
        return Wanted.seen_tile()
    return PLAIN.get(kind, Wanted.mapping())
