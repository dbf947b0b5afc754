"""Messages for ``argparse``'s complaints of wrong use: it has English sentences only."""

import argparse
import json
import re
from collections.abc import Callable
from typing import Any, Final

from referee.texts.findings import Plain
from referee.texts.language import english
from referee.texts.message import Message, from_json, to_json
from wording.misordered import Misordered

ARGUMENT: Final = r"argument (?P<name>.+?): "
CARRIED: Final = "message: "
"""Marks a sentence that is a message."""
QUOTED: Final = re.compile(r"'([^']*)'|([^\s,']+)")
SENTENCES: Final[tuple[tuple[str, Callable[[dict[str, Any]], Message]], ...]] = (
    (ARGUMENT + "expected one argument", lambda matched: Misordered.one_word(matched["name"])),
    (ARGUMENT + "expected at least one argument", lambda matched: Misordered.a_word(matched["name"])),
    (
        ARGUMENT + r"expected (?P<number>\d+) arguments?",
        lambda matched: Misordered.words(matched["name"], int(matched["number"])),
    ),
    (
        ARGUMENT + r"ignored explicit argument '(?P<text>.*)'",
        lambda matched: Misordered.no_word(matched["name"], matched["text"]),
    ),
    (
        ARGUMENT + r"not allowed with argument (?P<text>.*)",
        lambda matched: Misordered.not_with(matched["name"], matched["text"]),
    ),
    (
        ARGUMENT + r"invalid choice: '(?P<text>.*)' \(choose from (?P<names>.*)\)",
        lambda matched: Misordered.choice(matched["name"], matched["text"], _listed(matched["names"])),
    ),
    (
        ARGUMENT + r"invalid (?:int|float) value: '(?P<text>.*)'",
        lambda matched: Misordered.no_number(matched["text"]),
    ),
    (
        ARGUMENT + r"invalid \S+ value: '(?P<text>.*)'",
        lambda matched: Misordered.in_order(matched["name"], Misordered.no_value(matched["text"])),
    ),
    (
        r"the following arguments are required: (?P<names>.*)",
        lambda matched: Misordered.missing(matched["names"].split(", ")),
    ),
    (
        r"one of the arguments (?P<names>.*) is required",
        lambda matched: Misordered.missing_one(matched["names"].split()),
    ),
    (r"unrecognized arguments: (?P<text>.*)", lambda matched: Misordered.unknown(matched["text"])),
)
"""The sentences of ``argparse`` (Python 3.11 to 3.13) and the message for each."""


class ArgumentMessageError(argparse.ArgumentTypeError):
    """An argument is not a value of its kind; ``argparse`` passes the message on within its text."""

    def __init__(self, why: Message) -> None:
        super().__init__(CARRIED + json.dumps(to_json(why)))


def in_english(sentence: str) -> str:
    """Return a sentence of ``argparse`` as it is, with the messages in it worded in English."""
    carried = _carried(sentence)
    if carried is None:
        return sentence
    name, why = carried
    return f"argument {name}: {english(why)}" if name else english(why)


def usage_error(sentence: str) -> Message:
    """The message for a sentence of ``argparse``; an unknown sentence is passed on as it is."""
    carried = _carried(sentence)
    if carried is not None:
        name, why = carried
        return Misordered.in_order(name, why) if name else why
    for pattern, made in SENTENCES:
        found = re.fullmatch(pattern, sentence, re.DOTALL)
        if found:
            return made(found.groupdict())
    return Plain.words(sentence)


def _carried(sentence: str) -> tuple[str | None, Message] | None:
    """The argument that a sentence names, and the message that it passes on; None for a sentence of ``argparse``'s own."""
    found = re.fullmatch(rf"(?:{ARGUMENT})?{CARRIED}(?P<why>.*)", sentence, re.DOTALL)
    return None if found is None else (found["name"], from_json(json.loads(found["why"])))


def usage_of(parser: argparse.ArgumentParser) -> str:
    """Return the usage of a program or an order, without the word that stands before."""
    return parser.format_usage().removeprefix("usage: ").strip()


def _listed(names: str) -> list[str]:
    return [quoted or bare for quoted, bare in QUOTED.findall(names)]
