"""A message: the code of a text and its arguments, as journalled and sent. It is put into words when somebody reads it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias, Union

from msgspec import Struct


class Person(NamedTuple):
    """A player as shown to people: the seat wind in that hand, ``E``, ``S``, ``W`` or ``N``, and the name, empty if unknown."""

    wind: str
    name: str = ""


Value: TypeAlias = Union[int, str, Person, "Message", "tuple[Value, ...]", None]


class MessageError(ValueError):
    """A mapping is no message."""


class Message(Struct, frozen=True):
    """A text with its arguments.

    Attributes:
        code: of the text (``finding.draws_in_turn_of``).
        arguments: by name, sorted; tiles and winds by their names.
    """

    code: str
    arguments: tuple[tuple[str, Value], ...] = ()

    def __getitem__(self, name: str) -> Value:
        return dict(self.arguments)[name]

    def within(self) -> Iterator[Message]:
        for _, value in self.arguments:
            for each in value if isinstance(value, tuple) else (value,):
                if isinstance(each, Message):
                    yield each


def to_json(message: Message) -> dict[str, Any]:
    """The message as a mapping: ``code`` and ``arguments``."""
    return {"code": message.code, "arguments": {name: _plain(value) for name, value in message.arguments}}


def from_json(value: Any) -> Message:
    """The message of a mapping made by ``to_json``.

    Raises:
        MessageError: it is none.
    """
    if not isinstance(value, dict) or value.keys() != {"code", "arguments"}:
        raise MessageError(f"a message has code and arguments: {value!r}")
    code, arguments = value["code"], value["arguments"]
    if not isinstance(code, str) or not isinstance(arguments, dict):
        raise MessageError(f"a message has a code and a mapping of arguments: {value!r}")
    return Message(code, tuple((str(name), _value(each)) for name, each in sorted(arguments.items())))


def _plain(value: Value) -> Any:
    if isinstance(value, Message):
        return to_json(value)
    if isinstance(value, Person):
        return {"wind": value.wind, "name": value.name}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value


def _value(value: Any) -> Value:
    if isinstance(value, list | tuple):
        return tuple(_value(each) for each in value)
    if isinstance(value, dict):
        if value.keys() == {"wind", "name"} and all(isinstance(each, str) for each in value.values()):
            return Person(value["wind"], value["name"])
        return from_json(value)
    if value is None or isinstance(value, int | str):
        return value
    raise MessageError(f"no argument of a message: {value!r}")
