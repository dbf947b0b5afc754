"""The layout of a message's fields on the wire: little-endian integers with a unit and a range, no padding."""

import struct
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import Annotated, Any, ClassVar, Self, TypeAlias, get_args, get_origin, get_type_hints


@dataclass(frozen=True, slots=True)
class Wire:
    """One field on the wire: an integer type, its unit, its range and the number of repetitions."""

    code: str
    unit: str = ""
    low: int = 0
    high: int = 0xFF
    count: int = 1

    @property
    def size(self) -> int:
        """The bytes of the whole field."""
        return struct.calcsize("<" + self.code) * self.count


def u8(unit: str = "", low: int = 0, high: int = 0xFF, count: int = 1) -> Wire:
    """Return a field of one unsigned byte."""
    return Wire("B", unit, low, high, count)


def u16(unit: str = "", low: int = 0, high: int = 0xFFFF, count: int = 1) -> Wire:
    """Return a field of two unsigned bytes."""
    return Wire("H", unit, low, high, count)


def u32(unit: str = "", low: int = 0, high: int = 0xFFFFFFFF) -> Wire:
    """Return a field of four unsigned bytes."""
    return Wire("I", unit, low, high)


def i16(unit: str = "", low: int = -(1 << 15), high: int = (1 << 15) - 1) -> Wire:
    """Return a field of two bytes, two's complement."""
    return Wire("h", unit, low, high)


def i32(unit: str = "", low: int = -(1 << 31), high: int = (1 << 31) - 1) -> Wire:
    """Return a field of four bytes, two's complement."""
    return Wire("i", unit, low, high)


Chair: TypeAlias = Annotated[int, u8("chair", 0, 3)]
Flag: TypeAlias = Annotated[bool, u8("yes or no", 0, 1)]
TileSet: TypeAlias = Annotated[int, u8("tile set", 1, 2)]
Goal: TypeAlias = Annotated[int, u16("motion number since boot")]


class WireError(ValueError):
    """A payload has a size or values that its message does not allow."""


@dataclass(frozen=True, slots=True)
class Field:
    """A message's field: name, place on the wire, and the type it has in Python."""

    name: str
    wire: Wire
    kind: type[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class WireMessage:
    """The base of all messages: ``ID`` is its number on the wire, ``FROM`` its sender; annotated fields travel in order.

    ``SIZES``: least and most bytes of a payload that has no fields, else None.
    """

    ID: ClassVar[int] = 0
    FROM: ClassVar[str] = ""
    SIZES: ClassVar[tuple[int, int] | None] = None

    def to_payload(self) -> bytes:
        """Pack the fields; ``WireError`` if one is out of its range."""
        values: list[int] = []
        for field in wire_fields(type(self)):
            value = getattr(self, field.name)
            row = tuple(value) if field.wire.count > 1 else (value,)
            if len(row) != field.wire.count or not all(field.wire.low <= v <= field.wire.high for v in row):
                raise WireError(
                    f"{type(self).__name__}.{field.name} is {value}, "
                    f"allowed are {field.wire.low} to {field.wire.high} {field.wire.unit}".rstrip()
                )
            values.extend(int(v) for v in row)
        return layout(type(self)).pack(*values)

    @classmethod
    def from_payload(cls, payload: bytes) -> Self:
        """Unpack the fields; ``WireError`` if the size is not exact or a value is out of its range."""
        form = layout(cls)
        if len(payload) != form.size:
            raise WireError(f"{cls.__name__} has {form.size} bytes, not {len(payload)}")
        values = list(form.unpack(payload))
        given: dict[str, Any] = {}
        for field in wire_fields(cls):
            row = [values.pop(0) for _ in range(field.wire.count)]
            if not all(field.wire.low <= v <= field.wire.high for v in row):
                raise WireError(f"{cls.__name__}.{field.name} is {row} on the wire")
            try:
                given[field.name] = field.kind(row[0]) if field.wire.count == 1 else tuple(row)
            except ValueError as error:
                raise WireError(f"{cls.__name__}.{field.name}: {error}") from None
        return cls(**given)


_FIELDS: dict[type[WireMessage], tuple[Field, ...]] = {}
_LAYOUTS: dict[type[WireMessage], struct.Struct] = {}


def wire_fields(message: type[WireMessage]) -> tuple[Field, ...]:
    """Return a message's fields in their order on the wire."""
    if message in _FIELDS:
        return _FIELDS[message]
    hints = get_type_hints(message, include_extras=True)
    found = []
    for field in fields(message):
        hint = hints[field.name]
        if get_origin(hint) is not Annotated:
            continue
        kind, *extras = get_args(hint)
        wire = next(extra for extra in extras if isinstance(extra, Wire))
        if isinstance(kind, type) and issubclass(kind, IntEnum):
            wire = Wire(wire.code, kind.__name__, min(kind), max(kind))
        found.append(Field(field.name, wire, kind))
    return _FIELDS.setdefault(message, tuple(found))


def layout(message: type[WireMessage]) -> struct.Struct:
    """Return the struct layout of a message's payload."""
    if message in _LAYOUTS:
        return _LAYOUTS[message]
    codes = (
        f"{field.wire.count}{field.wire.code}" if field.wire.count > 1 else field.wire.code
        for field in wire_fields(message)
    )
    return _LAYOUTS.setdefault(message, struct.Struct("<" + "".join(codes)))
