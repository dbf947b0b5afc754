"""Writes what is made from the parsers of all commands: ``python -m table_controller.cli.describe [--check]``."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Final

from config import ruleset_names
from table_controller.cli.main import add_commands
from table_controller.judge.orders.orders import ORDERS
from table_controller.judge.session import LOOKS, WATCH
from table_controller.terminal.completion import described
from table_controller.terminal.completion.described import Offered
from table_controller.terminal.exit_status import ExitStatus

if TYPE_CHECKING:
    from collections.abc import Sequence

CHECK: Final = "--check"


def whole_parser() -> argparse.ArgumentParser:
    """The parser of the command line with those of all commands, which it imports."""
    parser = argparse.ArgumentParser(prog="jantaku")
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


def main(arguments: Sequence[str]) -> int:
    """Write the file; with ``--check`` only say whether it differs (exit status 1)."""
    made = described.written(described.describe(whole_parser(), offered()))
    if described.FILE.is_file() and described.FILE.read_text(encoding="utf-8") == made:
        return ExitStatus.DONE
    if CHECK in arguments:
        sys.stderr.write(
            f"{described.FILE} is not what is declared: run python -m table_controller.cli.describe\n"
        )
        return ExitStatus.NOT_DONE
    described.FILE.write_text(made, encoding="utf-8")
    return ExitStatus.DONE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
