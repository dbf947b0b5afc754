"""How an operation on a tournament's book is declared: once, for the routes, the checks and the description alike.

A class is an operation: its fields are the body, its docstring is the help, ``entries`` says what it enters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Final, TypeAlias

import msgspec
from msgspec import Meta

from referee.tournament.book.entries import SessionNumber, TableNumber
from table_controller.mqtt.roles import Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.tournament.book.entries import AnyEntry
    from referee.tournament.book.position import BookPosition

ROOT: Final = "/api/tournaments"
TournamentId: TypeAlias = Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9-]{0,39}$")]
EntryNumber: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
PenaltyNumber: TypeAlias = Annotated[int, Meta(ge=1, le=100_000)]
ORGANISER: Final[tuple[Role, ...]] = ("organiser",)
OFFICIALS: Final[tuple[Role, ...]] = ("organiser", "referee")


class BookPlace(msgspec.Struct, frozen=True, kw_only=True):
    """What the address of a request names."""

    tournament: TournamentId = ""
    session: SessionNumber = 1
    table: TableNumber = 1
    penalty: PenaltyNumber = 1


class Operation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that is entered into a book.

    Attributes:
        path: below ``ROOT``, with the names of ``BookPlace`` in braces.
        roles: one of which is needed.
        csv: whether its body may also be a table of comma-separated values.
    """

    path: ClassVar[str]
    roles: ClassVar[tuple[Role, ...]] = ORGANISER
    csv: ClassVar[bool] = False

    def entries(self, position: BookPosition, place: BookPlace) -> Sequence[AnyEntry]:
        """The entries, whose author and day are not filled in yet; ``TakeFromJournal`` finds its own in the hall's store.

        Raises:
            FieldError: a field cannot be what it is.
            BookRefusedError: it makes no sense in this book.
        """
        raise NotImplementedError


class FieldError(ValueError):
    """A field of a request is wrong.

    Args:
        field: its name; empty for the whole.
        why: what is allowed, in words.
        line: of a pasted table, from 1; 0 if it is none.
    """

    def __init__(self, field: str, why: str, line: int = 0) -> None:
        place = ", ".join(each for each in (f"line {line}" if line else "", field) if each)
        super().__init__(f"{place}: {why}" if place else why)
        self.field = field
        self.line = line


class BookRefusedError(ValueError):
    """What is asked makes no sense in this book as it stands."""
