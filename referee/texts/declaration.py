"""A text, declared once: its code and the types of its arguments. Called with them it is a message."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Final, Generic, ParamSpec

from referee.texts.kinds import kinds_of
from referee.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from referee.texts.kinds import Argument

P = ParamSpec("P")
TEXTS: Final[dict[str, Text[...]]] = {}
"""Every text that was declared, by its code."""


class Text(Generic[P]):
    """A text, an attribute of a class of ``Texts``: ``draws = Text(of_tile)``.

    Its code, ``line.draws``, is its name after the topic of the class: ``TOPIC``, else the name of the class in small
    letters. Codes stand in journals and go out to clients: a class that is renamed keeps its topic.

    Args:
        signature: a function with the arguments of the text, so that a wrong one is an error of types; it is never called.
    """

    code: str
    arguments: Mapping[str, Argument]

    def __init__(self, signature: Callable[P, None]) -> None:
        self._signature = inspect.signature(signature)
        self.arguments = kinds_of(signature)

    def __set_name__(self, owner: type, name: str) -> None:
        topic = vars(owner).get("TOPIC", owner.__name__.lower())
        self.named(f"{topic}.{name}")

    def named(self, code: str) -> Text[P]:
        """The text, known by a code; one that is no attribute of a class has it from here."""
        assert code not in TEXTS, code
        self.code = code
        TEXTS[code] = self
        return self

    def fits(self, message: Message) -> bool:
        """Whether a message has the arguments of this text, as one of another version of the program may not."""
        given = dict(message.arguments)
        return given.keys() == self.arguments.keys() and all(
            self.arguments[name].fits(value) for name, value in given.items()
        )

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Message:
        bound = self._signature.bind(*args, **kwargs)
        bound.apply_defaults()
        kept = {name: self.arguments[name].kept(value) for name, value in bound.arguments.items()}
        return Message(self.code, tuple(sorted(kept.items())))
