"""The C header of the messages: structs, sizes, packing and range checks."""

import re
from collections.abc import Iterator
from enum import IntEnum

from firmware_bridge.messages import messages
from firmware_bridge.messages.messages import BY_ID, ENUMS, MESSAGE_DICTIONARY, Signal
from firmware_bridge.messages.wire import Field, WireMessage, wire_fields

C_TYPES = {"B": "uint8_t", "H": "uint16_t", "I": "uint32_t", "h": "int16_t", "i": "int32_t"}
BITS = {"B": 8, "H": 16, "I": 32, "h": 16, "i": 32}
PREFIX = 8
"""The bytes of number and time before a signal's own fields; the link writes them."""


def snake(name: str) -> str:
    """``HelloAsk`` -> ``hello_ask``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def own_fields(message: type[WireMessage]) -> tuple[Field, ...]:
    """Return the fields of the C struct; a signal's without its number and time."""
    fields = wire_fields(message)
    return fields[2:] if issubclass(message, Signal) else fields


def c_header() -> str:
    """Return the whole header file."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "/* Generated from firmware_bridge/messages/messages.py by `python -m tools.protocol`. */"
    yield "#ifndef JANTAKU_MESSAGES_H"
    yield "#define JANTAKU_MESSAGES_H"
    yield ""
    yield "#include <stdbool.h>"
    yield "#include <stdint.h>"
    yield ""
    for name in (
        "PROTOCOL_MAJOR",
        "PROTOCOL_MINOR",
        "MAX_PAYLOAD",
        "MAX_UNACKNOWLEDGED",
        "HEARTBEAT_MS",
        "SILENCE_MS",
        "TILES",
    ):
        yield f"#define {name} {getattr(messages, name)}u"
    yield f"#define DICTIONARY 0x{MESSAGE_DICTIONARY:04X}u"
    yield f"#define SIGNAL_PREFIX {PREFIX}u"
    for word, group in (("SIGNAL", messages.EVENTS), ("SNAPSHOT", messages.SNAPSHOTS)):
        largest = max(sum(f.wire.size for f in own_fields(m)) for m in group)
        yield f"#define MAX_{word}_FIELDS {largest}u"
    for enum in ENUMS:
        yield from _enum(enum)
    for message in BY_ID.values():
        yield from _message(message)
    yield from _request_fits()
    yield ""
    yield "#endif"


def _enum(enum: type[IntEnum]) -> Iterator[str]:
    prefix = snake(enum.__name__).upper()
    yield ""
    yield f"enum {snake(enum.__name__)} {{"
    for member in enum:
        yield f"    {prefix}_{member.name} = {member.value},"
    yield f"    {prefix}_COUNT = {max(enum) + 1}"
    yield "};"


def _message(message: type[WireMessage]) -> Iterator[str]:
    name = snake(message.__name__)
    fields = own_fields(message)
    yield ""
    yield f"/* {message.FROM}: {(message.__doc__ or '').splitlines()[0]} */"
    yield f"#define ID_{name.upper()} 0x{message.ID:02X}u"
    if message.SIZES is None:
        yield f"#define SIZE_{name.upper()} {sum(f.wire.size for f in fields)}u"
    if not fields:
        return
    yield f"struct {name} {{"
    for field in fields:
        row = f"[{field.wire.count}]" if field.wire.count > 1 else ""
        yield f"    {C_TYPES[field.wire.code]} {field.name}{row}; /* {field.wire.unit} */"
    yield "};"
    yield from _pack(name, fields) if message.FROM == "unit" else _unpack(name, fields)


def _request_fits() -> Iterator[str]:
    yield ""
    yield "/* Whether a request's payload has the size of its message; true if it is not a request. */"
    yield "static inline bool request_fits(uint8_t id, uint8_t size)"
    yield "{"
    yield "    switch (id) {"
    for request in messages.REQUESTS:
        name = snake(request.__name__).upper()
        fits = "true" if request.SIZES is not None else f"size == SIZE_{name}"
        yield f"    case ID_{name}:"
        yield f"        return {fits};"
    yield "    default:"
    yield "        return true;"
    yield "    }"
    yield "}"


def _places(fields: tuple[Field, ...]) -> Iterator[tuple[Field, str, int]]:
    """Yield each integer with its expression in C and its offset."""
    offset = 0
    for field in fields:
        for index in range(field.wire.count):
            row = f"[{index}]" if field.wire.count > 1 else ""
            yield field, f"m->{field.name}{row}", offset
            offset += BITS[field.wire.code] // 8


def _pack(name: str, fields: tuple[Field, ...]) -> Iterator[str]:
    yield f"static inline void pack_{name}(uint8_t *at, const struct {name} *m)"
    yield "{"
    for field, value, offset in _places(fields):
        for byte in range(BITS[field.wire.code] // 8):
            shift = f" >> {8 * byte}" if byte else ""
            yield f"    at[{offset + byte}] = (uint8_t)({value}{shift});"
    yield "}"


def _unpack(name: str, fields: tuple[Field, ...]) -> Iterator[str]:
    yield f"static inline bool unpack_{name}(const uint8_t *at, uint8_t size, struct {name} *m)"
    yield "{"
    yield f"    if (size != SIZE_{name.upper()})"
    yield "        return false;"
    checks = []
    for field, value, offset in _places(fields):
        kind = C_TYPES[field.wire.code]
        wide = "uint32_t" if BITS[field.wire.code] == 32 else "uint16_t"
        parts = " | ".join(
            f"(({wide})at[{offset + byte}] << {8 * byte})" if byte else f"at[{offset}]"
            for byte in range(BITS[field.wire.code] // 8)
        )
        yield f"    {value} = ({kind})({parts});"
        least, most = (
            (-(1 << (BITS[field.wire.code] - 1)), (1 << (BITS[field.wire.code] - 1)) - 1)
            if field.wire.code in "hi"
            else (0, (1 << BITS[field.wire.code]) - 1)
        )
        if field.wire.low > least:
            checks.append(f"{value} >= {field.wire.low}")
        if field.wire.high < most:
            checks.append(f"{value} <= {field.wire.high}")
    yield f"    return {' && '.join(checks) or 'true'};"
    yield "}"
