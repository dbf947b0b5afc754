"""The base of commands to a table and of requests about a tournament's book.

Each is a class: it declares who may make the request, and its fields with their bounds. Values from either transport
become an instance, or an error that names the field.
"""

import re
from abc import ABCMeta
from typing import Any, ClassVar, Final, TypeVar

import msgspec

from table_controller.mqtt.roles import Role, may_one_of

_Type = TypeVar("_Type")
PLACE: Final = re.compile(r" - at (?P<key>`key` in )?`\$\.?(?P<place>[^`]*)`")
MISSING: Final = re.compile(r"missing required field `(?P<name>[^`]*)`")
UNKNOWN: Final = re.compile(r"contains unknown field `(?P<name>[^`]*)`")


class DeclaredMeta(msgspec.StructMeta, ABCMeta):
    """The metaclass of declarations that must have certain methods."""


class DeclaredRequest(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, metaclass=DeclaredMeta
):
    """The base of commands, operations and readings.

    Attributes:
        roles: a login that satisfies one of these may make the request; a refusal names the first.
    """

    roles: ClassVar[tuple[Role, ...]]

    @classmethod
    def is_for(cls, role: Role) -> bool:
        """Return whether a login of this role may make the request."""
        return may_one_of(role, cls.roles)


class MisfitError(ValueError):
    """Values do not match their declaration.

    Args:
        place: the place of the error, such as ``wins[0].seat``; empty for the whole.
        missing: True if the field at this place is missing.
        unknown: the name of a field at this place that is not declared.
        key: True if a name in the mapping at this place is wrong.
    """

    def __init__(
        self, place: str, *, missing: bool = False, unknown: str | None = None, key: bool = False
    ) -> None:
        super().__init__(place)
        self.place = place
        self.missing = missing
        self.unknown = unknown
        self.key = key


def converted(value: Any, kind: type[_Type]) -> _Type:
    """Return values in the types of their declaration.

    Raises:
        MisfitError: a field is missing, unknown or wrong.
    """
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        text = str(error)
    found = PLACE.search(text)
    place = found["place"] if found else ""
    if missing := MISSING.search(text):
        raise MisfitError(f"{place}.{missing['name']}".lstrip("."), missing=True)
    unknown = UNKNOWN.search(text)
    raise MisfitError(place, unknown=unknown["name"] if unknown else None, key=bool(found and found["key"]))
