"""Reads settings from a mapping: none may be missing or unknown, and each must have its type."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from config.nearest import nearest
from referee.texts.language import english
from referee.texts.message import Message
from referee.texts.rule_texts import Misruled

_Group = TypeVar("_Group", bound=Struct)
_WANTED = {bool: Misruled.true_or_false, int: Misruled.whole_number, str: Misruled.text}


class RulesetError(ValueError):
    """A mapping is no ruleset.

    Attributes:
        name: of the ruleset.
        key: the setting (``scoring.renhou``).
        reason: what is wrong with it.
        where: its file and line, empty if they are not known.
        why: all that, for people.
    """

    def __init__(self, name: str, key: str, reason: Message, where: str = "") -> None:
        self.why = Misruled.in_file(where, key, reason) if where else Misruled.in_ruleset(name, key, reason)
        super().__init__(english(self.why))
        self.name = name
        self.key = key
        self.reason = reason
        self.where = where

    def at(self, where: str) -> RulesetError:
        """The same error with a place in a file."""
        return RulesetError(self.name, self.key, self.reason, where)


def read_group(group: type[_Group], mapping: Mapping[str, Any], key: str, name: str) -> _Group:
    """The settings of one group, from the table ``key`` of a ruleset's mapping.

    Raises:
        RulesetError: the table or a setting is missing, unknown, or of a wrong kind.
    """
    settings = mapping.get(key)
    if settings is None:
        raise RulesetError(name, key, Misruled.missing())
    if not isinstance(settings, dict):
        raise RulesetError(name, key, Misruled.no_table())
    kinds, later = _kinds(group), _later(group)
    for setting in settings:
        if setting not in kinds:
            raise RulesetError(name, f"{key}.{setting}", Misruled.no_setting(nearest(setting, kinds) or None))
    values = {}
    for setting, kind in kinds.items():
        if setting not in settings and setting in later:
            continue
        if setting not in settings:
            raise RulesetError(name, f"{key}.{setting}", Misruled.missing())
        values[setting] = checked(settings[setting], kind, name, f"{key}.{setting}")
    return group(**values)


@cache
def _later(group: type[Struct]) -> frozenset[str]:
    """Settings that older journals lack: they get their defaults."""
    return frozenset(each.name for each in fields(group) if each.default is not NODEFAULT)


@cache
def _kinds(group: type) -> dict[str, Any]:
    return get_type_hints(group)


def checked(value: Any, kind: Any, name: str, key: str) -> Any:
    """A value as the type that a field declares: text, whole number, boolean, one of some words, or tuples of these.

    Raises:
        RulesetError: it is not of that kind.
    """
    if get_origin(kind) is Literal:
        if not isinstance(value, str) or value not in get_args(kind):
            raise RulesetError(name, key, Misruled.none_of(get_args(kind), repr(value)))
        return value
    if get_origin(kind) is tuple:
        items = get_args(kind)
        if not isinstance(value, list | tuple):
            raise RulesetError(name, key, Misruled.no_list(repr(value)))
        if items[-1] is Ellipsis:
            return tuple(checked(item, items[0], name, key) for item in value)
        if len(value) != len(items):
            raise RulesetError(name, key, Misruled.other_count(len(items), len(value)))
        return tuple(checked(item, each, name, key) for item, each in zip(value, items, strict=True))
    if type(value) is not kind:
        raise RulesetError(name, key, _WANTED[kind](repr(value)))
    return value


def plain(group: Struct) -> dict[str, Any]:
    """The mapping that ``read_group`` reads: texts, numbers, booleans and lists only."""
    return {name: _plain(getattr(group, name)) for name in group.__struct_fields__}


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
