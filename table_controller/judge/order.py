"""An order at the prompt: its words, checked before anything is sent, become a command of docs/mqtt.md.

An order is typed as its command is called, with hyphens.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, NoReturn

from table_controller.judge.errors import OrderError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from table_controller.judge.hall import Json, Table

MEANT_SEAT: Final = "a wind of this hand (East, S …), a name, or a seat 0 to 3"
ENDS_HAND: Final = "This ends the hand."
ENDS_HANCHAN: Final = "This ends the hanchan."


@dataclass(frozen=True, slots=True)
class Request:
    """What to send to a table.

    Attributes:
        arguments: of the command, without ``by``.
        says: what it does, in words.
        asks: why it is asked for once more before it is sent, empty where it is not.
    """

    arguments: Json
    says: str
    asks: str = ""


class OrderParser(argparse.ArgumentParser):
    """Raises instead of ending the program."""

    def error(self, message: str) -> NoReturn:
        raise OrderError(f"{self.prog}: {message}\n{self.format_usage().strip()}")


@dataclass(frozen=True, slots=True)
class Order:
    """What a judge can say.

    Attributes:
        command: its name in docs/mqtt.md.
        help: what it does, in a line.
        make: from the options and the table to the request.
        add: adds the order's own arguments.
        completes: words that may follow, for completion.
    """

    command: str
    help: str
    make: Callable[[argparse.Namespace, Table], Request]
    add: Callable[[OrderParser], object] = field(default=lambda _parser: None)
    completes: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        """As it is typed."""
        return hyphened(self.command)

    def parser(self) -> OrderParser:
        """The parser of its arguments; ``--because`` is the reason, which the journal keeps."""
        parser = OrderParser(prog=self.word, description=self.help, add_help=False, allow_abbrev=False)
        self.add(parser)
        parser.add_argument("--because", nargs="+", metavar="WORD", help="why, for the journal")
        parser.add_argument("--yes", action="store_true", help="do not ask again")
        return parser

    def request(self, words: Sequence[str], table: Table) -> Request:
        """Check the words that follow the order.

        Raises:
            OrderError: they make no sense here; the text says why.
        """
        options = self.parser().parse_args(list(words))
        made = self.make(options, table)
        if options.yes:
            made = replace(made, asks="")
        if options.because is None:
            return made
        return replace(made, arguments={**made.arguments, "text": " ".join(options.because)})


def hyphened(name: str) -> str:
    """A name as it is typed."""
    return name.replace("_", "-")


def underscored(word: str) -> str:
    """What was typed, as the name the program has."""
    return word.replace("-", "_")


def number(word: str) -> int:
    """A number of a finding or an entry, from 0."""
    if not (word.isascii() and word.isdecimal()):
        raise argparse.ArgumentTypeError(f"{word!r} is no number")
    return int(word)


def add_choice(parser: OrderParser, name: str, words: Sequence[str], help_text: str) -> None:
    """One of some names of the program, typed with hyphens or underscores."""
    metavar = name.lstrip("-").upper()
    parser.add_argument(name, type=underscored, choices=tuple(words), metavar=metavar, help=help_text)


def given(options: argparse.Namespace, *names: str) -> Json:
    """The arguments among the options that were given."""
    said: dict[str, Any] = {name: getattr(options, name) for name in names}
    return {name: value for name, value in said.items() if value is not None and value is not False}
