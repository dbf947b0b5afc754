"""Declares a command once: who may give it, its arguments with their bounds, what it ends, its help text.

A command is a frozen structure of ``msgspec`` with ``do`` beside its fields. Parsing, refusals, the role check, the
terminal's order, docs/asyncapi.yaml, the table in docs/mqtt.md and the page's types all come from it.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Coroutine, Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal, TypeAlias

from msgspec import Meta
from msgspec import inspect as types

from table_controller.commands.declared_request import DeclaredRequest, MisfitError, converted
from table_controller.commands.refused import CommandRefusedError
from table_controller.commands.values import EntryNumber, Id, Words
from table_controller.mqtt.roles import Role
from wording.barred import Unfit
from wording.wanted import fields_of, is_named, name_of, wanted

if TYPE_CHECKING:
    from referee.texts.message import Message
    from table_controller.commands.desk import CommandDesk

Answer: TypeAlias = "dict[str, Any]"
Ends: TypeAlias = Literal["", "hand", "hanchan"]
UNNAMED: Final = "judge"
"""The name for who asks, if none is given."""


class Command(DeclaredRequest, frozen=True, kw_only=True):
    """The base of all commands, with the arguments that they share.

    The first line of a command's docstring is its text in help and documents; the rest follows where there is room.

    Attributes:
        sections: of the rulebooks.
        ends: the part of the game that it ends, so that a person must confirm it; this may depend on more than the
            command.
        reads: True if it changes nothing; it then waits behind commands that do.
        masked: True to replace names in its answer for logins that may not see them; False if it has no names.
    """

    roles: ClassVar[tuple[Role, ...]] = ("referee",)
    sections: ClassVar[tuple[str, ...]] = ()
    ends: ClassVar[Ends] = ""
    reads: ClassVar[bool] = False
    masked: ClassVar[bool] = True

    by: Annotated[Id, Meta(description="who says it, besides the login")] = UNNAMED
    text: Annotated[Words, Meta(description="why, for the journal")] = ""
    dry_run: Annotated[bool, Meta(description="only say what it would do; nothing is journalled")] = False
    at: Annotated[
        EntryNumber | None,
        Meta(
            description="the newest entry known when deciding: refused if something relevant has happened since"
        ),
    ] = None

    def heeds_play(self) -> bool:
        """Return whether play since the decision (``at``) matters too, not only rulings."""
        return False

    def several(self) -> bool:
        """Return whether it writes several entries: a rehearsal comes first, so that none is written if one is refused."""
        return False

    @abstractmethod
    def do(self, desk: CommandDesk) -> Mapping[str, Any] | Coroutine[Any, Any, Mapping[str, Any]]:
        """Carry out the command and return the answer, of the declared return type.

        Raises:
            CommandRefusedError: the command makes no sense now.
        """


def own_fields(kind: type[Command]) -> list[types.Field]:
    """The arguments that a command does not share with all others, in the order of declaration."""
    return [each for each in fields_of(kind) if each.name not in Command.__struct_fields__]


def parse(kind: type[Command], arguments: Mapping[str, Any]) -> Command:
    """The command with these arguments.

    Raises:
        CommandRefusedError: an argument is missing, unknown or wrong; the text names it and says what it must be.
    """
    try:
        return converted(arguments, kind)
    except MisfitError as misfit:
        raise CommandRefusedError(_refused(kind, arguments, misfit)) from None


def _refused(kind: type[Command], arguments: Mapping[str, Any], misfit: MisfitError) -> Message:
    place = "" if misfit.key else misfit.place
    if misfit.unknown is not None:
        fields = (*(each.encode_name for each in own_fields(kind)), *Command.__struct_fields__)
        return Unfit.unknown(place or name_of(kind), misfit.unknown, () if place else fields)
    if misfit.missing:
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
