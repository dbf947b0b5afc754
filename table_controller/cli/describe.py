"""Writes what helps who runs a table: ``python -m table_controller.cli.describe``.

From the parsers of all commands it makes the manual page and what the tab key offers, and from the declaration of the
settings file the schema by which an editor completes and checks it.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Final

from config import ruleset_names
from table_controller.cli.main import DESCRIPTION, add_commands
from table_controller.commands.describe.made import CHECKOUT, put
from table_controller.commands.describe.settings import settings_schema
from table_controller.judge.orders.orders import ORDERS
from table_controller.judge.session import LOOKS, WATCH
from table_controller.terminal.completion import described
from table_controller.terminal.completion.described import Offered
from table_controller.terminal.exit_status import MEANINGS, ExitStatus
from table_controller.terminal.manual import manual
from table_controller.wording.command_line.examples import EXAMPLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from table_controller.commands.describe.made import MadeFiles

MANUAL: Final = CHECKOUT / "config" / "system" / "jantaku.1"


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


def _command_line() -> str:
    return described.written(described.describe(whole_parser(), offered()))


def _manual() -> str:
    return manual(whole_parser(), EXAMPLES, {int(number): text for number, text in MEANINGS.items()})


FOR_OPERATOR: Final[MadeFiles] = {
    described.FILE: _command_line,
    MANUAL: _manual,
    CHECKOUT / "config" / "daemon.schema.json": settings_schema,
}


def main() -> int:
    """Write them."""
    put(FOR_OPERATOR)
    return ExitStatus.DONE


if __name__ == "__main__":
    sys.exit(main())
