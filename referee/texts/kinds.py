"""Kinds of arguments of texts: the type in the program, the form in a message, and the words a language has for it."""

from collections.abc import Sequence
from types import NoneType
from typing import Annotated, Any, Final, TypeAlias, get_args, get_origin, get_type_hints

from msgspec import Struct

from referee.texts.message import Message, Person, Value
from referee.tiles import NAMES


class ArgumentKind(Struct, frozen=True):
    """A kind of value.

    Attributes:
        base: its type in a message.
        vocabulary: the table ``[words.<vocabulary>]`` of a language; empty if a value is written as it is.
        names: the names that a message uses, if the value is a number in the program.
        open: whether values for which no language has a word are allowed; they are written as they are.
    """

    base: type
    vocabulary: str = ""
    names: tuple[str, ...] = ()
    open: bool = False

    def to_message(self, value: Any) -> Value:
        return self.names[value] if self.names and isinstance(value, int) else value


class Argument(Struct, frozen=True):
    """An argument of a text: its kind, whether it may be left out (None), whether there are several."""

    kind: ArgumentKind
    optional: bool = False
    several: bool = False

    def to_message(self, value: Any) -> Value:
        if value is None:
            return None
        return (
            tuple(self.kind.to_message(each) for each in value)
            if self.several
            else self.kind.to_message(value)
        )

    def fits(self, value: Value) -> bool:
        """Return whether a message may have the value."""
        if value is None:
            return self.optional
        if self.several:
            return isinstance(value, tuple) and all(isinstance(each, self.kind.base) for each in value)
        return isinstance(value, self.kind.base)


WINDS: Final = ("E", "S", "W", "N")
Tile: TypeAlias = Annotated[int, ArgumentKind(str, "tile", NAMES)]
"""A ``referee.tiles.Tile``; in a message its mpsz name."""
Wind: TypeAlias = Annotated[int, ArgumentKind(str, "wind", WINDS)]
"""0 to 3 from East; in a message ``E`` to ``N``."""
Letter: TypeAlias = Annotated[int, ArgumentKind(str, "letter", WINDS)]
"""The same, in the shortest form."""
Round: TypeAlias = Annotated[int, ArgumentKind(str, "round", WINDS)]
"""The wind of a round, as a hand is named."""
Call: TypeAlias = Annotated[str, ArgumentKind(str, "call")]
Meld: TypeAlias = Annotated[str, ArgumentKind(str, "meld")]
Broken: TypeAlias = Annotated[str, ArgumentKind(str, "broken")]
Rule: TypeAlias = Annotated[str, ArgumentKind(str, "rule", open=True)]
"""The name of a foul."""

RulesTitle: TypeAlias = Annotated[str, ArgumentKind(str, "ruleset", open=True)]
"""The title of a ruleset; a club's own title is written as it is."""
Happening: TypeAlias = Annotated[str, ArgumentKind(str, "kind")]
"""A kind of observation, by the name of its class."""
Loss: TypeAlias = Annotated[str, ArgumentKind(str, "loss", open=True)]
"""The reason that vision cannot read a zone."""
Part: TypeAlias = Annotated[str, ArgumentKind(str, "part", open=True)]
"""A task of the daemon, named by what it does."""
Chair: TypeAlias = Annotated[int, ArgumentKind(str, "chair", ("0", "1", "2", "3", "any"))]
"""A chair of the table; 4 if it is not known which."""

Button: TypeAlias = Annotated[str, ArgumentKind(str, "button")]
"""A button of the table; ``any`` if it is not known which."""
Motor: TypeAlias = Annotated[str, ArgumentKind(str, "motor", open=True)]
"""The thing that an output of the table unit drives."""

Result: TypeAlias = Annotated[str, ArgumentKind(str, "result", open=True)]
"""The end of a hand."""
Ending: TypeAlias = Annotated[str, ArgumentKind(str, "ending")]
"""The end of a hand according to a judge."""
Grade: TypeAlias = Annotated[str, ArgumentKind(str, "grade")]
"""The cost of a foul."""
Ruling: TypeAlias = Annotated[str, ArgumentKind(str, "ruling")]
Stop: TypeAlias = Annotated[str, ArgumentKind(str, "stop")]
"""The reason for which people stopped play."""
SeatDraw: TypeAlias = Annotated[str, ArgumentKind(str, "seat_draw")]
"""The way seats are drawn."""
MachineOrder: TypeAlias = Annotated[str, ArgumentKind(str, "order")]
"""An order to the machine."""
Noun: TypeAlias = Annotated[str, ArgumentKind(str, "noun", open=True)]
"""The kind of an argument's value, by the title of its type."""
Nouns: TypeAlias = Annotated[str, ArgumentKind(str, "nouns", open=True)]
"""The same of several values."""
Count: TypeAlias = Annotated[int, ArgumentKind(str, "count", ("0", "1", "2", "3", "4"))]
"""The number of values that belong together."""
Hindrance: TypeAlias = Annotated[str, ArgumentKind(str, "hindrance")]
"""The hindrance that keeps people from playing."""
Outcome: TypeAlias = Annotated[str, ArgumentKind(str, "outcome")]
"""The outcome of an appeal."""


def kinds_of(signature: Any) -> dict[str, Argument]:
    """The arguments that a signature declares."""
    hints = get_type_hints(signature, include_extras=True)
    hints.pop("return", None)
    return {name: _argument(hint) for name, hint in hints.items()}


def _argument(hint: Any) -> Argument:
    inner = [each for each in get_args(hint) if each is not NoneType]
    if get_origin(hint) is Annotated:
        return Argument(hint.__metadata__[0])
    if get_origin(hint) is Sequence:
        return Argument(_argument(inner[0]).kind, several=True)
    if inner:
        held = _argument(inner[0])
        return Argument(held.kind, optional=True, several=held.several)
    assert hint in {int, bool, str, Message, Person}, hint
    return Argument(ArgumentKind(hint))
