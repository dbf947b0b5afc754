"""The generated parts of docs/protocol.md: messages, enumerations, states, and example frames."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from firmware_bridge.link.framing import LinkFrame, encode
from firmware_bridge.link.link import session_name
from firmware_bridge.link.state import TRANSITIONS
from firmware_bridge.messages.messages import (
    ENUMS,
    LINK_MESSAGES,
    MESSAGE_DICTIONARY,
    PROTOCOL_MAJOR,
    PROTOCOL_MINOR,
    REQUESTS,
    SIGNALS,
    Answer,
    Button,
    ButtonName,
    HelloAsk,
    Result,
    Shuffle,
    SignalAck,
)
from firmware_bridge.messages.wire import Field, WireMessage, layout, wire_fields

C_NAMES: Final = {"B": "u8", "H": "u16", "I": "u32", "h": "i16", "i": "i32"}
MARKED: Final = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def first_line(thing: type) -> str:
    """Return the first line of a docstring, with single backquotes."""
    return (thing.__doc__ or "").strip().splitlines()[0].replace("``", "`")


def field_text(field: Field) -> str:
    """``chair u8 (chair, 0 to 3)``."""
    wire = field.wire
    row = f"[{wire.count}]" if wire.count > 1 else ""
    bounds = {
        "B": (0, 0xFF),
        "H": (0, 0xFFFF),
        "I": (0, 0xFFFFFFFF),
        "h": (-(1 << 15), (1 << 15) - 1),
        "i": (-(1 << 31), (1 << 31) - 1),
    }
    inside = "" if (wire.low, wire.high) == bounds[wire.code] else f"{wire.low} to {wire.high}"
    notes = ", ".join(note for note in (wire.unit, inside) if note)
    return f"`{field.name}` {C_NAMES[wire.code]}{row}" + (f" ({notes})" if notes else "")


def message_table(messages: Sequence[type[WireMessage]]) -> Iterator[str]:
    """Yield a row for each message, without the two fields with which every signal begins."""
    yield "| id | message | bytes | fields | meaning |"
    yield "| --- | --- | --- | --- | --- |"
    for message in messages:
        fields = [
            f for f in wire_fields(message) if not (message in SIGNALS and f.name in ("number", "at_ms"))
        ]
        texts = ", ".join(field_text(field) for field in fields) or ("any" if message.SIZES else "none")
        size = layout(message).size if message.SIZES is None else f"{message.SIZES[0]} to {message.SIZES[1]}"
        yield f"| 0x{message.ID:02X} | `{message.__name__}` | {size} | {texts} | {first_line(message)} |"


def messages() -> Iterator[str]:
    """Yield all tables of messages."""
    yield f"Protocol {PROTOCOL_MAJOR}.{PROTOCOL_MINOR}, dictionary `{MESSAGE_DICTIONARY:04X}`."
    for title, group in (
        ("The link's own", LINK_MESSAGES),
        ("Requests (host to unit, each answered by `Answer`)", REQUESTS),
        ("Signals (unit to host; each begins with `number` u32 and `at_ms` u32)", SIGNALS),
    ):
        yield ""
        yield f"### {title}"
        yield ""
        yield from message_table(group)


def enumerations() -> Iterator[str]:
    """Yield every enumeration with its values."""
    yield "| enumeration | values |"
    yield "| --- | --- |"
    for enum in ENUMS:
        values = ", ".join(f"{member.value} {member.name}" for member in enum)
        yield f"| `{enum.__name__}` | {values} |"


def states() -> Iterator[str]:
    """Yield the host's state machine."""
    yield "```mermaid"
    yield "stateDiagram-v2"
    yield "    [*] --> CLOSED"
    for state, ways in TRANSITIONS.items():
        for happening, target in ways.items():
            yield f"    {state.name} --> {target.name}: {happening.value}"
    yield "```"


def examples() -> Iterator[str]:
    """Yield a session's frames in hexadecimal."""
    boot, host = 0x1A2B3C4D, 0x00C0FFEE
    session = session_name(boot, host)
    button = Button(number=258, at_ms=70_000, chair=2, button=ButtonName.RON, pressed=True)
    lines = (
        (
            "host asks who is there",
            HelloAsk(major=PROTOCOL_MAJOR, minor=PROTOCOL_MINOR, host_nonce=host),
            0,
            0,
        ),
        ("host asks for a shuffle of set 1", Shuffle(set=1), 1, session),
        ("unit has begun it as motion 17", Answer(result=Result.STARTED, goal=17), 1, session),
        ("unit: chair 2 presses ron, signal 258", button, 258 & 0xFF, session),
        ("host has stored it", SignalAck(number=258), 0, session),
    )
    yield f"Boot nonce `{boot:08X}`, host nonce `{host:08X}`, so session `{session:04X}`."
    yield ""
    yield "| what | bytes on the line |"
    yield "| --- | --- |"
    for what, message, sequence, name in lines:
        wire = encode(LinkFrame(message.ID, sequence, name, message.to_payload()))
        yield f"| {what} | `{wire.hex(' ')}` |"


PARTS: Final[dict[str, Callable[[], Iterator[str]]]] = {
    "messages": messages,
    "enumerations": enumerations,
    "states": states,
    "examples": examples,
}


def with_generated_parts(page: str) -> str:
    """Return the page with all parts between markers generated anew; ``KeyError`` for an unknown marker."""
    return MARKED.sub(lambda m: m[1] + "\n" + "\n".join(PARTS[m[2]]()) + "\n\n" + m[3], page)
