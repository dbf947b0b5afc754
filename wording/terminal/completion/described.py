"""The whole command line as plain data: made once from the parsers, read whenever a shell asks for completions."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, Required, TypedDict

FILE: Final = Path(__file__).with_name("command_line.json")
OF_FILES: Final = re.compile(r"ARCHIVE|DIR|FILE|FOLDER|IMAGE|OUT\.|PATH|PICTURE")
"""Matches the placeholder of an argument whose value is a file's name."""


class DescribedArgument(TypedDict, total=False):
    """An argument of a command; empty fields are left out.

    Attributes:
        names: of an option; none for a positional argument.
        values: the number of words that follow, as ``nargs`` of ``argparse``.
        offers: words that may be its value.
        after: by the first word of the value: words that may follow; by "": words that may be the first.
        files: whether a file's name may be its value.
    """

    name: Required[str]
    names: list[str]
    help: str
    values: int | str | None
    offers: list[str]
    after: dict[str, list[str]]
    files: bool


class DescribedCommand(TypedDict):
    """A command with its arguments and those below it."""

    help: str
    arguments: list[DescribedArgument]
    commands: dict[str, DescribedCommand]


class Offered(NamedTuple):
    """The words offered for an argument although its parser takes others too: ``after`` and ``files`` as above."""

    after: Mapping[str, Sequence[str]]
    files: bool = False


NOTHING: Final = Offered({})


def describe(
    parser: argparse.ArgumentParser,
    offered: Mapping[tuple[str, str], Offered],
    text: str = "",
) -> DescribedCommand:
    """Return a parser as data.

    Args:
        parser: with the parsers of all commands below it.
        offered: by command and argument (``("jantaku judge", "order")``); "" for any command.
        text: the help of this command.
    """
    command: DescribedCommand = {"help": text, "arguments": [], "commands": {}}
    for action in parser._actions:  # noqa: SLF001 - argparse has no other way to ask a parser what it takes
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - as above
            helps = {each.dest: each.help for each in action._get_subactions()}  # noqa: SLF001 - as above
            for name, below in action.choices.items():
                command["commands"][name] = describe(below, offered, helps.get(name) or "")
            continue
        more = offered.get((parser.prog, action.dest)) or offered.get(("", action.dest), NOTHING)
        shown = action.metavar if isinstance(action.metavar, str) else ""
        argument: DescribedArgument = {"name": action.dest}
        if action.option_strings:
            argument["names"] = list(action.option_strings)
        if action.help:
            argument["help"] = parser._get_formatter()._expand_help(action)  # noqa: SLF001 - as above
        if action.nargs is not None:
            argument["values"] = action.nargs
        if action.choices is not None:
            argument["offers"] = [str(each) for each in action.choices]
        elif more.files or action.type is Path or OF_FILES.search(shown):
            argument["files"] = True
        if more.after:
            argument["after"] = {word: list(words) for word, words in more.after.items()}
        command["arguments"].append(argument)
    return command


def written(described: DescribedCommand) -> str:
    """Return the text of the file."""
    return json.dumps(described, indent=1, ensure_ascii=False) + "\n"


def read() -> DescribedCommand:
    """Read the description of the command line; empty in a clone before `make setup-sim`."""
    if not FILE.exists():
        return {"help": "", "arguments": [], "commands": {}}
    content: Any = json.loads(FILE.read_text(encoding="utf-8"))
    described: DescribedCommand = content
    return described
