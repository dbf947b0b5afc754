"""Answers to a request: the entries made and the commands to tables, or the reason why nothing was done."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from hall.tournaments.web.views import BookView, Happened
from referee.texts.language import english
from referee.texts.message import Message, to_json


class MessageShown(BookView, frozen=True):
    """A text as its code and its arguments, which programs can put into words of their own.

    Attributes:
        code: of the text; a program that does not know it shows the words that came with it.
        arguments: of the text by name; among them may be texts again.
    """

    code: str
    arguments: dict[str, Any]


class TableOutcome(BookView, frozen=True):
    """The outcome of a request to a table.

    Attributes:
        hall_table: its name in the hall.
        done: whether the table did it.
        error: why not, in English words; empty if it did.
        why: the same as a text that can be translated.
    """

    table: int
    hall_table: str
    done: bool
    error: str
    why: MessageShown | None


class Entered(BookView, frozen=True):
    """The entries that were made; ``number`` is the one that the next request knows.

    Attributes:
        told: the requests that tables with Jantaku got, and whether they carried them out.
    """

    number: int
    digest: str
    entries: tuple[Happened, ...]
    told: tuple[TableOutcome, ...]


ProblemCode: TypeAlias = Literal[
    "body",
    "type",
    "login",
    "role",
    "origin",
    "unknown",
    "method",
    "field",
    "refused",
    "stale",
    "away",
    "damaged",
]
STATUS: Final[Mapping[ProblemCode, int]] = {
    "body": 400,
    "type": 415,
    "login": 401,
    "role": 403,
    "origin": 403,
    "unknown": 404,
    "method": 405,
    "field": 422,
    "refused": 422,
    "stale": 409,
    "away": 503,
    "damaged": 500,
}
"""The status of an answer by its code."""


class Problem(BookView, frozen=True, omit_defaults=True):
    """The reason why nothing was done.

    Attributes:
        error: in English words, after the line and the field.
        code: for programs.
        why: the same as a text that can be put into other languages, without the line and the field.
        field: of the request that is wrong.
        line: of a pasted table, from 1.
        allowed: what the field may be, as a JSON schema.
        number: how many entries the book has.
        since: those that the request did not know.
    """

    error: str
    code: ProblemCode
    why: MessageShown
    field: str = ""
    line: Annotated[int, Meta(ge=0)] = 0
    allowed: dict[str, Any] | None = None
    number: int | None = None
    since: tuple[Happened, ...] | None = None


def problem(code: ProblemCode, why: Message, error: str = "") -> Problem:
    """Make a problem; ``error`` is its English text if that says more than ``why``."""
    shown = msgspec.convert(to_json(why), MessageShown)
    return Problem(error=error or english(why), code=code, why=shown)


def table_told(table: int, hall_table: str, why: Message | None) -> TableOutcome:
    """Return the outcome of a request to a table; ``why`` is the reason if it was not done."""
    shown = None if why is None else msgspec.convert(to_json(why), MessageShown)
    error = "" if why is None else english(why)
    return TableOutcome(table=table, hall_table=hall_table, done=why is None, error=error, why=shown)
