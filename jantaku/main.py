"""The command ``jantaku``: run a table, simulate one, replay, export and score."""

import argparse
import importlib
import os
import sys
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, Final, NoReturn

from jantaku.subcommands import SUBCOMMANDS
from referee.texts.language_names import LANGUAGES, LanguageName
from wording.terminal.exit_status import MEANINGS, ExitStatus
from wording.terminal.interrupts import ignore, not_lost
from wording.terminal.streams import drop_output, finish_output, mend_streams

DESCRIPTION: Final = "Runs an automatic riichi mahjong table and referees the game on it."


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    name = None
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        name = command_of(given)
        mend_streams()
        with not_lost():
            try:
                status = _run(given, name)
            finally:
                # Also needed after --help, which raises SystemExit.
                finish_output()
        return status
    except BrokenPipeError:
        # The reader of the output has seen enough (`| head`).
        drop_output()
        return ExitStatus.PIPE_CLOSED
    except KeyboardInterrupt:
        drop_output()
        return ExitStatus.INTERRUPTED
    except Exception as error:
        # Imported only after an error, because the error texts are slow to import.
        from wording.terminal.outside import is_from_outside, sentence  # noqa: PLC0415

        if not is_from_outside(error):
            raise
        # The output may be incomplete, so the status must not be one that reports a judgement.
        print(
            f"{' '.join(filter(None, ('jantaku', name)))}: {sentence(error, language_of(given) or 'en')}",
            file=sys.stderr,
        )
        drop_output()
        return ExitStatus.UNUSABLE


def entry() -> NoReturn:
    """The entry point of the installed command; Ctrl-C has no effect once the command has ended."""
    if "_ARGCOMPLETE" in os.environ:
        # A shell asks for completions; argcomplete is imported only for that.
        from wording.terminal.completion.complete import complete  # noqa: PLC0415

        complete()
    try:
        status = main()
        ignore()
    except KeyboardInterrupt:
        status = ExitStatus.INTERRUPTED
    sys.exit(status)


def command_of(given: Sequence[str]) -> str | None:
    """Return the name of the command, the first argument that is neither an option nor the value of ``--lang``."""
    former = ""
    for word in given:
        if not word.startswith("-") and former != "--lang":
            return word
        former = word
    return None


def _run(given: list[str], name: str | None) -> int:
    parser = _parser_in(language_of(given))(
        prog="jantaku",
        description=DESCRIPTION,
        epilog="exit status:\n" + "\n".join(f"  {number:<5}{text}" for number, text in MEANINGS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    # If the command comes first, its own parser reads the rest, so the other commands need not be listed.
    add_commands(parser, (name,), (name,) if name in SUBCOMMANDS and given[0] == name else SUBCOMMANDS)
    options = parser.parse_args(given)
    return int(options.run(options))


def add_commands(
    parser: argparse.ArgumentParser,
    whole: Collection[str | None] = tuple(SUBCOMMANDS),
    named: Collection[str | None] = tuple(SUBCOMMANDS),
) -> None:
    """Add the options that come before a command, and the commands.

    Args:
        parser: gets them.
        whole: commands to import and add with their arguments.
        named: commands to add by name only, unless they are in ``whole``.
    """
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        help="language of findings, alerts and what happens (default: a table's own setting; in the judge's terminal, "
        "the table's)",
    )
    parser.add_argument("--version", action=_ShowVersion, help="print the version of this program and end")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command, (module, text) in SUBCOMMANDS.items():
        if command in whole:
            _add(partial(subparsers.add_parser, help=text), command, module)
        elif command in named:
            subparsers.add_parser(command, help=text, add_help=False)


def language_of(given: Sequence[str]) -> LanguageName | None:
    """Return the language that ``--lang`` names; None without that option."""
    for former, word in zip(("", *given), given, strict=False):
        value = word.removeprefix("--lang=") if word.startswith("--lang=") else word
        for name in LANGUAGES:
            if value == name and (former == "--lang" or value != word):
                return name
    return None


def _parser_in(spoken: LanguageName | None) -> type[argparse.ArgumentParser]:
    """Return a parser class, used for the commands too, that reports errors in a language; None: as ``argparse`` does."""

    class Parser(argparse.ArgumentParser):
        def __init__(self, **options: Any) -> None:
            # An option that is not written out may be another than the one that was meant.
            super().__init__(**options, allow_abbrev=False)

        def format_help(self) -> str:
            # Imported here because only --help needs the examples.
            from wording.command_line.examples import EXAMPLES  # noqa: PLC0415

            example = EXAMPLES.get(self.prog.removeprefix("jantaku "))
            return super().format_help() + (f"\nexample:\n  {example}\n" if example else "")

        def error(self, message: str) -> NoReturn:
            # Imported here because only a wrong command line needs the error texts.
            from referee.texts.language import language  # noqa: PLC0415
            from wording.command_line.usage import (  # noqa: PLC0415
                in_english,
                usage_error,
                usage_of,
            )
            from wording.misordered import Misordered  # noqa: PLC0415

            if spoken is None:
                super().error(in_english(message))
            wrong = Misordered.wrong(self.prog, usage_of(self), usage_error(message))
            self.exit(ExitStatus.UNUSABLE, f"{language(spoken).say(wrong)}\n")

    return Parser


class _ShowVersion(argparse.Action):
    """Prints the version of the installed distribution and whether it is compiled, and looks both up only then."""

    def __init__(self, option_strings: Sequence[str], dest: str, **options: Any) -> None:
        super().__init__(option_strings, dest, nargs=0, **options)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        metadata = importlib.import_module("importlib.metadata")
        # Looked up by hand: asked by its whole name, the scorer's package would be imported.
        package = importlib.import_module("importlib.util").find_spec("referee.hands")
        finder = importlib.import_module("importlib.machinery").PathFinder
        scorer = finder.find_spec("score", package.submodule_search_locations)
        plain = scorer.origin.endswith(".py")
        print(f"jantaku {metadata.version('jantaku')}{'' if plain else ' (compiled)'}")
        parser.exit()


def _add(add_parser: Callable[..., argparse.ArgumentParser], command: str, name: str) -> None:
    _import_msgspec()
    module = importlib.import_module(name)
    add = getattr(module, f"add_{command}_parser", None) or module.add_parser
    add(argparse.Namespace(add_parser=add_parser))


def _import_msgspec() -> None:
    """Import msgspec without ``typing_extensions``, which it uses if it is there and which takes longer to import."""
    modules: dict[str, Any] = sys.modules
    if "typing_extensions" not in modules:
        modules["typing_extensions"] = None
        importlib.import_module("msgspec")
        del modules["typing_extensions"]


if __name__ == "__main__":
    entry()
