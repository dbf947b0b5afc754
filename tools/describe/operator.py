"""Writes the files for the people who run a table: ``python -m tools.describe.operator``.

It makes the manual page and the shell completions from the parsers of all commands, and a JSON schema (draft
2020-12), with which editors complete and check the settings file, from the declaration of that file.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from config import ruleset_names
from hall.judge.orders.orders import ORDERS
from hall.judge.session import LOOKS, WATCH
from jantaku.main import DESCRIPTION, add_commands
from referee.rules.ruleset import setting_names
from table_controller.settings.file import SettingsFile
from table_controller.settings.in_force import default_settings
from tools.describe.made import CHECKOUT, MadeFiles, put
from tools.describe.manual import manual
from wording.command_line.examples import EXAMPLES
from wording.terminal.completion import described
from wording.terminal.completion.described import Offered
from wording.terminal.exit_status import MEANINGS, ExitStatus

if TYPE_CHECKING:
    Schema = dict[str, Any]

MANUAL: Final = CHECKOUT / "config" / "system" / "jantaku.1"


def whole_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line with those of all commands, which it imports."""
    parser = argparse.ArgumentParser(prog="jantaku", description=DESCRIPTION)
    add_commands(parser)
    return parser


def offered() -> dict[tuple[str, str], Offered]:
    """Return, by parser and argument, the words to offer for arguments that also take other words."""
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


def settings_schema() -> str:
    """Return the text of config/daemon.schema.json, from the declaration and its defaults."""
    made = msgspec.json.schema(SettingsFile)
    tables: dict[str, Schema] = made["$defs"]
    _defaults(tables, tables["SettingsFile"], default_settings().values)
    tables["SettingsFile"]["properties"]["overrides"]["properties"] = _groups()
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Settings of jantaku run",
        "$comment": "Made by python -m tools.describe.operator from table_controller/settings/file.py.",
        **made,
    }
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def _defaults(tables: Mapping[str, Schema], table: Schema, defaults: Mapping[str, Any]) -> None:
    """Add the defaults, which hold for whatever a file leaves out."""
    table.pop("required")
    for name, schema in table["properties"].items():
        if isinstance(defaults[name], dict) and name != "overrides":
            _defaults(tables, tables[schema["$ref"].rpartition("/")[2]], defaults[name])
        else:
            schema["default"] = defaults[name]


def _groups() -> dict[str, Schema]:
    """Return the schemas of ``[overrides]``: settings by dotted name, or in tables of their groups."""
    names = setting_names()
    groups: dict[str, Schema] = {}
    for name in names:
        group, _, setting = name.partition(".")
        own = groups.setdefault(group, {"type": "object", "properties": {}, "additionalProperties": False})
        own["properties"][setting] = {}
    return {**groups, **{name: {} for name in names}}


FOR_OPERATOR: Final[MadeFiles] = {
    described.FILE: _command_line,
    MANUAL: _manual,
    CHECKOUT / "config" / "daemon.schema.json": settings_schema,
}


def main() -> int:
    """Write the files."""
    put(FOR_OPERATOR)
    return ExitStatus.DONE


if __name__ == "__main__":
    sys.exit(main())
