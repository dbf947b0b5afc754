"""Writes what is made from the parsers of all commands: ``python -m table_controller.cli.describe [--check]``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from config import ruleset_names
from table_controller.cli.main import DESCRIPTION, add_commands
from table_controller.judge.orders.orders import ORDERS
from table_controller.judge.session import LOOKS, WATCH
from table_controller.terminal.completion import described
from table_controller.terminal.completion.described import Offered
from table_controller.terminal.exit_status import MEANINGS, ExitStatus
from table_controller.terminal.manual import manual
from table_controller.wording.command_line.examples import EXAMPLES

if TYPE_CHECKING:
    from collections.abc import Sequence

CHECK: Final = "--check"
MANUAL: Final = Path(__file__).resolve().parents[2] / "config" / "system" / "jantaku.1"


def whole_parser() -> argparse.ArgumentParser:
    """The parser of the command line with those of all commands, which it imports."""
    parser = argparse.ArgumentParser(prog="jantaku", description=DESCRIPTION)
    add_commands(parser)
    return parser


def offered() -> dict[tuple[str, str], Offered]:
    """Words that are offered although a parser takes others too, by the parser and the argument."""
    rulesets = Offered({"": ruleset_names()}, files=True)
    orders = [*LOOKS, *ORDERS]
    words: dict[str, Sequence[str]] = {"": orders, "help": orders, "watch": WATCH}
    words |= {word: order.completes for word, order in ORDERS.items() if order.completes}
    return {
        ("", "ruleset"): rulesets,
        ("jantaku rules show", "name"): rulesets,
        ("jantaku rules diff", "name"): rulesets,
        ("jantaku rules diff", "other"): rulesets,
        ("jantaku rules fouls", "name"): rulesets,
        ("jantaku judge", "order"): Offered(words),
    }


def outputs() -> dict[Path, str]:
    """Every generated file, with the text it must have."""
    parser = whole_parser()
    statuses = {int(number): text for number, text in MEANINGS.items()}
    return {
        described.FILE: described.written(described.describe(parser, offered())),
        MANUAL: manual(parser, EXAMPLES, statuses),
    }


def main(arguments: Sequence[str]) -> int:
    """Write the files; with ``--check`` only say which differ (exit status 1)."""
    stale = {
        path: text
        for path, text in outputs().items()
        if not path.is_file() or path.read_text("utf-8") != text
    }
    for path, text in stale.items():
        if CHECK in arguments:
            sys.stderr.write(f"{path} is not what is declared: run python -m table_controller.cli.describe\n")
        else:
            path.write_text(text, encoding="utf-8")
    return ExitStatus.NOT_DONE if stale and CHECK in arguments else ExitStatus.DONE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
