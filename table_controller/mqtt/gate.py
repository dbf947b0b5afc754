"""The gate for messages: turns everything from the broker into bounded, typed values before other code sees it.

Whatever passes can be journalled, folded, sent and shown: whole numbers within 2⁵³, texts without control characters
and lone surrogates, mappings and lists of a limited depth. Anything else is refused, with the place and the reason.
"""

import json
import unicodedata
from datetime import UTC, datetime
from typing import Any, Final, NewType, TypeGuard

from referee.texts.language import WordedError
from referee.texts.message import Message
from wording.barred import Barred, Where
from wording.terminal.visible import FORBIDDEN, TURNING

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


TopicLevel = NewType("TopicLevel", str)
"""One level of a topic that brokers accept; ``level_in`` makes it from a text from outside."""
Topic = NewType("Topic", str)
"""A whole topic without wildcards, made of such levels."""


class GateError(WordedError, ValueError):
    """Input was refused."""


def mapping_in(payload: bytes) -> dict[str, Any]:
    """Parse a payload into a JSON object; an empty payload is an empty object.

    Raises:
        GateError: the payload is too large, not a JSON object, or holds a value that is refused.
    """
    if len(payload) > MOST_BYTES:
        raise GateError(Barred.payload_too_long(len(payload), MOST_BYTES))
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
        raise GateError(Barred.no_object()) from None
    if not isinstance(value, dict):
        raise GateError(Barred.no_object())
    _check(value, "", 0)
    return value


def text_in(text: str, where: Message) -> str:
    """Check that a text can be stored and shown.

    Raises:
        GateError: the text is too long or has an invisible character.
    """
    if len(text) > MOST_TEXT:
        raise GateError(Barred.text_too_long(where, len(text), MOST_TEXT))
    for character in text:
        if unicodedata.category(character) in FORBIDDEN or character in TURNING:
            raise GateError(Barred.no_text(where, f"U+{ord(character):04X}"))
    return text


def answer_topic_in(topic: str, prefix: str) -> Topic:
    """Check that an answer may go to a topic, which must be below ``prefix``.

    Raises:
        GateError: the topic is elsewhere, or no message can be sent to it.
    """
    if len(topic.encode("utf-8", "replace")) > MOST_TOPIC:
        raise GateError(Barred.response_too_long(MOST_TOPIC))
    levels = topic.split("/")
    if not topic.startswith(prefix) or not all(levels):
        raise GateError(Barred.answers_elsewhere(prefix))
    return Topic("/".join(level_in(level, Where.response_topic()) for level in levels))


def level_in(level: str, where: Message) -> TopicLevel:
    """Check one level of a topic: a broker ends the connection at an invalid topic (MQTT 5, 1.5.4 and 4.7).

    Raises:
        GateError: the level is empty or too long, or has a slash, a wildcard or a forbidden character.
    """
    if (
        not level
        or len(level.encode("utf-8", "replace")) > MOST_TOPIC
        or {"/", "+", "#"} & set(level)
        or any(map(_is_no_character, level))
    ):
        raise GateError(Barred.no_topic(where, shown(level[:40])))
    return TopicLevel(text_in(level, where))


def is_level(text: str) -> TypeGuard[TopicLevel]:
    """Return whether a text can be one level of a topic."""
    try:
        level_in(text, Where.topic())
    except GateError:
        return False
    return True


def _is_no_character(character: str) -> bool:
    """Return whether a code point is a noncharacter (Unicode 23.7): Mosquitto accepts none in a topic."""
    place = ord(character)
    return 0xFDD0 <= place <= 0xFDEF or place & 0xFFFE == 0xFFFE


def shown(text: str) -> str:
    """Return an unchecked text in a form that can be sent, with invalid characters escaped."""
    return repr(text)[1:-1]


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS or abs(int(digits)) > MOST_NUMBER:
        raise GateError(Barred.too_large(digits[:20]))
    return int(digits)


def _no_number(text: str) -> Any:
    raise GateError(Barred.no_whole_number(text[:20]))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise GateError(Barred.twice(shown(twice[:40])))
    return mapping


def _check(value: Any, where: str, depth: int) -> None:
    """Refuse a value that holds a forbidden text, list or mapping."""
    if isinstance(value, str):
        text_in(value, Where.at(where))
    elif isinstance(value, dict | list):
        if depth >= DEEPEST:
            raise GateError(Barred.too_deep(Where.at(where), DEEPEST))
        if len(value) > MOST_ITEMS:
            place = Where.at(where) if where else Where.payload()
            raise GateError(Barred.too_many(place, len(value), MOST_ITEMS))
        for name, each in value.items() if isinstance(value, dict) else enumerate(value):
            text_in(str(name), Where.a_name(where))
            _check(each, f"{where}.{name}" if where else str(name), depth + 1)


def utc(text: str) -> datetime:
    """Parse an ISO 8601 time; a time without a zone is UTC."""
    time = datetime.fromisoformat(text)
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time
