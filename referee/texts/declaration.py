"""Declares a text once: its code and the types of its arguments. Calling it with arguments gives a message."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Final, Generic, ParamSpec

from referee.texts.kinds import Argument, kinds_of
from referee.texts.message import Message

P = ParamSpec("P")
TEXTS: Final[dict[str, Text[...]]] = {}
"""Every declared text, by its code."""


class Text(Generic[P]):
    """A text, an attribute of a class of ``Texts``: ``draws = Text(of_tile)``.

    Its code, ``line.draws``, is the topic of the class and the name of the attribute. The topic is ``TOPIC``, else the name
    of the class in lower case. Journals and clients hold codes, so a class that is renamed must keep its topic.

    Args:
        signature: a function with the arguments of the text, so that a wrong argument is a type error; it is never called.
    """

    code: str

    def __init__(self, signature: Callable[P, None]) -> None:
        self._signature = signature

    @cached_property
    def arguments(self) -> Mapping[str, Argument]:
        """The arguments in their order. Found when first needed: most commands use few of the texts."""
        return kinds_of(self._signature)

    def __set_name__(self, owner: type, name: str) -> None:
        topic = vars(owner).get("TOPIC", owner.__name__.lower())
        self.named(f"{topic}.{name}")

    def named(self, code: str) -> Text[P]:
        """Register the text under a code; a text that is no attribute of a class gets its code this way."""
        assert code not in TEXTS, code
        self.code = code
        TEXTS[code] = self
        return self

    def fits(self, message: Message) -> bool:
        """Return whether a message has the arguments of this text; one from another version of the program may not."""
        given = dict(message.arguments)
        return given.keys() == self.arguments.keys() and all(
            self.arguments[name].fits(value) for name, value in given.items()
        )

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Message:
        given: dict[str, object] = dict(zip(self.arguments, args, strict=False)) | kwargs
        encoded = {name: kind.to_message(given[name]) for name, kind in self.arguments.items()}
        return Message(self.code, tuple(sorted(encoded.items())))
