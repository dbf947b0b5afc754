"""The gate for messages: turns everything from the broker into bounded, typed values before other code sees it.

Whatever passes can be journalled, folded, sent and shown: whole numbers within 2⁵³, texts without control characters
and lone surrogates, mappings and lists of a limited depth. Anything else is refused, with the place and the reason.
"""

from __future__ import annotations

import json
import unicodedata
from typing import Any, Final

MOST_BYTES: Final = 64 * 1024
"""Longest payload; the largest honest one is a whole ruleset of about 12 KB."""
MOST_TEXT: Final = 2_000
"""Characters of a text."""
MOST_ITEMS: Final = 1_000
"""Entries of a list or mapping."""
DEEPEST: Final = 8
"""Levels of lists and mappings."""
MOST_NUMBER: Final = 2**53
"""The largest number that every JSON reader holds exactly (RFC 8259, 6)."""
MOST_DIGITS: Final = 17
MOST_TOPIC: Final = 200
"""Bytes of a topic."""
MOST_CORRELATION: Final = 64
"""Bytes of correlation data: a number or a UUID is never longer."""
FORBIDDEN: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode categories that no text may have: controls, surrogates, line and paragraph separators."""
TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that change the order in which letters are shown (UAX 9, 2.1 to 2.5): a text could be read as another."""


class GateError(ValueError):
    """Input was refused; the text says where and why."""


def mapping_in(payload: bytes) -> dict[str, Any]:
    """Parse a payload into a JSON object; an empty payload is an empty object.

    Raises:
        GateError: it is too large, not a JSON object, or holds a value that is refused.
    """
    if len(payload) > MOST_BYTES:
        raise GateError(f"the payload has {len(payload):,} bytes; at most {MOST_BYTES:,} are read")
    try:
        value = json.loads(
            payload or b"{}",
            parse_int=_whole,
            parse_float=_no_number,
            parse_constant=_no_number,
            object_pairs_hook=_once,
        )
    except GateError:
        raise
    except (ValueError, RecursionError):
        raise GateError("the payload must be a JSON object") from None
    if not isinstance(value, dict):
        raise GateError("the payload must be a JSON object")
    _check(value, "", 0)
    return value


def text_in(text: str, where: str) -> str:
    """Check that a text can be stored and shown.

    Raises:
        GateError: it is too long or has an invisible character.
    """
    if len(text) > MOST_TEXT:
        raise GateError(f"{where}: has {len(text):,} characters; at most {MOST_TEXT:,} are kept")
    for character in text:
        if unicodedata.category(character) in FORBIDDEN or character in TURNING:
            raise GateError(f"{where}: has the character U+{ord(character):04X}, which is no text")
    return text


def answer_topic_in(topic: str, prefix: str) -> str:
    """Check that an answer may go to a topic, which must be below ``prefix``.

    Raises:
        GateError: it is elsewhere, or no message can be sent to it.
    """
    if len(topic.encode("utf-8", "replace")) > MOST_TOPIC:
        raise GateError(f"the response topic is longer than {MOST_TOPIC} bytes")
    levels = topic.removeprefix(prefix).split("/") if topic.startswith(prefix) else []
    if not levels or not all(levels):
        raise GateError(f"answers go to {prefix}… only")
    for level in levels:
        level_in(level, "the response topic")
    return topic


def level_in(level: str, where: str) -> str:
    """Check one level of a topic.

    Raises:
        GateError: it is empty or too long, or has a slash, a wildcard or a forbidden character.
    """
    if not level or len(level.encode("utf-8", "replace")) > MOST_TOPIC or {"/", "+", "#"} & set(level):
        raise GateError(f"{where}: {level[:40]!r} can be no part of a topic")
    return text_in(level, where)


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS or abs(int(digits)) > MOST_NUMBER:
        raise GateError(f"the number {digits[:20]}… is too large")
    return int(digits)


def _no_number(text: str) -> Any:
    raise GateError(f"{text[:20]} is no whole number")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise GateError(f"{twice[:40]!r} stands twice in one object")
    return mapping


def _check(value: Any, where: str, depth: int) -> None:
    """Refuse a value that holds a forbidden text, list or mapping."""
    if isinstance(value, str):
        text_in(value, where)
    elif isinstance(value, dict | list):
        if depth >= DEEPEST:
            raise GateError(f"{where}: lies deeper than {DEEPEST} levels")
        if len(value) > MOST_ITEMS:
            raise GateError(
                f"{where or 'the payload'}: has {len(value):,} entries; at most {MOST_ITEMS:,} are read"
            )
        for name, each in value.items() if isinstance(value, dict) else enumerate(value):
            text_in(str(name), f"{where}: a name" if where else "a name")
            _check(each, f"{where}.{name}" if where else str(name), depth + 1)
