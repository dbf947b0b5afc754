"""Declares requests about a tournament's book, once for the routes, the checks and the description.

Each class is a request. An ``Operation`` enters something, and its fields are the body. A ``TournamentReading`` shows
something, and its fields are the query. The docstring is the help.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, structs

from hall.tournaments.book.entries import AnyEntry, SessionNumber, TableNumber
from hall.tournaments.book.position import BookPosition
from hall.tournaments.books.books import Book
from referee.texts.language import WordedError, english
from referee.texts.message import Message
from table_controller.commands.declared_request import DeclaredRequest
from table_controller.mqtt.roles import Role

API: Final = "/api"
ROOT: Final = f"{API}/tournaments"
# In Python, unlike JSON schema, "$" also matches before a line feed at the end.
TournamentId: TypeAlias = Annotated[str, Meta(title="tournament", pattern=r"^[a-z0-9][a-z0-9-]{0,39}$(?!\n)")]
EntryNumber: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
PenaltyNumber: TypeAlias = Annotated[int, Meta(ge=1, le=100_000)]
SheetName: TypeAlias = Annotated[
    str, Meta(title="sheet", pattern=r"^[a-z]+(-[0-9]{1,2})?\.(pdf|csv|json|xlsx)$(?!\n)")
]
ORGANISER: Final[tuple[Role, ...]] = ("organiser",)
OFFICIALS: Final[tuple[Role, ...]] = ("organiser", "referee")


class BookPlace(msgspec.Struct, frozen=True, kw_only=True):
    """The names and numbers in the address of a request."""

    tournament: TournamentId = ""
    session: SessionNumber = 1
    table: TableNumber = 1
    penalty: PenaltyNumber = 1
    sheet: SheetName = ""


@dataclass(frozen=True, slots=True)
class TableOrder:
    """A command to a table.

    Attributes:
        table: its number in the tournament.
        hall_table: its name in the hall.
        name: of the command, as in docs/mqtt.md.
        arguments: of the command.
        done_already: codes of refusals that mean the command was carried out before.
    """

    table: int
    hall_table: str
    name: str
    arguments: Mapping[str, Any]
    done_already: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableReply:
    """The outcome of a command; ``why`` is the reason if it was not done, otherwise None."""

    order: TableOrder
    answer: Mapping[str, Any]
    why: Message | None


@dataclass(frozen=True, slots=True)
class BookLook:
    """The arguments of a reading.

    Attributes:
        book: an open one.
        place: the names in the address.
        official: whether the reader may see what is withheld.
        now: real time.
        replies: of the tables that were asked.
        books: of all tournaments, for the register of discipline; otherwise none.
    """

    book: Book
    place: BookPlace
    official: bool
    now: datetime
    replies: Sequence[TableReply] = ()
    books: Sequence[Book] = ()


class KnownEntries(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The query parameters of every request that enters something.

    Attributes:
        known: how many entries the author knows, as the last answer said in ``number``; 0 for a new tournament.
        preview: answer with the entries that it would make, and make none.
    """

    known: EntryNumber
    preview: bool = False


class Operation(DeclaredRequest, frozen=True, kw_only=True):
    """Something that is entered into a book.

    Attributes:
        path: below ``ROOT``, with the names of ``BookPlace`` in braces.
        csv: whether its body may also be a table of comma-separated values.
    """

    path: ClassVar[str]
    roles: ClassVar[tuple[Role, ...]] = ORGANISER
    csv: ClassVar[bool] = False

    def orders(self, position: BookPosition, place: BookPlace, now_s: int) -> Sequence[TableOrder]:  # noqa: ARG002  # for those that have some
        """Return the orders to send to tables once the entries are in the book.

        Args:
            position: with the entries.
            place: the names in the address.
            now_s: real time, seconds since 1970.
        """
        return ()


class BookOperation(Operation, frozen=True, kw_only=True):
    """One whose entries follow from the book alone.

    Attributes:
        makes: the type of its only entry, whose fields are those of the request and the address.
    """

    makes: ClassVar[type[AnyEntry]]

    def entries(self, position: BookPosition, place: BookPlace) -> Sequence[AnyEntry]:  # noqa: ARG002  # for those that need it
        """Return the entries, without author and day.

        Raises:
            FieldError: a field has an impossible value.
            BookRefusedError: the request makes no sense in this book.
        """
        addressed = {
            name: value for name, value in structs.asdict(place).items() if f"{{{name}}}" in self.path
        }
        given = addressed | structs.asdict(self)
        return [self.makes(**{name: given[name] for name in self.makes.__struct_fields__ if name in given})]


class TournamentReading(DeclaredRequest, frozen=True, kw_only=True):
    """Something that is shown.

    Attributes:
        path: below ``ROOT``, with the names of ``BookPlace`` in braces.
        answer: the type of what is shown; bytes for a file.
        problems: codes of problems besides those that every reading may have.
    """

    path: ClassVar[str]
    roles: ClassVar[tuple[Role, ...]] = ("viewer",)
    problems: ClassVar[tuple[Literal["refused"], ...]] = ()
    answer: ClassVar[Any]

    def needed(self) -> tuple[Role, ...]:
        """Return the roles that allow this reading; one of them is enough."""
        return self.roles

    def orders(self, position: BookPosition, place: BookPlace, now: datetime) -> Sequence[TableOrder]:  # noqa: ARG002  # for those that ask
        """Return the queries to send to tables first."""
        return ()


class BookReading(TournamentReading, frozen=True, kw_only=True):
    """Something that is shown of one tournament."""

    @abstractmethod
    def shown(self, look: BookLook) -> Any:
        """Return the reading's result, of the type ``answer``.

        Raises:
            NotThereError: a name in the address is unknown in this book.
            BookRefusedError: this book does not allow it.
        """


class FieldError(ValueError):
    """A field of a request is wrong.

    Args:
        field: its name; empty for the whole request.
        why: the fault, without the field's name; the error's own text is English and has the name and the line.
        line: of a pasted table, from 1; 0 if there is no table.
    """

    def __init__(self, field: str, why: Message, line: int = 0) -> None:
        place = ", ".join(each for each in (f"line {line}" if line else "", field) if each)
        super().__init__(f"{place}: {english(why)}" if place else english(why))
        self.field = field
        self.line = line
        self.why = why


class NotThereError(WordedError, LookupError):
    """A thing that the address of a request names does not exist."""


class BookRefusedError(WordedError, ValueError):
    """The request makes no sense in this book as it stands."""
