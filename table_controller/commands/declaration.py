"""Declares a command once: who may give it, its arguments with their bounds, what it ends, its help text.

A command is a frozen structure of ``msgspec`` with ``do`` beside its fields. Parsing, refusals, the role check, the
terminal's order, docs/asyncapi.yaml, the table in docs/mqtt.md and the page's types all come from it.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta
from msgspec import inspect as types

from table_controller.commands.refused import CommandRefusedError
from table_controller.commands.values import EntryNumber, Id, Words
from table_controller.mqtt.roles import Role, may
from table_controller.wording.barred import Unfit
from table_controller.wording.wanted import DeclaredMeta, is_named, name_of, wanted

if TYPE_CHECKING:
    from collections.abc import Coroutine, Mapping

    from referee.texts.message import Message
    from table_controller.commands.desk import CommandDesk

Answer: TypeAlias = "dict[str, Any]"
Ends: TypeAlias = Literal["", "hand", "hanchan"]
UNNAMED: Final = "judge"
"""The name for who asks, if none is given."""
PLACE: Final = re.compile(r" - at `\$\.?(?P<place>[^`]*)`$")
FIELD: Final = re.compile(r"field `(?P<name>[^`]*)`")


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, metaclass=DeclaredMeta):
    """The base of all commands, with the arguments that they share.

    The first line of a command's docstring is its text in help and documents; the rest follows where there is room.

    Attributes:
        role: which a login needs.
        also: roles that may give it too, though they have not the rights of ``role``.
        sections: of the rulebooks.
        ends: what it ends, so that a person must confirm it; it may depend on more than the command.
        reads: it changes nothing, and so waits behind commands that do.
        masked: names in its answer are replaced for those who may not know them; False where there are none.
    """

    role: ClassVar[Role] = "referee"
    also: ClassVar[tuple[Role, ...]] = ()
    sections: ClassVar[tuple[str, ...]] = ()
    ends: ClassVar[Ends] = ""
    reads: ClassVar[bool] = False
    masked: ClassVar[bool] = True

    by: Annotated[Id, Meta(description="who says it, besides the login")] = UNNAMED
    text: Annotated[Words, Meta(description="why, for the journal")] = ""
    dry_run: Annotated[bool, Meta(description="only say what it would do; nothing is journalled")] = False
    at: Annotated[
        EntryNumber | None,
        Meta(description="the entry on which it was decided: refused if something that matters came since"),
    ] = None

    def heeds_play(self) -> bool:
        """Return whether play since the decision (``at``) matters too, not only rulings."""
        return False

    def several(self) -> bool:
        """Return whether it writes several entries: a rehearsal comes first, so that none is written if one is refused."""
        return False

    @abstractmethod
    def do(self, desk: CommandDesk) -> Mapping[str, Any] | Coroutine[Any, Any, Mapping[str, Any]]:
        """Do it and return the answer, of the declared return type.

        Raises:
            CommandRefusedError: it makes no sense now.
        """


def may_give(role: Role, kind: type[Command]) -> bool:
    """Return whether a login of a role may give a command."""
    return any(may(role, each) for each in (kind.role, *kind.also))


def own_fields(kind: type[Command]) -> list[types.Field]:
    """The arguments that a command does not share with all others, in the order of declaration."""
    told = types.type_info(kind)
    assert isinstance(told, types.StructType)
    return [each for each in told.fields if each.name not in Command.__struct_fields__]


def parse(kind: type[Command], arguments: Mapping[str, Any]) -> Command:
    """The command with these arguments.

    Raises:
        CommandRefusedError: an argument is missing, unknown or wrong; the text names it and says what it must be.
    """
    try:
        return msgspec.convert(arguments, kind)
    except msgspec.ValidationError as error:
        raise CommandRefusedError(_refused(kind, arguments, str(error))) from None


def _refused(kind: type[Command], arguments: Mapping[str, Any], error: str) -> Message:
    """Return the message for an error of msgspec, which knows the place but not our words for the values it may have."""
    found = PLACE.search(error)
    place = found["place"] if found else ""
    named = FIELD.search(error)
    if named and "unknown field" in error:
        fields = (*(each.encode_name for each in own_fields(kind)), *Command.__struct_fields__)
        return Unfit.unknown(place or name_of(kind), named["name"], () if place else fields)
    if named:
        place = f"{place}.{named['name']}".lstrip(".")
        return Unfit.missing(place, wanted(kind, place))
    # A list is named as a whole: the description of a valid one shows which item is wrong.
    place = re.sub(r"(\[\d+\])+$", "", place)
    if not place:
        return Unfit.no_mapping()
    value: Any = arguments
    for step in re.findall(r"\[(\d+)\]|([^.\[\]]+)", place):
        value = value[int(step[0])] if step[0] else value[step[1]]
    if isinstance(value, str) and is_named(kind, place):
        return Unfit.none(place, wanted(kind, place), value[:40])
    return Unfit.wrong(place, wanted(kind, place))
