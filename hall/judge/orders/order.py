"""An order at the prompt: turns what was typed into a declared command, and checks it before sending.

An order is typed as its command's name, with hyphens. Arguments, choices, bounds and help come from the declaration;
orders defined in this room add only a syntax of their own.
"""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NoReturn

from hall.judge.tables.hall import Json, Table
from referee.texts.language import LanguageName, language
from referee.texts.message import Message
from table_controller.client.errors import OrderError
from table_controller.commands.declaration import Command, parse
from table_controller.commands.refused import CommandRefusedError
from wording.command_line.usage import usage_error, usage_of
from wording.misordered import Misordered
from wording.ordered import OrderTexts
from wording.wanted import choices_at, details_of, help_of, name_of, text_of

MEANT_SEAT: Final = "a wind of this hand (East, S …), a name, or a seat 0 to 3"
ENDS_HAND: Final = OrderTexts.ends_hand()
ENDS_HANCHAN: Final = OrderTexts.ends_hanchan()
PLAYS_NO_MORE: Final = OrderTexts.plays_no_more()
HEAVY: Final = frozenset({ENDS_HANCHAN, PLAYS_NO_MORE})
"""Reasons to confirm an order that may destroy something; the table says what."""


@dataclass(frozen=True, slots=True)
class OrderedRequest:
    """A request to send to a table.

    Attributes:
        arguments: of the command, without ``by``.
        says: what it does.
        asks: the reason why the judge must confirm it first; None if it needs no confirmation.
        done: what it did, said once it is done; None: ``says`` again.
    """

    arguments: Json
    says: Message
    asks: Message | None = None
    done: Message | None = None


class OrderParser(argparse.ArgumentParser):
    """A parser that raises an error instead of ending the program."""

    def error(self, message: str) -> NoReturn:
        raise OrderError(Misordered.wrong(self.prog, usage_of(self), usage_error(message)))


@dataclass(frozen=True, slots=True)
class Order:
    """An order that a judge can give.

    Attributes:
        kind: the declared command.
        make: makes the request from the options and the table.
        add: adds the order's own arguments to the parser.
        completes: returns words that may follow, for completion.
    """

    kind: type[Command]
    make: Callable[[argparse.Namespace, Table], OrderedRequest]
    add: Callable[[OrderParser], object] = field(default=lambda _parser: None)
    completes: tuple[str, ...] = ()

    @property
    def command(self) -> str:
        """Its name in docs/mqtt.md."""
        return name_of(self.kind)

    @property
    def help(self) -> str:
        """The effect of the order, in a line, in English."""
        return text_of(self.kind)

    def help_in(self, words: LanguageName) -> str:
        """Return the effect of the order, in a line."""
        return help_in(self.kind, words)

    def lines(self, words: LanguageName) -> list[str]:
        """Return the full help of the order; arguments are explained in English only."""
        usage = self.parser().format_help().strip()
        return [usage] if words == "en" else [self.help_in(words), usage]

    @property
    def word(self) -> str:
        return hyphened(self.command)

    def parser(self) -> OrderParser:
        """Return the parser of its arguments, including those that every command has."""
        sections = f" ({', '.join(self.kind.sections)})" if self.kind.sections else ""
        description = f"{self.help}{sections}. {details_of(self.kind)}".rstrip(" .")
        parser = OrderParser(prog=self.word, description=description, add_help=False, allow_abbrev=False)
        self.add(parser)
        because = help_of(self.kind, "text")
        parser.add_argument("--because", nargs="+", metavar="WORD", help=because)
        parser.add_argument("--dry-run", action="store_true", help=help_of(self.kind, "dry_run"))
        parser.add_argument("--at", type=number, metavar="ENTRY", help=help_of(self.kind, "at"))
        parser.add_argument("--yes", action="store_true", help="do not ask again")
        return parser

    def request(self, words: Sequence[str], table: Table) -> OrderedRequest:
        """Check the words that follow the order.

        Raises:
            OrderError: they make no sense here; the text gives the reason.
        """
        options = self.parser().parse_args(list(words))
        try:
            made = self.make(options, table)
            arguments = {**made.arguments, **given(options, "dry_run", "at")}
            if options.because is not None:
                arguments["text"] = " ".join(options.because)
            parse(self.kind, arguments)
        except CommandRefusedError as error:
            raise OrderError(Misordered.in_order(self.word, error.why)) from None
        asks = None if options.yes or options.dry_run else made.asks
        return replace(made, arguments=arguments, asks=asks)


def help_in(kind: type[Command], words: LanguageName) -> str:
    """Return a command's effect in one line: from ``[words.command]``, or in English from its declaration."""
    return language(words).words.get("command", {}).get(name_of(kind), text_of(kind))


def hyphened(name: str) -> str:
    """Return a name as it is typed, with hyphens."""
    return name.replace("_", "-")


def underscored(word: str) -> str:
    """Return a typed name in the program's form, with underscores."""
    return word.replace("-", "_")


def number(word: str) -> int:
    """Parse the number of a finding or an entry, from 0."""
    if not (word.isascii() and word.isdecimal()):
        raise OrderError(Misordered.no_number(word))
    return int(word)


def add_choice(parser: OrderParser, kind: type[Command], name: str) -> None:
    """Add an argument with a fixed choice of words, typed with hyphens or underscores."""
    words = choices_at(kind, name)
    text = ": ".join(filter(None, (help_of(kind, name), ", ".join(map(hyphened, words)))))
    parser.add_argument(name, type=underscored, choices=words, metavar=name.upper(), help=text)


def add_flag(parser: OrderParser, kind: type[Command], *names: str) -> None:
    """Add flags; each sets the command's field of the same name."""
    for name in names:
        parser.add_argument(f"--{hyphened(name)}", action="store_true", help=help_of(kind, name))


def add_number(
    parser: OrderParser, kind: type[Command], name: str, metavar: str | None = None, **more: Any
) -> None:
    """Add a number that counts or names something, from 0."""
    text = help_of(kind, underscored(name.lstrip("-")))
    parser.add_argument(name, type=number, metavar=metavar or name.lstrip("-").upper(), help=text, **more)


def given(options: argparse.Namespace, *names: str) -> Json:
    """Return those options, of the ones named, that were given."""
    values: dict[str, Any] = {name: getattr(options, name) for name in names}
    return {name: value for name, value in values.items() if value is not None and value is not False}
