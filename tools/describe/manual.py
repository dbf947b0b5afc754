"""The manual page of a command line in the language of ``man``, made from its parsers."""

import argparse
from collections.abc import Iterator, Mapping
from typing import Final

HEAD: Final = '.\\" made by python -m tools.describe.operator\n.TH JANTAKU 1\n.ad l\n'


def manual(parser: argparse.ArgumentParser, examples: Mapping[str, str], statuses: Mapping[int, str]) -> str:
    """Return the page: the options before a command, each command with its arguments and an example, the exit statuses.

    Args:
        parser: the parser, with the parsers of all commands below it.
        examples: the examples by the command's words, without the name of the program.
        statuses: the meaning of each exit status.
    """
    lines = [
        ".SH NAME",
        f"{plain(parser.prog)} \\- {plain((parser.description or '').removesuffix('.'))}",
        ".SH SYNOPSIS",
        f"\\fB{plain(parser.prog)}\\fR [\\fIOPTION\\fR ...] \\fICOMMAND\\fR ...",
        ".SH OPTIONS",
        *_arguments(parser),
        ".SH COMMANDS",
    ]
    for words, below in leaves(parser):
        usage = " ".join(below.format_usage().removeprefix("usage: ").split())
        lines += [
            f".SS {plain(words)}",
            plain(below.description or ""),
            ".PP",
            plain(usage),
            *_arguments(below),
        ]
        lines += [".PP", "Example:", ".PP", ".RS", plain(examples[words]), ".RE"]
        if below.epilog:
            lines += [".PP", plain(below.epilog)]
    lines.append(".SH EXIT STATUS")
    for number, text in statuses.items():
        lines += [".TP", f"\\fB{number}\\fR", plain(text)]
    return HEAD + "\n".join(line for line in lines if line) + "\n"


def leaves(
    parser: argparse.ArgumentParser, words: tuple[str, ...] = ()
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield every command that can be given, by its words, without words that only have commands below them."""
    below = [each for each in parser._actions if isinstance(each, argparse._SubParsersAction)]  # noqa: SLF001 - argparse has no other way to ask
    if words and not any(each.required for each in below):
        yield " ".join(words), parser
    for each in below:
        helps = {choice.dest: choice.help for choice in each._get_subactions()}  # noqa: SLF001 - as above
        for name, command in each.choices.items():
            command.description = command.description or helps[name]
            yield from leaves(command, (*words, name))


def plain(text: str) -> str:
    """Return a text on one line in which ``man`` finds no instructions, so that it shows the text literally."""
    text = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    text = "".join(each if each.isascii() else f"\\[u{ord(each):04X}]" for each in text)
    return f"\\&{text}" if text[:1] in {".", "'"} else text


def _arguments(parser: argparse.ArgumentParser) -> Iterator[str]:
    formatter = parser._get_formatter()  # noqa: SLF001 - as in leaves
    for action in parser._actions:  # noqa: SLF001 - as in leaves
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - as in leaves
            continue
        yield ".TP"
        yield f"\\fB{plain(formatter._format_action_invocation(action))}\\fR"  # noqa: SLF001 - as in leaves
        yield plain(formatter._expand_help(action)) if action.help else "\\&"  # noqa: SLF001 - as in leaves
