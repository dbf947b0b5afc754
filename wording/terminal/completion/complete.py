"""Answers a shell that asks for completions, with ``argcomplete`` and parsers that are made from data."""

import argparse
import os
from collections.abc import Callable
from typing import Any

import argcomplete
from argcomplete.completers import FilesCompleter

from wording.terminal.completion import described
from wording.terminal.completion.described import DescribedArgument, DescribedCommand


def complete(end: Callable[[int], Any] = os._exit) -> None:
    """Write the words that may follow to the shell, and end the program."""
    parser = argparse.ArgumentParser(prog="jantaku", add_help=False)
    _fill(parser, described.read())
    argcomplete.autocomplete(parser, always_complete_options=False, exit_method=end)


def _fill(parser: argparse.ArgumentParser, command: DescribedCommand) -> None:
    for each in command["arguments"]:
        action: Any = parser.add_argument(
            *each.get("names", [each["name"]]),
            help=each.get("help", "").replace("%", "%%"),
            **({"action": "store_true"} if each.get("values") == 0 else {"nargs": each.get("values")}),
        )
        action.completer = _Offers(each)
    if command["commands"]:
        commands = parser.add_subparsers()
        for name, below in command["commands"].items():
            _fill(commands.add_parser(name, help=below["help"].replace("%", "%%"), add_help=False), below)


class _Offers:
    """The words offered as the value of an argument."""

    def __init__(self, argument: DescribedArgument) -> None:
        self._argument = argument

    def __call__(self, prefix: str, parsed_args: argparse.Namespace, **_: object) -> list[str]:
        former = getattr(parsed_args, self._argument["name"], None)
        first = former[0] if isinstance(former, list) and former else ""
        words = [*self._argument.get("offers", ()), *self._argument.get("after", {}).get(first, ())]
        if self._argument.get("files"):
            words += FilesCompleter()(prefix)
        return words
